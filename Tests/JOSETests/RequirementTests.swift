import JOSE
import JSON
import OpenSSL
import Testing

@Suite("Requirements of the caller")
struct RequirementTests {
    private func header(type: String) throws -> Header {
        try Header(parsing: Array(#"{"alg":"EdDSA","typ":"\#(type)"}"#.utf8))
    }

    @Test(
        "A media type is the same in any case, with application/ and without",
        arguments: [
            ("JWT", "jwt"), ("at+jwt", "AT+JWT"), ("application/at+jwt", "at+jwt"),
            ("at+jwt", "Application/AT+jwt"),
            ("a/b", "A/B"), ("application/a/b", "application/a/b"),
        ])
    func sameType(found: String, expected: String) throws {
        #expect(try header(type: found).hasType(expected))
    }

    @Test(
        "Another media type is another one",
        arguments: [
            ("JWT", "at+jwt"), ("at+jwt", "at"), ("at", "at+jwt"), ("application/a/b", "a/b"),
            ("x/at+jwt", "at+jwt"),
            // U+212A KELVIN SIGN is K to some comparisons.
            ("\u{212A}", "k"), ("", "jwt"),
        ])
    func otherType(found: String, expected: String) throws {
        #expect(try !header(type: found).hasType(expected))
    }

    @Test("No typ is no type")
    func noType() throws {
        #expect(try !Header(parsing: Array(#"{"alg":"EdDSA"}"#.utf8)).hasType("JWT"))
    }
}

@Suite("Issuers with keys of their own")
struct IssuerTests {
    private static let names = ["a", "b", "c"]

    private func source(_ keys: [Key]) throws -> KeySource {
        .issuers(
            try zip(Self.names, keys).map { name, key in
                (name, .set(try keySet(#"{"keys":[\#(try jwk(key.publicKey!, ["kid": .string("1")]))]}"#)))
            })
    }

    private func token(_ key: Key, _ algorithm: Algorithm, issuer: String) throws -> String {
        try sign(
            header: #"{"alg":"\#(algorithm.name)","kid":"1"}"#, #"{"iss":"\#(issuer)"}"#, with: key, algorithm
        )
    }

    @Test("Each key verifies the tokens of its own issuer and no others, one by one and in groups")
    func crossed() throws {
        let algorithm = try algorithm("EdDSA")
        let keys = Self.names.map { _ in TestKey.generated(.ed25519) }
        let source = try source(keys)
        for backend in [BackendChoice.openSSL, .auto] {
            var verifier = TokenVerifier(source, VerificationPolicy(), backend)
            for (signer, key) in zip(Self.names, keys) {
                for issuer in Self.names + ["d"] {
                    let token = try CompactToken(parsing: Array(token(key, algorithm, issuer: issuer).utf8))
                    var refusal: Refusal?
                    do {
                        try verifier.begin(token, at: 0)
                        verifier.verifySignatures()
                        try verifier.end(0)
                    } catch {
                        refusal = .invalid(try #require(error as? TokenError))
                    }
                    let expected: Refusal? =
                        issuer == signer ? nil : .invalid(issuer == "d" ? .issuerNotTrusted("d") : .signature)
                    #expect(refusal == expected)
                }
            }
        }
    }
}
