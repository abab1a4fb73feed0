import OpenSSL
import System

/// A check of a leaf that the settings may request.
struct LeafCheck: Sendable {
    let check: Check
    /// - Returns: nil if the settings do not request it.
    let judge: @Sendable (CertificateFacts, CheckSettings) -> Judgement?

    init(
        _ id: Check.ID, _ section: String, _ question: Check.Question,
        judge: @escaping @Sendable (CertificateFacts, CheckSettings) -> Judgement?
    ) {
        check = Check(id, section, .question(question))
        self.judge = judge
    }

    static let all = [host, address, mailbox, purpose, key, profile]

    /// Applies to every certificate, not only to leaves.
    static let within = LeafCheck(.expiresWithin, "RFC 5280 §4.1.2.5", .timeLeft) { facts, settings in
        guard let within = settings.within, let end = facts.notAfter, settings.second <= end else {
            return nil
        }
        let left = TimeLeft(until: end, at: settings.time)
        let fact = Fact.timeLeft(left, until: end)
        return left.span >= within ? .pass(fact) : .fail(fact)
    }

    private static let host = LeafCheck(.host, "RFC 9525 §6.3", .host) { facts, settings in
        guard let host = settings.host else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .dns(let name) = $0 { name } else { nil }
        }
        if names.contains(where: host.isNamed) { return .pass(.isFor(host.text)) }
        return facts.subject.attributes(of: DistinguishedName.commonName).contains { $0.text == host.text }
            ? .fail(.commonNameOnly(host.text)) : .fail(.isForOthers(names, wanted: host.text))
    }

    private static let address = LeafCheck(.address, "RFC 9525 §6.4", .address) { facts, settings in
        guard let address = settings.address else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .ip(let octets) = $0 { octets } else { nil }
        }
        return names.contains(address.octets)
            ? .pass(.isFor(address.text))
            : .fail(.isForOthers(names.compactMap(IPAddress.text), wanted: address.text))
    }

    private static let mailbox = LeafCheck(.mailbox, "RFC 5280 §4.2.1.6, §7.5", .mailbox) { facts, settings in
        guard let mailbox = settings.mailbox else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .email(let name) = $0 { name } else { nil }
        }
        return names.contains { Mailbox($0) == mailbox }
            ? .pass(.isFor(mailbox.text)) : .fail(.isForOthers(names, wanted: mailbox.text))
    }

    private static let purpose = LeafCheck(.purpose, "RFC 5280 §4.2.1.3, §4.2.1.12", .purpose) {
        facts, settings in
        guard let purpose = settings.purpose else { return nil }
        if purpose == .ca, !facts.isCA { return .fail(.isNotCA) }
        if let usage = facts.keyUsage, usage.isDisjoint(with: purpose.keyUsages) {
            return .fail(.keyUsage(usage.names, purpose: purpose))
        }
        if let needed = purpose.extendedKeyUsage, let usages = facts.extendedKeyUsage,
            !usages.contains(needed.oid), !usages.contains(ExtendedKeyUsage.any.oid)
        {
            return .fail(.lacksExtendedUsage(needed))
        }
        return .pass(.isFor(purpose.rawValue))
    }

    private static let key = LeafCheck(.key, "RFC 5280 §4.1.2.7", .key) { facts, settings in
        guard let key = settings.key else { return nil }
        // A key that cannot be read counts as a different key.
        return (try? facts.certificate.publicKey()) == key ? .pass : .fail(.otherKey)
    }

    private static let profile = LeafCheck(.profile, "the platform's document", .profile) { facts, settings in
        guard let profile = settings.profile else { return nil }
        if facts.key.algorithm != .rsa || facts.key.bits != profile.rsaBits {
            return .fail(.profileKey(profile, name: facts.key.name, bits: facts.key.bits ?? 0))
        }
        if facts.signature.algorithm != profile.signatureAlgorithm {
            return .fail(.profileSignature(profile, found: facts.signature.algorithm))
        }
        return facts.isCA == profile.isCA ? .pass(.isFor(profile.name)) : .fail(.profileCA(profile))
    }
}
