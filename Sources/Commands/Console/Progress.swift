import Synchronization
import System
import Words

/// Shows progress: on standard error one line that is overwritten a few times a second, and at the end a
/// line that says what was done.
final class Progress: Sendable {
    private let verb: String
    private let noun: String
    private let isShown: Bool
    private let isLive: Bool
    private let start: Timestamp
    private let lastShown: Mutex<Timestamp>

    /// - Parameters:
    ///   - verb: what was done: `checked`.
    ///   - noun: to what, of one: `file`.
    ///   - isShown: nothing is written otherwise.
    ///   - isLive: whether there is a line before the end. Results on the same terminal would be mixed with it.
    init(_ verb: String, _ noun: String, isShown: Bool, isLive: Bool = true) throws {
        self.verb = verb
        self.noun = noun
        self.isShown = isShown
        self.isLive = isShown && isLive
        start = try .now()
        lastShown = Mutex(start)
    }

    var elapsed: TimeSpan { get throws { try .now() - start } }

    /// - Parameters:
    ///   - count: how many are done.
    ///   - fraction: how much of the work that is, from 0 to 1; nil if that is not known.
    func show(_ count: Int, fraction: Double?) {
        // Without a clock nothing is shown, and the end of the work fails.
        guard isLive, let now = try? Timestamp.now() else { return }
        let isDue = lastShown.withLock { last in
            guard now.microseconds - last.microseconds >= 200_000 else { return false }
            last = now
            return true
        }
        guard isDue else { return }
        let state = ProgressText(noun: noun, count: count, fraction: fraction, elapsed: now - start)
        Console.show(progress: state.line(columns: Terminal.columns(of: 2) ?? 80))
    }

    /// Says what was done.
    func finish(_ count: Int) throws {
        guard isShown else { return }
        let state = ProgressText(noun: noun, count: count, fraction: nil, elapsed: try elapsed)
        Console.note("\(verb) \(state.summary)")
    }

    /// Keeps a signal that ends the process from leaving the line on the terminal.
    func clearLineOnSignal() { if isLive { Interruption.clearLine() } }
}

/// The words of a progress line.
struct ProgressText {
    let noun: String
    let count: Int
    /// From 0 to 1; nil if the whole is not known.
    let fraction: Double?
    let elapsed: TimeSpan

    /// Shorter than the line of the terminal: `^C` must have room behind it, or it would begin another line. A narrow
    /// terminal shows no bar, and then no rate.
    func line(columns: Int) -> String {
        let room = max(columns - 3, 0)
        guard let fraction, fraction > 0, fraction <= 1 else {
            return String("\(counted(count, noun)), \(rate)".prefix(room))
        }
        let micros = Double(elapsed.microseconds) * (1 - fraction) / fraction
        let left = fraction < 1 ? ", \(TimeSpan(microseconds: Int64(min(micros, 1e15))).words) left" : ""
        let start = "\(Int(fraction * 100))%  \(counted(count, noun))"
        var text = "\(start), \(rate)\(left)"
        if text.count > room { text = start + left }
        let width = min(room - text.count - 3, 30)
        if width >= 10 {
            let full = Int(Double(width) * fraction)
            text =
                "[\(String(repeating: "=", count: full))\(String(repeating: " ", count: width - full))] \(text)"
        }
        return String(text.prefix(room))
    }

    /// `250 files in 1.2s, 208 a second`.
    var summary: String { "\(counted(count, noun)) in \(duration), \(rate)" }

    private var seconds: Double { max(Double(elapsed.microseconds) / 1_000_000, 0.000_001) }

    private var duration: String { seconds < 10 ? Self.oneDecimal(seconds) + "s" : elapsed.words }

    private var rate: String {
        let rate = Double(count) / seconds
        return (rate < 10 ? Self.oneDecimal(rate) : String(Int(rate))) + " a second"
    }

    private static func oneDecimal(_ number: Double) -> String {
        let tenths = Int(number * 10)
        return "\(tenths / 10).\(tenths % 10)"
    }
}
