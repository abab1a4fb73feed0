import Arguments
import OpenSSL
import PKI
import Words

/// The flags for what a certificate says of its authority: the places of lists and responses, policies, and names.
enum AuthorityFlags {
    static let crlURL = Flag(
        repeatable: "crl-url", .url, group: "Authority", "say where the CA's revocation list is",
        details: ["Several are places of the same list, in one distribution point (RFC 5280 §4.2.1.13)."]
    )
    .proposed(for: "crl-distribution-point", "cdp")
    static let ocspURL = Flag(
        repeatable: "ocsp-url", .url, group: "Authority", "say where the CA's OCSP responder is"
    )
    .proposed(for: "ocsp")
    static let issuerURL = Flag(
        repeatable: "issuer-url", .url, group: "Authority", "say where the CA's certificate is"
    )
    .proposed(for: "ca-issuers", "aia")
    static let policyOID = Flag(
        repeatable: "policy-oid", .policyOID, group: "Authority", "add a certificate policy",
        details: ["In dotted decimal. `2.5.29.32.0` is anyPolicy. Qualifiers cannot be given."]
    )
    .proposed(for: "policy", "certificate-policy")
    static let nameConstraint = Flag(
        repeatable: "name-constraint", .nameConstraint, group: "Authority",
        "limit the names that a CA may certify: permit:dns:HOST, …",
        details: [
            """
            `permit:` or `exclude:`, and a name: `dns:example.org` (with every name below it; `exclude:dns:` is every \
            host), `ip:192.0.2.0/24`, `email:` and `uri:` with a host or, after a dot, the hosts below it, `email:` with \
            a mailbox, or `dirname:` with a subject. If a kind of name is permitted, every name of this kind must be \
            within one of the permitted ones. Other kinds are not limited (RFC 5280 §4.2.1.10).
            """
        ]
    )
    .proposed(for: "name-constraints", "permitted", "excluded")

    static let all: [any AnyFlag] = [crlURL, ocspURL, issuerURL, policyOID, nameConstraint]

    /// The extensions that the flags request.
    static func extensions(_ arguments: ParsedArguments) throws(OpenSSLError) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        let constraints = arguments[nameConstraint]
        if !constraints.isEmpty {
            extensions.append(
                try .nameConstraints(
                    permitted: constraints.filter(\.isPermitted).map(\.base),
                    excluded: constraints.filter { !$0.isPermitted }.map(\.base)))
        }
        let policies = arguments[policyOID].withoutDuplicates()
        if !policies.isEmpty { extensions.append(try .certificatePolicies(policies)) }
        let lists = arguments[crlURL].withoutDuplicates()
        if !lists.isEmpty { extensions.append(try .crlDistributionPoint(lists.map(GeneralName.uri))) }
        let places =
            arguments[ocspURL].withoutDuplicates().map { (AccessMethod.ocsp.rawValue, GeneralName.uri($0)) }
            + arguments[issuerURL].withoutDuplicates().map {
                (AccessMethod.caIssuers.rawValue, GeneralName.uri($0))
            }
        if !places.isEmpty { extensions.append(try .authorityInformationAccess(places)) }
        return extensions
    }
}

extension NameConstraint {
    /// A warning if it is probably meant for other names.
    var formWarning: String? {
        get throws {
            guard case .directory(let name) = base else { return nil }
            return try name.formWarning.map { "--name-constraint: \($0)" }
        }
    }
}

extension ValueFormat where Result == String {
    /// A place of RFC 5280 §4.2.1.13 and §4.2.2.1.
    static var url: Self {
        Self("URL") { word in
            guard let uri = try? URIName(parsing: word), uri.host != nil, schemes.contains(uri.scheme) else {
                throw InvalidValue.because(
                    "invalid URL \(word.quoted); expected \(schemes.map { "\($0)://" }.orList)",
                    hint: "use a URL such as http://ca.example.org/ca.crl")
            }
            return word
        }
    }

    private static var schemes: [String] { ["http", "https", "ldap", "ldaps"] }

    static var policyOID: Self {
        Self("OID") { word in
            guard isObjectIdentifier(word) else {
                throw InvalidValue.because(
                    "invalid object identifier \(word.quoted)",
                    hint: "use dotted decimal, such as 2.23.140.1.2.1")
            }
            return word
        }
    }
}

extension ValueFormat where Result == NameConstraint {
    fileprivate static var nameConstraint: Self {
        let beginnings = ["permit", "exclude"].flatMap { effect in
            NameConstraint.kinds.map { Value.Choice("\(effect):\($0):") }
        }
        return Self("permit|exclude:TYPE:NAME", .suggestion(beginnings)) { word in
            try about(word.quoted) { try NameConstraint(parsing: word) }
        }
    }
}
