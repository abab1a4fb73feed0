import Glibc
import Synchronization

/// A call that wakes every thread that waits for input. It cannot be taken back.
package final class WakeUp: Sendable {
    private let ends: PipeEnds
    private let wasSent = Atomic(false)

    package init() throws(SystemError) { ends = try PipeEnds.make() }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// Readable once the call is sent. It stays readable, because the byte that ``send()`` writes is never read.
    var descriptor: Int32 { ends.reading }

    package var isSent: Bool { wasSent.load(ordering: .acquiring) }

    /// Waits until the call is sent.
    ///
    /// - Returns: false if that takes longer than `duration`.
    package func isSent(within duration: TimeSpan) -> Bool {
        var left = duration.microseconds / 1_000
        while left > 0, !isSent {
            // poll takes 24 days at most. A signal that ends the wait early makes it shorter.
            let part = min(left, 1 << 30)
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, Int32(part))
            left -= part
        }
        return isSent
    }

    package func send() {
        if !wasSent.exchange(true, ordering: .acquiringAndReleasing) { ends.notify() }
    }
}

/// A pipe that only signals that something has happened.
struct PipeEnds: Sendable {
    let reading: Int32
    let writing: Int32

    static func make() throws(SystemError) -> PipeEnds {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last(nil) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return PipeEnds(reading: ends[0], writing: ends[1])
    }

    /// Writes one byte. The pipe holds at most a few, so this cannot fail; a signal handler may call it.
    func notify() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }
}
