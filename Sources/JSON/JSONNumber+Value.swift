extension JSONNumber {
    /// The exact value where the number, in whatever spelling (`1e3`, `10.0`), is an integer that fits;
    /// else nil.
    package var int64: Int64? {
        if isPlainInteger { return Int64(spelling) }
        guard let (value, isExact) = roundedDown(scale: 0), isExact else { return nil }
        return value
    }

    /// The value times 10^`scale`, rounded toward negative infinity; nil when that does not fit.
    /// `1.5` with scale 6 is 1500000, which makes microseconds of the seconds of RFC 7519 §2.
    ///
    /// - Parameter scale: within ±2^60.
    package func scaled(byPowerOfTen scale: Int) -> Int64? {
        smallInteger(scale: scale) ?? roundedDown(scale: scale)?.value
    }

    /// The same for what times nearly always are, without taking the number apart: at most twelve digits, and no
    /// more than six to come.
    private func smallInteger(scale: Int) -> Int64? {
        guard spelling.utf8.count <= 12, (0...6).contains(scale) else { return nil }
        var value: Int64 = 0
        for byte in spelling.utf8 {
            guard ASCII.isDigit(byte) else { return nil }
            value = value * 10 + Int64(byte - ASCII.zero)
        }
        for _ in 0..<scale { value *= 10 }
        return value
    }

    /// Time is linear in the spelling and never depends on the exponent: `1e999999999` costs ten bytes.
    private func roundedDown(scale: Int) -> (value: Int64, isExact: Bool)? {
        let decimal = Decimal(spelling)
        guard !decimal.digits.isEmpty else { return (0, true) }
        // Digits the scaled value has before its point. Each summand is within ±2^60: no overflow.
        let wholeDigits = decimal.digits.count + decimal.exponent + max(min(scale, 1 << 60), -1 << 60)
        // Int64.max has 19 digits, and any 19 digits fit UInt64.
        guard wholeDigits <= 19 else { return nil }

        var magnitude: UInt64 = 0
        var digitsLeft = max(wholeDigits, 0)
        var isExact = true
        for digit in decimal.digits {
            if digitsLeft > 0 {
                magnitude = magnitude * 10 + UInt64(digit)
                digitsLeft -= 1
            } else if digit != 0 {
                isExact = false
                break
            }
        }
        for _ in 0..<digitsLeft { magnitude *= 10 }

        if decimal.isNegative {
            // Down is away from zero here.
            if !isExact { magnitude += 1 }
            guard magnitude <= Int64.min.magnitude else { return nil }
            return (Int64(truncatingIfNeeded: 0 &- magnitude), isExact)
        }
        return Int64(exactly: magnitude).map { ($0, isExact) }
    }
}

/// A number taken apart: ± digits × 10^exponent, the digits an integer without leading zeros.
private struct Decimal {
    var isNegative = false
    var digits: [UInt8] = []
    var exponent = 0

    /// - Parameter spelling: by the grammar of RFC 8259 §6.
    init(_ spelling: String) {
        var isFraction = false
        var bytes = spelling.utf8.makeIterator()
        while let byte = bytes.next() {
            switch byte {
            case ASCII.minus: isNegative = true
            case ASCII.point: isFraction = true
            case ASCII.zero...ASCII.nine:
                if isFraction { exponent -= 1 }
                if byte != ASCII.zero || !digits.isEmpty { digits.append(byte - ASCII.zero) }
            default:
                exponent += Self.exponent(&bytes)
            }
        }
    }

    /// What follows the `e`, held within ±2^59: no text that fits in memory has digits enough to make up for
    /// more.
    private static func exponent(_ bytes: inout String.UTF8View.Iterator) -> Int {
        var isNegative = false
        var magnitude = 0
        while let byte = bytes.next() {
            switch byte {
            case ASCII.minus: isNegative = true
            case ASCII.plus: break
            default: magnitude = min(magnitude * 10 + Int(byte - ASCII.zero), 1 << 59)
            }
        }
        return isNegative ? -magnitude : magnitude
    }
}
