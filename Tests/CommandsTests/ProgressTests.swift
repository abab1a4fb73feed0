import System
import Testing

@testable import Commands

@Suite struct ProgressTests {
    @Test(arguments: [
        (80, "[==========                    ] 33%  100 files, 50 a second, 4s left"),
        (60, "[======            ] 33%  100 files, 50 a second, 4s left"),
        (53, "[===        ] 33%  100 files, 50 a second, 4s left"),
        (52, "[===       ] 33%  100 files, 50 a second, 4s left"),
        (51, "33%  100 files, 50 a second, 4s left"), (39, "33%  100 files, 50 a second, 4s left"),
        (38, "33%  100 files, 4s left"), (20, "33%  100 files, 4"), (2, ""), (0, ""),
    ]) func theLineFitsTheTerminal(_ columns: Int, _ line: String) {
        let text = ProgressText(noun: "file", count: 100, fraction: 1 / 3, elapsed: .seconds(2))
        #expect(text.line(columns: columns) == line)
        #expect(line.count <= max(columns - 3, 0))
    }

    @Test func withoutATotalThereIsNeitherABarNorTimeLeft() {
        let text = ProgressText(noun: "line", count: 1, fraction: nil, elapsed: .seconds(2))
        #expect(text.line(columns: 80) == "1 line, 0.5 a second")
        let none = ProgressText(noun: "line", count: 0, fraction: 0, elapsed: .zero)
        #expect(none.line(columns: 80) == "0 lines, 0.0 a second")
    }

    @Test func theBarIsFullAtTheEnd() {
        let text = ProgressText(noun: "line", count: 10, fraction: 1, elapsed: .seconds(1))
        #expect(text.line(columns: 80) == "[==============================] 100%  10 lines, 10 a second")
    }

    @Test(arguments: [
        (TimeSpan(microseconds: 1_260_000), "250 files in 1.2s, 198 a second"),
        (.seconds(75), "250 files in 1m 15s, 3.3 a second"),
    ]) func whatWasDone(_ elapsed: TimeSpan, _ words: String) {
        #expect(ProgressText(noun: "file", count: 250, fraction: nil, elapsed: elapsed).summary == words)
    }
}
