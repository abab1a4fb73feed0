/// A script that cannot be read.
struct ScriptSyntaxError: Error, Equatable {
    let lineNumber: Int
    let reason: String
}

extension Script {
    init(parsing text: String) throws(ScriptSyntaxError) {
        // By bytes: to Swift, a carriage return and a newline are one Character.
        let bytes = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        lines = bytes.map { String(decoding: $0, as: UTF8.self) }
        if lines.last == "" {
            lines.removeLast()
        }
        if let index = lines.firstIndex(where: { $0.utf8.last == UInt8(ascii: "\r") }) {
            throw ScriptSyntaxError(lineNumber: index + 1, reason: "the line ends in a carriage return")
        }
        var next = lines.firstIndex { !$0.isEmpty && !$0.hasPrefix("#") } ?? lines.endIndex
        if next < lines.endIndex, !lines[next].hasPrefix("$ ") {
            throw ScriptSyntaxError(
                lineNumber: next + 1, reason: "expected a comment or a command before the first output")
        }
        while next < lines.endIndex {
            let step = try parseStep(at: next)
            steps.append(step)
            next = step.range.upperBound
        }
    }

    private func parseStep(at start: Int) throws(ScriptSyntaxError) -> Step {
        var end = start + 1
        var command = [String(lines[start].dropFirst(2))]
        while end < lines.endIndex, case .continuation(let more) = LineKind(lines[end]) {
            command.append(more)
            end += 1
        }
        let bodyStart = end
        while end < lines.endIndex, !lines[end].hasPrefix("$ ") {
            end += 1
        }
        var step = Step(
            range: start..<end, command: command.joined(separator: "\n"), commandLineCount: command.count)
        try readBody(lines[bodyStart..<end], into: &step)
        return step
    }

    /// Takes the block below a command apart: output, then status, then what lies before the next command.
    private func readBody(_ body: ArraySlice<String>, into step: inout Step) throws(ScriptSyntaxError) {
        let isTail = { (line: String) in line.isEmpty || line.hasPrefix("#") }
        let tailStart = (body.lastIndex { !isTail($0) } ?? body.startIndex - 1) + 1
        var output = body[..<tailStart]
        if let comment = output.firstIndex(where: { $0.hasPrefix("#") }) {
            throw ScriptSyntaxError(
                lineNumber: comment + 1,
                reason: #"a comment amid the output; an output line that starts with # is `\x23… (esc)`"#)
        }
        var tail = body[tailStart...]
        if let last = output.last, case .status(let status) = LineKind(last) {
            step.status = status
            step.expected = output.dropLast().map(ExpectedLine.init(reading:))
        } else {
            let blanks = tail.prefix(while: \.isEmpty)
            output = body[..<blanks.endIndex]
            tail = tail.dropFirst(blanks.count)
            step.expected = output.dropLast(blanks.count).map(ExpectedLine.init(reading:))
            step.expected += blanks.map { _ in ExpectedLine.optionalBlank }
        }
        step.tailCount = tail.count
    }
}
