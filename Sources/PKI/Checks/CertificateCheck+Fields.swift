import OpenSSL

extension CertificateCheck {
    static let fields: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "version", "RFC 5280 §4.1.2.1",
                rule:
                    "version 3; older ones have no extensions, and so neither key identifiers nor a word on what is a CA",
                remedy: "have it issued again, as version 3")
        ) { facts, _, _ in
            switch facts.encodedVersion {
            case 2: return .pass("version 3")
            case 0, 1:
                let version = facts.encodedVersion + 1
                return .fail(
                    facts.extensions.isEmpty
                        ? "version \(version)" : "version \(version) with extensions, which only 3 has")
            default: return .fail("an unknown version")
            }
        },
        CertificateCheck(
            check: Check(
                "serial-number", "RFC 5280 §4.1.2.2",
                rule: "positive, of 20 octets at the most; nobody looks for a trust anchor by its number",
                remedy: "have it issued again")
        ) { facts, position, _ in
            if position == .anchor { return .skipped("nobody looks for a trust anchor by its number") }
            let serial = facts.serialNumber
            if serial.first ?? 0 >= 0x80 { return .fail("the serial number is negative") }
            if serial.allSatisfy({ $0 == 0 }) { return .fail("the serial number is zero") }
            return serial.count <= 20
                ? .pass("\(serial.count) octets") : .fail("the serial number has \(serial.count) octets")
        },
        CertificateCheck(
            check: Check(
                "issuer-name", "RFC 5280 §4.1.2.4", rule: "the issuer's name is not empty",
                remedy: "have it issued again")
        ) { facts, _, _ in
            facts.issuer.isEmpty
                ? .fail("the issuer's name is empty") : .pass("issued by \(facts.issuer.text)")
        },
        CertificateCheck(
            check: Check(
                "subject-name", "RFC 5280 §4.1.2.6",
                rule:
                    "the subject of a CA is not empty; another's is, only where a subjectAltName stands in for it",
                remedy: "have it issued again with a name")
        ) { facts, position, _ in
            if !facts.subject.isEmpty { return .pass("a subject") }
            if facts.isCA || position.isIssuer { return .fail("the subject of a CA is empty") }
            return facts.has(ExtensionID.subjectAltName)
                ? .pass("no subject, and a subjectAltName instead")
                : .fail("neither a subject nor a subjectAltName")
        },
    ]
}
