/// The contents of a symbol as codewords, in the order of their placement (§7.4, §7.6).
enum Codewords {
    static func message(
        _ bytes: [UInt8], _ version: QRVersion, _ level: ErrorCorrectionLevel
    ) -> [UInt8] {
        interleaved(data(bytes, version, level), version, level)
    }

    /// The mode, the count, the bytes, the terminator and the padding.
    private static func data(
        _ bytes: [UInt8], _ version: QRVersion, _ level: ErrorCorrectionLevel
    ) -> [UInt8] {
        let capacity = version.dataCodewordCount(level)
        var stream = BitStream()
        stream.append(0b0100, bits: 4)
        stream.append(bytes.count, bits: version.characterCountBits)
        for byte in bytes { stream.append(Int(byte), bits: 8) }
        // The terminator also completes the last codeword, because mode and count of byte mode end in the middle of
        // one.
        stream.append(0, bits: 4)
        precondition(stream.isAligned && stream.bytes.count <= capacity)
        var data = stream.bytes
        for index in 0..<capacity - data.count { data.append(index % 2 == 0 ? 0xEC : 0x11) }
        return data
    }

    /// Splits the data into blocks, the short ones first, each with its error correction codewords. The result is the
    /// first codeword of each block, then the second of each, and so on (§7.6).
    private static func interleaved(
        _ data: [UInt8], _ version: QRVersion, _ level: ErrorCorrectionLevel
    ) -> [UInt8] {
        let blockCount = level.blockCount(version)
        let shortCount = data.count / blockCount
        let longBlocks = data.count % blockCount
        let generator = ReedSolomon.generator(degree: level.codewordsPerBlock(version))
        var blocks: [ArraySlice<UInt8>] = []
        var start = 0
        for index in 0..<blockCount {
            let end = start + shortCount + (index >= blockCount - longBlocks ? 1 : 0)
            blocks.append(data[start..<end])
            start = end
        }
        var message: [UInt8] = []
        for offset in 0...shortCount {
            for block in blocks where offset < block.count {
                message.append(block[block.startIndex + offset])
            }
        }
        let corrections = blocks.map { ReedSolomon.remainder(of: $0, generator: generator) }
        for offset in generator.indices {
            for correction in corrections { message.append(correction[offset]) }
        }
        return message
    }
}

/// Bits that are collected into bytes, most significant bit first.
private struct BitStream {
    private(set) var bytes: [UInt8] = []
    private var freeBits = 0

    var isAligned: Bool { freeBits == 0 }

    mutating func append(_ value: Int, bits: Int) {
        for bit in (0..<bits).reversed() {
            if freeBits == 0 {
                bytes.append(0)
                freeBits = 8
            }
            freeBits -= 1
            bytes[bytes.count - 1] |= UInt8(value >> bit & 1) << UInt8(freeBits)
        }
    }
}

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
