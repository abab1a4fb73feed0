import Glibc
import Synchronization

/// The signals that ask a long run to end. The run finishes the current line, reports where it stopped, and then ends
/// by the signal's default action.
package enum Interruption {
    private static let signals = EndingSignals.all.filter { $0 != SIGPIPE }

    /// Readable once a signal has arrived. Before ``watch()`` it is -1, which poll ignores.
    static var descriptor: Int32 { wakeUp?.reading ?? -1 }

    /// Starts watching. A second signal ends the process, unless it arrives within half a second: timeout(1) sends each
    /// signal twice.
    package static func watch() throws(SystemError) {
        if wakeUp == nil { wakeUp = try PipeEnds.make() }
        handle { number in
            let now = monotonicMilliseconds()
            let (isFirst, _) = interruptingSignal.compareExchange(
                expected: 0, desired: number, ordering: .relaxed)
            if isFirst {
                interruptionTime.store(now, ordering: .relaxed)
                wakeUp?.notify()
            } else if now - interruptionTime.load(ordering: .relaxed) >= 500 {
                EndingSignals.end(by: number)
            }
        }
    }

    /// Makes the signals clear the current line of the terminal, which shows progress, before they end the process.
    package static func clearLine() {
        handle { number in
            // Only functions that signal-safety(7) lists may be called here.
            let text: StaticString = "\r\u{1B}[K"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            EndingSignals.end(by: number)
        }
    }

    private static func handle(_ handler: @convention(c) (Int32) -> Void) {
        for number in signals { EndingSignals.handle(number, with: handler) }
    }

    /// Whether a signal has arrived.
    package static var isRequested: Bool { interruptingSignal.load(ordering: .relaxed) != 0 }

    /// Ends the process with the signal that arrived.
    package static func takeEffect() { EndingSignals.end(by: interruptingSignal.load(ordering: .relaxed)) }
}

private func monotonicMilliseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000 + time.tv_nsec / 1_000_000
}

/// 0 if none has arrived. Every thread reads it.
private let interruptingSignal = Atomic<Int32>(0)
/// When it arrived.
private let interruptionTime = Atomic<Int>(0)
private nonisolated(unsafe) var wakeUp: PipeEnds?

/// The signals that end a process which does not handle them, SIGKILL and crashes excepted.
enum EndingSignals {
    /// Their numbers. The last real-time signal of Linux is number 64.
    static let all = (1...Int32(64)).filter { !others.contains($0) }

    private static let others: [Int32] = [
        // Nothing handles these two.
        SIGKILL, SIGSTOP,
        // These stop a process, continue it, or are ignored.
        SIGTSTP, SIGTTIN, SIGTTOU, SIGCONT, SIGCHLD, SIGURG, SIGWINCH,
        // ``ProcessSetup`` handles these.
        SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGXFSZ,
        // The C library keeps these for its threads.
        32, 33,
    ]

    /// Makes them remove the temporary files before they end the process.
    static func removeFiles() {
        for number in all { handle(number, with: endProcess) }
    }

    /// Replaces the default action, or the one that only removes files. A signal that is ignored (nohup) stays so.
    static func handle(_ number: Int32, with handler: @convention(c) (Int32) -> Void) {
        var before = sigaction()
        guard sigaction(number, nil, &before) == 0 else { return }
        let current = unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self)
        if current != 0, current != unsafeBitCast(endProcess, to: Int.self) { return }
        var action = sigaction()
        action.__sigaction_handler.sa_handler = handler
        sigaction(number, &action, nil)
    }

    /// Ends the process by a signal, without leaving temporary files. A signal handler may call this.
    static func end(by number: Int32) {
        TemporaryName.removeAll()
        // The kernel ignores what would end the first process of a container by default.
        if getpid() == 1 { _exit(128 + number) }
        signal(number, SIG_DFL)
        // In a handler of the same signal, it takes effect when the handler returns.
        raise(number)
    }
}

private let endProcess: @convention(c) (Int32) -> Void = { EndingSignals.end(by: $0) }

/// Blocks the signals that end or stop a process, in the thread that creates this value. Files that belong together
/// are then all published, or none is.
package struct HeldSignals: ~Copyable {
    private var before = sigset_t()

    package init() { self.init(EndingSignals.all + [SIGTSTP]) }

    /// Holds only SIGPIPE. Writing to a pipe that nobody reads is then an error, and the process ends afterwards.
    package static func ofBrokenPipes() -> HeldSignals { HeldSignals([SIGPIPE]) }

    private init(_ numbers: [Int32]) {
        var held = sigset_t(numbers)
        pthread_sigmask(SIG_BLOCK, &held, &before)
    }

    /// Calls `body`. If it writes to a pipe that nobody reads, this does not end the process.
    package static func withoutBrokenPipes(_ body: () -> Void) {
        let held = ofBrokenPipes()
        var (pending, now) = (sigset_t(), timespec())
        sigpending(&pending)
        body()
        if sigismember(&pending, SIGPIPE) == 0 {
            var pipes = sigset_t([SIGPIPE])
            sigtimedwait(&pipes, nil, &now)
        }
        _ = consume held
    }

    deinit {
        var mask = before
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}

extension sigset_t {
    init(_ numbers: [Int32]) {
        self.init()
        sigemptyset(&self)
        for number in numbers { sigaddset(&self, number) }
    }
}

/// SIGHUP, as a request to read files anew instead of ending the process.
package enum ReloadSignal {
    /// Starts watching, before other threads begin. SIGHUP then does not end the process any more, even if it was ignored
    /// before (nohup).
    ///
    /// The signal is held and asked for. A handler could run in a thread that wakes up only after another one has judged
    /// a line that was written after the signal.
    package static func watch() {
        signal(SIGHUP) { _ in }
        var held = Self.signals
        pthread_sigmask(SIG_BLOCK, &held, nil)
    }

    /// The number of requests that have arrived, those before this call included.
    package static var count: Int {
        requests.withLock { requests in
            var (held, now) = (signals, timespec())
            if sigtimedwait(&held, nil, &now) == SIGHUP { requests += 1 }
            return requests
        }
    }

    private static var signals: sigset_t { sigset_t([SIGHUP]) }
}

private let requests = Mutex(0)
