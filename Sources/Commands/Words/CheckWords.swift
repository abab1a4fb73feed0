import OpenSSL
import PKI

extension Failure {
    /// What keeps a file from holding certificates or revocation lists.
    ///
    /// - Parameter kind: `certificates`, `revocation lists`.
    init(_ kind: String, _ error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(.badInput, "no \(kind)", hint: "PEM, DER and PKCS#7 are recognised")
        case .malformed(let reason): self.init(.badInput, "malformed \(kind) (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed \(kind): more bytes follow the end")
        case .empty: self.init(.badInput, "no \(kind) inside")
        }
    }

    init(host text: String, _ problem: ReferenceHost.Problem) {
        let name = "--host: '\(text.printable)'"
        switch problem {
        case .notASCII:
            self.init(
                .usage, "\(name) has characters outside ASCII", hint: "give its A-labels: xn--…")
        case .address: self.init(.usage, "\(name) is an address", hint: "--ip \(text.printable)")
        case .wildcard:
            self.init(.usage, "\(name) has a wildcard", hint: "give a name that a client connects to")
        case .malformed: self.init(.usage, "\(name) is no host name")
        }
    }
}
