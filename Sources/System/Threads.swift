import Glibc
import Synchronization

/// Runs `body` on `count` threads, including the calling one, and waits for all of them.
///
/// - Parameter body: receives the thread's number, from 0. The calling thread is number 0.
package func withThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    withThreads(count - 1, { body($0 + 1) }, meanwhile: { body(0) })
}

/// Runs `body` on `count` additional threads and `own` on the calling one, and waits for all of them.
///
/// If the system cannot create that many threads, there are fewer. `own` must then still get all of the work done.
///
/// - Parameter body: receives the thread's number, from 0.
package func withThreads(
    _ count: Int, _ body: @escaping @Sendable (Int) -> Void, meanwhile own: () -> Void
) {
    final class Start: Sendable {
        let number: Int
        let body: @Sendable (Int) -> Void
        init(_ number: Int, _ body: @escaping @Sendable (Int) -> Void) {
            self.number = number
            self.body = body
        }
    }
    var threads: [pthread_t] = []
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    // By default it is the limit of the main thread's (ulimit -s), which may be too little for libcrypto.
    var stackBytes = 0
    pthread_attr_getstacksize(&attributes, &stackBytes)
    pthread_attr_setstacksize(&attributes, max(stackBytes, 1 << 20))
    for number in 0..<max(count, 0) {
        let start = Unmanaged.passRetained(Start(number, body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { argument in
                let start = Unmanaged<Start>.fromOpaque(argument!).takeRetainedValue()
                ProcessSetup.withCrashStack { start.body(start.number) }
                // The system keeps the stack for another thread.
                ProcessSetup.wipeStack()
                return nil
            }, start.toOpaque())
        if status == 0 {
            threads.append(thread)
        } else {
            start.release()
        }
    }
    own()
    for thread in threads { pthread_join(thread, nil) }
}

/// State that threads share under a lock, with a way to wait for changes.
package final class Monitor<State: ~Copyable>: @unchecked Sendable {
    private var state: State
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    package init(_ state: consuming sending State) {
        self.state = state
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(condition, nil)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func withLock<Result, Failure>(
        _ body: (inout State) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&state)
    }

    /// Changes the state and wakes the threads that wait for a change.
    package func change<Result>(_ body: (inout State) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until `body` returns a value. `body` is called again after every change of the state.
    package func wait<Result>(for body: (inout State) -> Result?) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&state) { return result }
            pthread_cond_wait(condition, mutex)
        }
    }
}

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
