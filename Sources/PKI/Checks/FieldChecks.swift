import OpenSSL
import System
import Words

/// Checks of the fields of a certificate (RFC 5280 §4.1).
extension Check {
    static let dates: [Check] = [
        Check(
            "not-yet-valid", "RFC 5280 §4.1.2.5", rule: "the current time is not before notBefore",
            remedy: "wait, or correct the clock"
        ) { facts, _, settings in
            guard let start = facts.notBefore else { return .fail("notBefore is malformed") }
            if start <= settings.second { return .pass("valid since \(day(start))") }
            let wait = TimeSpan.seconds(start - settings.second).words
            return .fail("validity begins in \(wait), on \(moment(start))")
        },
        Check(
            "expired", "RFC 5280 §4.1.2.5",
            rule: "the current time is not after notAfter; all of that second is still valid",
            remedy: "renew the certificate"
        ) { facts, _, settings in
            guard let end = facts.notAfter else { return .fail("notAfter is malformed") }
            if settings.second <= end { return .pass("valid until \(day(end))") }
            let age = TimeSpan.seconds(settings.second - end).words
            return .fail("validity ended \(age) ago, on \(moment(end))")
        },
        Check(
            "time-encoding", "RFC 5280 §4.1.2.5.1",
            rule: """
                times up to 2049 are UTCTime, and later ones GeneralizedTime (§4.1.2.5.2), to the second, in UTC, with Z; \
                notBefore is not after notAfter. The times of a trust anchor only have to be readable
                """,
            remedy: "request a new certificate"
        ) { facts, position, settings in
            position == .anchor && facts.notBefore != nil && facts.notAfter != nil
                ? .isTrustAnchor : judgeTimes(of: facts, settings)
        },
    ]

    private static func judgeTimes(of facts: CertificateFacts, _ settings: CheckSettings) -> Judgement {
        var early: String?
        let times = [
            ("notBefore", facts.certificate.encodedNotBefore, facts.notBefore),
            ("notAfter", facts.certificate.encodedNotAfter, facts.notAfter),
        ]
        for (name, encoded, second) in times {
            let length: Int
            switch encoded.kind {
            case .utcTime: length = 13
            case .generalizedTime: length = 15
            case .other: return .fail("\(name) must be a UTCTime or a GeneralizedTime")
            }
            let digits = encoded.text.dropLast()
            guard second != nil, encoded.text.count == length, encoded.text.last == UInt8(ascii: "Z"),
                digits.allSatisfy(\.isDigit)
            else { return .fail("\(name) must be written in UTC, to the second") }
            if encoded.kind == .generalizedTime,
                digits.prefix(4).lexicographicallyPrecedes(Array("2050".utf8))
            {
                early = early ?? "\(name) is before 2050 and must be a UTCTime"
            }
        }
        if let start = facts.notBefore, let end = facts.notAfter, start > end {
            return .fail("notBefore is after notAfter")
        }
        return early.map { .breach(of: .validity, $0, settings) } ?? .pass()
    }

    static let encoding: [Check] = [
        Check(
            "der-encoding", "RFC 5280 §4.1, X.690 §10, §11",
            rule: """
                    lengths are as short as possible, TRUE is FF, defaults are absent, and BIT STRINGs have no bits to spare. A \
                    TRUE that is not FF is always a failure in an extension that limits what a certificate may do; the rest is \
                    not checked in a trust anchor
                """,
            remedy: "request a new certificate"
        ) { facts, position, settings in
            guard let fault = facts.certificate.encodingFault else { return .pass() }
            let place = fault.oid.map(ExtensionID.name) ?? "the certificate"
            let message = "\(place) is not DER: \(fault.message)"
            if fault.oid.map(ExtensionID.decidingAuthority.contains) ?? false { return .fail(message) }
            return position == .anchor ? .isTrustAnchor : .breach(of: .encoding, message, settings)
        },
        Check(
            "algorithm-parameters", "RFC 3279 §2.2, RFC 4055 §5, RFC 5758 §3, RFC 8410 §3, RFC 9881 §2",
            rule: """
                RSA algorithms have the parameters NULL; others have none. Not checked in a trust anchor
                """,
            remedy: "request a new certificate"
        ) { facts, position, settings in
            if position == .anchor { return .isTrustAnchor }
            return facts.certificate.parameterFault.map { .breach(of: .algorithmParameters, $0, settings) }
                ?? .pass()
        },
        Check(
            "unique-identifiers", "RFC 5280 §4.1.2.8", rule: "no unique identifiers of issuer and subject",
            remedy: "request a new certificate"
        ) { facts, _, settings in
            facts.certificate.hasUniqueIdentifiers
                ? .breach(of: .uniqueIdentifiers, "it has a unique identifier", settings) : .pass()
        },
    ]

    static let fields: [Check] = [
        Check(
            "version", "RFC 5280 §4.1.2.1, §6.1.4 (k)",
            rule: """
                version 3. Older versions have no extensions: in a leaf or a trust anchor this is a warning, in an \
                intermediate it is a failure, because nothing states that it is a CA. Under strict rules and under webpki \
                (BR §7.1.1) it is always a failure
                """,
            remedy: newVersion
        ) { facts, position, settings in
            switch facts.encodedVersion {
            case 2: return .pass("version 3")
            case 0, 1:
                let version = "version \(facts.encodedVersion + 1)"
                if !facts.extensions.isEmpty { return .fail("\(version) cannot have extensions") }
                let message = "\(version), which has no extensions"
                // Nothing in such a certificate says that it is a CA; a trust anchor's user says so. It breaks no rule by
                // itself: it cannot contain what CAs must include.
                return position == .intermediate
                    ? .fail(message) : .breach(of: .version, message, settings, remedy: newVersion)
            default: return .fail("unknown version")
            }
        },
        Check(
            "serial-number", "RFC 5280 §4.1.2.2",
            rule: """
                positive, and at most 20 octets long; not checked in a trust anchor, which is never looked up by its number
                """,
            remedy: "request a new certificate"
        ) { facts, position, settings in
            if position == .anchor { return .isTrustAnchor }
            let serial = facts.serialNumber
            let length = "the serial number has \(counted(serial.count, "octet"))"
            let breach: String? =
                if serial.first ?? 0 >= 0x80 {
                    "the serial number is negative"
                } else if serial.allSatisfy({ $0 == 0 }) {
                    "the serial number is zero"
                } else if serial.count > SerialNumber.maximumBytes {
                    "\(length); at most \(SerialNumber.maximumBytes) are allowed"
                } else {
                    nil
                }
            return breach.map { .breach(of: .serialNumber, $0, settings) } ?? .pass(length)
        },
        Check(
            "issuer-name", "RFC 5280 §4.1.2.4",
            rule: "the issuer is not empty, and no RelativeDistinguishedName in it is",
            remedy: "request a new certificate"
        ) { facts, _, _ in
            if facts.issuer.hasEmptyRelativeName { return .fail("issuer \(emptyRelativeName)") }
            return facts.issuer.isEmpty ? .fail("issuer is empty") : .pass("issued by \(facts.issuer.text)")
        },
        Check(
            "subject-name", "RFC 5280 §4.1.2.4, §4.1.2.6",
            rule: """
                the subject of a CA is not empty; any other subject may be empty only if there is a subjectAltName
                """,
            remedy: "request a new certificate with a subject"
        ) { facts, position, _ in
            if facts.subject.hasEmptyRelativeName { return .fail("subject \(emptyRelativeName)") }
            if !facts.subject.isEmpty { return .pass() }
            if facts.isCA || position.isIssuer { return .fail("the subject of a CA must not be empty") }
            return facts.has(ExtensionID.subjectAltName)
                ? .pass() : .fail("the certificate has neither a subject nor a subjectAltName")
        },
    ]

    private static let newVersion: Remedy = "request a new certificate of version 3"
    private static let emptyRelativeName = "has a RelativeDistinguishedName without attributes"
}
