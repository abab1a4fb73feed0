/// The size of a symbol: 1, with 21 modules on a side, to 40, with 177 (§5.3.1).
package struct QRVersion: Equatable, Sendable {
    package let number: Int

    package static let all = (1...40).map(QRVersion.init)

    package init(_ number: Int) {
        precondition((1...40).contains(number))
        self.number = number
    }

    /// Modules on a side.
    package var side: Int { 17 + 4 * number }

    /// The rows, and columns, on which centres of alignment patterns stand (annex E).
    var alignmentCentres: [Int] {
        if number == 1 { return [] }
        let count = number / 7 + 2
        // Version 32 is the one that the table spaces otherwise.
        let step = number == 32 ? 26 : (number * 4 + count * 2 + 1) / (count * 2 - 2) * 2
        return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
    }

    /// Codewords of data and of error correction together (table 1): what the function patterns leave free, the
    /// remainder bits not counted.
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
        // Divided, not multiplied: no count overflows.
        byteCount <= (dataCodewordCount(level) * 8 - 4 - characterCountBits) / 8
    }
}
