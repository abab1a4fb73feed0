package import JSON

/// Nevis Authentication Cloud: what its answers and links are made of.
///
/// After `AuthCloudApiRegistration` of the Mobile Authentication SDK: "the response of the Cloud HTTP API to the enroll
/// endpoint", and its `appLinkUri`. What the document calls by a type is that type, or an error; what it gives as the
/// form of a string (a UUID, a time, one of a few words) is a warning where it is not met, because nothing depends on
/// it here and servers grow words.
package enum Nevis {
    /// The answer of `POST /api/v1/users/enroll`.
    static let response: [MemberRule] = [
        MemberRule("userId", .string(.uuid)),
        MemberRule("username", .string(nil), isNullable: true),
        MemberRule("status", .string(.oneOf(["new", "active"]))),
        MemberRule("createdAt", .string(.time)),
        MemberRule("updatedAt", .string(.time)),
        MemberRule("authenticators", .array(of: authenticator)),
        MemberRule("enrollment", .object(enrollment)),
    ]

    private static let authenticator: [MemberRule] = [
        MemberRule("authenticatorId", .string(.uuid)),
        MemberRule("name", .string(nil), isRequired: false, isNullable: true),
        MemberRule("type", .string(.oneOf(["ios", "android"])), isRequired: false, isNullable: true),
        MemberRule("authenticatorType", .string(.oneOf(["app", "fido2"]))),
        MemberRule("state", .string(nil)),
        MemberRule("enrolledAt", .string(.time), isRequired: false, isNullable: true),
        MemberRule("updatedAt", .string(.time), isRequired: false, isNullable: true),
        MemberRule("uaf", .object([]), isRequired: false, isNullable: true),
    ]

    /// What every channel has; others than the app's need no status token.
    private static let enrollment: [MemberRule] = [
        MemberRule("transactionId", .string(.uuid)),
        MemberRule("statusToken", .string(nil), isRequired: false),
    ]

    /// What is under `enrollment` on the app's channel.
    static let appEnrollment: [MemberRule] = [
        MemberRule("statusToken", .string(nil)),
        MemberRule(
            "qrCode",
            .object([
                MemberRule("type", .string(nil)),
                MemberRule("size", .number),
                MemberRule("dataUri", .string(nil)),
            ])),
        MemberRule("appLinkUri", .string(nil)),
    ]

    /// The answer of the status endpoint.
    static let status: [MemberRule] = [
        MemberRule("transactionId", .string(.uuid)),
        MemberRule("status", .string(.oneOf(["pending", "succeeded", "failed", "unknown"]))),
        MemberRule("userId", .string(.uuid), isRequired: false, isNullable: true),
        MemberRule("username", .string(nil), isRequired: false, isNullable: true),
        MemberRule("token", .string(nil), isRequired: false, isNullable: true),
        MemberRule("createdAt", .string(.time), isRequired: false, isNullable: true),
        MemberRule("lastUpdatedAt", .string(.time), isRequired: false, isNullable: true),
    ]

    /// The JSON behind `dispatchTokenResponse`; `nma_data` is judged by its content type.
    static let dispatchToken: [MemberRule] = [
        MemberRule("nma_data_content_type", .string(nil)),
        MemberRule("nma_data_version", .string(.oneOf(["1"]))),
    ]

    /// `nma_data` where its content type is JSON.
    static let dispatchData: [MemberRule] = [
        MemberRule("token", .string(.uuid)),
        MemberRule("redeem_url", .string(nil)),
    ]

    /// Channels, with what the names of their members begin with. An answer does not name its channel.
    static let channels: [(name: String, signs: [String])] = [
        ("app", ["qrCode", "appLinkUri"]),
        ("push", ["push"]),
        ("sms", ["sms", "phone"]),
        ("fido2", ["fido2", "credentialCreationOptions"]),
        ("recovery", ["recovery"]),
    ]

    /// `{instance}` stands before it in the host of a link, by itself or with `-app`.
    package static let domain = "mauth.nevis.cloud"
    static let appSuffix = "-app"
    static let linkPath = "/open"
    /// The scheme of the app itself.
    package static let appScheme = "nevisaccess"
    /// "Only the query member `dispatchTokenResponse` counts."
    package static let tokenMember = "dispatchTokenResponse"

    /// An answer is a few kilobytes, most of them the image.
    package static let maximumResponseBytes = 4 << 20
    /// Nobody's link is longer; browsers and cameras stop well before.
    package static let maximumLinkBytes = 64 << 10
    static let maximumDepth = 32
    package static let limits = JSONLimits(maximumBytes: maximumResponseBytes, maximumDepth: maximumDepth)
}
