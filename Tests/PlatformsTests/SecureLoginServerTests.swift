import OpenSSL
import PKI
import Testing
import Words

@testable import Platforms

/// What is known of SAP Secure Login Server's certificate parameters, row by row, in the words that it is known in. What
/// a command makes of them is in Tests/Scripts/platforms/secure-login-server-rows.session.
@Suite struct SecureLoginServerTests {
    private func parse(_ json: String) throws -> CertificateParameters {
        try CertificateParameters(parsing: Array(json.utf8), ignoringUnknown: false)
    }

    private static let key = try! PrivateKey.generate(.rsa(bits: 2048))

    /// A request as a client makes it: RSA, SHA-256, the usual purposes.
    private func request(
        names: [GeneralName] = [], digest: DigestAlgorithm = .sha256
    ) throws -> CertificateRequest {
        let purposes = Purposes(
            names: names, keyUsage: .usual(for: Self.key.type),
            extendedKeyUsage: CertificateParameters.usualExtendedKeyUsage)
        return try CertificateRequest.make(
            subject: try DistinguishedName(parsing: "CN=KIM"), key: Self.key,
            extensions: try purposes.extensions(subjectIsEmpty: false), digest: digest)
    }

    @Test("clientConfig.keySize (default 2048)") func keySize() throws {
        #expect(try parse("{}").keySpecification == .rsa(bits: 2048))
        #expect(try parse(#"{"clientConfig":{}}"#).keySpecification == .rsa(bits: 2048))
        #expect(try parse(#"{"clientConfig":{"keySize":3072}}"#).keySpecification == .rsa(bits: 3072))
    }

    @Test("keyType: RSA, of any size where none is asked for") func keyType() throws {
        #expect(try parse(#"{"keyType":"RSA"}"#).keySpecification == .rsa(bits: 2048))
        #expect(try parse(#"{"keyType":"RSA"}"#).accept(.rsa(bits: 3072)))
        #expect(try !parse(#"{"keyType":"RSA"}"#).accept(.ec(.p256)))
    }

    @Test("signatureAlgorithm: SHA256withRSA") func signatureAlgorithm() throws {
        let parameters = try parse(#"{"signatureAlgorithm":"SHA256withRSA"}"#)
        #expect(parameters.digest == .sha256)
        #expect(try parameters.disagreement(with: request()) == nil)
        #expect(try parameters.disagreement(with: request(digest: .sha384)) == "signatureAlgorithm")
    }

    @Test(
        "subjectAltNamesRfc822 and subjectAltNamesDNS (comma-separated lists)",
        arguments: [
            (#""a@example.org""#, ["a@example.org"]),
            (#""a@example.org,b@example.org""#, ["a@example.org", "b@example.org"]),
            (#"" a@example.org , b@example.org ,""#, ["a@example.org", "b@example.org"]),
            (#"["a@example.org","b@example.org"]"#, ["a@example.org", "b@example.org"]),
            (#""""#, []), (#"",""#, []), ("[]", []),
        ])
    func lists(_ json: String, _ values: [String]) throws {
        #expect(try parse(#"{"subjectAltNamesRfc822":\#(json)}"#).emailAddresses == values)
        #expect(try parse(#"{"subjectAltNamesDNS":\#(json)}"#).hosts == values)
    }

    @Test(
        "The server checks key type, key length and that the CSR agrees with what it asked for",
        arguments: [
            (#"{"keyType":"RSA","keySize":2048,"subject":"CN=KIM"}"#, nil),
            (#"{"subjectAltNamesRfc822":"kim@example.org","subjectAltNamesDNS":"kim.example.org"}"#, nil),
            (#"{"keyUsage":["keyEncipherment","digitalSignature"],"extendedKeyUsage":["clientAuth"]}"#, nil),
            (#"{"keyType":"EC"}"#, "keyType"), (#"{"keySize":3072}"#, "keySize"),
            (#"{"clientConfig":{"keySize":3072}}"#, "keySize"), (#"{"subject":"CN=SAM"}"#, "subject"),
            (#"{"subject":"CN=KIM,O=Example"}"#, "subject"),
            (#"{"signatureAlgorithm":"SHA512withRSA"}"#, "signatureAlgorithm"),
            (#"{"subjectAltNamesRfc822":"kim@example.org,sam@example.org"}"#, "subjectAltNamesRfc822"),
            (#"{"subjectAltNamesDNS":"sam.example.org"}"#, "subjectAltNamesDNS"),
            (#"{"keyUsage":["digitalSignature"]}"#, "keyUsage"),
            (#"{"extendedKeyUsage":["clientAuth","emailProtection"]}"#, "extendedKeyUsage"),
        ])
    func agreement(_ json: String, _ member: String?) throws {
        let names: [GeneralName] = [.email("kim@example.org"), .dns("kim.example.org")]
        #expect(try parse(json).disagreement(with: request(names: names)) == member)
    }

    @Test("unknown members are an error that names them") func unknownMembers() {
        let error = #expect(throws: CertificateParameters.UnknownMembers.self) {
            try parse(#"{"subjectName":"CN=KIM","clientConfig":{"keySize":2048,"profile":"x"}}"#)
        }
        #expect(error?.message == "unknown members: subjectName, clientConfig.profile")
    }
}
