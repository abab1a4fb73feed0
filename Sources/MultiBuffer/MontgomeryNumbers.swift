internal import CMultiBuffer
internal import OpenSSL

/// A modulus and the numbers derived from it that the multi-buffer engine needs; see `mb_numbers` and `mb_factor`.
struct MontgomeryNumbers: ~Copyable {
    /// Size of the modulus, in bytes.
    private let size: Int
    private var bytes: SecretBuffer

    /// - Parameter entryPower: the power of R in `mb_numbers.entry`.
    init(
        _ modulus: borrowing BigNumber, size: Int, entryPower: Int, _ arithmetic: inout Arithmetic
    ) throws(OpenSSLError) {
        let entry = try arithmetic.powerOfTwo(entryPower * Self.bits(ofSize: size), modulo: modulus)

        var bytes = SecretBuffer(capacity: 4 * size)
        bytes.append(try modulus.bigEndian(count: size))
        bytes.append(try entry.bigEndian(count: size))
        self.bytes = bytes
        self.size = size
    }

    /// The binary logarithm of R: 20 limbs of 52 bits for each 1024 bits of the modulus.
    static func bits(ofSize size: Int) -> Int { size / 64 * 10 * 52 }

    /// Appends the additional numbers of a prime factor.
    mutating func append(
        one: borrowing BigNumber, exponent: borrowing BigNumber
    ) throws(OpenSSLError) {
        bytes.append(try one.bigEndian(count: size))
        bytes.append(try exponent.bigEndian(count: size))
    }

    borrowing func withNumbers(_ body: (mb_numbers) -> Void) {
        bytes.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { bytes in
                let base = bytes.baseAddress!
                unsafe body(mb_numbers(modulus: base, entry: base + size))
            }
        }
    }

    /// - Precondition: `append` was called.
    borrowing func withFactor(_ body: (mb_factor) -> Void) {
        unsafe withNumbers { numbers in
            let one = unsafe numbers.entry! + size
            unsafe body(mb_factor(numbers: numbers, exponent: one + size, one: one))
        }
    }
}

extension Arithmetic {
    /// 2^exponent modulo m.
    mutating func powerOfTwo(_ exponent: Int, modulo m: borrowing BigNumber) throws(OpenSSLError) -> BigNumber
    {
        let power = [1 << UInt8(exponent % 8)] + [UInt8](repeating: 0, count: exponent / 8)
        return try remainder(BigNumber(bigEndian: power.span), m)
    }
}
