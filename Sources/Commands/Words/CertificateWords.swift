import OpenSSL

extension Failure {
    /// What keeps a file from being certificates.
    init(certificate error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(
                .badInput, "no certificates",
                hint: "PEM, DER and PKCS#7 (PEM, DER or base64) are recognised")
        case .malformed(let reason): self.init(.badInput, "malformed certificate (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed certificate: more bytes follow its end")
        case .empty: self.init(.badInput, "no certificates in it")
        }
    }
}
