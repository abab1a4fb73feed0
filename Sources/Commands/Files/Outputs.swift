import OpenSSL
import System

/// What a command writes: files that appear together once everything is ready, or not at all, and standard
/// output after them.
struct Outputs {
    enum Content {
        /// Mode 0600 in a file.
        case secret(Secret)
        case ordinary([UInt8])
    }

    private let mayReplace: Bool
    private var planned: [(path: String, content: Content)] = []

    /// - Parameter mayReplace: `--force`.
    init(mayReplace: Bool) { self.mayReplace = mayReplace }

    /// - Parameter path: nil and `-` are standard output.
    mutating func add(_ content: Content, to path: String?) {
        planned.append((path ?? "-", content))
    }

    /// Refuses, before any work is done, what could not be written in the end.
    ///
    /// - Parameter paths: of all outputs; `-` is standard output.
    static func check(_ paths: [String], mayReplace: Bool, inputs: InputFiles) throws(Failure) {
        var seen: Set<String> = []
        for path in paths {
            if !seen.insert(path == "-" ? path : PendingFile.place(of: path)).inserted {
                let name = path == "-" ? "standard output" : path.printable
                throw Failure(.usage, "\(name) is given for two outputs")
            }
            if path == "-" { continue }
            _ = try saying(Failure.init(system:)) { () throws(SystemError) in
                try PendingFile.create(
                    at: path, mode: .secret, mayReplace: mayReplace, inputs: inputs.identities)
            }
        }
    }

    consuming func write(inputs: InputFiles) throws(Failure) {
        try saying(Failure.init(system:)) { () throws(SystemError) in
            try holdingSignals { () throws(SystemError) in
                var published: [String] = []
                do throws(SystemError) {
                    try publish(planned[...], inputs.identities, &published)
                } catch {
                    published.forEach(removeFile)
                    throw error
                }
            }
            for (path, content) in planned where path == "-" {
                try content.withBytes { (bytes) throws(SystemError) in try StandardStreams.output.write(bytes)
                }
            }
        }
    }

    /// Writes and synchronizes every file before the first gets its name, one level of recursion a file: values
    /// that cannot be copied do not go into an array.
    private func publish(
        _ rest: ArraySlice<(path: String, content: Content)>, _ inputs: Set<FileIdentity>,
        _ published: inout [String]
    ) throws(SystemError) {
        guard let (path, content) = rest.first else { return }
        if path == "-" { return try publish(rest.dropFirst(), inputs, &published) }
        let file = try PendingFile.create(
            at: path, mode: content.mode, mayReplace: mayReplace, inputs: inputs)
        try content.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
        try file.synchronize()
        try publish(rest.dropFirst(), inputs, &published)
        if try file.publish() { published.append(path) }
    }
}

extension Outputs.Content {
    init(text: String) { self = .ordinary(Array(text.utf8)) }

    /// With one newline at the end.
    init(line: [UInt8]) { self = .ordinary(line + [UInt8(ascii: "\n")]) }

    /// With one newline at the end.
    init(secretLine: Secret) {
        var buffer = SecretBuffer(capacity: secretLine.count + 1)
        buffer.append(secretLine)
        buffer.append(UInt8(ascii: "\n"))
        self = .secret(Secret(buffer))
    }

    fileprivate var mode: PendingFile.Mode {
        switch self {
        case .secret: .secret
        case .ordinary: .ordinary
        }
    }

    fileprivate func withBytes(_ body: (Span<UInt8>) throws(SystemError) -> Void) throws(SystemError) {
        switch self {
        case .secret(let secret): try secret.withBytes(body)
        case .ordinary(let bytes): try body(bytes.span)
        }
    }
}
