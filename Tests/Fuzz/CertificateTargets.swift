import JOSE
import JSON
import OpenSSL
import PKI
import System

extension FuzzTarget {
    static let certificates = [
        FuzzTarget(name: "certificate", isDER: true, seeds: certificateSeeds, body: testCertificates),
        FuzzTarget(
            name: "certificate-pem", words: pemWords, seeds: { try Seeds.vectors("certificates", ".pem") },
            body: testCertificates),
        FuzzTarget(
            name: "pkcs7", isDER: true,
            seeds: {
                let base64 = try Seeds.vector("pkcs12/reply.p7b").filter { $0 != 0x0A }
                return [try Base64.decode(base64)]
            }, body: testCertificates),
        FuzzTarget(name: "csr", isDER: true, seeds: requestSeeds, body: testRequest),
        FuzzTarget(
            name: "crl", isDER: true, seeds: { try Seeds.vectors("certificates", ".crl").map(Seeds.der) },
            body: testList),
        FuzzTarget(
            name: "ocsp", isDER: true, seeds: { try Seeds.vectors("ocsp", ".ocsp") }, body: testResponse),
        FuzzTarget(name: "pkcs12", isDER: true, seeds: pkcs12Seeds, body: testPKCS12),
        FuzzTarget(
            name: "path-peer", seeds: { [[]] }, body: { try PathPeer.compare($0) }),
    ]

    static let pemWords = [
        "-----BEGIN CERTIFICATE-----\n", "-----END CERTIFICATE-----\n", "-----BEGIN PKCS7-----\n",
        "-----END PKCS7-----\n",
        "-----BEGIN TRUSTED CERTIFICATE-----\n", "-----BEGIN X509 CRL-----\n", "\r\n",
    ]

    @Sendable private static func certificateSeeds() throws -> [[UInt8]] {
        try (Seeds.vectors("certificates", ".pem") + Seeds.vectors("ocsp", ".pem")).map(Seeds.der).filter {
            !$0.isEmpty
        }
    }

    private static let time = Timestamp(seconds: 1_780_000_000)

    /// What is signed in each certificate, list and response of Tests/Vectors.
    private static let signed: Set<[UInt8]> = {
        do {
            let pem = try Seeds.vectors("certificates", ".pem", ".crl") + Seeds.vectors("ocsp", ".pem")
            return Set(pem.map(Seeds.der).compactMap(signedPart))
        } catch {
            fatalError("\(error)")
        }
    }()

    private static func signedPart(_ der: [UInt8]) -> [UInt8]? {
        DERNode.parse(der[...])?.first?.children.first?.bytes
    }

    private static func isGenuine(_ der: [UInt8]) -> Bool {
        guard let part = signedPart(der) else { return false }
        return signed.contains(part)
    }

    private static let issuers: [Certificate] = {
        do {
            return try ["certificates/root.pem", "certificates/ca.pem", "ocsp/root.pem", "ocsp/ca.pem"].map {
                try Certificate.decode(Seeds.der(Seeds.vector($0)).span)
            }
        } catch {
            fatalError("\(error)")
        }
    }()

    /// What a certificate holds can be asked for, and only what an issuer signed is its own.
    @Sendable private static func testCertificates(_ input: [UInt8]) throws {
        let certificates = try Certificate.all(in: input.span)
        expect(!certificates.isEmpty, "no certificate, and no error")
        for certificate in certificates.prefix(8) {
            let der = try certificate.der
            let again = try Certificate.decode(der.span)
            expect(again == certificate, "another certificate")
            let pem = try certificate.pem()
            let fromPEM = try Certificate.all(in: pem.span)
            expect(fromPEM == [certificate], "another one in PEM")
            _ = (certificate.subject.text, certificate.issuer.text, certificate.serialNumberText)
            _ = (certificate.keyFacts, certificate.signatureFacts, certificate.encodedVersion)
            for item in certificate.extensions { _ = (item.contents, item.isEncodedProperly) }
            _ = outcome { try certificate.publicKey() }
            for issuer in issuers where certificate.isSigned(by: issuer) {
                expect(isGenuine(der), "a signature over something else")
            }
            _ = outcome { try Purposes(certificate.extensions) }
        }
        var settings = CheckSettings(time: time)
        settings.isStrictRequested = true
        settings.roots = issuers
        settings.untrusted = issuers
        settings.request(.host(try ReferenceHost("www.example.com")))
        settings.request(Purpose.server)
        settings.policy = input.count & 1 == 0 ? .webpki : .rfc5280
        let some = Array(certificates.prefix(8))
        let leaves = try Leaves.indices(of: some)
        for (index, report) in CertificateChecker(settings).reports(of: some).enumerated() {
            let ids = report.findings.map(\.check.name)
            expect(Set(ids).count == ids.count, "a check occurs twice")
            // The path of an issuer is judged with its leaf.
            if report.verdict < .fail, leaves.contains(index) {
                let der = try report.facts.certificate.der
                expect(isGenuine(der), "valid, but nobody signed it")
            }
        }
    }

    @Sendable private static func requestSeeds() throws -> [[UInt8]] {
        try TokenKey.all.compactMap { entry in
            guard case .privateKey(let key) = entry.key.material else { return nil }
            let purposes = Purposes(
                names: [
                    .dns("www.example.com"), .email("jo@example.com"), .userPrincipalName("jo@example.com"),
                ],
                keyUsage: .digitalSignature, extendedKeyUsage: [ExtendedKeyUsage.serverAuth.oid])
            return try CertificateRequest.make(
                subject: DistinguishedName(parsing: "CN=jo+UID=7,O=Example,C=DE"), key: key,
                extensions: purposes.extensions(subjectIsEmpty: false), digest: key.type.usualDigest
            ).der
        }
    }

    @Sendable private static func testRequest(_ input: [UInt8]) throws {
        let request = try CertificateRequest.read(input.span)
        let der = try request.der
        let again = try CertificateRequest.decode(der.span).der
        expect(again == der, "another request")
        let pem = try request.pem()
        let fromPEM = try CertificateRequest.read(pem.span).der
        expect(fromPEM == der, "another one in PEM")
        _ = (request.subject.text, request.keyInfo, request.signatureAlgorithm, request.attributes.count)
        if request.verifySignature() == .valid {
            expect(
                outcome { try request.publicKey() }.value != nil, "valid without a key"
            )
        }
        let extensions = try request.extensions()
        for item in extensions { _ = item.contents }
        _ = outcome { try Purposes(extensions) }
    }

    @Sendable private static func testList(_ input: [UInt8]) throws {
        for list in try RevocationList.all(in: input.span) {
            let der = try list.der
            let again = try RevocationList.decode(der.span).der
            expect(again == der, "another list")
            _ = (list.scope, list.thisUpdate, list.nextUpdate, list.entryKinds, list.issuerHash)
            for item in list.extensions { _ = item.contents }
            var settings = CheckSettings(time: time)
            settings.roots = [issuers[0]]
            settings.untrusted = [issuers[1]]
            settings.revocationLists = [list]
            for name in ["www", "revoked"] {
                let leaf = try Certificate.decode(Seeds.der(Seeds.vector("certificates/\(name).pem")).span)
                _ = list.entry(for: leaf)
                for report in CertificateChecker(settings).reports(of: [leaf]) where report.verdict < .fail {
                    expect(name == "www" && isGenuine(der), "\(name) is not revoked")
                }
            }
        }
    }

    @Sendable private static func testResponse(_ input: [UInt8]) throws {
        let response = try OCSPResponse.read(input.span)
        let leaf = try Certificate.decode(Seeds.der(Seeds.vector("ocsp/gone.pem")).span)
        for answer in response.answers {
            _ =
                OCSPResponse.CertificateID(leaf, of: issuers[3], digest: answer.subject.digest)
                == answer.subject
        }
        _ = response.signatureFacts
        var settings = CheckSettings(time: time)
        settings.roots = [issuers[2]]
        settings.untrusted = [issuers[3]]
        settings.responses = ResponseIndex([response])
        for report in CertificateChecker(settings).reports(of: [leaf]) {
            // No response of Tests/Vectors says that it is good.
            let said = report.findings.first { $0.check == .revocation }
            expect(said?.verdict != .pass, "gone.pem is good")
        }
    }

    @Sendable private static func pkcs12Seeds() throws -> [[UInt8]] {
        let pem = try Seeds.vectors("pkcs12", ".txt").map { text in
            outcome {
                try Base64.decode(text.filter { $0 != 0x0A && $0 != 0x0D })
            }.value ?? text
        }
        return try Seeds.vectors("pkcs12", ".p12") + pem
    }

    /// A file that opens under its MAC is unpacked, and packed and opened again with the same contents.
    @Sendable private static func testPKCS12(_ input: [UInt8]) throws {
        guard let file = try PFX.decodeIfRecognized(input.span, StoredEncoding(input.span)) else { return }
        let passphrase = Secret(copying: Array("correct horse".utf8).span)
        let opened = try file.open(passphrase, maximumIterations: 12_000)
        if opened.isIntact == true {
            let other = Secret(copying: Array("correct horsf".utf8).span)
            let wrong = outcome { try file.open(other, maximumIterations: 12_000) }
            expect(wrong.value?.isIntact != true, "two passphrases fit")
        }
        expect(opened.bags.count <= Limits.bags, "too many bags")
        for bag in opened.bags { _ = (bag.friendlyName, bag.localKeyID, bag.isTrusted) }
        let identity = try PKCS12Identity(in: opened, named: nil)
        guard let key = identity.key, let leaf = identity.leaf(at: time) else { return }
        expect(try leaf.publicKey() == key.publicKey, "the certificate is not the key's")
        let draft = PFXDraft(key, leaf, chain: [], friendlyName: nil)
        let algorithms = PKCS12Algorithms(encryption: .aes256, mac: .sha256, iterations: 1)
        let packed = try draft.encode(.passphrase(passphrase, algorithms))
        guard
            let again = try packed.withBytes({ (bytes) throws in
                try PFX.decodeIfRecognized(bytes, StoredEncoding(bytes))
            })
        else { fatalError("signet does not recognise its own PKCS#12") }
        let unpacked = try PKCS12Identity(in: again.open(passphrase), named: nil)
        expect(unpacked.key?.publicKey == key.publicKey && unpacked.leaf(at: time) == leaf, "other contents")
    }
}
