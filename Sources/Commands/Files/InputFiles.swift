import OpenSSL
import System

/// What a command reads. It remembers which files those were, so that none of them is written over, and that
/// standard input is read by one flag only.
final class InputFiles {
    private(set) var identities: Set<FileIdentity> = []
    private var standardInputIsTaken = false

    /// The bytes of a file, or of standard input for `-`, in memory that is wiped.
    ///
    /// - Parameter limit: in bytes, a newline at the end not counted; a longer input is refused before it is held.
    func read(_ path: String, upTo limit: Int) throws(Failure) -> Secret {
        let file = try open(path)
        return try saying(Failure.init(system:)) { () throws(SystemError) in try Self.read(file, limit) }
    }

    /// Opens a file, or standard input for `-`, to be read as it comes.
    func open(_ path: String) throws(Failure) -> FileDescriptor {
        if path == "-", standardInputIsTaken {
            throw Failure(
                .usage, "standard input is given for two things", hint: "give one of them as a file")
        }
        if path == "-" { standardInputIsTaken = true }
        return try saying(Failure.init(system:)) { () throws(SystemError) in
            let file = path == "-" ? StandardStreams.input : try FileDescriptor.open(forReading: path)
            identities.insert(try file.identity())
            return file
        }
    }

    /// The bytes of a descriptor that the caller left open, from where it stands.
    ///
    /// - Parameter name: for errors.
    func read(descriptor number: Int32, _ name: String, upTo limit: Int) throws(Failure) -> Secret {
        if number == 0 { return try read("-", upTo: limit) }
        return try saying(Failure.init(system:)) { () throws(SystemError) in
            let file = FileDescriptor(borrowing: number, path: name)
            identities.insert(try file.identity())
            return try Self.read(file, limit)
        }
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

/// The name of an input as errors say it.
func sourceName(_ path: String) -> String { path == "-" ? "standard input" : path }
