import Glibc

/// An open file, closed when let go of, unless it is one of the standard streams.
package struct FileDescriptor: ~Copyable {
    package let number: Int32
    /// For errors; nil for a stream without a name.
    package let path: String?
    private let isOwned: Bool

    /// - Parameter number: an open descriptor, which is closed with this value.
    init(owning number: Int32, path: String?) {
        self.number = number
        self.path = path
        isOwned = true
    }

    /// A descriptor that somebody else opened and closes.
    package init(borrowing number: Int32, path: String? = nil) {
        self.number = number
        self.path = path
        isOwned = false
    }

    deinit {
        if isOwned { close(number) }
    }

    /// - Parameter name: for errors, if the path is not to be shown in them.
    package static func open(
        forReading path: String, named name: String? = nil
    ) throws(SystemError) -> FileDescriptor {
        let number = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw .last(name ?? path) }
        return FileDescriptor(owning: number, path: name ?? path)
    }

    /// Fills a part of `buffer`.
    ///
    /// - Returns: how many bytes were read; 0 at the end of the input.
    package borrowing func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        while true {
            let count = Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            try waitUnlessFailed(until: POLLIN)
        }
    }

    /// Appends what there is to read, waiting for some.
    ///
    /// - Parameters:
    ///   - buffer: `count` of its bytes count; it is at least `count + limit` long.
    ///   - limit: in bytes.
    /// - Returns: how many bytes were read, 0 at the end of the input; nil when a signal asks for the end.
    package borrowing func read(
        into buffer: inout [UInt8], at count: Int, upTo limit: Int
    ) throws(SystemError) -> Int? {
        guard Interruption.waitForInput(number) else { return nil }
        while true {
            let added = buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress! + count, limit) }
            if added >= 0 { return added }
            try waitUnlessFailed(until: POLLIN)
        }
    }

    /// Writes all of `bytes`.
    package borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (buffer) throws(SystemError) in
            var written = 0
            while written < buffer.count {
                let count = Glibc.write(number, buffer.baseAddress! + written, buffer.count - written)
                if count >= 0 {
                    written += count
                } else {
                    try waitUnlessFailed(until: POLLOUT)
                }
            }
        }
    }

    /// Writes all of `bytes`, or as good as none: what was written before a failure is taken back where the file
    /// allows it, so that a full disk leaves no half a line.
    package borrowing func writeWhole(_ bytes: Span<UInt8>) throws(SystemError) {
        let start = lseek(number, 0, SEEK_CUR)
        do throws(SystemError) {
            try write(bytes)
        } catch {
            if start >= 0, ftruncate(number, start) == 0 { lseek(number, start, SEEK_SET) }
            throw error
        }
    }

    /// Size of a regular file, in bytes, and where reading stands in it; nil for streams.
    package borrowing func length() -> (total: Int, read: Int)? {
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Int(status.st_size), max(0, lseek(number, 0, SEEK_CUR)))
    }

    /// Goes on after an interruption, and waits where somebody who shares the stream has made it non-blocking.
    private borrowing func waitUnlessFailed(until event: Int32) throws(SystemError) {
        switch errno {
        case EINTR: return
        case EAGAIN:
            var waiting = pollfd(fd: number, events: Int16(event), revents: 0)
            poll(&waiting, 1, -1)
        default: throw .last(path)
        }
    }

    package borrowing func identity() throws(SystemError) -> FileIdentity {
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last(path) }
        return FileIdentity(status)
    }
}

/// Which file it is, whatever the name: device and inode.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt

    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
    }
}
