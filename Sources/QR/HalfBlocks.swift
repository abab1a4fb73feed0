/// A symbol as text, two modules above each other in a character: nearly square on a terminal.
package struct HalfBlocks: Sendable {
    private let code: QRCode

    /// Light modules around the symbol, without which no reader finds it (§6.3.8).
    private static let quietZone = 4

    package init(_ code: QRCode) { self.code = code }

    /// Columns of a terminal.
    package var width: Int { code.side + 2 * Self.quietZone }

    /// Lines of a terminal.
    package var height: Int { (width + 1) / 2 }

    /// Blocks are the light modules: black on white, as readers want it, where a terminal writes light on dark.
    ///
    /// - Parameter colored: whether to set black and white by control sequences (ECMA-48 §8.3.117), which makes it
    ///   right on any terminal.
    package func text(colored: Bool) -> String {
        var text = ""
        for line in 0..<height {
            // 16 and 231 of the 256 colours: black and white that no theme changes.
            if colored { text += "\u{1B}[38;5;231;48;5;16m" }
            for column in 0..<width {
                switch (isLight(2 * line, column), isLight(2 * line + 1, column)) {
                case (true, true): text += "█"
                case (true, false): text += "▀"
                case (false, true): text += "▄"
                case (false, false): text += " "
                }
            }
            text += colored ? "\u{1B}[0m\n" : "\n"
        }
        return text
    }

    /// The last line has nothing below its first half.
    private func isLight(_ row: Int, _ column: Int) -> Bool {
        guard row < width else { return false }
        let inside = 0..<code.side
        let (row, column) = (row - Self.quietZone, column - Self.quietZone)
        return !(inside.contains(row) && inside.contains(column) && code.isDark(row: row, column: column))
    }
}
