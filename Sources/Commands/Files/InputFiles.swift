import OpenSSL
import System

/// What a command reads. It remembers which files those were, so that none of them is written over, and that
/// standard input is read by one flag only.
final class InputFiles {
    private(set) var identities: Set<FileIdentity>
    /// Numbers of the descriptors that were read: what is left in them is not what the next flag wants.
    private var taken: Set<Int32> = []
    /// What was read of each origin.
    var passphrases: [PassphraseOrigin: Secret] = [:]

    /// - Parameter identities: of files that were read before.
    init(_ identities: Set<FileIdentity> = []) { self.identities = identities }

    /// The bytes of a file, or of standard input for `-`, in memory that is wiped.
    ///
    /// - Parameters:
    ///   - limit: in bytes, a newline at the end not counted; a longer input is refused before it is held.
    ///   - name: for errors, if the path is not to be shown in them.
    func read(_ path: String, upTo limit: Int, named name: String? = nil) throws -> Secret {
        try Self.read(open(path, named: name), limit)
    }

    /// Opens a file, or standard input for `-`, to be read as it comes.
    func open(_ path: String, named name: String? = nil) throws -> FileDescriptor {
        if path == "-" { try take(descriptor: 0, "standard input") }
        let file =
            path == "-" ? StandardStreams.input : try FileDescriptor.open(forReading: path, named: name)
        try take(file)
        return file
    }

    /// The bytes of a descriptor that the caller left open, from where it stands.
    ///
    /// - Parameter name: for errors.
    func read(descriptor number: Int32, _ name: String, upTo limit: Int) throws -> Secret {
        if number == 0 { return try read("-", upTo: limit) }
        try take(descriptor: number, "file descriptor \(number)")
        let file = FileDescriptor(borrowing: number, path: name)
        try take(file)
        return try Self.read(file, limit)
    }

    private func take(descriptor number: Int32, _ name: String) throws {
        if !taken.insert(number).inserted {
            throw Failure(.usage, "\(name) cannot be read twice", hint: "give one of the inputs as a file")
        }
    }

    /// A file that a standard stream is appended to is not read: it would be read without end, or be spoilt.
    private func take(_ file: borrowing FileDescriptor) throws(SystemError) {
        let identity = try file.identity()
        for stream in ["-", "/dev/stderr"] where try OutputPlace(stream).isOne(of: [identity]) {
            throw SystemError(path: file.path, reason: .isInput)
        }
        identities.insert(identity)
    }

    private static func read(_ file: borrowing FileDescriptor, _ limit: Int) throws(SystemError) -> Secret {
        // Two pages are enough for nearly every file: each page is one more to be had from the kernel, and to be wiped.
        // Reading as much again as there is keeps a long file linear.
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
            // A line may be as long from a file as it may be in a batch.
            let length = buffer.last == UInt8(ascii: "\n") ? buffer.count - 1 : buffer.count
            if length > limit {
                throw SystemError(path: file.path, reason: .tooLarge(limitBytes: limit))
            }
        }
        return Secret(buffer)
    }
}

/// The name of an input as errors say it. The URI of a stored key may have its PIN in it (RFC 7512 §2.4).
func sourceName(_ path: String) -> String {
    path == "-" ? "standard input" : path.hasPrefix("pkcs11:") ? "the pkcs11: URI" : path
}
