import Arguments
import OpenSSL
import System
import Words

/// The outputs of a command. All files appear together when everything is ready, or none does. Standard output is
/// written before they appear.
struct Outputs {
    enum Content {
        /// A file with this content gets mode 0600.
        case secret(Secret)
        case ordinary([UInt8])
    }

    private let mayReplace: Bool
    /// Whether a file with a secret, too, gets the owner and the group of the file that it replaces. Any other file gets
    /// them and its mode, as if it were written over: it may have been protected.
    private let keepsOwner: Bool
    /// Creates the files. Tests replace it with files that have a name from the start.
    var create = { (path, mode, mayReplace, inputs) throws(SystemError) in
        try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
    }
    /// The flag that names a file for the secret; nil if the command has none.
    var flagForSecret: String? = "--out"
    /// Whether a secret among the contents is a key, which may replace another one.
    var holdsKeys = true
    /// Runs when everything is written, directly before the files get their names.
    var checkBeforeNames: () throws(SystemError) -> Void = {}
    private var planned: [(path: String, content: Content)] = []

    /// - Parameter mayReplace: whether `--force` is given.
    init(mayReplace: Bool, keepsOwner: Bool = false) {
        self.mayReplace = mayReplace
        self.keepsOwner = keepsOwner
    }

    /// - Parameter path: nil and `-` mean standard output.
    mutating func add(_ content: Content, to path: String?) {
        planned.append((path ?? "-", content))
    }

    consuming func write(inputs: InputFiles) throws {
        let planned = planned
        let places = try Self.places(
            planned.map { ($0.path == "-" ? "standard output" : $0.path.printable, $0.path) })
        let isStream = places.map(\.isStream)
        // A private key is replaced last: if another file cannot be replaced, the key before is not lost.
        let found = zip(planned, isStream).filter { !$0.1 }.map {
            (file: $0.0, isLast: $0.0.content.mode == .secret && fileExists($0.0.path))
        }
        let files = (found.filter { !$0.isLast } + found.filter(\.isLast)).map(\.file)
        let streams = zip(planned, isStream).filter(\.1).map(\.0)
        // With keepsOwner, the new content is the old file with some parts replaced, so that no key is lost.
        if mayReplace, !keepsOwner {
            for (path, content) in files where content.mode == .ordinary || !holdsKeys {
                try Self.refuseToReplaceKeys(at: path)
            }
        }
        var published = Published()
        // Once it is set, all files get their names, or none does.
        var held: HeldSignals?
        do throws(SystemError) {
            try publish(files[...], streams, inputs.identities, &published, &held)
            if planned.count > 1 { try published.requireAll() }
        } catch {
            throw published.withdraw(after: error)
        }
        _ = consume held
    }

    /// Refuses to put something else in the place of private keys, which may be the only ones of their kind.
    ///
    /// - Parameter path: where a file without private keys is to appear.
    static func refuseToReplaceKeys(at path: String) throws {
        do {
            guard let keys = try privateKeys(at: path) else { return }
            throw CommandError(
                .file, "the file contains \(keys.words), so --force does not replace it", hint: otherPlace
            ).about(path)
        } catch let error as SystemError where error.isForbidden {
            throw CommandError(
                .file, "permission denied: signet cannot tell whether private keys would be lost",
                hint: otherPlace
            ).about(path)
        }
    }

    /// The kind of the private keys in a file; nil if it has none, does not exist, or is larger than what holds keys.
    private static func privateKeys(at path: String) throws -> FoundContent.Thing? {
        guard let identity = FileIdentity(at: path), !identity.isStream else { return nil }
        do {
            let old = try InputFiles().read(path, upTo: Limits.keyFileBytes)
            return old.withBytes { FoundContent.privateKeys(in: $0) ?? FoundContent.privateKeysWithin($0) }
        } catch let error as SystemError where error.isTooLarge {
            return nil
        }
    }

    /// What to do if an output exists already. A new key may replace another, which may be the only one of its kind.
    ///
    /// - Parameters:
    ///   - others: the other outputs, which `--force` would replace too.
    ///   - isKey: whether it may hold a raw secret, which nobody can tell from other bytes.
    static func hint(replacing path: String, others: [String] = [], isKey: Bool = false) -> String {
        let lost = ([path] + others.filter { $0 != path && $0 != "-" }).first { other in
            do {
                return try isKey && other == path || privateKeys(at: other) != nil
            } catch {
                // A file that may not be read may be anything.
                return (error as? SystemError)?.isForbidden ?? false
            }
        }
        return switch lost {
        case nil: "use --force to replace it"
        case path: "use another name; --force would replace the key"
        case let other?: "use other names; --force would replace the key in \(other.printable)"
        }
    }

    private static let otherPlace = "use another name, or remove the file first if nobody needs it"

    /// The files that already have their names.
    struct Published {
        /// The files that did not exist before. They are removed if another output fails.
        var new: [NamedFile] = []
        /// The files that took the place of others, which do not come back.
        var replaced: [NamedFile] = []
        var files: [FileIdentity] = []

        /// If two commands replace the same files at the same time, a file of each may stay. The one that gives the last
        /// name finds it here.
        func requireAll() throws(SystemError) {
            if let lost = (new + replaced).first(where: \.isLost) {
                throw SystemError(path: lost.path, reason: .isReplaced)
            }
        }

        /// - Returns: the error, with a note of the files that stay.
        func withdraw(after error: SystemError) -> CommandError {
            // What another process has put there is not ours.
            let stuck = new.filter { !$0.isLost && !removeFile($0.target) }
            let notes = [(stuck, "could not be removed"), (replaced, "already replaced")].compactMap {
                files, state in
                files.isEmpty ? nil : files.map(\.path.printable).joined(separator: ", ") + ": \(state)"
            }
            let failure = CommandError(error)
            return CommandError(
                failure.status, failure.message, hint: failure.hint,
                note: notes.isEmpty ? nil : notes.joined(separator: "; "))
        }
    }

    /// Writes and synchronizes all files, then writes the streams, and only then gives the files their names. The
    /// first file gets its name first. This recurses once per file, because noncopyable values cannot be in
    /// an array.
    private func publish(
        _ rest: ArraySlice<(path: String, content: Content)>, _ streams: [(path: String, content: Content)],
        _ inputs: [FileIdentity], _ published: inout Published, _ held: inout HeldSignals?
    ) throws(SystemError) {
        guard let (path, content) = rest.last else {
            for (path, content) in streams {
                let stream = try create(path, content.mode, true, inputs)
                if case .secret = content, let mode = try stream.modeForOthers() {
                    let remedy =
                        flagForSecret.map { "use \($0) FILE, which makes it 600" } ?? "run chmod 600 on it"
                    Console.note(
                        "\(path == "-" ? "standard output" : path.printable) is a file with mode \(String(mode, radix: 8)), so others can read the secret; \(remedy)"
                    )
                }
                try content.withBytes { (bytes) throws(SystemError) in try stream.write(bytes) }
                try stream.synchronize()
            }
            try checkBeforeNames()
            held = HeldSignals()
            return
        }
        let file = try create(path, content.mode, mayReplace, inputs)
        if keepsOwner || content.mode == .ordinary { try file.keepOwner(content.mode) }
        try content.withBytes { (bytes) throws(SystemError) in try file.write(bytes) }
        try file.synchronize()
        try publish(rest.dropLast(), streams, inputs, &published, &held)
        let identity = try file.identity()
        let named = try file.named(path)
        if try file.publish(keeping: published.files) {
            published.new.append(named)
        } else {
            published.replaced.append(named)
        }
        published.files.append(identity)
        try PendingFile.synchronizeFolder(of: path)
    }
}

extension Outputs.Content {
    init(text: String) { self = .ordinary(Array(text.utf8)) }

    /// Adds one newline at the end.
    init(line: [UInt8]) { self = .ordinary(line + [UInt8(ascii: "\n")]) }

    /// Adds one newline at the end.
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

/// Where the result of a command goes: `--out`, and whether `--force` is given.
struct Output: Sendable {
    /// Nil and `-` mean standard output.
    let path: String?
    let mayReplace: Bool

    static let standard = Output(path: nil, mayReplace: false)

    /// Refuses to write a binary format to a terminal, unless `-` asks for it.
    func refuseTerminal(_ format: String) throws {
        if path == nil, StandardStreams.outputIsTerminal {
            throw CommandError(
                .usage, "\(format) is binary and cannot be shown on a terminal",
                hint: "use --out FILE, or --out - to write it anyway")
        }
    }

    func refuseTerminal(_ encoding: Encoding) throws {
        if encoding == .der { try refuseTerminal("DER") }
    }

    /// Writes a result that is the only one.
    func write(_ content: Outputs.Content, _ inputs: InputFiles) throws {
        var outputs = Outputs(mayReplace: mayReplace)
        outputs.add(content, to: path)
        try outputs.write(inputs: inputs)
    }
}

extension Output {
    init(_ arguments: ParsedArguments) {
        self.init(path: arguments[SharedFlags.out], mayReplace: arguments[SharedFlags.force])
    }
}
