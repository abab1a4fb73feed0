import OpenSSL

extension PathCheck {
    static let nameConstraints = PathCheck(
        check: Check(
            "name-constraints", "RFC 5280 §6.1.3 (b), (c)", .path,
            rule:
                "every name (subject, host, address, mailbox, URI, directory name) is within what each CA above permits and outside of what it excludes; a wildcard with all that it stands for. Self-issued intermediates are exempt; a constraint on a kind of name that signet does not compare refuses every name of that kind, and any other constraint every malformed name of its kind",
            remedy: "use a CA that may issue for these names")
    ) { path, _ in
        var work = 0
        for (index, issuer) in path.enumerated().dropFirst() {
            guard let constraints = issuer.nameConstraints else { continue }
            for (depth, facts) in path[..<index].enumerated() where depth == 0 || !facts.isSelfIssued {
                let names = namesToConstrain(of: facts)
                work += names.count * (constraints.permitted.count + constraints.excluded.count)
                if work > mostComparisons {
                    return .fail("more than \(mostComparisons) comparisons of names with constraints")
                }
                for name in names {
                    if let problem = problem(name, constraints) {
                        return .fail("\(describe(name)) is \(problem) by \(issuer.title)")
                    }
                }
            }
        }
        return .pass("every name is allowed")
    }

    /// A hostile leaf and CA can have tens of thousands of each.
    private static let mostComparisons = 50_000

    /// The subject, its mailboxes where there is no other (RFC 5280 §4.2.1.10), and all alternative names.
    private static func namesToConstrain(of facts: CertificateFacts) -> [GeneralName] {
        var names = facts.subjectAltName ?? []
        let hasMailbox = names.contains { if case .email = $0 { true } else { false } }
        if !hasMailbox {
            names += facts.subject.values(of: DistinguishedName.emailAddress).map {
                .email(String(decoding: $0, as: UTF8.self))
            }
        }
        if !facts.subject.isEmpty { names.append(.directory(facts.subject)) }
        return names
    }

    private static func problem(_ name: GeneralName, _ constraints: NameConstraints) -> String? {
        for subtree in constraints.excluded {
            switch NameMatching.compare(name, with: subtree) {
            case .within, .partly: return "excluded"
            case .unknown: return "of a kind or form that cannot be compared, and constrained"
            case .unrelated, .outside: continue
            }
        }
        var isConstrained = false
        for subtree in constraints.permitted {
            switch NameMatching.compare(name, with: subtree) {
            case .within: return nil
            case .unknown: return "of a kind or form that cannot be compared, and constrained"
            case .outside, .partly: isConstrained = true
            case .unrelated: continue
            }
        }
        return isConstrained ? "not permitted" : nil
    }

    private static func describe(_ name: GeneralName) -> String {
        switch name {
        case .dns(let text), .email(let text), .uri(let text), .userPrincipalName(let text): text
        case .ip(let octets): IPAddress.text(octets) ?? "an address"
        case .directory(let name): name.text
        case .registeredID(let oid): oid
        case .other(let oid, _): "the otherName \(oid)"
        case .unreadable: "a name"
        }
    }
}
