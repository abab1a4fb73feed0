package import JSON

/// A response of the platform about an enrolment, after all checks.
package struct EnrollmentResponse: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        /// The response of `POST /api/v1/users/enroll`.
        case enrollment = "nevis"
        /// The response of the status endpoint.
        case status = "nevis-status"
    }

    package let kind: Kind
    /// `app`, `push`, `sms`, `fido2` or `recovery`, if the names of the members show it.
    package let channel: String?
    /// The object as it was received, including members without a rule.
    package let object: JSONObject
    /// Nil unless the channel is `app`.
    package let link: EnrollmentLink?
    package let dispatchToken: DispatchToken?
    package let image: EnrollmentImage?
    package let warnings: [EnrollmentWarning]

    /// Whether an object has the members of one of the responses.
    package static func isLikely(_ object: JSONObject) -> Bool {
        object["enrollment"] != nil || object["transactionId"] != nil || object["userId"] != nil
    }

    package init(_ object: JSONObject) throws(EnrollmentError) {
        let isStatus =
            object["enrollment"] == nil && object["authenticators"] == nil
            && object["transactionId"] != nil
        kind = isStatus ? .status : .enrollment
        self.object = object
        var warnings: [EnrollmentWarning] = []
        try (isStatus ? Nevis.status : Nevis.response).check(object, at: "", &warnings)
        let enrollment = object["enrollment"]?.objectValue
        channel = isStatus ? nil : Self.channel(object, enrollment)
        guard !isStatus, channel == "app", let enrollment else {
            (link, dispatchToken, image) = (nil, nil, nil)
            self.warnings = warnings
            return
        }
        try Nevis.appEnrollment.check(enrollment, at: "enrollment.", &warnings)
        let (link, token) = try EnrollmentLink.read(
            enrollment["appLinkUri"]?.stringValue ?? "", at: "enrollment.appLinkUri")
        let code = enrollment["qrCode"]?.objectValue
        do {
            image = try EnrollmentImage(
                parsing: code?["dataUri"]?.stringValue ?? "", type: code?["type"]?.stringValue ?? "")
        } catch {
            throw .image(error)
        }
        self.link = link
        dispatchToken = token
        self.warnings = warnings + token.warnings
    }

    private static func channel(_ object: JSONObject, _ enrollment: JSONObject?) -> String? {
        let names = (object.members + (enrollment?.members ?? [])).map { $0.name.lowercased() }
        return Nevis.channels.first { channel in
            channel.signs.contains { sign in names.contains { $0.hasPrefix(sign.lowercased()) } }
        }?.name
    }
}
