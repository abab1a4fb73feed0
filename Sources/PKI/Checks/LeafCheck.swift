import OpenSSL
import System

/// A check of a leaf that a flag asks for.
struct LeafCheck: Sendable {
    let check: Check
    /// - Returns: nil where the flag is not given.
    let judge: @Sendable (CertificateFacts, CheckSettings) -> Judgement?

    static let all = [host, address, mailbox, purpose, key, profile]

    /// Judged of every certificate.
    static let within = Check(
        "expires-within", "RFC 5280 §4.1.2.5", .flag("within"),
        rule: "notAfter is further away than the flag says",
        remedy: "renew it")

    static func judgeWithin(_ facts: CertificateFacts, _ settings: CheckSettings) -> Judgement? {
        guard let within = settings.within, let end = facts.notAfter, settings.second <= end else {
            return nil
        }
        let left = TimeSpan(microseconds: end * 1_000_000 - settings.time.microseconds)
        return left > within
            ? .pass("\(left.words) left")
            : .fail("\(left.words) left, until \(CertificateCheck.moment(end))")
    }

    private static let host = LeafCheck(
        check: Check(
            "host", "RFC 9525 §6.3", .flag("host"),
            rule:
                "a dNSName of subjectAltName is the name, case aside; `*` only as all of the left-most label, for one label, and never below a public suffix (`*.com`, `*.co.uk`). The common name does not count",
            remedy: "have it issued for this name")
    ) { facts, settings in
        guard let host = settings.host else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .dns(let name) = $0 { name } else { nil }
        }
        if names.contains(where: host.isNamed) { return .pass("for \(host.text)") }
        if facts.subject.values(of: DistinguishedName.commonName).contains(Array(host.text.utf8)) {
            return .fail("\(host.text) is its common name, and not in subjectAltName")
        }
        return .fail(
            names.isEmpty
                ? "no host names in subjectAltName" : "not for \(host.text), but for \(list(names))")
    }

    private static let address = LeafCheck(
        check: Check(
            "ip", "RFC 9525 §6.4", .flag("ip"), rule: "an iPAddress of subjectAltName has the same octets",
            remedy: "have it issued for this address")
    ) { facts, settings in
        guard let address = settings.address else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .ip(let octets) = $0 { octets } else { nil }
        }
        if names.contains(address.octets) { return .pass("for \(address.text)") }
        let texts = names.compactMap { IPAddress.text($0) }
        return .fail(
            texts.isEmpty
                ? "no addresses in subjectAltName" : "not for \(address.text), but for \(list(texts))")
    }

    private static let mailbox = LeafCheck(
        check: Check(
            "email", "RFC 5280 §4.2.1.6, §7.5", .flag("email"),
            rule:
                "an rfc822Name of subjectAltName is the mailbox: the part before `@` to the letter, the domain case aside",
            remedy: "have it issued for this mailbox")
    ) { facts, settings in
        guard let mailbox = settings.mailbox else { return nil }
        let names = (facts.subjectAltName ?? []).compactMap {
            if case .email(let name) = $0 { name } else { nil }
        }
        if names.contains(where: { Mailbox($0) == mailbox }) { return .pass("for this mailbox") }
        return .fail(
            names.isEmpty ? "no mailboxes in subjectAltName" : "not for this mailbox, but for \(list(names))")
    }

    private static let purpose = LeafCheck(
        check: Check(
            "purpose", "RFC 5280 §4.2.1.3, §4.2.1.12", .flag("purpose"),
            rule:
                "key usage and extended key usage, where they are there, allow it: server and client need serverAuth or clientAuth, sign needs digitalSignature or nonRepudiation, ca a CA with keyCertSign",
            remedy: "have it issued for this purpose")
    ) { facts, settings in
        guard let purpose = settings.purpose else { return nil }
        if purpose == .ca, !facts.isCA { return .fail("no CA") }
        if let usage = facts.keyUsage, usage.isDisjoint(with: purpose.keyUsages) {
            return .fail(
                "its key usage (\(usage.names.joined(separator: ", "))) is not for \(purpose.rawValue)")
        }
        if let needed = purpose.extendedKeyUsage, let usages = facts.extendedKeyUsage,
            !usages.contains(needed), !usages.contains(ExtendedKeyUsage.any)
        {
            return .fail("its extended key usage has no \(ExtendedKeyUsage.name(needed))")
        }
        return .pass("for \(purpose.rawValue)")
    }

    private static let key = LeafCheck(
        check: Check(
            "key", "RFC 5280 §4.1.2.7", .flag("key"), rule: "its public key is that of the key",
            remedy: "use the key that its request was made with")
    ) { facts, settings in
        guard let key = settings.key else { return nil }
        return (try? facts.certificate.publicKey()) == key
            ? .pass("the key is the certificate's") : .fail("another key")
    }

    private static let profile = LeafCheck(
        check: Check(
            "profile", "the platform's document", .flag("profile"),
            rule: "its key, its signature's algorithm and whether it is a CA are what the platform demands",
            remedy: "make one with signet cert create and the same --profile")
    ) { facts, settings in
        guard let profile = settings.profile else { return nil }
        if facts.key.algorithm != .rsa || facts.key.bits != profile.rsaBits {
            return .fail(
                "\(profile.words) wants an RSA key of \(profile.rsaBits) bits, and this is \(facts.key.name), \(facts.key.bits ?? 0) bits"
            )
        }
        if facts.signature.algorithm != profile.signatureAlgorithm {
            return .fail(
                "\(profile.words) wants \(profile.signatureAlgorithm), and this is \(facts.signature.algorithm)"
            )
        }
        return facts.isCA == profile.isCA ? .pass(profile.name) : .fail("\(profile.words) wants no CA")
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and \(names.count - 3) more" : "")
    }
}
