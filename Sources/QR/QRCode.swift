/// A QR code symbol (ISO/IEC 18004:2015) that holds bytes: a square of dark and light modules.
package struct QRCode: Sendable {
    package let version: QRVersion
    package let level: ErrorCorrectionLevel
    /// The mask pattern, 0 to 7 (§7.8.2).
    package let mask: Int
    private let modules: ModuleGrid

    /// Makes the smallest symbol that holds the bytes. It has the stronger correction if that does not make it
    /// larger.
    ///
    /// - Returns: nil for more than 2,953 bytes, which fit into no symbol.
    package init?(encoding bytes: [UInt8]) {
        guard
            let version = QRVersion.all.first(where: { $0.holds(bytes.count, .low) })
        else { return nil }
        let level: ErrorCorrectionLevel = version.holds(bytes.count, .medium) ? .medium : .low
        let codewords = Codewords.message(bytes, version, level)

        var symbol = SymbolPlacement(version)
        symbol.place(codewords)
        var best: (grid: ModuleGrid, mask: Int, penalty: Int)?
        for mask in 0..<Mask.count {
            let grid = symbol.masked(mask, level)
            let penalty = Penalty.score(grid)
            if penalty < best?.penalty ?? .max { best = (grid, mask, penalty) }
        }
        guard let best else { return nil }
        self.version = version
        self.level = level
        mask = best.mask
        modules = best.grid
    }

    /// The number of modules on a side: 21 to 177.
    package var side: Int { modules.side }

    package func isDark(row: Int, column: Int) -> Bool { modules[row, column] }
}

/// A square of modules, dark (true) or light.
struct ModuleGrid: Sendable {
    let side: Int
    private var modules: [Bool]

    init(side: Int) {
        self.side = side
        modules = [Bool](repeating: false, count: side * side)
    }

    subscript(row: Int, column: Int) -> Bool {
        get { modules[row * side + column] }
        set { modules[row * side + column] = newValue }
    }
}

/// A symbol as text. A character holds two modules, one above the other, so that they are nearly square on a
/// terminal.
package struct HalfBlocks: Sendable {
    private let code: QRCode

    /// The width of the light border, which readers need to find the symbol (§6.3.8).
    private static let quietZone = 4

    package init(_ code: QRCode) { self.code = code }

    /// Columns of a terminal.
    package var width: Int { code.side + 2 * Self.quietZone }

    /// Lines of a terminal.
    package var height: Int { (width + 1) / 2 }

    /// Blocks are drawn for the light modules. The symbol is then black on white, as readers expect, if the terminal
    /// shows light text on a dark background.
    ///
    /// - Parameter colored: whether to set black and white by control sequences (ECMA-48 §8.3.117), so that the
    ///   symbol is right on any terminal.
    package func text(colored: Bool) -> String {
        var text = ""
        for line in 0..<height {
            // Colours 16 and 231 of the 256 are black and white in every theme.
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

    /// The rows below the symbol are light, because the last line may be only half used.
    private func isLight(_ row: Int, _ column: Int) -> Bool {
        guard row < width else { return false }
        let inside = 0..<code.side
        let (row, column) = (row - Self.quietZone, column - Self.quietZone)
        return !(inside.contains(row) && inside.contains(column) && code.isDark(row: row, column: column))
    }
}
