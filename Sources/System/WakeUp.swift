import Glibc
import Synchronization

/// A call that ends the waiting of every thread that waits for input. Once sent, it stays sent.
package final class WakeUp: Sendable {
    private let ends: PipeEnds
    private let wasSent = Atomic(false)

    package init() throws(SystemError) { ends = try PipeEnds.make() }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// Readable once the call is sent: nobody takes out what ``send()`` puts in.
    var descriptor: Int32 { ends.reading }

    package var isSent: Bool { wasSent.load(ordering: .acquiring) }

    package func send() {
        if !wasSent.exchange(true, ordering: .acquiringAndReleasing) { ends.notify() }
    }
}

/// A pipe that carries no more than the news that there is some.
struct PipeEnds: Sendable {
    let reading: Int32
    let writing: Int32

    static func make() throws(SystemError) -> PipeEnds {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw .last(nil) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return PipeEnds(reading: ends[0], writing: ends[1])
    }

    /// One byte into an empty pipe, or one of few: this cannot fail, and a signal handler may do it.
    func notify() {
        var byte: UInt8 = 0
        _ = write(writing, &byte, 1)
    }
}
