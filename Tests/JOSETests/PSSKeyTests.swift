import JOSE
import JSON
import OpenSSL
import Testing

@Suite("RSA-PSS keys")
struct PSSKeyTests {
    private static let key = Key(.privateKey(try! PrivateKey.generate(.rsaPSS(bits: 2048, nil))))

    @Test("They have PS256, PS384 and PS512 alone")
    func algorithms() throws {
        #expect(Algorithm.fitting(Self.key.material).map(\.name) == ["PS256", "PS384", "PS512"])
        #expect(Self.key.defaultAlgorithm?.name == "PS256")
        let refusal = #expect(throws: KeyRuleError.self) {
            try Self.key.permit(.sign, try algorithm("RS256"))
        }
        #expect(
            refusal == .algorithmDoesNotFit(algorithm: "RS256", fitting: ["PS256", "PS384", "PS512"]))
    }

    /// A JWK of type RSA without `alg` could be used with RS256.
    @Test("Their JWK has an algorithm")
    func jwk() throws {
        #expect(try jwkText(Self.key).object["alg"]?.stringValue == "PS256")
        var other = Self.key
        other.algorithm = "PS512"
        #expect(try jwkText(other).object["alg"]?.stringValue == "PS512")
        let read = try JOSETests.key(parsing: bytes(try JWKWriter.jwk(Self.key)))
        #expect(try !read.permits(.sign, algorithm("RS256")))
        #expect(try read.permits(.sign, algorithm("PS256")))
    }

    @Test("A small one is refused, like any RSA key")
    func small() throws {
        let key = try JOSETests.key(parsing: try vectorFile("keys/rsa-pss-1024.pem"))
        #expect(throws: KeyRuleError.rsaTooSmall(bits: 1024)) { try key.judge() }
    }
}
