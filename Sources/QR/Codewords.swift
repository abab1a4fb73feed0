/// What a symbol holds, as codewords in the order in which they are placed (§7.4, §7.6).
enum Codewords {
    static func message(
        _ bytes: [UInt8], _ version: QRVersion, _ level: ErrorCorrectionLevel
    ) -> [UInt8] {
        interleaved(data(bytes, version, level), version, level)
    }

    /// Mode and count, the bytes, the terminator, and padding.
    private static func data(
        _ bytes: [UInt8], _ version: QRVersion, _ level: ErrorCorrectionLevel
    ) -> [UInt8] {
        let capacity = version.dataCodewordCount(level)
        var stream = BitStream()
        stream.append(0b0100, bits: 4)
        stream.append(bytes.count, bits: version.characterCountBits)
        for byte in bytes { stream.append(Int(byte), bits: 8) }
        // The terminator fills up the last codeword too: mode and count of byte mode leave half of it free.
        stream.append(0, bits: 4)
        precondition(stream.isAligned && stream.bytes.count <= capacity)
        var data = stream.bytes
        for index in 0..<capacity - data.count { data.append(index % 2 == 0 ? 0xEC : 0x11) }
        return data
    }

    /// Blocks, the short ones first, with the codewords of error correction of each; then the first codeword of each
    /// block, the second of each, and so on (§7.6).
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

/// Bits, the most significant first, gathered into bytes.
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
