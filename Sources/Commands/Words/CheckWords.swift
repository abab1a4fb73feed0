import OpenSSL
import PKI

extension Failure {
    /// What keeps a file from holding revocation lists.
    init(revocationList error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(.badInput, "no revocation list", hint: "PEM and DER are recognised")
        case .malformed(let reason):
            self.init(.badInput, "malformed revocation list (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed revocation list: more bytes follow its end")
        case .empty: self.init(.badInput, "no revocation list in it")
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
