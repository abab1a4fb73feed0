import OpenSSL
import Words

/// Checks of a path as a whole.
extension Check {
    static let ofPaths = [
        pathLength, maximumDepth, nameConstraints, nestedKeyUsage, certificatePolicies, trustSettings,
    ]

    /// ``PathBuilder`` judges it.
    package static let chain = Check(
        "chain", "RFC 5280 §6.1",
        rule: """
            a path of certificates leads from a trust anchor to this one; each is signed by the key of the one before, and \
            passes every check in this list
            """,
        remedy: "see the failed checks", of: .search)

    /// ``RevocationCheck`` judges it.
    package static let revocation = Check(
        "revocation", "RFC 5280 §6.3, RFC 6960 §3.2",
        rule: """
            lists or OCSP responses show that no certificate of the path, except the trust anchor, is revoked
            """,
        remedy: Remedy("fetch the issuer's current list and give it", with: .revocationLists), of: .search)

    private static let pathLength = Check(
        "path-length", "RFC 5280 §6.1.4 (l), (m)",
        rule: """
            no CA has more intermediates below it than its path length allows; self-issued ones are not counted
            """,
        remedy: "use an intermediate that may issue this certificate",
        of: .path { path, _ in
            var below = 0
            for facts in path.dropFirst() {
                if case .atMost(let limit) = facts.basicConstraints?.pathLength, below > limit {
                    return Judgement.fail(tooMany(below, limit: limit)).about(facts)
                }
                if !facts.isSelfIssued { below += 1 }
            }
            return .pass()
        })

    package static let maximumDepth = Check(
        "max-depth", "RFC 5280 §6.2",
        rule: "the path has at most the requested number of intermediates; self-issued ones are not counted",
        remedy: Remedy("allow a longer path", with: .depth),
        of: .path { path, settings in
            guard let limit = settings.maximumDepth else { return .skipped("no limit is requested") }
            let count = path.dropFirst().dropLast().count { !$0.isSelfIssued }
            return count <= limit
                ? .pass(counted(count, "intermediate")) : .fail(tooMany(count, limit: limit))
        })

    private static func tooMany(_ count: Int, limit: Int) -> String {
        "at most \(counted(limit, "intermediate")) allowed, found \(count)"
    }

    package static let nestedKeyUsage = Check(
        "nested-key-usage", "BR §7.1.2.10.6",
        rule: "intermediates with an extended key usage include the purpose",
        remedy: "use an intermediate that is for this purpose",
        of: .path { path, settings in
            guard let needed = settings.requiredUsage else { return .skipped("no purpose is required") }
            for facts in path.dropFirst() {
                guard let usages = facts.extendedKeyUsage, !usages.contains(ExtendedKeyUsage.any.oid) else {
                    continue
                }
                if !usages.contains(needed.oid) { return Judgement.fail(lacks(needed)).about(facts) }
            }
            return .pass("valid for \(needed.rawValue)")
        })

    /// ``PolicyJudge`` judges it.
    static let certificatePolicies = Check(
        "certificate-policies", "RFC 5280 §6.1.3 (d) to (f)",
        rule: """
            if it or the caller requires a policy, the path is valid for one of the acceptable policies
            """,
        remedy: "request a new certificate under a policy of its CA",
        of: .search)

    private static let trustSettings = Check(
        "trust-settings", "openssl-x509(1)",
        rule: """
            the owner of the trust anchors does not reject one that is part of the path, by the settings of a `TRUSTED \
            CERTIFICATE` block: for the purpose, for any use, or by trusting it for other uses only. If no purpose is \
            requested, a rejection for one use is a warning
            """,
        remedy: "use a trust anchor that its owner trusts for this purpose",
        of: .path { path, settings in
            if settings.trustSettings.isEmpty { return .skipped("no trust anchor has trust settings") }
            let judgements = path.compactMap { facts in
                settings.judgeTrust(in: facts.certificate)?.about(facts)
            }
            return judgements.first { $0.verdict == .fail } ?? judgements.first ?? .pass()
        })

    /// ``ConstraintJudge`` judges it.
    static let nameConstraints = Check(
        "name-constraints", "RFC 5280 §6.1.3 (b), (c), RFC 9598 §6",
        rule: """
            every name (subject, host, address, mailbox, URI, directory name) is permitted by each CA above and not \
            excluded by any; a wildcard counts as all names that it matches. Self-issued intermediates are exempt. If a \
            constraint is of a kind that signet cannot compare, every name of that kind is rejected; any other constraint \
            rejects every malformed name of its kind
            """,
        remedy: "use a CA that may issue for these names", of: .search)
}
