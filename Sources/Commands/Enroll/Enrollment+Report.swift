import JSON
import OpenSSL
import PKI
import Platforms
import Words

extension Enrollment {
    var report: Report {
        var report = Report()
        report.add("kind", "kind", .string(kind), text: kindWords)
        if case .response(let response) = content, response.kind != .status {
            report.add(
                "channel", "channel", response.channel.map { .string($0) } ?? .null,
                text: response.channel ?? "unknown")
        }
        if let response { showMembers(of: response, on: &report) }
        if let link { add(link, to: &report) }
        if let dispatchToken { add(dispatchToken, encodedToken ?? "", to: &report) }
        if let image { add(image, to: &report) }
        if case .logIn(_, let parameters) = content { report.add(parameters) }
        report.add("warnings", .strings(warnings.map(\.words)))
        if let response { report.add("response", .object(response)) }
        return report
    }

    private var kindWords: String {
        switch content {
        case .response(let response):
            switch response.kind {
            case .enrollment: "enrolment response (Nevis Authentication Cloud)"
            case .approval: "approval response (Nevis Authentication Cloud)"
            case .status: "status of an enrolment or an approval (Nevis Authentication Cloud)"
            }
        case .link: "enrolment link (Nevis Authentication Cloud)"
        case .token: "dispatch token (Nevis Authentication Cloud)"
        case .logIn: "log-in answer (SAP Secure Login Server)"
        }
    }

    /// The members that people look for, with labels; programs find all of them in `response`.
    private func showMembers(of response: JSONObject, on report: inout Report) {
        let labels = [
            ("userId", "user ID"), ("username", "user name"), ("status", "status"), ("token", "token"),
            ("createdAt", "created"), ("updatedAt", "updated"), ("lastUpdatedAt", "updated"),
            ("transactionId", "transaction"), ("statusToken", "status token"),
        ]
        for (name, label) in labels {
            if let value = response[name] { report.show(label, value.plainText) }
        }
        if let authenticators = response["authenticators"]?.arrayValue {
            report.show("authenticators", authenticators.isEmpty ? "none" : "\(authenticators.count)")
            for authenticator in authenticators.prefix(100).compactMap(\.objectValue) {
                let words = ["name", "type", "authenticatorType", "state", "enrolledAt"].compactMap {
                    authenticator[$0]?.stringValue
                }
                report.show("authenticator", words.joined(separator: ", "))
            }
        }
        if case .logIn = content { return }
        for member in response.members
        where !labels.contains(where: { $0.0 == member.name })
            && !["authenticators", "enrollment", "qrCode", "appLinkUri"].contains(member.name)
        {
            report.show(member.name.printable, member.value.plainText)
        }
        guard let enrollment = response["enrollment"]?.objectValue else { return }
        for (name, label) in [("transactionId", "transaction"), ("statusToken", "status token")] {
            if let value = enrollment[name] { report.show(label, value.plainText) }
        }
        let known = ["transactionId", "statusToken", "qrCode", "appLinkUri"]
        for member in enrollment.members where !known.contains(member.name) {
            report.show(member.name.printable, member.value.plainText)
        }
    }

    private func add(_ link: EnrollmentLink, to report: inout Report) {
        report.add(
            "link",
            .object([
                ("form", .string(link.form.rawValue)),
                ("instance", link.instance.map { .string($0) } ?? .null),
                ("host", link.host.map { .string($0) } ?? .null),
                ("uri", .string(link.uri)),
                ("otherMembers", .strings(link.otherMembers)),
            ]))
        report.show("link", link.uri)
        report.show("link leads to", link.words)
        if !link.otherMembers.isEmpty {
            report.show("ignored", link.otherMembers.joined(separator: "&"))
        }
    }

    private func add(_ token: DispatchToken, _ encoded: String, to report: inout Report) {
        report.add("dispatchTokenResponse", .string(encoded))
        report.add("dispatchToken", .object(token.object))
        if let header = token.encryptionHeader {
            report.add(
                "jweHeader", "dispatch token", .object(header),
                text: "encrypted (JWE); only the app can decrypt it")
            report.show("JWE header", JSONWriter.string(.object(header)))
            return
        }
        for member in token.object["nma_data"]?.objectValue?.members ?? [] {
            let label = ["token": "dispatch token", "redeem_url": "redeemed at"][member.name]
            report.show(label ?? "nma_data.\(member.name.printable)", member.value.plainText)
        }
    }

    private func add(_ image: EnrollmentImage, to report: inout Report) {
        let code = ceremony?["qrCode"]?.objectValue
        var members: [(String, JSONValue?)] = [
            ("type", .string(image.mediaType)), ("size", code?["size"] ?? .null),
            ("bytes", .integer(Int64(image.bytes.count))), ("verified", .bool(image.isVerified)),
        ]
        var words = "\(image.mediaType), \(image.bytes.count) bytes"
        if let (width, height) = image.pixels {
            members += [("width", .integer(Int64(width))), ("height", .integer(Int64(height)))]
            words += ", \(width) × \(height) pixels"
        }
        report.add(
            "qrCode", "QR code", .object(members),
            text: words + (image.isVerified ? "" : ", a type that signet cannot check"))
    }
}

extension EnrollmentLink {
    /// Where it leads, for people.
    fileprivate var words: String {
        switch form {
        case .web: "instance \(instance ?? "") (\(host ?? ""))"
        case .app: "the app of instance \(instance ?? "") (\(host ?? ""))"
        case .nevisaccess: "the app, through its own scheme (\(Nevis.appScheme))"
        }
    }
}

extension JSONValue {
    /// For people: strings without quotes.
    fileprivate var plainText: String {
        switch self {
        case .string(let text): text
        case .null: "none"
        default: JSONWriter.string(self)
        }
    }
}

extension Report {
    /// What a Secure Login Server asks for, with the names of `signet csr create --params`.
    fileprivate mutating func add(_ parameters: CertificateParameters) {
        func list(_ values: [String]) -> JSONValue? { values.isEmpty ? nil : .strings(values) }
        let members: [(String, JSONValue?)] = [
            ("subject", parameters.subject.map(JSONValue.string)),
            ("keyType", (parameters.keyKind?.rawValue).map(JSONValue.string)),
            ("keySize", parameters.keySize.map { .integer(Int64($0)) }),
            ("signatureAlgorithm", parameters.signatureAlgorithm.map(JSONValue.string)),
            ("subjectAltNamesRfc822", list(parameters.emailAddresses)),
            ("subjectAltNamesDNS", list(parameters.hosts)),
            ("keyUsage", (parameters.keyUsage?.names).map(JSONValue.strings)),
            (
                "extendedKeyUsage",
                parameters.extendedKeyUsage.map { .strings($0.map(ExtendedKeyUsage.name)) }
            ),
        ]
        add("parameters", .object(members))
        for case (let name, let value?) in members { show(name, value.plainText) }
    }
}
