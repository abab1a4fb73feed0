/// A number as it is spelt. It never passes through a `Double`, so `1.10`, `1e3` and an integer above 2^53
/// leave as they came.
///
/// Equality is that of spelling: `1.0` and `1` differ. Compare `int64` for equality of value.
package struct JSONNumber: Hashable, Sendable {
    /// A number by the grammar of RFC 8259 §6.
    package let spelling: String

    /// Spelt in decimal, without exponent.
    package init(_ value: Int64) {
        spelling = String(value)
    }

    /// Nil unless `spelling` is a number by RFC 8259 §6 and nothing else.
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

    /// True when spelt as a plain integer: no fraction, no exponent. `-0` is one.
    package var isPlainInteger: Bool {
        spelling.utf8.allSatisfy { ASCII.isDigit($0) || $0 == ASCII.minus }
    }

    /// The exact value where the number, in whatever spelling (`1e3`, `10.0`), is an integer that fits;
    /// else nil.
    package var int64: Int64? {
        guard let (value, isExact) = roundedDown(byPowerOfTen: 0), isExact else { return nil }
        return value
    }

    /// The value times 10^`scale`, rounded toward negative infinity; nil when that does not fit.
    /// `1.5` with scale 6 is 1500000, which makes microseconds of the seconds of RFC 7519 §2.
    ///
    /// - Parameter scale: taken as ±2^60 at most.
    package func scaled(byPowerOfTen scale: Int) -> Int64? { roundedDown(byPowerOfTen: scale)?.value }

    private func roundedDown(byPowerOfTen scale: Int) -> (value: Int64, isExact: Bool)? {
        var spelling = spelling
        return spelling.withUTF8 {
            Self.roundedDown(Span(_unsafeElements: $0), byPowerOfTen: scale)
        }
    }

    /// The value of a number's spelling times 10^`scale`, rounded toward negative infinity; nil when that does not fit.
    ///
    /// Time is linear in the spelling and never depends on the exponent: `1e999999999` costs ten bytes.
    ///
    /// - Parameter spelling: a number by the grammar of RFC 8259 §6.
    static func roundedDown(
        _ spelling: Span<UInt8>, byPowerOfTen scale: Int
    ) -> (value: Int64, isExact: Bool)? {
        if let value = smallInteger(spelling, byPowerOfTen: scale) { return (value, true) }
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
        // How many digits the scaled value has before its point. Each summand is within ±2^60: no overflow.
        let wholeDigits =
            pointOrEnd - first + (first > pointOrEnd ? 1 : 0)
            + exponent(spelling.extracting(min(end + 1, spelling.count)...))
            + max(min(scale, 1 << 60), -1 << 60)
        // Int64.max has 19 digits, and any 19 digits fit UInt64.
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
            // Down is away from zero here.
            if !isExact { magnitude += 1 }
            guard magnitude <= Int64.min.magnitude else { return nil }
            return (Int64(truncatingIfNeeded: 0 &- magnitude), isExact)
        }
        return Int64(exactly: magnitude).map { ($0, isExact) }
    }

    /// The same for what times nearly always are, without taking the number apart: at most twelve digits, in seconds or
    /// milliseconds. Each line of a batch has two or three of them.
    private static func smallInteger(_ spelling: Span<UInt8>, byPowerOfTen scale: Int) -> Int64? {
        guard spelling.count <= 12, scale == 6 || scale == 3 else { return nil }
        var value: Int64 = 0
        for index in spelling.indices {
            guard ASCII.isDigit(spelling[index]) else { return nil }
            value = value &* 10 &+ Int64(spelling[index] &- ASCII.zero)
        }
        return value &* (scale == 6 ? 1_000_000 : 1_000)
    }

    /// What follows the `e`, held within ±2^59: no text that fits in memory has digits enough to make up for
    /// more.
    private static func exponent(_ spelling: Span<UInt8>) -> Int {
        var isNegative = false
        var magnitude = 0
        for index in spelling.indices {
            switch spelling[index] {
            case ASCII.minus: isNegative = true
            case ASCII.plus: break
            case let digit: magnitude = min(magnitude * 10 + Int(digit - ASCII.zero), 1 << 59)
            }
        }
        return isNegative ? -magnitude : magnitude
    }
}
