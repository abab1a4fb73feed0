extension Certificate {
    /// All certificates of a line of text: what a file may hold (``all(in:)``), but PEM has spaces, or the escapes `\n`
    /// and `\r`, where its lines end.
    package static func all(inLine line: Span<UInt8>) throws(CertificateError) -> [Certificate] {
        if !PEMBlock.isPresent(in: line) { return try all(in: line) }
        let text = unfolded(line)
        return try all(in: text.span)
    }

    /// PEM with its lines. Only the spaces of labels, between dashes, are none of their ends.
    private static func unfolded(_ line: Span<UInt8>) -> [UInt8] {
        let newline = UInt8(ascii: "\n")
        var text: [UInt8] = []
        text.reserveCapacity(line.count + 16)
        var isLabel = false
        var index = 0
        // An empty line would end the headers of a block.
        func endLine() { if text.last ?? newline != newline { text.append(newline) } }
        func isEscape(at index: Int) -> Bool {
            guard line[index] == UInt8(ascii: "\\"), index + 1 < line.count else { return false }
            return line[index + 1] == UInt8(ascii: "n") || line[index + 1] == UInt8(ascii: "r")
        }
        while index < line.count {
            if line.count - index >= 5, (index..<index + 5).allSatisfy({ line[$0] == UInt8(ascii: "-") }) {
                if !isLabel { endLine() }
                text.append(contentsOf: "-----".utf8)
                if isLabel { endLine() }
                isLabel.toggle()
                index += 5
            } else if isLabel {
                text.append(line[index])
                index += 1
            } else if isEscape(at: index) {
                endLine()
                index += 2
            } else {
                let isSpace = line[index] == 0x20 || (0x09...0x0D).contains(line[index])
                if isSpace { endLine() } else { text.append(line[index]) }
                index += 1
            }
        }
        return text
    }
}
