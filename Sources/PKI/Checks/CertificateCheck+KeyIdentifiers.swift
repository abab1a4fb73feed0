import OpenSSL

extension CertificateCheck {
    static let keyIdentifiers: [CertificateCheck] = [
        CertificateCheck(
            check: Check(
                "authority-key-identifier", "RFC 5280 §4.2.1.1",
                rule:
                    "there, with a key identifier, in all but those signed by their own key; issuer and serial number both or neither. Under webpki (BR §7.1.2.1.3, §7.1.2.11.1) without these two, and a root's is its subjectKeyIdentifier",
                remedy: "have it issued again")
        ) { facts, _, settings in judgeAuthorityKey(facts, settings.policy) },
        CertificateCheck(
            check: Check(
                "subject-key-identifier", "RFC 5280 §4.2.1.2", rule: "there in every CA",
                remedy: "have the CA's certificate issued again")
        ) { facts, position, _ in
            guard facts.isCA || position.isIssuer else { return .skipped("no CA") }
            return facts.subjectKey != nil
                ? .pass("there") : .fail("a CA without subjectKeyIdentifier")
        },
    ]

    private static func judgeAuthorityKey(_ facts: CertificateFacts, _ policy: CheckPolicy) -> Judgement {
        guard facts.has(ExtensionID.authorityKeyIdentifier) else {
            // Whoever signs with the key that is certified has shown which key that is, under whatever name.
            return facts.certificate.isSigned(by: facts.certificate)
                ? .pass("signed by its own key, which needs none") : .fail("no authorityKeyIdentifier")
        }
        guard let authority = facts.authorityKey else { return .fail("authorityKeyIdentifier is malformed") }
        guard let key = authority.key else { return .fail("authorityKeyIdentifier without a key identifier") }
        if authority.hasIssuer != authority.hasSerialNumber {
            return .fail("authorityKeyIdentifier with one of issuer and serial number, and not the other")
        }
        if policy == .webpki {
            if authority.hasIssuer { return .fail("authorityKeyIdentifier with issuer and serial number") }
            if facts.isSelfSigned, let own = facts.subjectKey, own != key {
                return .fail("authorityKeyIdentifier of a root is not its subjectKeyIdentifier")
            }
        }
        return .pass("there, with a key identifier")
    }
}
