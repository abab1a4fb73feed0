/// How much of a symbol may be lost: about 7 % or 15 % of the codewords (§7.5.1). What is drawn on a screen is
/// clean; the higher levels would only make it larger.
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
