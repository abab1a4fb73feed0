import JOSE
import OpenSSL
import Testing

@Suite("Public keys of Edwards curves") struct EdwardsKeyTests {
    private func refusal(_ type: ByteKeyType, _ bytes: [UInt8]) throws -> KeyRuleError? {
        let key = Key(.publicKey(try PublicKey(type, bytes: bytes)))
        do {
            try key.judge()
            return nil
        } catch {
            return error as? KeyRuleError
        }
    }

    /// The points of order 1, 2, 4 and 8 (RFC 7748 and RFC 8032 have cofactor 8), with either sign of x.
    @Test(arguments: [
        "0100000000000000000000000000000000000000000000000000000000000000",
        "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
        "0000000000000000000000000000000000000000000000000000000000000000",
        "0000000000000000000000000000000000000000000000000000000000000080",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ]) func aPointOfSmallOrderIsNoKeyOfEd25519(_ point: String) throws {
        #expect(try refusal(.ed25519, bytes(point)) == .fault(.smallOrder))
    }

    @Test(arguments: [
        "01" + String(repeating: "00", count: 56), String(repeating: "00", count: 57),
        "fe" + String(repeating: "ff", count: 27) + "fe" + String(repeating: "ff", count: 27) + "00",
    ]) func aPointOfSmallOrderIsNoKeyOfEd448(_ point: String) throws {
        #expect(try refusal(.ed448, bytes(point)) == .fault(.smallOrder))
    }

    /// y = 2 has no x on either curve.
    @Test func aPointOffTheCurveIsNoKey() throws {
        let expected = KeyRuleError.fault(.notAPoint)
        #expect(try refusal(.ed25519, [2] + [UInt8](repeating: 0, count: 31)) == expected)
        #expect(try refusal(.ed448, bytes("02" + String(repeating: "00", count: 56))) == expected)
    }

    /// p + 1 is another spelling of 1.
    @Test func aCoordinateThatIsNotReducedIsNoKey() throws {
        let expected = KeyRuleError.fault(.notCanonical)
        #expect(try refusal(.ed25519, [0xEE] + [UInt8](repeating: 0xFF, count: 30) + [0x7F]) == expected)
    }

    @Test(arguments: [KeyType.ed25519, .ed448]) func generatedKeysPass(
        _ specification: KeyType
    ) throws {
        for _ in 0..<50 { try Key(.privateKey(.generate(specification))).judge() }
    }

    private func bytes(_ hex: String) -> [UInt8] {
        let digits = Array(hex.utf8).map { UInt8($0 < 58 ? $0 - 48 : $0 - 87) }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
