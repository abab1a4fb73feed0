/// The size of a symbol: 1, with 21 modules on a side, to 40, with 177 (§5.3.1).
package struct QRVersion: Equatable, Sendable {
    package let number: Int

    package static let all = (1...40).map(QRVersion.init)

    package init(_ number: Int) {
        precondition((1...40).contains(number))
        self.number = number
    }

    /// The number of modules on a side.
    package var side: Int { 17 + 4 * number }

    /// The rows and columns of the centres of alignment patterns (annex E).
    var alignmentCentres: [Int] {
        if number == 1 { return [] }
        let count = number / 7 + 2
        // Version 32 is the only exception to the spacing formula.
        let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
    }

    /// The number of codewords for data and error correction (table 1). They fill the modules that function patterns
    /// leave free; remainder bits are not counted.
    var codewordCount: Int {
        var modules = (16 * number + 128) * number + 64
        if number >= 2 {
            let count = number / 7 + 2
            modules -= (25 * count - 10) * count - 55
        }
        if number >= 7 { modules -= 36 }
        return modules / 8
    }

    func dataCodewordCount(_ level: ErrorCorrectionLevel) -> Int {
        codewordCount - level.codewordsPerBlock(self) * level.blockCount(self)
    }

    /// Bits of the character count in byte mode (table 3).
    var characterCountBits: Int { number < 10 ? 8 : 16 }

    func holds(_ byteCount: Int, _ level: ErrorCorrectionLevel) -> Bool {
        // Division instead of multiplication, so that a large count cannot overflow.
        byteCount <= (dataCodewordCount(level) * 8 - 4 - characterCountBits) / 8
    }
}

/// How much of a symbol may be damaged: about 7 % or 15 % of the codewords (§7.5.1). A screen shows symbols
/// undamaged, so higher levels would only make them larger.
package enum ErrorCorrectionLevel: String, CaseIterable, Sendable {
    case low = "L"
    case medium = "M"

    /// The level in the format information (table 12).
    var formatBits: Int { self == .low ? 0b01 : 0b00 }

    // Table 9, versions 1 to 40.

    /// Codewords of error correction in each block.
    func codewordsPerBlock(_ version: QRVersion) -> Int {
        switch self {
        case .low: Self.lowCodewords[version.number - 1]
        case .medium: Self.mediumCodewords[version.number - 1]
        }
    }

    func blockCount(_ version: QRVersion) -> Int {
        switch self {
        case .low: Self.lowBlocks[version.number - 1]
        case .medium: Self.mediumBlocks[version.number - 1]
        }
    }

    private static let lowCodewords = [
        7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28,
        28, 28, 30, 30, 26, 28, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
    ]
    private static let mediumCodewords = [
        10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26,
        26, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
    ]
    private static let lowBlocks = [
        1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8,
        8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25,
    ]
    private static let mediumBlocks = [
        1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16,
        17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
    ]
}
