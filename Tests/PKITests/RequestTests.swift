import OpenSSL
import Testing
import Words

@testable import PKI

@Suite struct RequestTests {
    static let key = Result { try PrivateKey.generate(.ec(.p256)) }

    private func request(
        _ names: [GeneralName] = [.dns("example.org")], _ key: PrivateKey? = nil,
        digest: DigestAlgorithm? = .sha256
    ) throws -> CertificateRequest {
        let purposes = Purposes(
            names: names, keyUsage: [.digitalSignature], extendedKeyUsage: ["1.3.6.1.5.5.7.3.2"])
        return try CertificateRequest.make(
            subject: try DistinguishedName(parsing: "CN=x"), key: try key ?? Self.key.get(),
            extensions: try purposes.extensions(subjectIsEmpty: false), digest: digest)
    }

    /// RFC 3161 §2.3.
    @Test func timeStampingAloneIsCritical() throws {
        func isCritical(_ usages: [ExtendedKeyUsage]) throws -> [Bool] {
            let purposes = Purposes(extendedKeyUsage: usages.map(\.oid))
            return try purposes.extensions(subjectIsEmpty: false).map(\.isCritical)
        }
        #expect(try isCritical([.timeStamping]) == [true])
        #expect(try isCritical([.timeStamping, .codeSigning]) == [false])
        #expect(try isCritical([.serverAuth]) == [false])
    }

    /// Requests, revocation lists and certificates have the same outermost shape. The bytes are always the same ones,
    /// because a random key or signature may happen to be a certificate's.
    @Test func damagedRequestsAndListsAreNotTakenForCertificates() throws {
        let text = try vector("keys/ed25519.pkcs8.pem")
        let decoded = try EncodedKey(recognizing: text.span, .pem).decode(passphrase: nil)
        guard case .privateKey(let key) = decoded else { throw KeyError.notAKey }
        let list = try RevocationList.make(
            issuer: try DistinguishedName(parsing: "CN=x"), thisUpdate: 10, nextUpdate: 20, entries: [],
            extensions: [], by: key, digest: nil)
        let certificate = try IssuanceTests().issuance(key: key).selfSigned(by: key, digest: nil)
        let structures: [(StoredObject, [UInt8])] = [
            (.request, try request([], key, digest: nil).der), (.revocationList, try list.der),
            (.certificate, try certificate.der),
        ]
        for (object, der) in structures {
            #expect(StoredObject(recognizing: der.span) == object)
            for index in der.indices {
                var damaged = der
                damaged[index] ^= 0x80
                let found = StoredObject(recognizing: damaged.span)
                #expect(found == nil || found == object, "byte \(index)")
            }
        }
    }

    @Test func whatIsAskedForComesBack() throws {
        let made = try request()
        let pem = try made.pem()
        let read = try CertificateRequest.read(pem.span)
        #expect(try read.der == made.der)
        #expect(read.encodedVersion == 0)
        #expect(read.subject.text == "CN=x")
        #expect(read.verifySignature() == .valid)
        #expect(try read.publicKey() == Self.key.get().publicKey)
        let purposes = try Purposes(try read.extensions())
        #expect(purposes.names == [.dns("example.org")])
        #expect(purposes.keyUsage == .digitalSignature)
        #expect(purposes.extendedKeyUsage == ["1.3.6.1.5.5.7.3.2"])
    }

    /// Bits beyond those that have names are none either.
    @Test(
        arguments: [
            (ExtensionID.keyUsage, "X509v3 Key Usage", [0x03, 0x01, 0x00]),
            (ExtensionID.keyUsage, "X509v3 Key Usage", [0x03, 0x02, 0x07, 0x00]),
            (ExtensionID.keyUsage, "X509v3 Key Usage", [0x03, 0x03, 0x06, 0x00, 0x40]),
            (ExtensionID.extendedKeyUsage, "X509v3 Extended Key Usage", [0x30, 0x00]),
            (ExtensionID.subjectAltName, "X509v3 Subject Alternative Name", [0x30, 0x00]),
        ] as [(String, String, [UInt8])]
    )
    func extensionsWithNothingInThem(oid: String, name: String, value: [UInt8]) throws {
        let part = CertificateExtension(oid, isCritical: false, value)
        #expect(throws: InputError("the extension \(name) is empty")) { try Purposes([part]) }
    }

    @Test func everyTypeOfKey() throws {
        for specification in [
            KeyType.ec(.p384), .ec(.p521), .ec(.secp256k1), .ed25519, .ed448,
            .rsa(bits: 2048),
        ] {
            let key = try PrivateKey.generate(specification)
            let made = try CertificateRequest.make(
                subject: try DistinguishedName(parsing: "CN=x"), key: key, extensions: [],
                digest: key.type.usualDigest)
            #expect(made.verifySignature() == .valid)
            #expect(made.keyInfo.type == key.type)
            #expect(try made.extensions().isEmpty)
        }
    }

    @Test func cutOffAnywhere() throws {
        let der = try request().der
        for count in der.indices {
            let part = Array(der.prefix(count))
            #expect(throws: (any Error).self) { try CertificateRequest.read(part.span) }
        }
        let longer = der + [0]
        #expect(throws: InputError("malformed PKCS#10: more bytes follow its end")) {
            try CertificateRequest.read(longer.span)
        }
    }

    /// A changed byte is an error, another request, or a signature that does not hold; never a crash.
    @Test func changedAnywhere() throws {
        let der = try request().der
        for index in der.indices {
            var changed = der
            changed[index] ^= 0x41
            guard let read = try? CertificateRequest.read(changed.span) else { continue }
            #expect(read.verifySignature() != .valid, "byte \(index)")
            _ = read.subject.text
            _ = try? read.extensions().map(\.contents)
            _ = read.attributes
            _ = read.keyInfo
        }
    }

    @Test func thousandsOfNames() throws {
        let names = (0..<5_000).map { GeneralName.dns("host-\($0).example.org") }
        let der = try request(names).der
        let read = try CertificateRequest.decode(der.span)
        #expect(try Purposes(try read.extensions()).names == names)
    }

    @Test func otherPEM() throws {
        let certificate = try vector("keys/rsa.certificate.pem")
        #expect(throws: InputError("expected a certificate request, found the PEM label 'CERTIFICATE'")) {
            try CertificateRequest.read(certificate.span)
        }
        let two = try request().pem() + (try request().pem())
        #expect(throws: InputError("expected one certificate request, found 2", hint: "split the file")) {
            try CertificateRequest.read(two.span)
        }
        let nothing: [UInt8] = []
        #expect(throws: InputError.self) { try CertificateRequest.read(nothing.span) }
    }

    @Test func extensionsThatAreThereTwice() throws {
        let part = try CertificateExtension.keyUsage([.digitalSignature])
        #expect(throws: InputError("the extension X509v3 Key Usage is repeated")) {
            try Purposes([part, part])
        }
        let malformed = CertificateExtension(ExtensionID.keyUsage, isCritical: true, [0x03])
        #expect(throws: InputError("the extension X509v3 Key Usage is malformed")) {
            try Purposes([malformed])
        }
    }

    /// A request before it is signed; its signature is not looked at here.
    private func draft(attributes: [UInt8]...) throws -> CertificateRequest {
        let key = TestKey.leaf
        let der = DER.sequence(
            DER.sequence(
                DER.integer(0), DER.name("x"), key.spki, DER.tagged(0xA0, attributes.flatMap(\.self))),
            key.algorithm, DER.bits([0]))
        return try CertificateRequest.decode(der.span)
    }

    private func names(_ host: String) -> [UInt8] { DER.sequence(Ext.names(Ext.dns(host))) }

    /// Which list a CA reads cannot be known.
    @Test func moreThanOneListOfExtensions() throws {
        let standard = "1.2.840.113549.1.9.14"
        let microsoft = "1.3.6.1.4.1.311.2.1.14"
        func attribute(_ oid: String, _ values: [UInt8]...) -> [UInt8] {
            DER.sequence(DER.oid(oid), DER.tagged(0x31, values.flatMap(\.self)))
        }
        let (shown, hidden) = (names("shown.example"), names("hidden.example"))
        for oid in [standard, microsoft] {
            let extensions = try draft(attributes: attribute(oid, shown)).extensions()
            #expect(try Purposes(extensions).names == [.dns("shown.example")])
        }
        #expect(throws: InputError("malformed PKCS#10: expected one list of extensions, found 2")) {
            try draft(attributes: attribute(standard, shown), attribute(microsoft, hidden)).extensions()
        }
        #expect(throws: InputError("malformed PKCS#10: expected one list of extensions, found 2")) {
            try draft(attributes: attribute(standard, shown), attribute(standard, hidden)).extensions()
        }
        #expect(throws: InputError("malformed PKCS#10: expected one list of extensions, found 2")) {
            try draft(attributes: attribute(standard, shown, hidden)).extensions()
        }
        let twice = DER.sequence(Ext.names(Ext.dns("shown.example")), Ext.names(Ext.dns("hidden.example")))
        #expect(throws: InputError("malformed PKCS#10: the extension 2.5.29.17 is repeated")) {
            try draft(attributes: attribute(standard, twice)).extensions()
        }
        #expect(throws: InputError("malformed PKCS#10: the requested extensions are malformed")) {
            try draft(attributes: attribute(standard, DER.octets([1]))).extensions()
        }
        #expect(throws: InputError("malformed PKCS#10: the requested extensions are malformed")) {
            try draft(attributes: attribute(standard)).extensions()
        }
    }

    @Test(arguments: [
        (KeyUsage.keyEncipherment, KeyType.ec(.p256), "RFC 8813 §3"),
        (.keyAgreement, .ed25519, "RFC 9295 §3"),
        (.keyAgreement, .rsa(bits: 2048), "RFC 3279 §2.3.1"),
        (.encipherOnly, .ec(.p256), "RFC 5280 §4.2.1.3"),
    ]) func usagesThatKeysDoNotHave(_ usage: KeyUsage, _ key: KeyType, _ section: String) {
        #expect(throws: KeyUsageError(usages: usage.names, key: key, section: section)) {
            try usage.check(for: key)
        }
    }
}
