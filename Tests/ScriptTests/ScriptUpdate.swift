extension Script {
    /// The script's text with what was seen in place of what was expected. A step that agrees is left as it
    /// is, and in the others the lines that agree, so that globs last; steps that did not run are kept.
    func updated(with transcript: Transcript) -> String {
        var result = Array(lines[..<(steps.first?.range.lowerBound ?? lines.endIndex)])
        for (index, step) in steps.enumerated() {
            if index < transcript.results.count {
                result += rewritten(step, with: transcript.results[index])
            } else {
                result += lines[step.range]
            }
        }
        return result.map { $0 + "\n" }.joined()
    }

    private func rewritten(_ step: Step, with result: Transcript.Result) -> [String] {
        let alignment = Alignment(step.expected, result.output)
        guard case .exited(let status) = result.ending, alignment.cost > 0 || status != step.status else {
            return Array(lines[step.range])
        }
        var output: [String] = []
        var blanks: [String] = []
        for edit in alignment.edits {
            switch edit {
            case .kept(let line): output.append(line.source)
            case .unexpected(let line): output.append(ExpectedLine(spelling: line).source)
            case .skipped(let line): blanks.append(line.source)
            case .missing, .covered: break
            }
        }
        let command = lines[step.range].prefix(step.commandLineCount)
        let tail = lines[step.range].suffix(step.tailCount)
        return command + output + (status == 0 ? [] : ["[\(status)]"]) + blanks + tail
    }
}
