package import Words

/// The link of an enrolment. It opens the app, or a page that offers the app, and passes on the dispatch token.
package struct EnrollmentLink: Sendable {
    package enum Form: String, CaseIterable, Sendable {
        /// `https://{instance}.mauth.nevis.cloud/open?…`, as `enrollResponse` has it in the document.
        case web
        /// `https://{instance}-app.mauth.nevis.cloud/open?…`, as the document describes `appLinkUri`.
        case app
        /// `nevisaccess:…`, which opens the app itself.
        case nevisaccess
    }

    package let form: Form
    /// The URI as it was given.
    package let uri: String
    /// In lower case; nil for the app's own scheme, which names no server.
    package let host: String?
    package let instance: String?
    /// The token after percent-decoding: base64url.
    package let dispatchToken: String
    /// The other members of the query, exactly as they are spelt.
    package let otherMembers: [String]

    package init(parsing uri: String) throws(InputError) {
        let bytes = Array(uri.utf8.prefix(Nevis.maximumLinkBytes + 1))
        if bytes.count > Nevis.maximumLinkBytes {
            throw InputError("it is longer than \(Nevis.maximumLinkBytes) bytes")
        }
        guard let scheme = URIParts.scheme(of: bytes) else {
            throw InputError("the scheme is missing; expected https or \(Nevis.appScheme)")
        }
        guard scheme == "https" || scheme == Nevis.appScheme else {
            let found = scheme.hasLongWord ? "" : ", not '\(scheme.printable(upTo: 32))'"
            throw InputError("the scheme must be https or \(Nevis.appScheme)\(found)")
        }
        let parts = try URIParts(bytes, scheme)
        if parts.hasFragment { throw InputError("a fragment (#) is not allowed") }
        let authority = parts.authority ?? []
        if authority.contains(UInt8(ascii: "@")) {
            throw InputError("a user-info part (@) is not allowed, because it disguises the host")
        }
        if authority.first == UInt8(ascii: "[") {
            throw Self.foreign(String(decoding: authority, as: UTF8.self))
        }
        if authority.contains(UInt8(ascii: ":")) { throw InputError("a port is not allowed") }
        if scheme == "https" {
            let (host, instance, form) = try Self.host(authority)
            guard URIParts.percentDecoded(parts.path) == Nevis.linkPath else {
                throw InputError("the path must be \(Nevis.linkPath)", hint: Self.forms)
            }
            (self.host, self.instance, self.form) = (host, instance, form)
        } else {
            (host, instance, form) = (nil, nil, .nevisaccess)
        }
        if let offset = bytes.firstIndex(where: { $0 >= 0x80 }) { throw URIParts.forbidden(at: offset) }
        self.uri = uri
        (dispatchToken, otherMembers) = try Self.query(parts.query ?? [])
    }

    /// Reads a link and the token in it.
    ///
    /// - Parameter member: the member of a response that contains the link; nil if the link is the input itself.
    package static func read(
        _ uri: String, at member: String? = nil
    ) throws -> (link: EnrollmentLink, token: DispatchToken) {
        let link: EnrollmentLink
        do {
            link = try EnrollmentLink(parsing: uri)
        } catch {
            throw InputError((member.map { "\($0): " } ?? "") + error.message, hint: error.hint)
        }
        return (link, try DispatchToken(parsing: link.dispatchToken))
    }

    /// Whether a text begins like a URI. A file with such a name must be given as `./name`.
    package static func isURI(_ text: String) -> Bool { URIParts.scheme(of: text.utf8) != nil }

    /// The whole host is compared. A host that merely begins or ends like one of the platform's may belong to
    /// anybody.
    private static func host(_ authority: [UInt8]) throws(InputError) -> (String, String, Form) {
        if authority.isEmpty { throw InputError("the host is missing", hint: forms) }
        let international = InputError("an internationalised host name is not allowed", hint: forms)
        guard authority.isASCII else { throw international }
        let host = String(decoding: authority, as: UTF8.self).lowercased()
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.contains(where: { $0.hasPrefix("xn--") }) { throw international }
        let domain = Nevis.domain.split(separator: ".")
        guard let label = labels.first, labels.dropFirst().elementsEqual(domain), isLabel(label) else {
            throw foreign(host)
        }
        guard label.hasSuffix(Nevis.appSuffix) else { return (host, String(label), .web) }
        let instance = label.dropLast(Nevis.appSuffix.count)
        guard isLabel(instance) else { throw foreign(host) }
        return (host, String(instance), .app)
    }

    private static func foreign(_ host: String) -> InputError {
        let shown = host.hasLongWord ? "" : " '\(host.printable(upTo: 100))'"
        return InputError("the host\(shown) is not an instance of \(Nevis.domain)", hint: forms)
    }

    private static let forms =
        "use https://{instance}.\(Nevis.domain)/open?… or https://{instance}-app.\(Nevis.domain)/open?…"

    /// Letters, digits and inner hyphens, at most 63 of them (RFC 1123 §2.1).
    private static func isLabel(_ label: Substring) -> Bool {
        !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
            && label.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    private static func query(_ query: [UInt8]) throws(InputError) -> (String, [String]) {
        var token: String?
        var others: [String] = []
        for member in query.split(separator: UInt8(ascii: "&")) {
            let equals = member.firstIndex(of: UInt8(ascii: "=")) ?? member.endIndex
            guard URIParts.percentDecoded(member[..<equals]) == Nevis.tokenMember else {
                others.append(String(decoding: member, as: UTF8.self))
                continue
            }
            if token != nil { throw InputError("the query has more than one \(Nevis.tokenMember)") }
            guard let value = URIParts.percentDecoded(member[equals...].dropFirst()) else {
                throw InputError("\(Nevis.tokenMember) has invalid percent-encoding")
            }
            token = value
        }
        guard let token, !token.isEmpty else {
            throw InputError("the query has no \(Nevis.tokenMember)")
        }
        return (token, others)
    }
}
