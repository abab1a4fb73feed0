import Testing

@testable import OpenSSL

@Suite("Digests, HMAC and random bytes")
struct DigestTests {
    @Test(
        "Digests of known values (FIPS 180-4)",
        arguments: [
            (DigestAlgorithm.sha256, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            (.sha256, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                .sha384, "",
                "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da274edebfe76f65fbd51ad2f14898b95b"
            ),
            (
                .sha384, "abc",
                "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
            ),
            (
                .sha512, "",
                "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
                    + "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e"
            ),
            (
                .sha512, "abc",
                "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
                    + "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f"
            ),
        ])
    func digests(algorithm: DigestAlgorithm, message: String, digest: String) throws {
        let bytes = try algorithm.digest(of: Array(message.utf8).span)
        #expect(bytes == hex(digest))
        #expect(bytes.count == algorithm.byteCount)
    }

    @Test("A hasher hashes one message after another", arguments: DigestAlgorithm.allCases)
    func hashesAgain(algorithm: DigestAlgorithm) throws {
        let hasher = try Hasher.make(algorithm)
        for text in ["the first", "", "the second"] {
            let message = Array(text.utf8)
            var digest = [UInt8](repeating: 0, count: algorithm.byteCount)
            try hasher.hash(message.span, to: &digest)
            #expect(digest == (try algorithm.digest(of: message.span)))
        }
    }

    /// RFC 4231 §4: key, data, and the codes with SHA-256, SHA-384, SHA-512. Test case 5 truncates its codes.
    private static let hmacVectors: [(key: [UInt8], data: [UInt8], codes: [String])] = [
        (
            [UInt8](repeating: 0x0B, count: 20), Array("Hi There".utf8),
            [
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7",
                "afd03944d84895626b0825f4ab46907f15f9dadbe4101ec682aa034c7cebc59cfaea9ea9076ede7f4af152e8b2fa9cb6",
                "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
                    + "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
            ]
        ),
        (
            Array("Jefe".utf8), Array("what do ya want for nothing?".utf8),
            [
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
                "af45d2e376484031617f78d2b58a6b1b9c7ef464f5a01b47e42ec3736322445e8e2240ca5e69e2c78b3239ecfab21649",
                "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
                    + "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
            ]
        ),
        (
            [UInt8](repeating: 0xAA, count: 20), [UInt8](repeating: 0xDD, count: 50),
            [
                "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe",
                "88062608d3e6ad8a0aa2ace014c8a86f0aa635d947ac9febe83ef4e55966144b2a5ab39dc13814b94e3ab6e101a34f27",
                "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
                    + "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
            ]
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
            [
                "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54",
                "4ece084485813e9088d2c63a041bc5b44f9ef1012a2b588f3cd11f05033ac4c60c2ef6ab4030fe8296248df163f44952",
                "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
                    + "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
            ]
        ),
        // Not of the RFC: an empty key over an empty message.
        (
            [], [],
            [
                "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad",
                "6c1f2ee938fad2e24bd91298474382ca218c75db3d83e114b3d4367776d14d3551289e75e8209cd4b792302840234adc",
                "b936cee86c9f87aa5d3c6f2e84cb5a4239a5fe50480a6ec66b70ab5b1f4ac673"
                    + "0c6c515421b327ec1d69402e53dfb49ad7381eb067b338fd7b0cb22247225d47",
            ]
        ),
    ]

    @Test("HMAC has the codes of RFC 4231 §4", arguments: hmacVectors.indices, [false, true])
    func hmac(index: Int, inProvider: Bool) throws {
        let vector = Self.hmacVectors[index]
        for (digest, code) in zip(DigestAlgorithm.allCases, vector.codes) {
            let hmac = try HMAC.make(digest: digest, key: secret(vector.key), inProvider: inProvider)
            #expect(try hmac.code(for: vector.data.span) == hex(code), "\(digest)")
            // With the same key from the beginning.
            #expect(try hmac.code(for: vector.data.span) == hex(code), "\(digest)")
            #expect(try hmac.verify(hex(code).span, for: vector.data.span))
        }
        expectNoErrorsLeft()
    }

    @Test("HMAC refuses an altered message, an altered code and a code of another length")
    func hmacRefuses() throws {
        let message = Array("message".utf8)
        let hmac = try HMAC.make(digest: .sha256, key: secret("key"))
        let code = try hmac.code(for: message.span)
        #expect(try !hmac.verify(code.span, for: Array("massage".utf8).span))
        for wrong in [[], Array(code.dropLast()), code + [0], [code[0] ^ 1] + code.dropFirst()] {
            #expect(try !hmac.verify(wrong.span, for: message.span))
        }
        let other = try HMAC.make(digest: .sha256, key: secret("kez"))
        #expect(try !other.verify(code.span, for: message.span))
        #expect(try hmac.verify(code.span, for: message.span))
    }

    @Test("Random bytes are as many as asked for, and others each time", arguments: [0, 1, 16, 1_000])
    func random(count: Int) throws {
        #expect(try Random.bytes(count).count == count)
        #expect(try Random.secret(count).count == count)
        guard count >= 16 else { return }
        #expect(try Random.bytes(count) != Random.bytes(count))
        #expect(try Random.secret(count).bytes != Random.secret(count).bytes)
    }

    @Test("The library names its version")
    func version() { #expect(Library.version.hasPrefix("OpenSSL ")) }
}
