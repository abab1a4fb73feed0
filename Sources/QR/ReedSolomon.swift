/// Reed-Solomon codes over GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1 (§7.5.2).
enum ReedSolomon {
    /// The generator polynomial of a degree, without its leading 1, highest power first.
    static func generator(degree: Int) -> [UInt8] {
        var polynomial = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in 0..<degree {
                polynomial[index] = multiply(polynomial[index], root)
                if index + 1 < degree { polynomial[index] ^= polynomial[index + 1] }
            }
            root = multiply(root, 2)
        }
        return polynomial
    }

    /// The error correction codewords: the remainder of the data divided by the generator.
    static func remainder(of data: ArraySlice<UInt8>, generator: [UInt8]) -> [UInt8] {
        var remainder = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ remainder.removeFirst()
            remainder.append(0)
            for index in generator.indices { remainder[index] ^= multiply(generator[index], factor) }
        }
        return remainder
    }

    static func multiply(_ left: UInt8, _ right: UInt8) -> UInt8 {
        var product: UInt16 = 0
        for bit in (0..<8).reversed() {
            product = (product << 1) ^ ((product >> 7) * 0x11D)
            if right >> bit & 1 == 1 { product ^= UInt16(left) }
        }
        return UInt8(truncatingIfNeeded: product)
    }
}
