import OpenSSL
import System

/// Checks of the fields of a certificate (RFC 5280 §4.1).
extension CertificateCheck {
    static let dates: [CertificateCheck] = [
        CertificateCheck(.notYetValid, "RFC 5280 §4.1.2.5") { facts, _, settings in
            guard let start = facts.notBefore else { return .fail(.malformed("notBefore")) }
            return start <= settings.second
                ? .pass(.validSince(start))
                : .fail(.notYetValid(from: start, wait: .seconds(start - settings.second)))
        },
        CertificateCheck(.expired, "RFC 5280 §4.1.2.5") { facts, _, settings in
            guard let end = facts.notAfter else { return .fail(.malformed("notAfter")) }
            return settings.second <= end
                ? .pass(.validUntil(end)) : .fail(.expired(at: end, ago: .seconds(settings.second - end)))
        },
        CertificateCheck(.timeEncoding, "RFC 5280 §4.1.2.5.1") { facts, position, settings in
            // For a trust anchor it is enough that its times can be read.
            position == .anchor && facts.notBefore != nil && facts.notAfter != nil
                ? .skipped(.isTrustAnchor) : judgeTimes(of: facts, settings)
        },
    ]

    private static func judgeTimes(of facts: CertificateFacts, _ settings: CheckSettings) -> Judgement {
        var early: Fact?
        let times = [
            ("notBefore", facts.certificate.encodedNotBefore, facts.notBefore),
            ("notAfter", facts.certificate.encodedNotAfter, facts.notAfter),
        ]
        for (name, encoded, second) in times {
            let length: Int
            switch encoded.kind {
            case .utcTime: length = 13
            case .generalizedTime: length = 15
            case .other: return .fail(.timeType(name))
            }
            let digits = encoded.text.dropLast()
            guard second != nil, encoded.text.count == length, encoded.text.last == UInt8(ascii: "Z"),
                digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
            else { return .fail(.timeForm(name)) }
            if encoded.kind == .generalizedTime,
                digits.prefix(4).lexicographicallyPrecedes(Array("2050".utf8))
            {
                early = early ?? .earlyGeneralizedTime(name)
            }
        }
        if let start = facts.notBefore, let end = facts.notAfter, start > end {
            return .fail(.endsBeforeItStarts)
        }
        return early.map { .breach(of: .validity, $0, settings) } ?? .pass
    }

    static let fields: [CertificateCheck] = [
        CertificateCheck(.version, "RFC 5280 §4.1.2.1, §6.1.4 (k)") { facts, position, settings in
            switch facts.encodedVersion {
            case 2: return .pass(.version(3))
            case 0, 1:
                let version = facts.encodedVersion + 1
                if !facts.extensions.isEmpty { return .fail(.extensionsInVersion(version)) }
                // Nothing in such a certificate says that it is a CA; a trust anchor's user says so.
                return position == .intermediate
                    ? .fail(.version(version)) : .breach(of: .version, .version(version), settings)
            default: return .fail(.version(nil))
            }
        },
        CertificateCheck(.serialNumber, "RFC 5280 §4.1.2.2") { facts, position, settings in
            // Trust anchors are not identified by serial number.
            if position == .anchor { return .skipped(.isTrustAnchor) }
            let serial = facts.serialNumber
            let fact = Fact.serialNumber(octets: serial.count)
            let breach: Fact? =
                if serial.first ?? 0 >= 0x80 {
                    .negativeSerialNumber
                } else if serial.allSatisfy({ $0 == 0 }) {
                    .serialNumberIsZero
                } else {
                    serial.count <= SerialNumber.maximumBytes ? nil : fact
                }
            return breach.map { .breach(of: .serialNumber, $0, settings) } ?? .pass(fact)
        },
        CertificateCheck(.issuerName, "RFC 5280 §4.1.2.4") { facts, _, _ in
            if facts.issuer.hasEmptyRelativeName { return .fail(.emptyRelativeName("issuer")) }
            return facts.issuer.isEmpty ? .fail(.empty("issuer")) : .pass(.issuedBy(facts.issuer))
        },
        CertificateCheck(.subjectName, "RFC 5280 §4.1.2.4, §4.1.2.6") { facts, position, _ in
            if facts.subject.hasEmptyRelativeName { return .fail(.emptyRelativeName("subject")) }
            if !facts.subject.isEmpty { return .pass }
            if facts.isCA || position.isIssuer { return .fail(.emptySubjectOfCA) }
            return facts.has(ExtensionID.subjectAltName) ? .pass : .fail(.nameless)
        },
    ]
}
