internal import CSystem
import Glibc

/// An open file. It is closed when this value is destroyed, unless it is a standard stream.
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

    /// A descriptor that the caller opened and closes.
    package init(borrowing number: Int32, path: String? = nil) {
        self.number = number
        self.path = path
        isOwned = false
    }

    deinit {
        if isOwned { close(number) }
    }

    /// - Parameter name: replaces the path in errors, if the path must not be shown.
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
            if count >= 0 {
                try refuseCutLine(buffer.prefix(count).last, count)
                return count
            }
            try waitUnlessFailed(until: POLLIN)
        }
    }

    /// Rejects a line that is as long as a terminal keeps one that is typed: it drops the rest. A read returns one line.
    ///
    /// - Parameter count: the bytes that were read, of which `last` is the last.
    private borrowing func refuseCutLine(_ last: UInt8?, _ count: Int) throws(SystemError) {
        let longest = 4095
        var terminal = termios()
        if count - (last == UInt8(ascii: "\n") ? 1 : 0) == longest,
            tcgetattr(number, &terminal) == 0, terminal.c_lflag & tcflag_t(ICANON) != 0
        {
            throw SystemError(path: path, reason: .isCut(afterBytes: longest))
        }
    }

    /// How waiting for input ended.
    package enum Arrival: Equatable, Sendable {
        /// The number of bytes read; 0 at the end of the input.
        case bytes(Int)
        /// A signal asked the process to end.
        case interrupted
        /// The wake-up call was sent.
        case awakened
    }

    /// Appends the input that is available. Waits for input until a signal or a wake-up call arrives.
    ///
    /// - Parameters:
    ///   - buffer: at least `count + limit` bytes long; its first `count` bytes are kept.
    ///   - limit: in bytes.
    package borrowing func read(
        into buffer: inout [UInt8], at count: Int, upTo limit: Int, unless wakeUp: WakeUp
    ) throws(SystemError) -> Arrival {
        while true {
            var waits = [number, Interruption.descriptor, wakeUp.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            // Any other signal interrupts poll too. Both flags below are then false, and the loop waits again.
            if poll(&waits, nfds_t(waits.count), -1) < 0, errno != EINTR { throw .last(path) }
            if Interruption.isRequested { return .interrupted }
            if wakeUp.isSent { return .awakened }
            guard waits[0].revents != 0 else { continue }
            let added = buffer.withUnsafeMutableBytes { Glibc.read(number, $0.baseAddress! + count, limit) }
            if added >= 0 {
                try refuseCutLine(buffer[..<(count + added)].last, added)
                return .bytes(added)
            }
            // Another process that shares the stream has read the bytes first, or has made the stream non-blocking.
            if errno != EINTR, errno != EAGAIN { throw .last(path) }
        }
    }

    /// Writes all of `bytes`.
    package borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
        var written = 0
        while written < bytes.count { written += try writeSome(bytes.extracting(written...)) }
    }

    /// Throws what a file system says of written bytes only when a descriptor of the file is closed: that of a network, or
    /// one with quotas (close(2)).
    package borrowing func throwWriteError() throws(SystemError) {
        let copy = dup(number)
        guard copy >= 0, close(copy) == 0 else { throw .last(path) }
    }

    /// Why ``writeLines(_:)`` did not write everything.
    package struct IncompleteWrite: Error {
        package enum Cause: Sendable {
            /// A signal asked the process to end while the reader of a stream did not read.
            case interrupted
            case failed(SystemError)
        }

        package let cause: Cause
        /// The first bytes, which the output has.
        package let count: Int
    }

    /// Writes whole lines. A stream gets them in pieces that end with a line as far as possible, and between two of them
    /// a signal can end the writing. If a write to a file fails, what was written is cut off again, so that a full disk
    /// does not leave half a line.
    package borrowing func writeLines(_ bytes: Span<UInt8>) throws(IncompleteWrite) {
        if let (size, _) = length() {
            try append(bytes, toFileOf: size)
        } else {
            try send(bytes)
        }
    }

    /// Linux does not block a write of this many bytes to a stream that poll calls ready, and lets no other process write
    /// between its bytes (PIPE_BUF, pipe(7)). Larger pieces save a third of the time, but when two processes write to one
    /// pipe, they tear lines.
    private static let pieceBytes = 4096

    private borrowing func send(_ bytes: Span<UInt8>) throws(IncompleteWrite) {
        var waits = [
            pollfd(fd: number, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: Interruption.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var sent = 0
        while sent < bytes.count {
            if poll(&waits, nfds_t(waits.count), -1) < 0 {
                if errno == EINTR { continue }
                throw IncompleteWrite(cause: .failed(.last(path)), count: sent)
            }
            guard waits[0].revents != 0 else {
                if Interruption.isRequested { throw IncompleteWrite(cause: .interrupted, count: sent) }
                continue
            }
            let piece = bytes.extracting(sent...).extracting(first: Self.pieceBytes)
            let end = piece.endOfLastLine
            do throws(SystemError) {
                sent += try writeSome(piece.extracting(first: end ?? piece.count))
            } catch {
                throw IncompleteWrite(cause: .failed(error), count: sent)
            }
        }
    }

    /// Nothing but these bytes is cut off. They must be the last of the file and lie beyond the size that it had before.
    private borrowing func append(_ bytes: Span<UInt8>, toFileOf size: Int) throws(IncompleteWrite) {
        var written = 0
        // The position of the bytes in the file; nil if they are not contiguous. With O_APPEND, another process may
        // have written between two parts.
        var place: Range<Int>?
        do throws(SystemError) {
            while written < bytes.count {
                let count = try writeSome(bytes.extracting(written...))
                let end = Int(lseek(number, 0, SEEK_CUR))
                if written == 0 {
                    place = end - count..<end
                } else if let before = place {
                    place = before.upperBound == end - count ? before.lowerBound..<end : nil
                }
                written += count
            }
        } catch {
            if let place, place.lowerBound >= size, cutOff(place) { written = 0 }
            throw IncompleteWrite(cause: .failed(error), count: written)
        }
    }

    /// Cuts off the last bytes of a file, unless other bytes have been appended since.
    ///
    /// - Returns: whether they are gone. A failure is not reported, because the write has failed already and its error is
    ///   the one to report.
    private borrowing func cutOff(_ place: Range<Int>) -> Bool {
        guard length()?.total == place.upperBound, ftruncate(number, place.lowerBound) == 0 else {
            return false
        }
        lseek(number, off_t(place.lowerBound), SEEK_SET)
        return true
    }

    /// - Returns: the number of bytes written, at least one.
    private borrowing func writeSome(_ bytes: Span<UInt8>) throws(SystemError) -> Int {
        while true {
            let count = bytes.withUnsafeBufferPointer { Glibc.write(number, $0.baseAddress, $0.count) }
            if count > 0 { return count }
            if count == 0 { throw SystemError(path: path, reason: .errno(EIO)) }
            try waitUnlessFailed(until: POLLOUT)
        }
    }

    /// The size of a regular file and the current offset in it, both in bytes; nil for streams.
    package borrowing func length() -> (total: Int, read: Int)? {
        var status = stat()
        guard fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Int(status.st_size), max(0, lseek(number, 0, SEEK_CUR)))
    }

    /// Throws if the next byte would continue a line of a regular file. Does nothing if the file may not be read.
    package borrowing func refuseIncompleteLine() throws(SystemError) {
        guard let (size, offset) = length() else { return }
        let appends = fcntl(number, F_GETFL) & O_APPEND != 0
        let position = appends ? size : min(offset, size)
        guard position > 0 else { return }
        let reader = Glibc.open("/proc/self/fd/\(number)", O_RDONLY | O_CLOEXEC)
        guard reader >= 0 else { return }
        defer { close(reader) }
        var last: UInt8 = 0
        guard pread(reader, &last, 1, off_t(position - 1)) == 1, last != UInt8(ascii: "\n") else { return }
        throw SystemError(path: path, reason: .incompleteLine)
    }

    /// Returns after an interruption. Waits if another process that shares the stream has made it non-blocking.
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

/// The device and inode of a file, which identify it under any name.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt
    private let inode: UInt
    /// Whether it is a pipe or a socket, from which everything can be read only once.
    package let isStream: Bool

    init(_ status: stat) {
        device = UInt(status.st_dev)
        inode = UInt(status.st_ino)
        isStream = [S_IFIFO, S_IFSOCK].contains(status.st_mode & S_IFMT)
    }

    /// The file that would be opened; nil if that would fail.
    package init?(at path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }
}

extension Span<UInt8> {
    /// The index after the last newline; nil if there is none.
    fileprivate var endOfLastLine: Int? {
        withUnsafeBufferPointer { bytes in
            guard let base = bytes.baseAddress,
                let last = memrchr(base, Int32(UInt8(ascii: "\n")), UInt(bytes.count))
            else { return nil }
            return UnsafePointer(last.assumingMemoryBound(to: UInt8.self)) - base + 1
        }
    }
}
