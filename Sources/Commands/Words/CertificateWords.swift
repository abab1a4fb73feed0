import OpenSSL

extension Failure {
    /// What keeps a file from being certificates.
    init(certificate error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(
                .badInput, "not a certificate", hint: "PEM, DER, PKCS#7 and base64 of these are recognised")
        case .malformed(let reason): self.init(.badInput, "malformed certificate (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed certificate: more bytes follow its end")
        case .empty: self.init(.badInput, "no certificate in it")
        }
    }
}
