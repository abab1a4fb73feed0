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
