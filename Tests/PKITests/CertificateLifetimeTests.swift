import OpenSSL
import System
import Testing

@testable import PKI

@Suite struct CertificateLifetimeTests {
    @Test func theSecondsOfValidity() throws {
        let text = try vector("keys/rsa.certificate.pem")
        let certificate = try #require(try Certificate.all(in: text.span).first)
        let validity = try #require(certificate.validity)
        #expect(validity.lowerBound.seconds == certificate.notBefore)
        #expect(validity.upperBound.seconds == certificate.notAfter)
    }
}
