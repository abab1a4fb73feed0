import JOSE
import JSON
import Synchronization
import System

/// Shows how a batch gets on, a few times a second, in one line that it overwrites.
final class BatchProgress: Sendable {
    private struct State {
        var lastShown: Timestamp
        var isVisible = false
    }

    private let isShown: Bool
    /// Of an input whose length is known: in bytes.
    private let total: Int?
    private let start = Timestamp.now()
    private let state: Mutex<State>

    init(isShown: Bool, _ length: (total: Int, read: Int)?) {
        self.isShown = isShown
        total = length.map { $0.total - $0.read }
        state = Mutex(State(lastShown: start))
    }

    func show(lines: Int, bytesRead: Int) {
        guard isShown else { return }
        let now = Timestamp.now()
        state.withLock { state in
            guard now.microseconds - state.lastShown.microseconds >= 200_000 else { return }
            state.lastShown = now
            state.isVisible = true
            Console.show("\r\u{1B}[K" + text(lines, bytesRead, now))
        }
    }

    func clear() {
        state.withLock { state in
            if state.isVisible { Console.show("\r\u{1B}[K") }
            state.isVisible = false
        }
    }

    private func text(_ lines: Int, _ bytesRead: Int, _ now: Timestamp) -> String {
        let elapsed = seconds(to: now)
        let rate = elapsed > 0 ? Double(lines) / elapsed : 0
        var text = "\(lines) lines, \(Int(rate)) a second"
        if let total, bytesRead > 0, total > bytesRead {
            let left = elapsed * Double(total - bytesRead) / Double(bytesRead)
            text += ", \(TimeSpan(microseconds: Int64(min(left, 1e9) * 1_000_000)).words) left"
        }
        return text
    }

    private func seconds(to now: Timestamp) -> Double {
        Double(now.microseconds - start.microseconds) / 1_000_000
    }

    func statistics(_ outcome: BatchOutcome, jobs: Int, _ backend: BackendReport) -> JSONValue {
        let elapsed = max(seconds(to: .now()), 0.000_001)
        let milliseconds = Int64(elapsed * 1_000)
        let rate = Int64(Double(outcome.written) / elapsed)
        let padded = String(milliseconds % 1_000 + 1_000).dropFirst()
        return .object(
            JSONObject([
                ("lines", .integer(Int64(outcome.written))), ("failed", .integer(Int64(outcome.failed))),
                ("seconds", .number(JSONNumber(spelling: "\(milliseconds / 1_000).\(padded)")!)),
                ("perSecond", .integer(rate)), ("bytesRead", .integer(Int64(outcome.bytesRead))),
                ("bytesWritten", .integer(Int64(outcome.bytesWritten))), ("jobs", .integer(Int64(jobs))),
                ("engine", .string(backend.choice.rawValue)),
                ("recomputed", .integer(Int64(backend.recomputed))),
            ]))
    }
}
