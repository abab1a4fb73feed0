/// A certificate profile of the Baseline Requirements (BR §7.1.2), which prescribes fields and extensions.
enum BaselineProfile {
    /// The leaf of a server (§7.1.2.7).
    case server
    /// A CA between the root and the leaf (§7.1.2.2, §7.1.2.5, §7.1.2.6).
    case authority

    /// 2023-09-15: the profiles bind certificates since then (BR §1.2.1, ballot SC062). Older CAs are still in use.
    private static let beginning: Int64 = 1_694_736_000

    /// The profile of a certificate; nil if none applies. A root is what its user trusts, whatever its form.
    init?(_ facts: CertificateFacts, _ position: Check.Position, _ settings: CheckSettings) {
        guard let start = facts.notBefore, start >= Self.beginning else { return nil }
        switch position {
        case .leaf where settings.isAboutServer && !(facts.isSelfSigned && facts.isCA): self = .server
        case .intermediate: self = .authority
        case .leaf, .anchor: return nil
        }
    }
}

extension Check {
    /// A check of the certificates that a profile applies to.
    static func ofProfile(
        _ name: String, _ section: String, rule: String,
        judge: @escaping @Sendable (CertificateFacts, BaselineProfile) -> Judgement
    ) -> Check {
        let remedy = Remedy("request a new certificate, or check one of a private CA", with: .otherPolicy)
        return Check(name, section, under: .webpki, rule: rule, remedy: remedy) { facts, position, settings in
            BaselineProfile(facts, position, settings).map { judge(facts, $0) }
                ?? .skipped("no profile of BR §7.1.2 applies")
        }
    }
}
