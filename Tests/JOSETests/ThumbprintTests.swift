import JOSE
import JSON
import OpenSSL
import Testing

@Suite("Thumbprints")
struct ThumbprintTests {
    @Test("Both halves of a key have the same one, whatever else its JWK says", arguments: TestKey.asymmetric)
    func halves(testKey: TestKey) throws {
        let thumbprint = try testKey.key.thumbprint()
        #expect(thumbprint.utf8.count == 43)
        #expect(try testKey.publicKey.thumbprint() == thumbprint)
        let labelled = Key(testKey.key.material, id: "i", use: "sig", operations: ["sign"], algorithm: "x")
        #expect(try labelled.thumbprint() == thumbprint)
        #expect(try testKey.other.thumbprint() != thumbprint)
    }

    /// RFC 7638 §3.3: the members sorted by name, without white space.
    @Test(
        "It is the hash of the required members in order",
        arguments: [
            (TestKey.rsa, ["e", "kty", "n"]), (.p256, ["crv", "kty", "x", "y"]),
            (.p384, ["crv", "kty", "x", "y"]), (.p521, ["crv", "kty", "x", "y"]),
            (.secp256k1, ["crv", "kty", "x", "y"]), (.ed25519, ["crv", "kty", "x"]),
            (.ed448, ["crv", "kty", "x"]), (.hmac, ["k", "kty"]),
        ])
    func members(testKey: TestKey, names: [String]) throws {
        let object = try jwkText(testKey.key).object
        let text = try names.map { "\"\($0)\":\"\(try #require(object[$0]?.stringValue))\"" }
        let bytes = Array("{\(text.joined(separator: ","))}".utf8)
        let digest = try DigestAlgorithm.sha256.digest(of: bytes.span)
        #expect(try testKey.key.thumbprint() == base64URL(digest))
    }
}
