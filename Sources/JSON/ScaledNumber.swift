/// The value of a number's spelling (RFC 8259 §6) in units of a power of ten, without a tree or a `Double`.
enum ScaledNumber {
    /// The value times 10^`power`, rounded toward negative infinity; nil when that does not fit.
    ///
    /// - Parameters:
    ///   - spelling: a number by the grammar.
    ///   - power: within ±2^60.
    static func value(of spelling: Span<UInt8>, byPowerOfTen power: Int) -> Int64? {
        smallInteger(spelling, power) ?? roundedDown(spelling, power)?.value
    }

    /// The same for what times nearly always are, without taking the number apart: at most twelve digits, in
    /// seconds or milliseconds.
    private static func smallInteger(_ spelling: Span<UInt8>, _ power: Int) -> Int64? {
        let scale: Int64
        switch power {
        case 6: scale = 1_000_000
        case 3: scale = 1_000
        case 0: scale = 1
        default: return nil
        }
        guard spelling.count <= 12 else { return nil }
        var value: Int64 = 0
        var start = 0
        if let word = spelling.word(at: 0) {
            guard let digits = EightDigits(word) else { return nil }
            value = digits.value
            start = 8
        }
        for index in start..<spelling.count {
            guard ASCII.isDigit(spelling[index]) else { return nil }
            value = value &* 10 &+ Int64(spelling[index] &- ASCII.zero)
        }
        return value &* scale
    }

    /// Time is linear in the spelling and never depends on the exponent: `1e999999999` costs ten bytes.
    static func roundedDown(_ spelling: Span<UInt8>, _ power: Int) -> (value: Int64, isExact: Bool)? {
        let decimal = Decimal(spelling)
        guard !decimal.digits.isEmpty else { return (0, true) }
        // Digits the scaled value has before its point. Each summand is within ±2^60: no overflow.
        let wholeDigits = decimal.digits.count + decimal.exponent + max(min(power, 1 << 60), -1 << 60)
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
    init(_ spelling: Span<UInt8>) {
        var isFraction = false
        for index in spelling.indices {
            let byte = spelling[index]
            switch byte {
            case ASCII.minus: isNegative = true
            case ASCII.point: isFraction = true
            case ASCII.zero...ASCII.nine:
                if isFraction { exponent -= 1 }
                if byte != ASCII.zero || !digits.isEmpty { digits.append(byte - ASCII.zero) }
            default:
                exponent += Self.exponent(spelling.extracting((index + 1)...))
                return
            }
        }
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

/// Eight digits in one word, the first in the lowest byte.
struct EightDigits {
    private let digits: UInt64

    /// - Returns: nil where one of the bytes is no digit.
    @inline(__always)
    init?(_ word: UInt64) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        digits = word ^ (ones &* UInt64(ASCII.zero))
        // A byte over 9 reaches 16 with 6 more, and no sum leaves its byte where none is 16 or more.
        guard (digits | (digits &+ ones &* 6)) & (ones &* 0xF0) == 0 else { return nil }
    }

    /// Pairs, then fours, then all eight of them, side by side.
    var value: Int64 {
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int64((fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }
}
