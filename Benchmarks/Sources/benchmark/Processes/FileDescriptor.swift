import Glibc

/// An open file that is closed at the latest when nothing refers to it, and that no other process inherits.
final class FileDescriptor {
    private(set) var number: Int32

    private init(_ number: Int32) {
        self.number = number
    }

    deinit {
        close()
    }

    func close() {
        if number >= 0 { Glibc.close(number) }
        number = -1
    }

    static var standardError: FileDescriptor { FileDescriptor(dup(STDERR_FILENO)) }

    static func reading(_ path: String) throws -> FileDescriptor {
        try open(path, O_RDONLY)
    }

    static func writing(_ path: String) throws -> FileDescriptor {
        try open(path, O_WRONLY | O_CREAT | O_TRUNC)
    }

    static func pipe() throws -> (reading: FileDescriptor, writing: FileDescriptor) {
        var ends: [Int32] = [0, 0]
        guard Glibc.pipe(&ends) == 0 else { throw Failure("cannot make a pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (FileDescriptor(ends[0]), FileDescriptor(ends[1]))
    }

    private static func open(_ path: String, _ flags: Int32) throws -> FileDescriptor {
        let number = Glibc.open(path, flags | O_CLOEXEC, 0o600)
        guard number >= 0 else { throw Failure("\(path): \(String(cString: strerror(errno)))") }
        return FileDescriptor(number)
    }

    func write(_ bytes: [UInt8]) throws {
        var start = 0
        while start < bytes.count {
            let written = bytes.withUnsafeBytes {
                Glibc.write(number, $0.baseAddress! + start, $0.count - start)
            }
            if written < 0, errno == EINTR { continue }
            guard written > 0 else { throw Failure("cannot write: \(String(cString: strerror(errno)))") }
            start += written
        }
    }

    func readToEnd() -> String {
        var bytes: [UInt8] = []
        while let more = readSome() { bytes += more }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// What is there by now, at least one byte; `nil` at the end.
    func readSome() -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 4096)
        var count: Int
        repeat { count = read(number, &block, block.count) } while count < 0 && errno == EINTR
        return count > 0 ? Array(block.prefix(count)) : nil
    }
}
