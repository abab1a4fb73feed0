package import JSON

/// Nevis Authentication Cloud: the structure of its responses, links and push messages.
///
/// The source is `AuthCloudApiRegistration` of the Mobile Authentication SDK: "the response of the Cloud HTTP API to
/// the enroll endpoint", and its `appLinkUri`; for approvals and the status, the reference of the Cloud HTTP API. A
/// member with another type than the document's is an error. A string without its usual form (a UUID, a time, one of a
/// few words) only causes a warning: the document does not require it, nothing here depends on it, and servers add words.
package enum Nevis {
    /// The response of `POST /api/v1/users/enroll`.
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

    /// Members of every channel. Only the app's channel needs a status token.
    private static let enrollment: [MemberRule] = [
        MemberRule("transactionId", .string(.uuid)),
        MemberRule("statusToken", .string(.notEmpty), isRequired: false),
    ]

    /// The response of `POST /api/v1/approval`, on any channel.
    static let approval: [MemberRule] = [
        MemberRule("transactionId", .string(.uuid)),
        MemberRule("statusToken", .string(.notEmpty)),
    ]

    /// Members of `enrollment` or of an approval on the app's channel.
    static let appCeremony: [MemberRule] = [
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

    /// The response of the status endpoint.
    static let status: [MemberRule] = [
        MemberRule("transactionId", .string(.uuid), isRequired: false),
        MemberRule("status", .string(.oneOf(["pending", "succeeded", "failed", "unknown"]))),
        MemberRule("userId", .string(.uuid), isRequired: false, isNullable: true),
        MemberRule("username", .string(nil), isRequired: false, isNullable: true),
        MemberRule("token", .string(nil), isRequired: false, isNullable: true),
        MemberRule("createdAt", .string(.time), isRequired: false, isNullable: true),
        MemberRule("lastUpdatedAt", .string(.time), isRequired: false, isNullable: true),
    ]

    /// The JSON in `dispatchTokenResponse`. `nma_data` is checked by its content type.
    static let dispatchToken: [MemberRule] = [
        MemberRule("nma_data_content_type", .string(nil)),
        MemberRule("nma_data_version", .string(.oneOf(["1"]))),
    ]

    /// `nma_data` if its content type is JSON.
    static let dispatchData: [MemberRule] = [
        MemberRule("token", .string(.uuid)),
        MemberRule("redeem_url", .string(nil)),
    ]

    /// Channels, with the beginnings of their members' names. A response does not name its channel.
    static let channels: [(name: String, signs: [String])] = [
        ("app", ["qrCode", "appLinkUri"]),
        ("push", ["push"]),
        ("sms", ["sms", "phone"]),
        ("fido2", ["fido2", "credentialCreationOptions"]),
        ("recovery", ["recovery"]),
    ]

    /// The host of a link is `{instance}` or `{instance}-app` followed by this domain.
    package static let domain = "mauth.nevis.cloud"
    static let appSuffix = "-app"
    static let linkPath = "/open"
    /// The scheme that opens the app itself.
    package static let appScheme = "nevisaccess"
    /// "Only the query member `dispatchTokenResponse` counts."
    package static let tokenMember = "dispatchTokenResponse"

    /// A response has a few kilobytes, most of them the image.
    package static let maximumResponseBytes = 4 << 20
    /// Longer than any link; browsers and cameras have much lower limits.
    package static let maximumLinkBytes = 64 << 10
    static let maximumDepth = 32
    package static let limits = JSONLimits(maximumBytes: maximumResponseBytes, maximumDepth: maximumDepth)
}
