package import JSON

/// A response of the platform about an enrolment or an approval, after all checks.
package struct EnrollmentResponse: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The response of `POST /api/v1/users/enroll`.
        case enrollment = "nevis"
        /// The response of `POST /api/v1/approval`.
        case approval = "nevis-approval"
        /// The response of the status endpoint.
        case status = "nevis-status"

        var rules: [MemberRule] {
            switch self {
            case .enrollment: Nevis.response
            case .approval: Nevis.approval
            case .status: Nevis.status
            }
        }
    }

    package let kind: Kind
    /// `app`, `push`, `sms`, `fido2` or `recovery`, if the names of the members show it.
    package let channel: String?
    /// The object as it was received, including members without a rule.
    package let object: JSONObject
    /// The part of it that is for the user's device: `enrollment`, or all of an approval.
    package let ceremony: JSONObject?
    /// The path of that part, ending in a dot unless it is the whole object.
    package let ceremonyPath: String
    /// Nil unless the channel is `app`.
    package let link: EnrollmentLink?
    package let dispatchToken: DispatchToken?
    package let image: EnrollmentImage?
    package let warnings: [EnrollmentWarning]

    /// Whether an object has the members of one of the responses.
    package static func isLikely(_ object: JSONObject) -> Bool {
        object["enrollment"] != nil || object["transactionId"] != nil || object["userId"] != nil
            || isUnknownStatus(object)
    }

    package init(_ object: JSONObject) throws {
        let kind = Self.kind(of: object)
        self.kind = kind
        self.object = object
        var warnings: [EnrollmentWarning] = []
        try kind.rules.check(object, at: "", &warnings)
        switch kind {
        case .enrollment: (ceremony, ceremonyPath) = (object["enrollment"]?.objectValue, "enrollment.")
        case .approval: (ceremony, ceremonyPath) = (object, "")
        case .status: (ceremony, ceremonyPath) = (nil, "")
        }
        channel = ceremony.flatMap { Self.channel(kind, object, $0) }
        guard channel == "app", let ceremony else {
            (link, dispatchToken, image) = (nil, nil, nil)
            self.warnings = warnings
            return
        }
        try Nevis.appCeremony.check(ceremony, at: ceremonyPath, &warnings)
        let (link, token) = try EnrollmentLink.read(
            ceremony["appLinkUri"]?.stringValue ?? "", at: ceremonyPath + "appLinkUri")
        let code = ceremony["qrCode"]?.objectValue
        image = try EnrollmentImage(
            parsing: code?["dataUri"]?.stringValue ?? "", type: code?["type"]?.stringValue ?? "",
            of: ceremonyPath + "qrCode")
        self.link = link
        dispatchToken = token
        self.warnings = warnings + token.warnings
    }

    private static func kind(of object: JSONObject) -> Kind {
        if isUnknownStatus(object) { return .status }
        if object["enrollment"] != nil || object["authenticators"] != nil || object["transactionId"] == nil {
            return .enrollment
        }
        return object["status"] == nil && object["statusToken"] != nil ? .approval : .status
    }

    /// The status endpoint says nothing else of a token that it does not know.
    private static func isUnknownStatus(_ object: JSONObject) -> Bool {
        object["status"]?.stringValue == "unknown" && object["enrollment"] == nil
    }

    private static func channel(_ kind: Kind, _ object: JSONObject, _ ceremony: JSONObject) -> String? {
        let members = kind == .enrollment ? object.members + ceremony.members : ceremony.members
        let names = members.filter { $0.value.kind != .null }.map { $0.name.lowercased() }
        let channel = Nevis.channels.first { channel in
            channel.signs.contains { sign in names.contains { $0.hasPrefix(sign.lowercased()) } }
        }
        // Over push, an approval has neither a code nor a link.
        return channel?.name ?? (kind == .approval ? "push" : nil)
    }
}
