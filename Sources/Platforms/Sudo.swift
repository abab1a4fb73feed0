import JOSE
package import JSON
import OpenSSL
import System

// The Sudo Platform, by its documents and, where these leave something out, by its own SDKs: lifetimes, the names of
// the test provider, and what the header must not have.

extension Profile {
    /// Custom federated sign-in: the host's back end says who the user is.
    static let sudoFSSO = sudo(
        "sudo-fsso", "custom federated sign-in: the host's back end says who its user is",
        section: "Custom Federated Sign In",
        notes: """
            The document has iat and exp in milliseconds, and the SDKs' own provider writes seconds: it is worth \
            asking the platform which one it takes.\u{20}
            """, keyID: .required(standard: nil),
        claims: [
            ClaimRule("iss", .text, .given, "the provider's name, as it was registered"),
            ClaimRule("sub", .text, .given, "the user's name"),
            ClaimRule("aud", .constant("identity-service"), .kind, "the audience"),
            ClaimRule("jti", .text, .uuid, "a unique identifier of the token, such as a UUID"),
        ],
        longest: .seconds(3600),
        // "milliseconds since epoch"; the SDKs' own provider writes seconds.
        timeUnits: [.milliseconds, .seconds])

    /// The provider of integration tests, with a key from the Admin Console.
    static let sudoTest = sudo(
        "sudo-test", "registration of test users with a TEST registration key",
        section: "Test Registration Keys",
        notes: "What stands in iss, aud, sub and kid is what the SDKs' TESTAuthenticationProvider writes. ",
        keyID: .required(standard: "register_key"), isFormFixed: true,
        claims: [
            ClaimRule("iss", .constant("testRegisterIssuer"), .kind, "the issuer"),
            ClaimRule("sub", .nameAndUUID, .given, "the test suite's name, a hyphen and a UUID"),
            ClaimRule("aud", .constant("testRegisterAudience"), .kind, "the audience"),
            ClaimRule("jti", .text, .uuid, "a unique identifier of the token"),
        ],
        longest: .seconds(3600), timeUnits: [.seconds, .milliseconds])

    /// Signing in with the key that was made at registration.
    static let sudoSignIn = sudo(
        "sudo-signin", "sign-in with the private key that was made at registration",
        section: "Sign In via Private Key",
        notes: "The document tells of a token that is signed; its claims are what the SDKs write. ",
        keyID: .required(standard: nil),
        claims: [
            // What is wrong with the one that is given is said first.
            ClaimRule("sub", .text, .given, "the user's ID"),
            ClaimRule("iss", .same(as: "sub"), .kind, "the user's ID"),
            ClaimRule("aud", .text, .given, "the challenge's audience"),
            ClaimRule("jti", .text, .given, "the challenge's nonce"),
        ],
        longest: .seconds(300), timeUnits: [.seconds, .milliseconds])

    private static func sudo(
        _ name: String, _ tokens: String, section: String, notes: String, keyID: HeaderRule.KeyID,
        isFormFixed: Bool = false, claims: [ClaimRule], longest: TimeSpan, timeUnits: [TimeUnit]
    ) -> Profile {
        Profile(
            name: name, platform: "Sudo Platform", tokens: tokens, section: section,
            header: HeaderRule(
                algorithm: Algorithm.named("RS256")!, type: nil, keyID: keyID, allowsOthers: false),
            // The SDKs take the lines of PKCS#1 off the key, and no others.
            key: KeyRule(
                bits: 2048, section: section, form: .pkcs1, isFormFixed: isFormFixed,
                publicForm: .pkcs1Public),
            claims: claims + [
                ClaimRule("iat", .time, .now, "when the token was issued"),
                ClaimRule("exp", .time, .lifetime, "when the token expires"),
                ClaimRule("nbf", .time, .optional, "when the token becomes valid"),
            ],
            lifetime: LifetimeRule(start: "iat", longest: longest), timeUnits: timeUnits, hasAttributes: true,
            notes: notes + """
                The header without `typ`, the lifetime as the longest that a token may have, and the forms of the keys are \
                not in the document, but in the platform's SDKs.
                """,
            certificate: nil)
    }
}

/// What a client sends of its public key when it registers a user, as the SDKs write it.
package enum SudoRegistration {
    /// The rules for the key.
    package static var profile: Profile { .sudoSignIn }

    /// - Parameters:
    ///   - keyID: what tokens have in `kid` later.
    ///   - publicKey: PKCS#1 RSAPublicKey, DER.
    package static func object(keyID: String, publicKey: [UInt8]) -> JSONObject {
        JSONObject([
            ("keyId", .string(keyID)), ("algorithm", .string("RSA")),
            // Of the keys that the platform makes for the user's data; the SDKs know no other.
            ("symmetricAlgorithm", .string("AES/256")),
            ("publicKey", .string(Base64.encode(publicKey))),
        ])
    }
}
