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
    /// Where files come from; tests take those that have a name from the start.
    var create = { (path, mode, mayReplace, inputs) throws(SystemError) in
        try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
    }
    private var planned: [(path: String, content: Content)] = []

    /// - Parameter mayReplace: `--force`.
    init(mayReplace: Bool) { self.mayReplace = mayReplace }

    /// - Parameter path: nil and `-` are standard output.
    mutating func add(_ content: Content, to path: String?) {
        planned.append((path ?? "-", content))
    }

    consuming func write(inputs: InputFiles) throws {
        let planned = planned
        let places = try Self.places(
            planned.map { ($0.path == "-" ? "standard output" : $0.path.printable, $0.path) })
        let isStream = places.map(\.isStream)
        let files = zip(planned, isStream).filter { !$0.1 }.map(\.0)
        let streams = zip(planned, isStream).filter(\.1).map(\.0)
        var published = Published()
        var held: HeldSignals?
        do {
            try publish(files[...], streams, inputs.identities, &published, &held)
        } catch {
            published.new.forEach(removeFile)
            throw error
        }
        _ = consume held
    }

    /// What has its name already.
    private struct Published {
        /// Those that were not there before, to be taken back if another output fails.
        var new: [String] = []
        var files: Set<FileIdentity> = []
    }

    /// Writes and synchronizes every file, then the streams, and gives the files their names only then, one level of
    /// recursion a file: values that cannot be copied do not go into an array. The first planned gets its name first.
    ///
    /// - Parameter hasNames: whether one of the files before has a name that a signal would leave behind.
    private func publish(
        _ rest: ArraySlice<(path: String, content: Content)>, _ streams: [(path: String, content: Content)],
        _ inputs: Set<FileIdentity>, _ published: inout Published, _ held: inout HeldSignals?,
        hasNames: Bool = false
    ) throws(SystemError) {
        guard let (path, content) = rest.last else {
            for (path, content) in streams {
                let stream = try create(path, content.mode, true, inputs)
                try content.withBytes { (bytes) throws(SystemError) in try stream.write(bytes) }
            }
            // From here on, names are given together.
            if held == nil { held = HeldSignals() }
            return
        }
        if held == nil { held = HeldSignals() }
        let file = try create(path, content.mode, mayReplace, inputs)
        try content.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
        try file.synchronize()
        let hasNames = hasNames || file.hasTemporaryName
        // A reader that stalls can be given up on, unless a copy of a key would stay.
        if !hasNames { held = nil }
        try publish(rest.dropLast(), streams, inputs, &published, &held, hasNames: hasNames)
        let identity = try file.identity()
        if try file.publish(keeping: published.files) { published.new.append(path) }
        published.files.insert(identity)
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
