import JOSE
import JSON
import OpenSSL
import PKI
import System

extension Profile {
    /// IMS / DriveSync: JWT prototypes that the SDK on a phone gives to the host's back end for signing.
    package static let ims = Profile(
        name: "ims",
        platform: "IMS (DriveSync)",
        tokens: "prototypes from the phone's SDK, signed by the host's back end",
        notes: """
            The header of the document's example prototype has HS256, which contradicts its text. `kid` comes from a \
            later edition, which also allows the host to make the whole token.
            """,
        source: imsTokens,
        header: HeaderRule(
            algorithms: [Algorithm.named("RS256")!], type: .exactly("JWT"), keyID: .optional,
            allowsOthers: true,
            source: imsTokens),
        key: KeyRule(bits: 2048, source: .document(section: imsKeySection)),
        claims: [
            ClaimRule("iss", .text, .given, "the host's API key"),
            ClaimRule("sub", .text, .given, "the enrolled user"),
            .tokenID,
            ClaimRule("nbf", .time, .now, "when the token becomes valid"),
            .expiry,
        ],
        // "exp - nbf <= 15 minutes"
        lifetime: LifetimeRule(start: "nbf", longest: .seconds(900), source: imsTokens),
        timeUnits: [.seconds],
        hasAttributes: false,
        // "signed using the SHA-256 with RSA algorithm"
        certificate: CertificateProfile(
            name: "ims", section: imsKeySection, rsaBits: 2048, signatureAlgorithm: "sha256WithRSAEncryption",
            digest: .sha256))

    private static let imsTokens = RuleSource.document(section: "Mobile App Signing Interface")
    private static let imsKeySection = "Public Certificate and RSA Key Pair"
}
