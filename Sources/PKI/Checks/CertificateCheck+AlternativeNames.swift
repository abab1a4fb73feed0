import OpenSSL

extension CertificateCheck {
    static let alternativeNames: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "subject-alternative-name", "RFC 5280 §4.2.1.6",
                rule:
                    "not empty; host names in the preferred name syntax (a wildcard only as all of the first label), no address among them, addresses of 4 or 16 octets, mailboxes, absolute URIs",
                remedy: "have it issued again with names that are well-formed")
        ) { facts, _, _ in
            guard facts.has(ExtensionID.subjectAltName) else { return .skipped("no subjectAltName") }
            guard let names = facts.subjectAltName else { return .fail("subjectAltName is malformed") }
            if names.isEmpty { return .fail("subjectAltName is empty") }
            for name in names {
                if let problem = problem(of: name) { return .fail(problem) }
            }
            return .pass(names.count == 1 ? "1 name" : "\(names.count) names")
        }
    ]

    private static func problem(of name: GeneralName) -> String? {
        switch name {
        case .dns(let text):
            if DNSName.isWellFormed(text) || DNSName.isWildcard(text) { return nil }
            return HostAddress(text) != nil
                ? "the address \(text) stands in subjectAltName as a host name"
                : "'\(text)' in subjectAltName is no host name"
        case .email(let text):
            return Mailbox(text) == nil ? "'\(text)' in subjectAltName is no mailbox" : nil
        case .uri(let text):
            return URIName.isWellFormed(text) ? nil : "'\(text)' in subjectAltName is no absolute URI"
        case .ip(let octets):
            return IPAddress.text(octets) == nil
                ? "an address of \(octets.count) octets in subjectAltName" : nil
        case .directory(let name): return name.isEmpty ? "an empty directoryName in subjectAltName" : nil
        case .registeredID, .userPrincipalName, .other: return nil
        case .unreadable(let tag, _):
            // 1, 2 and 6 are kept for characters that are not ASCII; 3 and 5 are kinds without a reader.
            return [1, 2, 6].contains(tag) ? "a name in subjectAltName has characters outside ASCII" : nil
        }
    }
}
