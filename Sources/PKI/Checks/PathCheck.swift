import OpenSSL

/// A check of a path as a whole.
struct PathCheck: Sendable {
    let check: Check
    /// - Parameter path: from the leaf to the trust anchor.
    let judge: @Sendable (_ path: [CertificateFacts], CheckSettings) -> Judgement

    static let all = [pathLength, maximumDepth, nameConstraints, nestedUsage, policies]

    /// Finding a path, which ``PathBuilder`` does.
    static let chain = Check(
        "chain", "RFC 5280 §6.1",
        .path,
        rule:
            "a path of certificates leads from a trust anchor to it, each signed by the key of the one before, and every check of this table holds for each of them",
        remedy: "give the missing intermediate with --untrusted, or the root with --roots")

    private static let pathLength = PathCheck(
        check: Check(
            "path-length", "RFC 5280 §6.1.4 (l), (m)", .path,
            rule:
                "under each CA stand no more intermediates than its path length allows; self-issued ones do not count",
            remedy: "use an intermediate that may issue this certificate")
    ) { path, _ in
        var below = 0
        for facts in path.dropFirst() {
            if case .atMost(let limit) = facts.basicConstraints?.pathLength, below > limit {
                return .fail("\(facts.title) allows \(limit) intermediates below it, not \(below)")
            }
            if !facts.isSelfIssued { below += 1 }
        }
        return .pass("no path length is exceeded")
    }

    private static let maximumDepth = PathCheck(
        check: Check(
            "max-depth", "RFC 5280 §6.2", .flag("max-depth"),
            rule: "no more intermediates than the flag says; self-issued ones do not count",
            remedy: "allow a longer path with --max-depth")
    ) { path, settings in
        guard let limit = settings.maximumDepth else { return .skipped("no --max-depth") }
        let count = path.dropFirst().dropLast().count { !$0.isSelfIssued }
        return count <= limit
            ? .pass("\(count) intermediates") : .fail("\(limit) intermediates are allowed, not \(count)")
    }

    private static let nestedUsage = PathCheck(
        check: Check(
            "nested-key-usage", "BR §7.1.2.10.6", .flag("purpose"),
            rule: "where intermediates have extended key usages, the purpose is among them",
            remedy: "use an intermediate that is made for this purpose")
    ) { path, settings in
        let isServer = settings.purpose == nil && settings.policy == .webpki
        let needed = isServer ? ExtendedKeyUsage.serverAuth : settings.purpose?.extendedKeyUsage
        guard let needed else { return .skipped("no purpose that needs one") }
        for facts in path.dropFirst() {
            guard let usages = facts.extendedKeyUsage, !usages.contains(ExtendedKeyUsage.any) else {
                continue
            }
            if !usages.contains(needed) {
                return .fail("\(facts.title) is not for \(ExtendedKeyUsage.name(needed))")
            }
        }
        return .pass("the path is for \(ExtendedKeyUsage.name(needed))")
    }

    private static let policies = PathCheck(
        check: Check(
            "certificate-policies", "RFC 5280 §6.1.3 (d)", .path,
            rule: "policies, mappings and constraints agree along the path; any policy is accepted",
            remedy: "have the certificate issued under a policy of its CA")
    ) { path, _ in
        switch try? Certificate.policyVerdict(along: path.map(\.certificate)) {
        case .valid: .pass("policies agree")
        case .noneFits: .fail("a policy is demanded, and none holds along the path")
        case .inconsistent, nil: .fail("the policy extensions of the path contradict themselves")
        }
    }
}
