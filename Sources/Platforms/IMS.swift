import JOSE
import JSON
import OpenSSL
import PKI
import System

extension Profile {
    /// IMS / DriveSync: JWT prototypes that a phone's SDK hands to the host's back end for signing.
    static let ims = Profile(
        name: "ims",
        platform: "IMS (DriveSync)",
        tokens: "prototypes of the phone's SDK, which the host's back end signs",
        section: "Mobile App Signing Interface",
        header: HeaderRule(
            algorithm: Algorithm.named("RS256")!, type: "JWT", keyID: .optional, allowsOthers: true),
        key: KeyRule(
            bits: 2048, section: imsKeySection, form: .pkcs8, isFormFixed: false, publicForm: .spki),
        claims: [
            ClaimRule("iss", .text, .given, "the host's API key"),
            ClaimRule("sub", .text, .given, "the enrolled user"),
            ClaimRule("jti", .text, .uuid, "a unique identifier of the token"),
            ClaimRule("nbf", .time, .now, "when the token becomes valid"),
            ClaimRule("exp", .time, .lifetime, "when the token becomes invalid"),
        ],
        // "exp - nbf <= 15 minutes"
        lifetime: LifetimeRule(start: "nbf", longest: .seconds(900)),
        timeUnits: [.seconds],
        hasAttributes: false,
        notes: """
            The document's example of a prototype has a header that says HS256, against its own words. `kid` is from a later \
            edition, in which the host may also make the whole token.
            """,
        // "signed using the SHA-256 with RSA algorithm"
        certificate: CertificateProfile(
            name: "ims", section: imsKeySection, rsaBits: 2048, signatureAlgorithm: "sha256WithRSAEncryption",
            digest: .sha256, isCA: false))

    private static let imsKeySection = "Public Certificate and RSA Key Pair"
}
