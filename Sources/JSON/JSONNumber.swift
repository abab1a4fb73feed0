import Words

/// A number that keeps its spelling. It is never converted to a `Double`, so `1.10`, `1e3` and integers above 2^53
/// are written as they were read.
///
/// Equality compares spellings: `1.0` and `1` differ. Compare `int64` to compare values.
package struct JSONNumber: Hashable, Sendable {
    /// A number in the grammar of RFC 8259 §6.
    package let spelling: String

    /// Written in decimal, without an exponent.
    package init(_ value: Int64) {
        spelling = String(value)
    }

    /// Nil unless all of `spelling` is a number according to RFC 8259 §6.
    package init?(spelling: String) {
        let bytes = Array(spelling.utf8)
        var scanner = JSONScanner()
        guard let range = try? scanner.scanNumber(in: bytes.span), range.count == bytes.count else {
            return nil
        }
        self.spelling = spelling
    }

    init(scanned spelling: String) {
        self.spelling = spelling
    }

    /// Whether the number is written without fraction and exponent. This includes `-0`.
    package var isPlainInteger: Bool {
        spelling.utf8.allSatisfy { $0.isDigit || $0 == ASCII.minus }
    }

    /// The exact value if the number is an integer that fits, however it is written (`1e3`, `10.0`); otherwise nil.
    package var int64: Int64? {
        guard let (value, isExact) = roundedDown(byPowerOfTen: 0), isExact else { return nil }
        return value
    }

    /// The value times 10^`scale`, rounded toward negative infinity; nil if the result does not fit. `1.5` with scale
    /// 6 is 1500000. Scale 6 converts the seconds of RFC 7519 §2 to microseconds.
    ///
    /// - Parameter scale: values beyond ±2^60 are clamped.
    package func scaled(byPowerOfTen scale: Int) -> Int64? { roundedDown(byPowerOfTen: scale)?.value }

    private func roundedDown(byPowerOfTen scale: Int) -> (value: Int64, isExact: Bool)? {
        var spelling = spelling
        return spelling.withUTF8 {
            Self.roundedDown(Span(_unsafeElements: $0), byPowerOfTen: scale)
        }
    }

    /// The value of a number's spelling times 10^`scale`, rounded toward negative infinity; nil if the result does
    /// not fit.
    ///
    /// Time is linear in the length of the spelling and does not depend on the exponent, so `1e999999999` is cheap.
    ///
    /// - Parameter spelling: a number in the grammar of RFC 8259 §6.
    @inline(__always)
    static func roundedDown(
        _ spelling: Span<UInt8>, byPowerOfTen scale: Int
    ) -> (value: Int64, isExact: Bool)? {
        if let value = smallInteger(spelling, byPowerOfTen: scale) { return (value, true) }
        return anyRoundedDown(spelling, byPowerOfTen: scale)
    }

    @inline(never)
    private static func anyRoundedDown(
        _ spelling: Span<UInt8>, byPowerOfTen scale: Int
    ) -> (value: Int64, isExact: Bool)? {
        let isNegative = spelling[0] == ASCII.minus
        var first: Int?
        var point: Int?
        var end = isNegative ? 1 : 0
        while end < spelling.count, spelling[end] | 0x20 != UInt8(ascii: "e") {
            if spelling[end] == ASCII.point {
                point = end
            } else if first == nil, spelling[end] != ASCII.zero {
                first = end
            }
            end += 1
        }
        guard let first else { return (0, true) }
        let pointOrEnd = point ?? end
        // The number of digits that the scaled value has before its point. Each summand is within ±2^60, so the sum
        // cannot overflow.
        let wholeDigits =
            pointOrEnd - first + (first > pointOrEnd ? 1 : 0)
            + exponent(spelling.extracting(min(end + 1, spelling.count)...))
            + max(min(scale, 1 << 60), -1 << 60)
        // Int64.max has 19 digits, and any 19 digits fit into UInt64.
        guard wholeDigits <= 19 else { return nil }

        var magnitude: UInt64 = 0
        var digitsLeft = max(wholeDigits, 0)
        var isExact = true
        for index in first..<end where index != pointOrEnd {
            if digitsLeft > 0 {
                magnitude = magnitude * 10 + UInt64(spelling[index] - ASCII.zero)
                digitsLeft -= 1
            } else if spelling[index] != ASCII.zero {
                isExact = false
                break
            }
        }
        for _ in 0..<digitsLeft { magnitude *= 10 }

        if isNegative {
            // For a negative number, rounding down increases the magnitude.
            if !isExact { magnitude += 1 }
            guard magnitude <= Int64.min.magnitude else { return nil }
            return (Int64(truncatingIfNeeded: 0 &- magnitude), isExact)
        }
        return Int64(exactly: magnitude).map { ($0, isExact) }
    }

    /// Whether both are the same number, however they are written. Exponents beyond ±2^58 are not computed with: of such
    /// numbers, only those with the same spelling are the same.
    package func hasSameValue(as other: JSONNumber) -> Bool {
        let (mine, theirs) = (parts, other.parts)
        if !mine.digits.isEmpty, abs(mine.power) >= Self.largestExponent / 2 { return self == other }
        return mine.digits == theirs.digits
            && (mine.digits.isEmpty || mine.isNegative == theirs.isNegative && mine.power == theirs.power)
    }

    /// The digits without zeros at both ends, and the power of ten of the last one; no digits for zero.
    private var parts: (isNegative: Bool, digits: ArraySlice<UInt8>, power: Int) {
        let spelling = Array(spelling.utf8)
        let end = spelling.firstIndex { $0 | 0x20 == UInt8(ascii: "e") } ?? spelling.count
        var power = Self.exponent(spelling.span.extracting(min(end + 1, spelling.count)...))
        if let point = spelling[..<end].firstIndex(of: ASCII.point) { power -= end - point - 1 }
        var digits = spelling[..<end].filter(\.isDigit)[...].drop { $0 == ASCII.zero }
        while digits.last == ASCII.zero {
            digits.removeLast()
            power += 1
        }
        return (spelling[0] == ASCII.minus, digits, power)
    }

    /// A shortcut for the usual times: 8 to 12 digits, in seconds or milliseconds. Each line of a batch has two or three
    /// of them.
    @inline(__always)
    private static func smallInteger(_ spelling: Span<UInt8>, byPowerOfTen scale: Int) -> Int64? {
        let leading = spelling.count - 8
        guard leading <= 4, scale == 6 || scale == 3, let last = spelling.word(at: leading),
            last.nonDigits == 0
        else { return nil }
        var value: UInt64 = 0
        for index in 0..<leading {
            guard spelling[index].isDigit else { return nil }
            value = value &* 10 &+ UInt64(spelling[index] &- ASCII.zero)
        }
        // Adds neighbours: digits, then pairs of them, then groups of four.
        var digits = last & 0x0F0F_0F0F_0F0F_0F0F
        digits = (digits &* 10 &+ digits &>> 8) & 0x00FF_00FF_00FF_00FF
        digits = (digits &* 100 &+ digits &>> 16) & 0x0000_FFFF_0000_FFFF
        digits = (digits &* 10_000 &+ digits &>> 32) & 0xFFFF_FFFF
        value = value &* 100_000_000 &+ digits
        return Int64(truncatingIfNeeded: value &* (scale == 6 ? 1_000_000 : 1_000))
    }

    private static let largestExponent = 1 << 59

    /// The exponent, clamped to ±2^59. No text that fits into memory has enough digits to compensate for a larger
    /// one.
    private static func exponent(_ spelling: Span<UInt8>) -> Int {
        var isNegative = false
        var magnitude = 0
        for index in spelling.indices {
            switch spelling[index] {
            case ASCII.minus: isNegative = true
            case ASCII.plus: break
            case let digit: magnitude = min(magnitude * 10 + Int(digit - ASCII.zero), largestExponent)
            }
        }
        return isNegative ? -magnitude : magnitude
    }
}
