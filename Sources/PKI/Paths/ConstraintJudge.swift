import OpenSSL

/// Judges whether the name constraints of the CAs of a path allow the names below them (RFC 5280 §6.1.3 (b), (c)).
///
/// The constraints of a CA are prepared once, and a certificate is compared with them once, however many paths lead
/// through both. Each leaf pays for that nevertheless, so that its verdict does not depend on the others of its file
/// unless all of them together exceed the limit.
final class ConstraintJudge {
    private var prepared: [CertificateFacts: PreparedConstraints] = [:]
    /// By certificate, then by issuer.
    private var known: [CertificateFacts: [CertificateFacts: (cost: Int, judgement: Judgement)]] = [:]
    private var paid: Set<CertificatePool.Pair> = []
    private var leftOfLeaf = Limits.nameComparisons
    private var leftOfFile = Limits.fileNameComparisons

    func beginFile() { leftOfFile = Limits.fileNameComparisons }

    /// Forgets a certificate that will not be needed again.
    func forget(_ facts: CertificateFacts) {
        known[facts] = nil
        prepared[facts] = nil
    }

    func beginLeaf() {
        paid = []
        leftOfLeaf = Limits.nameComparisons
    }

    /// - Parameter path: from the leaf to the trust anchor.
    func judge(_ path: [CertificateFacts]) -> Judgement {
        for (index, issuer) in path.enumerated().dropFirst() {
            guard let constraints = issuer.nameConstraints else { continue }
            for (depth, facts) in path[..<index].enumerated() where depth == 0 || !facts.isSelfIssued {
                let judgement = judge(facts, issuer, constraints)
                if judgement.verdict == .fail { return judgement }
            }
        }
        return .pass()
    }

    private func judge(
        _ facts: CertificateFacts, _ issuer: CertificateFacts, _ constraints: NameConstraints
    ) -> Judgement {
        let pair = CertificatePool.Pair(child: facts, issuer: issuer)
        let isPaid = !paid.insert(pair).inserted
        if let (cost, judgement) = known[facts]?[issuer] {
            if !isPaid { leftOfLeaf -= cost }
            return leftOfLeaf < 0 ? Self.tooMany : judgement
        }
        let prepared = self.prepared[issuer] ?? PreparedConstraints(constraints)
        self.prepared[issuer] = prepared
        let names = Self.namesToConstrain(of: facts)
        let cost = names.reduce(0) { $0 + 1 + prepared.cost(of: $1) }
        leftOfLeaf -= cost
        leftOfFile -= cost
        if leftOfLeaf < 0 { return Self.tooMany }
        if leftOfFile < 0 { return Self.tooManyInFile }
        let judgement =
            names.lazy.compactMap { name in
                prepared.fault(of: name).map { Judgement.fail("\(name.shown) \($0) \(issuer.name)") }
            }.first ?? .pass()
        known[facts, default: [:]][issuer] = (cost, judgement)
        return judgement
    }

    private static let tooMany = Judgement.fail(
        "more than \(Limits.nameComparisons) comparisons of names with constraints are required")
    private static let tooManyInFile = Judgement.fail(
        "the whole file requires more than \(Limits.fileNameComparisons) comparisons of names with constraints",
        remedy: "divide the file")

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

extension GeneralName {
    /// As it is called in a sentence, without its kind.
    fileprivate var shown: String {
        switch self {
        case .dns(let text), .email(let text), .uri(let text), .userPrincipalName(let text): text
        case .ip(let octets): IPAddress.text(octets) ?? "an address"
        case .directory(let name): name.text
        case .registeredID(let oid): oid
        case .other(Mailbox.smtpUTF8OID, let value): Mailbox(smtpUTF8: value)?.text ?? "an SmtpUTF8Mailbox"
        case .other(let oid, _): "the otherName \(oid)"
        case .unreadable: "a name"
        }
    }
}
