import OpenSSL
import PKI
import System

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
        case .empty: self.init(.badInput, "expected a certificate, found none")
        }
    }
}

extension TimeLeft {
    /// `59 days left`, `3h 20m left`, `expired 30d 2h ago`. The days are those of `daysLeft`.
    var words: String {
        switch days {
        case 1: "1 day left"
        case 2...: "\(days) days left"
        case 0: "\(span.words) left"
        // Since notAfter, which is a second before the end.
        default: "expired \(TimeSpan(microseconds: 1_000_000 - span.microseconds).words) ago"
        }
    }
}
