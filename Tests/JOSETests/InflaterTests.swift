import OpenSSL
import Testing

@testable import JOSE

@Suite struct InflaterTests {
    /// Compressed by zlib 1.3: a block of each type, no data, and a match that overlaps itself. Then blocks that zlib reads
    /// and does not write.
    static let vectors: [(name: String, compressed: String, sha256: String, count: Int, harmless: Int)] = [
        ("stored", "eAEBDADz_3N0b3JlZCBieXRlcx_PBNk", "Ly1YzBRnhLD2QoPIstSoIrBrVDQudDthqsrRO19qFaQ", 12, 5),
        (
            "fixed",
            "eAErzkzPSy1RyMxLy0ksSS1WKM9ILFHIL8lILSpWSEkFC-rAGMUKeUCZzLx0HYXEvBSEnrx8hdz8olSFkozEPIXMEoXc0uISPYXiIWgyALXfYsg",
            "j3ZhW_ZZh_8yVJOyldz_pGY4zxubnBvKPEIipYiZGRk", 270, 3
        ),
        (
            "dynamic",
            "eNotjskRAEEIAmMFJP8UtpnaFyqXiiTbZ4AhqlWFRTrg5Ld6p9vZOagKZZu3CXiCeob0SDF2COPH1SRwWl-QzkFgAtu800ryHDCZnkw6k2dbz77S_93w9ohp_QAkeUy-",
            "lgd75yEsM_LV1SFKcj_Xyfuw2PqcYsTnnjBXO1LOEqI", 200, 10
        ),
        ("empty", "eNoDAAAAAAE", "47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU", 0, 6),
        (
            "run of one byte",
            "eNrtwTEBAAAAwqDai28JT6AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAgLcBLCg0AQ",
            "vKCfSnV9VXHH2fM0HUMB88ORwJCCaswaMBPGvLfAFyI", 70000, 278
        ),
        (
            "no code for distances",
            "eAEFgAEJAAAAQLbi_weRAwJOASc",
            "jpdmCDs7_CAD95HJhTlBsOoDXRY3m_7Ba3LTduJy-lc", 3, 6
        ),
        (
            "one code for distances",
            "eAENwAEBAAAAQKCt_B9BuAAFvgHq",
            "hq0q3DJz1UG4qoubBc5F-Kg1vToSitQnHVlHrN8Lw14", 5, 7
        ),
    ]

    @Test(arguments: vectors.indices) func everyBlockIsRead(_ index: Int) throws {
        let vector = Self.vectors[index]
        let output = try Inflater.inflate(try Base64URL.decode(vector.compressed), upTo: vector.count)
        #expect(output.count == vector.count)
        #expect(
            Base64URL.encode(try DigestAlgorithm.sha256.digest(of: output.span)) == Array(vector.sha256.utf8))
    }

    @Test(arguments: vectors.indices) func theLimitHolds(_ index: Int) throws {
        let vector = Self.vectors[index]
        if vector.count == 0 { return }
        #expect(throws: Inflater.DecodingError.tooLarge(limitBytes: vector.count - 1)) {
            try Inflater.inflate(try Base64URL.decode(vector.compressed), upTo: vector.count - 1)
        }
    }

    @Test(arguments: vectors.indices) func aPartIsMalformed(_ index: Int) throws {
        let bytes = try Base64URL.decode(Self.vectors[index].compressed)
        for count in bytes.indices {
            #expect(throws: Inflater.DecodingError.malformed) {
                try Inflater.inflate(Array(bytes[..<count]), upTo: 1 << 20)
            }
        }
        #expect(throws: Inflater.DecodingError.malformed) { try Inflater.inflate(bytes + [0], upTo: 1 << 20) }
    }

    /// zlib accepts as many of the texts with one changed bit: those in which the bit fills a byte and means nothing, and
    /// a few in which the checksum is the same.
    @Test(arguments: vectors.indices) func aChangedBitIsJudgedAsByOthers(_ index: Int) throws {
        let bytes = try Base64URL.decode(Self.vectors[index].compressed)
        let harmless = (0..<bytes.count * 8).count { bit in
            var changed = bytes
            changed[bit / 8] ^= 1 << UInt8(bit % 8)
            return (try? Inflater.inflate(changed, upTo: 1 << 20)) != nil
        }
        #expect(harmless == Self.vectors[index].harmless)
    }

    /// A method, a check, a preset dictionary, a type, a complement, a distance and codes that do not exist, and a
    /// repetition beyond the last code.
    @Test(arguments: [
        "eAA", "eJw", "eLsAAAAAAQ", "eJwHAA", "eJwBAQAAAGEAYgBi", "eJxLBAYAAAAAAA", "eJwF4P8A",
        "eJwFAAAAAAAAAAAA", "eAEFwIEAAAAAAJBW_xMCBABiAGI",
    ]) func otherDataIsMalformed(_ text: String) throws {
        let bytes = try Base64URL.decode(text)
        #expect(throws: Inflater.DecodingError.malformed) { try Inflater.inflate(bytes, upTo: 1 << 20) }
    }
}
