import OpenSSL
import System
import Words

/// Reads the inputs of a command. It remembers the files, so that none of them is overwritten, and lets only one flag
/// read a stream, whatever its name is.
final class InputFiles {
    private(set) var identities: [FileIdentity]
    /// The numbers of the descriptors that were read. A second flag must not read the rest of one.
    private var taken: [Int32] = []
    /// The pipes and sockets that were read. A second flag would find nothing in them, or wait for ever.
    private var streams: [FileIdentity] = []
    /// The passphrases that flags gave.
    var passphrases: [PassphraseOrigin: Secret] = [:]
    /// The key file that may contain the certificate of its key too, for `--kid x5t`.
    var keptKeyFile: Secret?
    /// The passphrases that were typed, by the names of the inputs that they open.
    var typed: [String: Secret] = [:]
    /// A file may be read for several flags.
    let warnings = Warnings()

    /// - Parameter identities: the files that were read before.
    init(_ identities: [FileIdentity] = []) { self.identities = identities }

    /// Wipes what remains of passphrases and key files, for a command that has all its keys and waits for other input.
    func forgetSecrets() {
        passphrases = [:]
        typed = [:]
        keptKeyFile = nil
        ProcessSetup.wipeStack()
    }

    /// The bytes of a file, or of standard input for `-`, in memory that is wiped.
    ///
    /// - Parameters:
    ///   - limit: in bytes, without a newline at the end. A longer input is rejected before all of it is in memory.
    ///   - name: the name for errors, if they must not show the path.
    func read(_ path: String, upTo limit: Int, named name: String? = nil) throws -> Secret {
        try Self.read(open(path, named: name), limit)
    }

    /// Opens a file, or standard input for `-`, for reading it gradually.
    func open(_ path: String, named name: String? = nil) throws -> FileDescriptor {
        if StandardStreams.isInput(path) {
            try take(descriptor: 0, "standard input")
            if StandardStreams.inputIsTerminal { Console.note("reading from the terminal; end with Ctrl-D") }
            let file = StandardStreams.input
            try take(file)
            return file
        }
        // Opening a named pipe a second time would wait for somebody who writes to it.
        if !streams.isEmpty, let identity = FileIdentity(at: path) {
            try refuse(identity, (name ?? path).printable)
        }
        let file = try FileDescriptor.open(forReading: path, named: name)
        try take(file)
        return file
    }

    /// Reads a descriptor that the caller left open, from its current position.
    ///
    /// - Parameter name: the name for errors.
    func read(descriptor number: Int32, _ name: String, upTo limit: Int) throws -> Secret {
        if number == 0 { return try read("-", upTo: limit) }
        try take(descriptor: number, "file descriptor \(number)")
        let file = FileDescriptor(borrowing: number, path: name)
        try take(file)
        return try Self.read(file, limit)
    }

    /// Runs `body` for each line of a text in UTF-8. Empty lines and a byte order mark are ignored, and errors name the
    /// line.
    func forEachLine(of path: String, upTo limit: Int, _ body: (String) throws -> Void) throws {
        let text = try read(path, upTo: limit).withBytes { Array($0) }
        let lines = text.dropFirst(text.span.byteOrderMarkCount)
            .split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            let bytes = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
            if bytes.isEmpty { continue }
            guard let line = String(validating: bytes, as: UTF8.self) else {
                throw CommandError(.badInput, "line \(number) is not UTF-8").about(sourceName(path))
            }
            try about("\(sourceName(path)): line \(number)") { try body(line) }
        }
    }

    private func take(descriptor number: Int32, _ name: String) throws {
        if taken.contains(number) { throw Self.readTwice(name) }
        taken.append(number)
    }

    private func refuse(_ stream: FileIdentity, _ name: String) throws {
        if streams.contains(stream) { throw Self.readTwice(name) }
    }

    static func readTwice(_ name: String) -> CommandError {
        CommandError(.usage, "\(name) cannot be read twice", hint: "give one of the inputs as a file")
    }

    /// Rejects a file to which a standard stream writes: reading it might never end, or writing might damage it.
    private func take(_ file: borrowing FileDescriptor) throws {
        let identity = try file.identity()
        for stream in ["-", "/dev/stderr"] where try OutputPlace(stream).isOne(of: [identity]) {
            throw SystemError(path: file.path, reason: .isInput)
        }
        identities.append(identity)
        if identity.isStream {
            try refuse(identity, file.path?.printable ?? "the stream")
            streams.append(identity)
        }
    }

    private static func read(_ file: borrowing FileDescriptor, _ limit: Int) throws(SystemError) -> Secret {
        // Two pages are enough for nearly every file. More pages would cost time, because the kernel must provide
        // them and they must be wiped. Doubling the buffer keeps the time for a long file linear.
        var buffer = SecretBuffer(capacity: 8 << 10)
        var isAtEnd = false
        while !isAtEnd {
            try buffer.append(upTo: min(max(4 << 10, buffer.count), 1 << 20)) { (room) throws(SystemError) in
                let count = try room.withUnsafeMutableBufferPointer { (room) throws(SystemError) in
                    try file.read(into: UnsafeMutableRawBufferPointer(room))
                }
                isAtEnd = count == 0
                return count
            }
            // The limit does not count a newline at the end, as for a line in a batch.
            let length = buffer.last == UInt8(ascii: "\n") ? buffer.count - 1 : buffer.count
            if length > limit {
                throw SystemError(path: file.path, reason: .tooLarge(limitBytes: limit))
            }
        }
        return Secret(buffer)
    }
}

/// The name of an input in errors. The URI of a stored key is not shown, because it may contain a PIN (RFC 7512
/// §2.4).
func sourceName(_ path: String) -> String {
    path == "-" ? "standard input" : path.hasPrefix("pkcs11:") ? "the pkcs11: URI" : path
}
