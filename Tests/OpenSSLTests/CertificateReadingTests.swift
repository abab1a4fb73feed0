import Testing

@testable import OpenSSL

@Suite struct CertificateReadingTests {
    @Test func theFieldsOfACertificate() throws {
        let text = try fixture("rsa.certificate")
        let certificate = try #require(try Certificate.all(in: text.span).first)
        #expect(certificate.version == 3)
        #expect(!certificate.serialNumber.isEmpty)
        #expect(certificate.subject.text == certificate.issuer.text)
        #expect(certificate.extensions.map(\.oid) == ["2.5.29.14", "2.5.29.35", "2.5.29.19"])
        #expect(try Certificate.decode(certificate.der.span) == certificate)
    }
}
