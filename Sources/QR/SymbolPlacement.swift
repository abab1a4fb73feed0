/// Places everything in a symbol: the function patterns (§6.3), the codewords around them (§7.7), and the format and
/// version information (§7.9, §7.10).
struct SymbolPlacement {
    private let version: QRVersion
    private var modules: ModuleGrid
    /// Modules that hold no codeword and that masks do not change.
    private var reserved: ModuleGrid

    init(_ version: QRVersion) {
        self.version = version
        modules = ModuleGrid(side: version.side)
        reserved = ModuleGrid(side: version.side)
        drawTiming()
        drawFinders()
        drawAlignment()
        drawVersion()
        // This reserves the modules; the mask is not known yet.
        drawFormat(0)
    }

    private var side: Int { version.side }

    /// Goes from the right, two columns at a time, alternately up and down. The column of the timing pattern is
    /// skipped.
    mutating func place(_ codewords: [UInt8]) {
        var bit = 0
        var right = side - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            let isUpward = (right + 1) & 2 == 0
            for step in 0..<side {
                let row = isUpward ? side - 1 - step : step
                for column in [right, right - 1] where !reserved[row, column] && bit < codewords.count * 8 {
                    modules[row, column] = codewords[bit / 8] >> UInt8(7 - bit % 8) & 1 == 1
                    bit += 1
                }
            }
            right -= 2
        }
    }

    /// The finished symbol with a mask applied.
    func masked(_ mask: Int, _ level: ErrorCorrectionLevel) -> ModuleGrid {
        var copy = self
        for row in 0..<side {
            for column in 0..<side where !reserved[row, column] && Mask.inverts(mask, row, column) {
                copy.modules[row, column].toggle()
            }
        }
        copy.drawFormat(Self.formatInformation(level, mask))
        return copy.modules
    }

    private mutating func set(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row, column] = isDark
        reserved[row, column] = true
    }

    private mutating func drawTiming() {
        for index in 0..<side {
            set(6, index, index % 2 == 0)
            set(index, 6, index % 2 == 0)
        }
    }

    /// Draws the finder patterns with the separators around them.
    private mutating func drawFinders() {
        for (centreRow, centreColumn) in [(3, 3), (3, side - 4), (side - 4, 3)] {
            for row in max(0, centreRow - 4)...min(side - 1, centreRow + 4) {
                for column in max(0, centreColumn - 4)...min(side - 1, centreColumn + 4) {
                    let distance = max(abs(row - centreRow), abs(column - centreColumn))
                    set(row, column, distance != 2 && distance != 4)
                }
            }
        }
    }

    private mutating func drawAlignment() {
        let centres = version.alignmentCentres
        for row in centres {
            for column in centres {
                let isFinder = (row == 6 || row == side - 7) && (column == 6 || column == side - 7)
                // The bottom right corner has no finder pattern.
                if isFinder, !(row == side - 7 && column == side - 7) { continue }
                for rowOffset in -2...2 {
                    for columnOffset in -2...2 {
                        set(
                            row + rowOffset, column + columnOffset,
                            max(abs(rowOffset), abs(columnOffset)) != 1)
                    }
                }
            }
        }
    }

    /// Draws the version and its Golay code, for version 7 and later.
    private mutating func drawVersion() {
        guard version.number >= 7 else { return }
        let bits = version.number << 12 | Self.remainder(version.number, by: 0x1F25, degree: 12)
        for index in 0..<18 {
            let (near, far) = (index / 3, side - 11 + index % 3)
            set(near, far, bits >> index & 1 == 1)
            set(far, near, bits >> index & 1 == 1)
        }
    }

    private mutating func drawFormat(_ bits: Int) {
        for index in 0..<15 {
            let isDark = bits >> index & 1 == 1
            // Around the top left finder pattern, skipping the timing patterns.
            switch index {
            case 0...5: set(index, 8, isDark)
            case 6: set(7, 8, isDark)
            case 7: set(8, 8, isDark)
            case 8: set(8, 7, isDark)
            default: set(8, 14 - index, isDark)
            }
            // Beside the other two finder patterns.
            if index < 8 {
                set(8, side - 1 - index, isDark)
            } else {
                set(side - 15 + index, 8, isDark)
            }
        }
        set(side - 8, 8, true)
    }

    /// The level and the mask with their BCH code. The fixed pattern ensures that it is never all light.
    private static func formatInformation(_ level: ErrorCorrectionLevel, _ mask: Int) -> Int {
        let data = level.formatBits << 3 | mask
        return (data << 10 | remainder(data, by: 0x537, degree: 10)) ^ 0x5412
    }

    private static func remainder(_ data: Int, by polynomial: Int, degree: Int) -> Int {
        var remainder = data
        for _ in 0..<degree {
            remainder = remainder << 1 ^ (remainder >> (degree - 1)) * polynomial
        }
        return remainder
    }
}
