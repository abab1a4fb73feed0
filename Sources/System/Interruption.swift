import Glibc
import Synchronization

/// The signals that ask a long run to end. The run finishes the current line, reports where it stopped, and then ends
/// by the signal's default action.
package enum Interruption {
    private static let signals = [SIGINT, SIGTERM, SIGHUP, SIGQUIT]

    /// Readable once a signal has arrived. Before ``watch()`` it is -1, which poll ignores.
    static var descriptor: Int32 { wakeUp?.reading ?? -1 }

    /// Starts watching. A second signal of the same kind has its default effect immediately.
    package static func watch() throws(SystemError) {
        if wakeUp == nil { wakeUp = try PipeEnds.make() }
        handle { number in
            interruptingSignal.store(number, ordering: .relaxed)
            wakeUp?.notify()
        }
    }

    /// Makes the signals clear the current line of the terminal, which shows progress, before they end the process.
    package static func clearLine() {
        handle { number in
            // Only functions that signal-safety(7) lists may be called here.
            let text: StaticString = "\r\u{1B}[K"
            _ = write(STDERR_FILENO, text.utf8Start, text.utf8CodeUnitCount)
            raise(number)
        }
    }

    private static func handle(_ handler: @convention(c) (Int32) -> Void) {
        for number in signals {
            var action = sigaction()
            // SA_RESETHAND restores the default action for the second signal.
            action.sa_flags = Int32(bitPattern: UInt32(SA_RESETHAND))
            action.__sigaction_handler.sa_handler = handler
            var before = sigaction()
            sigaction(number, nil, &before)
            // If signet was started with a signal ignored (nohup), the signal stays ignored.
            if unsafeBitCast(before.__sigaction_handler.sa_handler, to: Int.self) != 1 {
                sigaction(number, &action, nil)
            }
        }
    }

    /// Whether a signal has arrived.
    package static var isRequested: Bool { interruptingSignal.load(ordering: .relaxed) != 0 }

    /// Ends the process with the signal that arrived, whose action is the default one since then.
    package static func takeEffect() { raise(interruptingSignal.load(ordering: .relaxed)) }
}

/// 0 if none has arrived. Every thread reads it.
private let interruptingSignal = Atomic<Int32>(0)
private nonisolated(unsafe) var wakeUp: PipeEnds?
