package import OpenSSL
import System

/// Checks that are requested with what is expected of a leaf. Without it they only describe themselves.
extension Check {
    /// A duration applies to every certificate of the files, a share of the lifetime only to leaves: CAs are replaced
    /// by another plan.
    package static func expiresWithin(_ limit: RenewalTime?) -> Check {
        let judge = { @Sendable (facts: CertificateFacts, settings: CheckSettings) -> Judgement? in
            guard let limit, let end = facts.notAfter, settings.second <= end else { return nil }
            var message = TimeLeft(until: end, at: settings.time).words
            if case .share = limit {
                guard let start = facts.notBefore, start <= end else { return nil }
                message += ", \((end + 1 - settings.second) * 100 / (end + 1 - start))% of its lifetime"
            }
            message += ", until \(moment(end))"
            return limit.isReached(from: facts.notBefore ?? end, until: end, at: settings.time)
                ? .fail(message) : .pass(message)
        }
        let subject: Subject = if case .share = limit { .leaf(judge) } else { .file(judge) }
        return Check(
            "expires-within", "RFC 5280 §4.1.2.5",
            rule:
                "at least the requested duration of validity is left, or the requested share of a leaf's lifetime",
            remedy: "renew the certificate", of: subject)
    }

    package static func host(_ host: ReferenceHost?) -> Check {
        Check(
            "host", "RFC 9525 §6.3", expecting: host, isOfEndEntity: true,
            rule: """
                a dNSName in subjectAltName matches the name, ignoring case. `*` must be the whole first label; it matches \
                one label, and at least two labels must follow it, so `*.com` matches nothing. The list of public suffixes \
                is not consulted. The common name is ignored
                """,
            remedy: "request a new certificate for this host name"
        ) { facts, host in
            let names = (facts.subjectAltName ?? []).compactMap {
                if case .dns(let name) = $0 { name } else { nil }
            }
            if names.contains(where: host.isNamed) { return .pass("valid for \(host.text)") }
            return facts.subject.attributes(of: DistinguishedName.commonName).contains {
                $0.text == host.text
            }
                ? .fail("\(host.text) is its common name, but is not in subjectAltName")
                : .isForOthers(names, wanted: host.text)
        }
    }

    package static func address(_ address: HostAddress?) -> Check {
        Check(
            "ip", "RFC 9525 §6.4", expecting: address, isOfEndEntity: true,
            rule: "an iPAddress in subjectAltName has the same octets",
            remedy: "request a new certificate for this address"
        ) { facts, address in
            let names = (facts.subjectAltName ?? []).compactMap {
                if case .ip(let octets) = $0 { octets } else { nil }
            }
            return names.contains(address.octets)
                ? .pass("valid for \(address.text)")
                : .isForOthers(names.compactMap(IPAddress.text), wanted: address.text)
        }
    }

    package static func mailbox(_ mailbox: Mailbox?) -> Check {
        Check(
            "email", "RFC 5280 §4.2.1.6, §7.5", expecting: mailbox, isOfEndEntity: true,
            rule: """
                an rfc822Name in subjectAltName matches the mailbox: exactly before the `@`, ignoring case after it
                """,
            remedy: "request a new certificate for this mailbox"
        ) { facts, mailbox in
            let names = (facts.subjectAltName ?? []).compactMap {
                if case .email(let name) = $0 { name } else { nil }
            }
            return names.contains { Mailbox($0) == mailbox }
                ? .pass("valid for \(mailbox.text)") : .isForOthers(names, wanted: mailbox.text)
        }
    }

    package static func purpose(_ purpose: Purpose?) -> Check {
        Check(
            "purpose", "RFC 5280 §4.2.1.3, §4.2.1.12", expecting: purpose, isOfEndEntity: purpose != .ca,
            rule: """
                key usage and extended key usage, if present, allow it: server and client require serverAuth or \
                clientAuth, sign requires digitalSignature or nonRepudiation, ca requires a CA with keyCertSign; usages that \
                are impossible for the key do not count
                """,
            remedy: "request a new certificate for this purpose"
        ) { facts, purpose in
            if purpose == .ca, !facts.isCA { return .fail("not a CA") }
            if let message = purpose.objection(to: facts) { return .fail(message) }
            if let needed = purpose.extendedKeyUsage, let usages = facts.extendedKeyUsage,
                !usages.contains(needed.oid), !usages.contains(ExtendedKeyUsage.any.oid)
            {
                return .fail(lacks(needed))
            }
            return .pass("valid for \(purpose.rawValue)")
        }
    }

    package static func key(_ key: PublicKey?) -> Check {
        Check(
            "key", "RFC 5280 §4.1.2.7", expecting: key,
            rule: "the public key of the certificate matches the given key, which may be private or public",
            remedy: "use the key that the certificate was requested with"
        ) { facts, key in
            // A key that cannot be read counts as a different key.
            facts.certificate.holds(key) ? .pass() : .fail("the key does not match the certificate")
        }
    }

    package static func profile(_ profile: CertificateProfile?) -> Check {
        Check(
            "profile", "the platform's document", expecting: profile,
            rule: "key and signature algorithm are what the platform requires",
            remedy: Remedy("make one", with: .newCertificate)
        ) { facts, profile in
            let required = "\(profile.name) (\"\(profile.section)\") requires"
            if facts.key.algorithm != .rsa || facts.key.bits != profile.rsaBits {
                return .fail(
                    """
                    \(required) an RSA key of \(profile.rsaBits) bits, found \(facts.key.name), \
                    \(facts.key.bits ?? 0) bits
                    """)
            }
            if facts.signature.algorithm != profile.signatureAlgorithm {
                return .fail("\(required) \(profile.signatureAlgorithm), found \(facts.signature.algorithm)")
            }
            return .pass("valid for \(profile.name)")
        }
    }

    /// A check of its own, because it has another source than the profile: the platforms' documents allow a CA, which
    /// tools such as `openssl req -x509` make by default.
    package static func profileCA(_ profile: CertificateProfile?) -> Check {
        Check(
            "profile-ca", "signet's advice", expecting: profile,
            rule: "warns of a CA, which no platform requires: its key could issue certificates",
            remedy: Remedy("make one", with: .newCertificate)
        ) { facts, profile in
            facts.isCA ? .warn("a CA, which \(profile.name) does not require") : .pass("not a CA")
        }
    }

    /// Not requested: it applies if nothing else says that a certificate is genuine.
    static let selfSigned = Check(
        "self-signed", "RFC 5280 §3.2",
        rule: """
            warns, if no roots are given, of a self-signed certificate that is not a root and is not checked against a \
            profile
            """,
        remedy: Remedy("if you trust it, add it", with: .trustAnchors),
        of: .leaf { facts, settings in
            guard settings.roots == nil, facts.isSelfSigned, !settings.isRoot(facts),
                !settings.requested.contains(profile(nil))
            else { return nil }
            return .warn("the certificate is self-signed, so nothing else confirms it")
        })
}

extension Judgement {
    fileprivate static func isForOthers(_ names: [String], wanted: String) -> Judgement {
        .fail(
            names.isEmpty
                ? "expected \(wanted), but subjectAltName has no names of this kind"
                : "expected \(wanted), found \(list(names))")
    }
}
