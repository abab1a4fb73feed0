import OpenSSL
import System
import Testing
import Words

@testable import PKI

@Suite struct IssuanceTests {
    static let key = Result { try PrivateKey.generate(.ec(.p256)) }

    func issuance(
        isCA: Bool = true, from: Int64 = 0, to: Int64 = 86_400, usage: KeyUsage? = [.keyCertSign],
        serial: [UInt8] = [1], key: PrivateKey? = nil
    ) throws -> Issuance {
        try Issuance(
            subject: try DistinguishedName(parsing: "CN=x"), publicKey: try (key ?? Self.key.get()).publicKey,
            purposes: Purposes(keyUsage: usage), isCA: isCA, pathLength: isCA ? 0 : nil,
            validity: Timestamp(seconds: from)...Timestamp(seconds: to), serialNumber: serial)
    }

    @Test func fieldsOfASelfSignedCertificate() throws {
        let certificate = try issuance().selfSigned(by: try Self.key.get(), digest: .sha256)
        #expect(certificate.encodedVersion == 2)
        #expect(certificate.subject == certificate.issuer)
        #expect(certificate.notBefore == 0 && certificate.notAfter == 86_400)
        #expect(certificate.serialNumber == [1])
        #expect(certificate.extensions.map(\.oid) == ["2.5.29.19", "2.5.29.15", "2.5.29.14"])
        #expect(certificate.extensions.map(\.isCritical) == [true, true, false])
    }

    /// RFC 5280 §4.1.2.5: UTCTime (0x17, 13 bytes) through 2049, GeneralizedTime (0x18, 15 bytes) from 2050 on.
    @Test func timesChangeTheirFormWith2050() throws {
        let endOf2049: Int64 = 2_524_607_999
        let certificate = try issuance(from: endOf2049, to: endOf2049 + 1).selfSigned(
            by: try Self.key.get(), digest: .sha256)
        let times = Array("\u{17}\u{0D}491231235959Z\u{18}\u{0F}20500101000000Z".utf8)
        let der = try certificate.der
        #expect(der.indices.dropLast(times.count).contains { der[$0...].starts(with: times) })
        let forever = try issuance(to: Timestamp.latest.seconds).selfSigned(
            by: try Self.key.get(), digest: .sha256)
        #expect(forever.notAfter == Timestamp.latest.seconds)
    }

    @Test func anIssuersIdentifierIsCopied() throws {
        let key = try Self.key.get()
        let ca = try issuance().selfSigned(by: key, digest: .sha256)
        let issuer = try Issuer(ca, key)
        #expect(issuer.pathLength == 0)
        let leaf = try issuance(isCA: false, usage: nil).issued(by: issuer, digest: .sha256)
        for part in leaf.extensions {
            if case .authorityKeyIdentifier(let identifier, let names, nil) = part.contents {
                #expect(identifier == issuer.keyIdentifier)
                #expect(names.isEmpty)
                return
            }
        }
        Issue.record("no authorityKeyIdentifier")
    }

    @Test func whoIsNoIssuer() throws {
        let key = try Self.key.get()
        let leaf = try issuance(isCA: false, usage: nil).selfSigned(by: key, digest: .sha256)
        #expect(throws: NotCAError.self) { try Issuer(leaf, key) }
        let mute = try issuance(usage: [.cRLSign]).selfSigned(by: key, digest: .sha256)
        #expect(throws: InputError("the keyUsage of the CA lacks keyCertSign (RFC 5280 §4.2.1.3)")) {
            try Issuer(mute, key)
        }
        let ca = try issuance().selfSigned(by: key, digest: .sha256)
        let other = try PrivateKey.generate(.ec(.p256))
        #expect(throws: InputError("the CA's key does not match the CA's certificate")) {
            try Issuer(ca, other)
        }
    }

    /// The keyUsage, the subjectKeyIdentifier and the path length of a CA are read before it issues; what is malformed
    /// is not the same as what is absent.
    @Test(
        arguments: [
            ("2.5.29.15", "X509v3 Key Usage", [0x04, 0x01, 0x00]),
            ("2.5.29.15", "X509v3 Key Usage", [0x03, 0x02, 0x02, 0x04, 0x00]),
            ("2.5.29.14", "X509v3 Subject Key Identifier", [0x03, 0x01, 0x00]),
            ("2.5.29.19", "X509v3 Basic Constraints", [0x30, 0x03, 0x01, 0x01, 0xFF, 0x00]),
        ] as [(String, String, [UInt8])]) func aMalformedExtensionOfAnIssuer(
            _ oid: String, _ name: String, _ value: [UInt8]
        )
    {
        let ca = Draft.root().replacing(oid, Ext.make(oid, critical: true, value)).certificate
        #expect(throws: InputError("the extension \(name) of the CA is malformed")) {
            try Issuer(ca, TestKey.root.key)
        }
    }

    @Test(arguments: [
        [0xFF], [UInt8](repeating: 0x7F, count: 18), [UInt8](repeating: 0x80, count: 18),
        [UInt8](repeating: 0x7F, count: 26), [UInt8](repeating: 0x80, count: 26),
    ]) func anImpossiblePathLengthOfAnIssuer(_ octets: [UInt8]) {
        let ca = Draft.root().replacing("2.5.29.19", Ext.basic(pathOctets: octets)).certificate
        #expect(throws: InputError.self) { try Issuer(ca, TestKey.root.key) }
    }

    @Test func extendedUsagesHaveNamesAndNumbers() {
        for usage in ExtendedKeyUsage.allCases {
            #expect(ExtendedKeyUsage.name(usage.oid) == usage.rawValue)
            #expect(ExtendedKeyUsage.oid(usage.rawValue.uppercased()) == usage.oid)
            #expect(ExtendedKeyUsage.oid(usage.oid) == usage.oid)
        }
        #expect(ExtendedKeyUsage.name("1.2.3") == "1.2.3" && ExtendedKeyUsage.oid("1.2.3") == "1.2.3")
        #expect(ExtendedKeyUsage.oid("msSmartcardLogin") == ExtendedKeyUsage.oid("smartcardLogon"))
        #expect(ExtendedKeyUsage.oid("serverAuthentication") == nil)
    }
}

extension IssuanceTests {
    /// All but what identifies the keys, limits the private key in time, or comes from logs.
    @Test func aTemplateHasTheExtensionsOfItsKind() throws {
        let key = try Self.key.get()
        let issuer = try Issuer(try issuance().selfSigned(by: key, digest: .sha256), key)
        var leaf = try issuance(isCA: false, usage: [.digitalSignature])
        let own = ["2.5.29.16", "1.3.6.1.4.1.11129.2.4.2"].map {
            CertificateExtension($0, isCritical: false, [5, 0])
        }
        let kept = CertificateExtension("1.2.3.4", isCritical: true, [5, 0])
        leaf.extensions += own + [kept]
        let made = try leaf.issued(by: issuer, digest: .sha256)
        #expect(made.extensions.count == 7)
        #expect(
            try made.templateExtensions(for: made.subject, made.publicKey()).map(\.oid) == [
                "2.5.29.19", "2.5.29.15", "1.2.3.4", "2.5.29.14",
            ])
        let newKey = try PrivateKey.generate(.ec(.p256)).publicKey
        #expect(
            try made.templateExtensions(for: made.subject, newKey).map(\.oid) == [
                "2.5.29.19", "2.5.29.15", "1.2.3.4",
            ])
        let names = CertificateExtension("2.5.29.17", isCritical: false, [0x30, 3, 0x82, 1, 0x61])
        leaf.extensions = [names]
        let named = try leaf.issued(by: issuer, digest: .sha256)
        #expect(try !named.templateExtensions(for: named.subject, named.publicKey())[0].isCritical)
        #expect(try named.templateExtensions(for: DistinguishedName([]), named.publicKey())[0].isCritical)
        leaf.extensions = [kept, kept]
        #expect(throws: InputError("the extension 1.2.3.4 is repeated")) {
            try leaf.issued(by: issuer, digest: .sha256).templateExtensions(
                for: leaf.subject, leaf.publicKey)
        }
        leaf.extensions = [CertificateExtension("1.3.6.1.4.1.11129.2.4.3", isCritical: true, [5, 0])]
        #expect(
            throws: InputError("expected a certificate, found a precertificate (RFC 6962 §3.1)")
        ) {
            try leaf.issued(by: issuer, digest: .sha256).templateExtensions(
                for: leaf.subject, leaf.publicKey)
        }
        leaf.extensions = [CertificateExtension("2.5.29.17", isCritical: false, [5, 0])]
        #expect(throws: InputError("the extension X509v3 Subject Alternative Name is malformed")) {
            try leaf.issued(by: issuer, digest: .sha256).templateExtensions(
                for: leaf.subject, leaf.publicKey)
        }
    }

    @Test func anExtensionIsReplacedInItsPlace() throws {
        var extensions = [1, 2, 3].map { CertificateExtension("1.2.\($0)", isCritical: false, [5, 0]) }
        extensions.put(CertificateExtension("1.2.2", isCritical: true, [1]))
        extensions.put(CertificateExtension("1.2.4", isCritical: false, []))
        #expect(extensions.map(\.oid) == ["1.2.1", "1.2.2", "1.2.3", "1.2.4"])
        #expect(extensions[1].isCritical)
    }
}
