/// One way in which a script did not go as it says.
struct Mismatch: Equatable, Sendable {
    /// Counted from 1.
    var lineNumber: Int
    var description: String
}

extension Script {
    /// Every step that did not go as the script says, in order.
    func mismatches(with transcript: Transcript) -> [Mismatch] {
        var mismatches: [Mismatch] = []
        for (step, result) in zip(steps, transcript.results) {
            if let description = describe(step, result) {
                mismatches.append(Mismatch(lineNumber: step.lineNumber, description: description))
            }
        }
        if transcript.results.count < steps.count {
            let next = steps[transcript.results.count]
            let reason =
                transcript.wasKilled
                ? "not run, as the command before it was killed"
                : "not run, as the command before it ended the script"
            mismatches.append(
                Mismatch(lineNumber: next.lineNumber, description: heading(of: next, saying: reason)))
        }
        if !transcript.rest.isEmpty {
            let lines = transcript.rest.map { "  + \(ExpectedLine(spelling: $0).source)\n" }
            mismatches.append(
                Mismatch(
                    lineNumber: self.lines.count,
                    description: "output after the last command:\n" + lines.joined()))
        }
        return mismatches
    }

    private func describe(_ step: Step, _ result: Transcript.Result) -> String? {
        let alignment = Alignment(step.expected, result.output)
        if case .exited(let status) = result.ending, alignment.cost == 0, status == step.status {
            return nil
        }
        var diff = alignment.edits.compactMap(\.diffLine)
        switch result.ending {
        case .exited(step.status) where step.status == 0: break
        case .exited(step.status): diff.append("    [\(step.status)]")
        case .exited(let status): diff += ["  - [\(step.status)]", "  + [\(status)]"]
        case .killed: diff.append("  + killed: still running at the deadline, or writing without end")
        }
        let longest = 200
        if diff.count > longest {
            diff = diff.prefix(longest) + ["  and \(diff.count - longest) lines more"]
        }
        return heading(of: step, saying: "expected (-) and got (+) differ") + diff.map { $0 + "\n" }.joined()
    }

    /// What is wrong, and the command it is wrong with, as it stands in the file.
    private func heading(of step: Step, saying reason: String) -> String {
        let command = lines[step.range].prefix(step.commandLineCount)
        return "\(reason)\n" + command.map { "    \($0)\n" }.joined()
    }
}

extension Alignment.Edit {
    /// The line of a diff, indented so that a reader can take it out; nil for what a reader need not see.
    fileprivate var diffLine: String? {
        switch self {
        case .kept(let line): "    \(line.source)"
        case .missing(let line): "  - \(line.source)"
        case .unexpected(let line): "  + \(ExpectedLine(spelling: line).source)"
        case .covered, .skipped: nil
        }
    }
}
