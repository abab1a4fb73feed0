import OpenSSL
import PKI
import Testing
import Words

@testable import Platforms

@Suite struct CertificateParametersTests {
    private func parse(_ json: String, ignoringUnknown: Bool = false) throws -> CertificateParameters {
        try CertificateParameters(parsing: Array(json.utf8), ignoringUnknown: ignoringUnknown)
    }

    @Test func everyMember() throws {
        let parameters = try parse(
            """
            {"subject":"CN=JDO","keyType":"rsa","signatureAlgorithm":"SHA256withRSA","clientConfig":{"keySize":3072},
             "subjectAltNamesRfc822":"a@b.c, d@e.f","subjectAltNamesDNS":["x.example"],
             "keyUsage":["digitalSignature","keyEncipherment"],"extendedKeyUsage":["clientAuth","1.2.3"]}
            """)
        #expect(parameters.subject == "CN=JDO")
        #expect(parameters.keySpecification == .rsa(bits: 3072))
        #expect(parameters.digest == .sha256)
        #expect(parameters.emailAddresses == ["a@b.c", "d@e.f"])
        #expect(parameters.hosts == ["x.example"])
        #expect(parameters.keyUsage == [.digitalSignature, .keyEncipherment])
        #expect(parameters.extendedKeyUsage == [ExtendedKeyUsage.clientAuth.oid, "1.2.3"])
    }

    @Test func whatIsUsual() throws {
        let parameters = try parse("{}")
        #expect(parameters.keySpecification == .rsa(bits: 2048))
        #expect(parameters.accept(.rsa(bits: 4096)))
        #expect(!parameters.accept(.ed25519))
        #expect(try parse(#"{"keySize":2048}"#).accept(.rsa(bits: 4096)) == false)
        #expect(try parse(#"{"keyType":"EC"}"#).accept(.ec(.p384)))
        #expect(try parse(#"{"keyType":"EC","keySize":256}"#).accept(.ec(.secp256k1)) == false)
    }

    @Test(arguments: [
        ("[]", "found another JSON value"),
        (#"{"a":1,"clientConfig":{"b":2}}"#, "unknown members: a, clientConfig.b"),
        (#"{"clientConfig.keySize":2048}"#, "unknown members: clientConfig.keySize"),
        (#"{"subject":1}"#, "subject must be a string"),
        (#"{"clientConfig":[]}"#, "clientConfig must be an object"),
        (
            #"{"clientConfig":{"keySize":"2048 bits"}}"#,
            "clientConfig.keySize must be a whole number"
        ),
        (#"{"keySize":2048.5}"#, "keySize must be a whole number"),
        (#"{"keyUsage":"x"}"#, "keyUsage must be an array of strings"),
        (
            #"{"extendedKeyUsage":["clientAuth",2]}"#,
            "extendedKeyUsage[1] must be a string"
        ),
        (#"{"keySize":2048,"clientConfig":{"keySize":3072}}"#, "keySize and clientConfig.keySize differ"),
        (
            #"{"keySize":1024}"#,
            "keySize: unknown value"
        ),
        (
            #"{"keyType":"EC","signatureAlgorithm":"SHA256withRSA"}"#,
            "signatureAlgorithm SHA256withRSA cannot be used with keyType EC"
        ),
        (#"{"signatureAlgorithm":"Ed25519"}"#, "signatureAlgorithm Ed25519 cannot be used with keyType RSA"),
        (#"{"keyType":"EC","keySize":2048}"#, "keySize: unknown value"),
    ]) func whatIsRefused(_ json: String, _ fault: String) {
        let error = #expect(throws: (any Error).self) { try parse(json) }
        #expect((error as? any DescribedError)?.message.contains(fault) == true)
    }

    /// Servers and OpenSSL spell some values in another way than this format.
    @Test(arguments: [
        (#"{"keySize":"3072"}"#, #"{"keySize":3072}"#),
        (#"{"clientConfig":{"keySize":"3072"}}"#, #"{"keySize":3072}"#),
        (
            #"{"signatureAlgorithm":"sha256WithRSAEncryption"}"#,
            #"{"signatureAlgorithm":"SHA256withRSA"}"#
        ),
        (
            #"{"keyType":"ECDSA","signatureAlgorithm":"ecdsa-with-SHA384"}"#,
            #"{"keyType":"EC","signatureAlgorithm":"SHA384withECDSA"}"#
        ),
        (#"{"keyType":"ed25519","signatureAlgorithm":"ED25519"}"#, #"{"keyType":"Ed25519"}"#),
    ]) func spellings(_ json: String, _ usual: String) throws {
        let (read, expected) = (try parse(json), try parse(usual))
        #expect(read.keySpecification == expected.keySpecification)
        #expect(read.keySize == expected.keySize)
        #expect(read.digest == expected.digest)
    }

    /// It has nothing to make a key of, whatever is ignored.
    @Test(arguments: [
        (#"{"status":"ERROR"}"#, "the log-in failed: status is 'ERROR'"),
        (#"{"status":"failed","subject":"CN=x"}"#, "the log-in failed: status is 'failed'"),
        (
            #"{"status":"LOGIN_DENIED","clientConfig":{"keySize":2048}}"#,
            "the log-in failed: status is 'LOGIN_DENIED'"
        ),
        (#"{"status":"CONTINUE","fields":[]}"#, "found JSON without any of their members"),
    ]) func failedLogIns(_ json: String, _ fault: String) {
        let error = #expect(throws: (any Error).self) { try parse(json, ignoringUnknown: true) }
        #expect((error as? any DescribedError)?.message.contains(fault) == true)
    }

    /// An empty array is another thing than no array.
    @Test func nothingCanBeAskedFor() throws {
        let parameters = try parse(#"{"keyUsage":[],"extendedKeyUsage":[]}"#)
        #expect(parameters.keyUsage == [])
        #expect(parameters.extendedKeyUsage == [])
        let request = try CertificateRequest.make(
            subject: try DistinguishedName(parsing: "CN=x"), key: try .generate(.rsa(bits: 2048)),
            extensions: [], digest: .sha256)
        #expect(try parameters.disagreement(with: request) == nil)
    }

    @Test func whatIsUnknownCanBePassedOver() throws {
        let json = #"{"subject":"CN=x","a":1,"clientConfig":{"keySize":2048,"b":[]}}"#
        #expect(try parse(json, ignoringUnknown: true).keySize == 2048)
    }

    @Test func disagreements() throws {
        let key = try PrivateKey.generate(.ec(.p256))
        let purposes = Purposes(
            names: [.dns("x.example")], keyUsage: .digitalSignature,
            extendedKeyUsage: [ExtendedKeyUsage.clientAuth.oid])
        let request = try CertificateRequest.make(
            subject: try DistinguishedName(parsing: "CN=x"), key: key,
            extensions: try purposes.extensions(subjectIsEmpty: false), digest: .sha256)
        for (json, member) in [
            (#"{"keyType":"EC"}"#, nil), (#"{"keyType":"EC","subjectAltNamesDNS":"x.example"}"#, nil),
            ("{}", "keyType"),
            (#"{"keyType":"EC","keySize":384}"#, "keySize"),
            (#"{"keyType":"EC","subject":"CN=y"}"#, "subject"),
            (#"{"keyType":"EC","subjectAltNamesDNS":"y.example"}"#, "subjectAltNamesDNS"),
            (#"{"keyType":"EC","subjectAltNamesRfc822":"a@b.c"}"#, "subjectAltNamesRfc822"),
            (#"{"keyType":"EC","keyUsage":["keyAgreement"]}"#, "keyUsage"),
            (#"{"keyType":"EC","extendedKeyUsage":["serverAuth"]}"#, "extendedKeyUsage"),
            (#"{"keyType":"EC","signatureAlgorithm":"SHA384withECDSA"}"#, "signatureAlgorithm"),
        ] {
            #expect(try parse(json).disagreement(with: request) == member)
        }
    }
}
