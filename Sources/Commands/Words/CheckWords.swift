import Arguments
import OpenSSL
import PKI

extension Failure {
    /// Why a file does not hold revocation lists.
    init(revocationList error: CertificateError) {
        switch error {
        case .notCertificates:
            self.init(.badInput, "expected a revocation list, found something else", hint: "use PEM or DER")
        case .malformed(let reason):
            self.init(.badInput, "malformed revocation list (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed revocation list: more bytes follow its end")
        case .tooMany(let limit), .tooManyElements(let limit):
            self.init(.badInput, "expected at most \(limit) revocation lists, found more")
        case .empty: self.init(.badInput, "expected a revocation list, found none")
        }
    }
}

extension Failure {
    /// Why a file does not hold an OCSP response.
    init(response error: OCSPError) {
        switch error {
        case .found(let content):
            self.init(
                .badInput, "expected an OCSP response, found \(content.words)", hint: "use DER or its base64")
        case .malformed(let reason): self.init(.badInput, "malformed OCSP response (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed OCSP response: more bytes follow its end")
        case .unsuccessful(let status):
            self.init(.badInput, "expected an answer, found the OCSP error response \(status)")
        case .notBasic:
            self.init(
                .badInput, "expected an OCSP response of the type id-pkix-ocsp-basic, found another type")
        }
    }
}

extension OCSPError.Content {
    fileprivate var words: String {
        switch self {
        case .request: "an OCSP request"
        case .certificate: "a certificate"
        case .revocationList: "a revocation list"
        case .pem: "PEM"
        case .markup: "HTML or XML"
        case .other: "something else"
        }
    }
}

extension InvalidValue {
    init(host text: String, _ problem: ReferenceHost.Problem) {
        let name = "'\(text.printable)'"
        switch problem {
        case .notASCII:
            self = .because("\(name) contains non-ASCII characters", hint: "use its A-labels: xn--…")
        case .address:
            self = .because(
                "expected a host name, found the address \(name)", hint: "use --ip \(text.printable)")
        case .wildcard:
            self = .because("\(name) contains a wildcard; expected the host name that a client connects to")
        case .malformed: self = .because("invalid host name \(name)")
        }
    }
}
