/// One line of what a command wrote, stdout and stderr together.
struct OutputLine: Equatable, Sendable {
    /// The bytes without the newline.
    var bytes: [UInt8]
    /// False only for a last line that the command left open.
    var endsInNewline = true

    static func split(_ output: some Sequence<UInt8>) -> [OutputLine] {
        var lines: [OutputLine] = []
        var line: [UInt8] = []
        for byte in output {
            if byte == UInt8(ascii: "\n") {
                lines.append(OutputLine(bytes: line))
                line = []
            } else {
                line.append(byte)
            }
        }
        if !line.isEmpty {
            lines.append(OutputLine(bytes: line, endsInNewline: false))
        }
        return lines
    }
}
