import JOSE
import OpenSSL
import Testing

@Suite("The table of algorithms")
struct AlgorithmTests {
    @Test("It holds these and no others")
    func names() {
        #expect(
            Algorithm.all.map(\.name) == [
                "RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "ES256K",
                "EdDSA", "Ed25519", "Ed448", "ML-DSA-44", "ML-DSA-65", "ML-DSA-87", "HS256", "HS384", "HS512",
            ])
        #expect(Set(Algorithm.all).count == Algorithm.all.count)
    }

    @Test("The digest is the one that the name says", arguments: Algorithm.all.map(\.name))
    func digests(name: String) throws {
        let digest: DigestAlgorithm? =
            name.hasSuffix("256") || name == "ES256K"
            ? .sha256
            : name.hasSuffix("384")
                ? .sha384
                : name.hasSuffix("512") ? .sha512 : nil
        switch try algorithm(name).method {
        case .signature(.rsaPKCS1(let used)): #expect(used == digest && name.hasPrefix("RS"))
        case .signature(.rsaPSS(let used)): #expect(used == digest && name.hasPrefix("PS"))
        case .signature(.ecdsa(let used)): #expect(used == digest && name.hasPrefix("ES"))
        case .signature(.pure): #expect(digest == nil && ["Ed", "ML-DSA"].contains(where: name.hasPrefix))
        case .hmac(let used): #expect(used == digest && name.hasPrefix("HS"))
        }
    }

    @Test(
        "A name is found by its bytes alone",
        arguments: [
            "none", "None", "NONE", "", "rs256", "RS256 ", " RS256", "RS256\0", "RS1", "HS1", "ES256k",
            // U+212A KELVIN SIGN is canonically equivalent to K.
            "ES256\u{212A}", "A128KW", "RSA-OAEP", "dir", "ES256K\u{301}",
        ])
    func unknown(name: String) {
        #expect(Algorithm.named(name) == nil)
    }

    @Test(
        "Each key has the algorithms of its type, its default first",
        arguments: [
            (TestKey.rsa, ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512"]), (.p256, ["ES256"]),
            (.p384, ["ES384"]), (.p521, ["ES512"]), (.secp256k1, ["ES256K"]),
            (.ed25519, ["EdDSA", "Ed25519"]),
            (.ed448, ["EdDSA", "Ed448"]), (.hmac, ["HS256", "HS384", "HS512"]),
        ])
    func fitting(name: TestKey, expected: [String]) throws {
        #expect(Algorithm.fitting(name.key.material).map(\.name) == expected)
        #expect(name.key.defaultAlgorithm?.name == expected[0])
        for algorithm in Algorithm.all {
            #expect(algorithm.fits(name.key.material) == expected.contains(algorithm.name))
        }
        if name != .hmac {
            #expect(Algorithm.fitting(name.publicKey.material).map(\.name) == expected)
            #expect(name.publicKey.defaultAlgorithm?.name == expected[0])
        }
    }

    @Test("What a JWK is for is its default, and for nothing known there is none")
    func declaredDefault() throws {
        #expect(Key(TestKey.rsa.key.material, algorithm: "PS384").defaultAlgorithm?.name == "PS384")
        #expect(Key(TestKey.ed25519.key.material, algorithm: "Ed25519").defaultAlgorithm?.name == "Ed25519")
        #expect(Key(TestKey.hmac.key.material, algorithm: "HS512").defaultAlgorithm?.name == "HS512")
        #expect(Key(TestKey.rsa.key.material, algorithm: "RSA-OAEP").defaultAlgorithm == nil)
        #expect(Key(TestKey.rsa.key.material, algorithm: "none").defaultAlgorithm == nil)
    }

    @Test("Only the names of EdDSA are synonyms, and only with a key of that curve")
    func synonyms() throws {
        for name in TestKey.allCases {
            for left in Algorithm.all {
                for right in Algorithm.all where left != right {
                    let names = Set([left.name, right.name])
                    let expected =
                        name == .ed25519 && names == ["EdDSA", "Ed25519"]
                        || name == .ed448 && names == ["EdDSA", "Ed448"]
                    #expect(left.isSynonym(of: right, for: name.key.material) == expected)
                }
            }
        }
        let algorithm = try algorithm("RS256")
        #expect(algorithm.isSynonym(of: algorithm, for: TestKey.rsa.key.material))
    }
}
