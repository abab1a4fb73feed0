import JOSE
package import JSON
import OpenSSL
import System

// The document gives the rules of custom federated sign-in: the algorithm, the size of the key, `kid` and the claims.
// Everything else comes from the SDKs: lifetimes, the header's other members, the formats of the keys, and the tokens
// of the test provider and of the sign-in key.

extension Profile {
    /// Custom federated sign-in: the host's back end identifies the user.
    package static let sudoFSSO = sudo(
        "sudo-fsso",
        tokens: "custom federated sign-in: the host's back end identifies its user",
        notes: """
            The document has iat and exp in milliseconds, but the provider in the SDKs writes seconds. Ask the \
            platform which unit it accepts. The document requires a short lifetime but no maximum, and does not \
            mention `typ` or the formats of the keys: signet writes these as the SDKs do.
            """,
        source: .document(section: "Custom Federated Sign In"),
        keyID: .required(standard: nil),
        claims: [
            ClaimRule("iss", .text, .given, "the provider's registered name"),
            ClaimRule("sub", .text, .given, "the user's name"),
            ClaimRule("aud", .constant("identity-service"), .kind, "the audience"),
            .tokenID,
        ],
        longest: .seconds(3600),
        // "milliseconds since epoch"; the SDKs' own provider writes seconds.
        timeUnits: [.milliseconds, .seconds])

    /// The provider for integration tests, with a key from the Admin Console.
    package static let sudoTest = sudo(
        "sudo-test",
        tokens: "registration of test users with a TEST registration key",
        notes: "iss, aud, sub and kid are as TESTAuthenticationProvider in the SDKs writes them.",
        source: .sdks,
        keyID: .required(standard: "register_key"), isFormFixed: true,
        claims: [
            ClaimRule("iss", .constant("testRegisterIssuer"), .kind, "the issuer"),
            ClaimRule("sub", .nameAndUUID, .given, "the test suite's name, a hyphen and a UUID"),
            ClaimRule("aud", .constant("testRegisterAudience"), .kind, "the audience"),
            .tokenID,
        ],
        longest: .seconds(3600), timeUnits: [.seconds, .milliseconds])

    /// Signing in with the key that was made at registration.
    package static let sudoSignIn = sudo(
        "sudo-signin",
        tokens: "sign-in with the private key that was made at registration",
        notes: "The document mentions only a signed token; everything else is as in the SDKs.",
        source: .sdks,
        keyID: .required(standard: nil),
        claims: [
            // A fault in the given subject is reported first.
            ClaimRule("sub", .text, .given, "the user's ID"),
            ClaimRule("iss", .same(as: "sub"), .kind, "the user's ID"),
            ClaimRule("aud", .text, .given, "the challenge's audience"),
            ClaimRule("jti", .text, .given, "the challenge's nonce"),
        ],
        longest: .seconds(300), timeUnits: [.seconds, .milliseconds])

    private static func sudo(
        _ name: String, tokens: String, notes: String, source: RuleSource, keyID: HeaderRule.KeyID,
        isFormFixed: Bool = false, claims: [ClaimRule], longest: TimeSpan, timeUnits: [TimeUnit]
    ) -> Profile {
        Profile(
            name: name, platform: "Sudo Platform", tokens: tokens, notes: notes, source: source,
            header: HeaderRule(
                algorithms: [Algorithm.named("RS256")!], type: .absent, keyID: keyID, allowsOthers: false,
                source: .sdks),
            // The SDKs remove only the PEM lines of PKCS#1 from the key.
            key: KeyRule(
                bits: 2048, source: source, form: .pkcs1, isFormFixed: isFormFixed,
                publicForm: .pkcs1Public),
            claims: claims + [
                .issuedAt, .expiry, .notBefore,
            ],
            lifetime: LifetimeRule(start: "iat", longest: longest, source: .sdks), timeUnits: timeUnits,
            hasAttributes: true,
            certificate: nil)
    }
}

/// The public key data that a client sends when it registers a user, in the format of the SDKs.
package enum SudoRegistration {
    /// The rules for the key.
    package static var profile: Profile { .sudoSignIn }

    /// - Parameters:
    ///   - keyID: the `kid` of later tokens.
    ///   - publicKey: PKCS#1 RSAPublicKey, DER.
    package static func object(keyID: String, publicKey: [UInt8]) -> JSONObject {
        JSONObject([
            ("keyId", .string(keyID)), ("algorithm", .string("RSA")),
            // This is for the keys that the platform makes for the user's data; the SDKs support no other algorithm.
            ("symmetricAlgorithm", .string("AES/256")),
            ("publicKey", .string(Base64.encode(publicKey))),
        ])
    }
}
