import Testing

@testable import OpenSSL

@Suite("Parameters of RSA-PSS keys")
struct PSSParametersTests {
    private static let sha1: [UInt8] = [0x2B, 0x0E, 0x03, 0x02, 0x1A]
    private static let mgf1: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x08]
    private static let rsassaPSS: [UInt8] = mgf1.dropLast() + [0x0A]

    /// SHA-256 is 1, SHA-384 2, SHA-512 3 and SHA-224 4.
    private static func sha2(_ number: UInt8) -> [UInt8] {
        [0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x02, number]
    }

    private static func der(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            count < 128 ? [UInt8(count)] : [0x82, UInt8(count >> 8), UInt8(count & 0xFF)]
        return [tag] + length + contents
    }

    private static func algorithm(_ oid: [UInt8], _ parameters: [UInt8] = [5, 0]) -> [UInt8] {
        der(0x30, der(6, oid) + parameters)
    }

    /// The members of RSASSA-PSS-params; nil leaves one out.
    private static func parameters(
        digest: [UInt8]? = nil, mask: [UInt8]? = nil, salt: [UInt8]? = nil, trailer: UInt8? = nil
    ) -> [UInt8] {
        var members: [UInt8] = []
        if let digest { members += der(0xA0, algorithm(digest)) }
        if let mask { members += der(0xA1, algorithm(mgf1, algorithm(mask))) }
        if let salt { members += der(0xA2, der(2, salt)) }
        if let trailer { members += der(0xA3, der(2, [trailer])) }
        return der(0x30, members)
    }

    private func key(_ parameters: [UInt8]) throws -> PublicKey {
        let numbers = try privateKey("rsa.pkcs8").publicKey.der(.pkcs1Public)
        let info = Self.der(
            0x30, Self.algorithm(Self.rsassaPSS, parameters) + Self.der(3, [0] + numbers))
        return try EncodedKey.decode(info).publicKey
    }

    private func decoded(_ bytes: [UInt8]) throws -> PSSParameters? {
        guard case .rsaPSS(2048, let parameters) = try key(bytes).type else {
            Issue.record("not an RSA-PSS key")
            return nil
        }
        return parameters
    }

    @Test("A key without parameters has every digest")
    func unrestricted() throws {
        #expect(try decoded([]) == nil)
        for digest in DigestAlgorithm.allCases {
            #expect(try SignatureScheme.rsaPSS(digest).fits(key([]).type))
            #expect(try !SignatureScheme.rsaPKCS1(digest).fits(key([]).type))
        }
        expectNoErrorsLeft()
    }

    @Test("A key with one digest, MGF1 with it, and a salt no longer than it is for that digest alone")
    func restricted() throws {
        for (number, digest) in zip([1, 2, 3] as [UInt8], DigestAlgorithm.allCases) {
            for salt: UInt8 in [0, 20, UInt8(digest.byteCount)] {
                let oid = Self.sha2(number)
                let bytes = Self.parameters(digest: oid, mask: oid, salt: [salt], trailer: 1)
                let parameters = try #require(try decoded(bytes))
                #expect(parameters.allowedDigest == digest && parameters.saltLength == Int(salt))
                for other in DigestAlgorithm.allCases {
                    #expect(try SignatureScheme.rsaPSS(other).fits(key(bytes).type) == (other == digest))
                }
            }
        }
        expectNoErrorsLeft()
    }

    @Test("Absent members have the values of RFC 4055 §3.1")
    func defaults() throws {
        let parameters = try #require(try decoded(Self.parameters()))
        #expect(parameters.digest == "SHA-1" && parameters.maskDigest == "SHA-1")
        #expect(parameters.saltLength == 20)
        let sha256 = try #require(try decoded(Self.parameters(digest: Self.sha2(1), mask: Self.sha2(1))))
        #expect(sha256.saltLength == 20 && sha256.fault == nil)
    }

    @Test("Parameters that no algorithm of JOSE satisfies are read, and no scheme fits them")
    func defects() throws {
        let sha256 = Self.sha2(1)
        let cases: [([UInt8], String)] = [
            (Self.parameters(), "requires SHA-1;"),
            (Self.parameters(digest: Self.sha2(4), mask: Self.sha2(4)), "requires sha224;"),
            (Self.parameters(digest: sha256), "requires SHA-256, but MGF1 with SHA-1;"),
            (
                Self.parameters(digest: sha256, mask: Self.sha2(3)),
                "requires SHA-256, but MGF1 with SHA-512;"
            ),
            (
                Self.parameters(digest: sha256, mask: sha256, salt: [33]),
                "requires a salt of at least 33 bytes;"
            ),
        ]
        for (bytes, fault) in cases {
            let parameters = try #require(try decoded(bytes))
            #expect(parameters.fault?.contains(fault) == true && parameters.allowedDigest == nil)
            for digest in DigestAlgorithm.allCases {
                #expect(try !SignatureScheme.rsaPSS(digest).fits(key(bytes).type))
            }
        }
    }

    private static let malformedCases: [[UInt8]] = [
        [5, 0], Self.der(0x30, [0xA0, 0]), Self.der(4, []),
        parameters(digest: sha2(1), mask: sha2(1), salt: [32], trailer: 2),
        parameters(digest: sha2(1), mask: sha2(1), salt: [0xFF]),
        parameters(digest: sha2(1), mask: sha2(1), salt: [0x08, 0x01]),
        parameters(digest: sha2(1), mask: sha2(1), salt: [0x7F] + .init(repeating: 0xFF, count: 15)),
        // Not MGF1, and MGF1 without its digest.
        der(0x30, der(0xA1, algorithm(rsassaPSS, algorithm(sha2(1))))),
        der(0x30, der(0xA1, algorithm(mgf1))),
    ]

    @Test("Malformed parameters are refused")
    func malformed() throws {
        for bytes in Self.malformedCases + [[0x30, 0x80]] {
            #expect(throws: (any Error).self, "\(bytes)") { try key(bytes) }
            expectNoErrorsLeft()
        }
    }

    /// The facts of a certificate with this algorithm. Nobody made its signature, and libcrypto never saw a key.
    private func signatureFacts(_ parameters: [UInt8]) throws -> SignatureFacts {
        let bytes = try derInside(fixture("rsa.certificate"))
        let found = bytes.withUnsafeBufferPointer { DERElement.members($0)?.map { Array($0.encoding) } }
        let members = try #require(found)
        let changed = Self.der(0x30, members[0] + Self.algorithm(Self.rsassaPSS, parameters) + members[2])
        return try Certificate.decode(changed.span).signatureFacts
    }

    @Test("The parameters of a signature are read by the same rules")
    func parametersOfSignatures() throws {
        let (least, most): ([UInt8], [UInt8]) = ([0], [0x08, 0x00])
        for salt in [least, [32], most] {
            let bytes = Self.parameters(digest: Self.sha2(1), mask: Self.sha2(2), salt: salt, trailer: 1)
            let parameters = try #require(try signatureFacts(bytes).pssParameters)
            #expect(parameters.digest == "SHA-256" && parameters.maskDigest == "SHA-384")
            #expect(parameters.saltLength == salt.reduce(0) { $0 << 8 | Int($1) })
        }
        for bytes in Self.malformedCases + [[]] {
            let facts = try signatureFacts(bytes)
            #expect(facts.isPSS && facts.pssParameters == nil, "\(bytes)")
            expectNoErrorsLeft()
        }
    }

    @Test("The bytes of a key with parameters are written as they were read")
    func roundTrip() throws {
        let sha384 = Self.sha2(2)
        for parameters in [[], Self.parameters(digest: sha384, mask: sha384, salt: [48])] {
            let key = try key(parameters)
            let again = try EncodedKey.decode(try key.der(.spki)).publicKey
            #expect(again.type == key.type && again == key)
            let refused = refusal { try key.der(.pkcs1Public) }
            #expect(refused == .formMismatch(.pkcs1Public, key.type))
        }
    }
}
