import JOSE
import System

extension Profile {
    /// IMS / DriveSync: JWT prototypes that a phone's SDK hands to the host's back end for signing.
    static let ims = Profile(
        name: "ims",
        claimsSection: "Mobile App Signing Interface",
        algorithm: Algorithm.named("RS256")!,
        keyBits: 2048, keySection: "Public Certificate and RSA Key Pair",
        type: "JWT",
        claims: [
            ClaimRule("iss", .text, .given, "the host's API key"),
            ClaimRule("sub", .text, .given, "the enrolled user"),
            ClaimRule("jti", .text, .uuid, "a unique identifier of the token"),
            ClaimRule("nbf", .time, .now, "when the token becomes valid"),
            ClaimRule("exp", .time, .lifetime, "when the token becomes invalid"),
        ],
        // "exp - nbf <= 15 minutes"
        longestWindow: .seconds(900))
}
