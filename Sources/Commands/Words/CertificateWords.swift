import OpenSSL
import PKI

extension Failure {
    /// Why a file does not hold certificates.
    init(certificate error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(
                .badInput, "expected a certificate, found something else",
                hint: "use PEM, DER, PKCS#7 or one of these in base64")
        case .malformed(let reason): self.init(.badInput, "malformed certificate (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed certificate: more bytes follow its end")
        case .tooMany(let limit):
            self.init(
                .badInput, "expected at most \(limit) certificates, found more",
                hint: "divide the file: signet-limits(7)")
        case .tooManyElements(let limit):
            self.init(
                .badInput,
                "expected certificates with at most \(limit) elements (names, usages and others), found more",
                hint: "divide the file: signet-limits(7)")
        case .empty: self.init(.badInput, "expected a certificate, found none")
        }
    }
}
