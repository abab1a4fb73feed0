import Testing

@testable import OpenSSL

@Suite struct RevocationListTests {
    private func list(_ key: PrivateKey, _ digest: DigestAlgorithm) throws(OpenSSLError) -> RevocationList {
        try RevocationList.make(
            issuer: DistinguishedName([]), thisUpdate: 0, nextUpdate: 1, entries: [], extensions: [], by: key,
            digest: digest)
    }

    @Test func aKeyTooShortForTheDigestSignsNothing() throws {
        let key = try PrivateKey.generate(.rsa(bits: 512))
        _ = try list(key, .sha256)
        #expect(throws: OpenSSLError.self) { try list(key, .sha512) }
        expectNoErrorsLeft()
    }

    @Test func aSignatureOfAnotherKeyIsRefused() throws {
        let signed = try list(privateKey("p256.pkcs8"), .sha256)
        let text = try fixture("p256.certificate")
        #expect(signed.isSigned(by: try #require(try Certificate.all(in: text.span).first)))
        let other = try fixture("rsa.certificate")
        discardErrors()
        #expect(!signed.isSigned(by: try #require(try Certificate.all(in: other.span).first)))
        expectNoErrorsLeft()
    }

    @Test func aKeyThatCannotBeReadSignsNothing() throws {
        var der = try derInside(fixture("p256.certificate"))
        // 1.2.840.10045.2.1, id-ecPublicKey.
        let type: [UInt8] = [0x06, 7, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 2, 1]
        let place = try #require(der.indices.first { der[$0...].starts(with: type) })
        der[place + 8] = 0x7F
        let issuer = try Certificate.decode(der.span)
        discardErrors()
        #expect(try !list(privateKey("p256.pkcs8"), .sha256).isSigned(by: issuer))
        expectNoErrorsLeft()
    }

    @Test(
        "A number is not negative and has at most 63 bits",
        arguments: [
            ([2, 1, 0], 0), ([2, 1, 7], 7), ([2, 8, 0x7F] + [UInt8](repeating: 0xFF, count: 7), .max),
            ([2, 9, 0, 0x80] + [UInt8](repeating: 0, count: 7), nil),
            ([2, 9, 1] + [UInt8](repeating: 0, count: 8), nil), ([2, 1, 0xFF], nil), ([4, 1, 7], nil),
        ] as [([UInt8], Int64?)])
    func number(value: [UInt8], number: Int64?) {
        let part = CertificateExtension(ExtensionID.crlNumber, isCritical: false, value)
        #expect(part.number == number)
    }
}
