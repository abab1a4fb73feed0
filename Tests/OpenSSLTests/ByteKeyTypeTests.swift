import Testing

@testable import OpenSSL

@Suite("Types of keys that are byte strings")
struct ByteKeyTypeTests {
    private static let withSeeds = ByteKeyType.all.filter { $0.expandedByteCount != nil }

    @Test("Names and identifiers differ")
    func rows() {
        #expect(Set(ByteKeyType.all.map(\.name)).count == ByteKeyType.all.count)
        #expect(Set(ByteKeyType.all.map(\.oid)).count == ByteKeyType.all.count)
        for type in ByteKeyType.all { #expect(ByteKeyType(oid: type.oid) == type) }
        #expect(ByteKeyType(oid: "1.3.101.110") == nil)
        #expect(ByteKeyFamily.all.flatMap(\.types).count == ByteKeyType.all.count)
    }

    @Test("A private key is its seed, the expanded key, or both", arguments: withSeeds)
    func encodings(type: ByteKeyType) throws {
        func encoding(_ tag: UInt8, _ count: Int) -> Secret {
            secret([tag] + [UInt8](repeating: 0, count: count - 1))
        }
        let expanded = try #require(type.expandedByteCount)
        #expect(type.lacksSeed(encoding(0x80, 34)) == false)
        #expect(type.lacksSeed(encoding(0x30, expanded + 42)) == false)
        #expect(type.lacksSeed(encoding(0x04, expanded + 4)) == true)
        // Those of drafts, which libcrypto reads too: the bare bytes, and the two keys side by side.
        for (tag, count) in [
            (0x80, 32), (0x80, 35), (0x04, 34), (0x00, expanded), (0x04, expanded + 3),
            (0x04, expanded + 4 + type.publicByteCount), (0x30, expanded + 41),
        ] as [(UInt8, Int)] {
            #expect(type.lacksSeed(encoding(tag, count)) == nil)
        }
        #expect(type.lacksSeed(secret([UInt8]())) == nil)
    }

    @Test("A type that libcrypto lacks is named with the version that has it", arguments: withSeeds)
    func availability(type: ByteKeyType) throws {
        let bytes = [UInt8](repeating: 1, count: type.publicByteCount)
        let refusal = refusal { try PublicKey(type, bytes: bytes) }
        if let obstacle = type.obstacle {
            #expect(obstacle == "\(type.name) requires OpenSSL 3.5; this is \(Library.number)")
            #expect(refusal == .unsupported(obstacle))
            #expect(
                OpenSSLTests.refusal { try PrivateKey.generate(.bytes(type)) }
                    == .unsupported(obstacle))
        } else {
            #expect(refusal == nil)
            let key = try PrivateKey.generate(.bytes(type))
            let seed = try #require(try key.bytes())
            #expect(try PrivateKey(type, bytes: seed).publicKey == key.publicKey)
        }
        expectNoErrorsLeft()
    }

    @Test(
        "Keys of unsupported types are named, whatever libcrypto knows",
        arguments: [
            (UInt8(3), UInt8(20), "SLH-DSA-SHA2-128s"), (3, 31, "SLH-DSA-SHAKE-256f"), (4, 1, "ML-KEM-512"),
            (4, 3, "ML-KEM-1024"),
        ])
    func names(arc: UInt8, number: UInt8, name: String) throws {
        let oid: [UInt8] = [0x30, 11, 6, 9, 0x60, 0x86, 0x48, 1, 0x65, 3, 4, arc, number]
        let spki = [0x30, UInt8(oid.count + 5)] + oid + [3, 3, 0, 1, 2]
        #expect(
            refusal {
                try EncodedKey(recognizing: spki.span, .der).decode(passphrase: nil)
            } == .unsupportedType(name: name))
    }
}
