import OpenSSL

/// A check of a path as a whole.
struct PathCheck: Sendable {
    let check: Check
    /// - Parameter path: from the leaf to the trust anchor.
    let judge: @Sendable (_ path: [CertificateFacts], CheckSettings) -> Judgement

    /// - Parameter judge: if libcrypto fails, the check does too.
    init(
        _ id: Check.ID, _ section: String, _ scope: Check.Scope = .path,
        judge: @escaping @Sendable ([CertificateFacts], CheckSettings) throws(OpenSSLError) -> Judgement
    ) {
        check = Check(id, section, scope)
        self.judge = { path, settings in
            do throws(OpenSSLError) {
                return try judge(path, settings)
            } catch {
                return .fail(.notJudged(error.summary))
            }
        }
    }

    static let all = [pathLength, maximumDepth, nameConstraints, nestedUsage, policies]

    /// The search for a path, which ``PathBuilder`` does.
    static let chain = Check(.chain, "RFC 5280 §6.1", .path)

    private static let pathLength = PathCheck(.pathLength, "RFC 5280 §6.1.4 (l), (m)") { path, _ in
        var below = 0
        for facts in path.dropFirst() {
            if case .atMost(let limit) = facts.basicConstraints?.pathLength, below > limit {
                return .fail(.issuer(facts.title, .tooManyIntermediates(below, limit: limit)))
            }
            if !facts.isSelfIssued { below += 1 }
        }
        return .pass
    }

    private static let maximumDepth = PathCheck(.maximumDepth, "RFC 5280 §6.2", .question(.depth)) {
        path, settings in
        guard let limit = settings.maximumDepth else { return .skipped(.notAsked) }
        let count = path.dropFirst().dropLast().count { !$0.isSelfIssued }
        return count <= limit
            ? .pass(.intermediates(count)) : .fail(.tooManyIntermediates(count, limit: limit))
    }

    private static let nestedUsage = PathCheck(
        .nestedKeyUsage, "BR §7.1.2.10.6", .question(.purpose)
    ) { path, settings in
        let isServer = settings.purpose == nil && settings.policy == .webpki
        let needed: ExtendedKeyUsage? = isServer ? .serverAuth : settings.purpose?.extendedKeyUsage
        guard let needed else { return .skipped(.noPurpose) }
        for facts in path.dropFirst() {
            guard let usages = facts.extendedKeyUsage, !usages.contains(ExtendedKeyUsage.any.oid) else {
                continue
            }
            if !usages.contains(needed.oid) {
                return .fail(.issuer(facts.title, .lacksExtendedUsage(needed)))
            }
        }
        return .pass(.isFor(needed.rawValue))
    }

    private static let policies = PathCheck(.certificatePolicies, "RFC 5280 §6.1.3 (d) to (f)") {
        (path, settings) throws(OpenSSLError) in
        if path.count == 1 {
            return settings.policies.isExplicit ? .fail(.noCommonPolicy) : .skipped(.isTrustAnchor)
        }
        // The time that libcrypto takes grows with the square of their number.
        let large = path.flatMap(\.extensions).contains {
            policyExtensions.contains($0.oid) && $0.value.count > Limits.policyBytes
        }
        if large { return .fail(.tooManyPolicies) }
        switch try settings.policies.verdict(along: path.map(\.certificate)) {
        case .valid(let policies):
            let isNone = policies.isEmpty && !settings.policies.acceptable.isEmpty
            return isNone ? .warn(.noneOfPolicies) : .pass(.policies(policies))
        case .noneFits: return .fail(.noCommonPolicy)
        case .inconsistent: return .fail(.contradictoryPolicies)
        }
    }

    private static let policyExtensions: Set = [ExtensionID.certificatePolicies, ExtensionID.policyMappings]

    private static let nameConstraints = PathCheck(.nameConstraints, "RFC 5280 §6.1.3 (b), (c)") {
        (path, _) throws(OpenSSLError) in
        var work = 0
        for (index, issuer) in path.enumerated().dropFirst() {
            guard let constraints = issuer.nameConstraints else { continue }
            for (depth, facts) in path[..<index].enumerated() where depth == 0 || !facts.isSelfIssued {
                let names = namesToConstrain(of: facts)
                work += names.count * (constraints.permitted.count + constraints.excluded.count)
                if work > Limits.nameComparisons { return .fail(.tooManyComparisons) }
                for name in names {
                    if let fault = try NameMatching.fault(of: name, under: constraints) {
                        return .fail(.nameRefused(name, fault, by: issuer.title))
                    }
                }
            }
        }
        return .pass
    }

    /// The subject, all alternative names, and the subject's mailboxes if there is no other mailbox (RFC 5280
    /// §4.2.1.10).
    private static func namesToConstrain(of facts: CertificateFacts) -> [GeneralName] {
        var names = facts.subjectAltName ?? []
        let hasMailbox = names.contains { if case .email = $0 { true } else { false } }
        if !hasMailbox {
            names += facts.subject.attributes(of: DistinguishedName.emailAddress).map { attribute in
                attribute.text.map { .email($0) } ?? .unreadable(tag: 1, attribute.der)
            }
        }
        if !facts.subject.isEmpty { names.append(.directory(facts.subject)) }
        return names
    }
}
