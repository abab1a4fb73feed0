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
