import JSON
import PKI
import System

/// One certificate of a file, with its verdict.
struct CheckedCertificate {
    let path: String
    /// From 1, within its file.
    let number: Int
    let isAlone: Bool
    let verdict: CertificateVerdict

    /// `chain.pem:2`: the file, with the place in it if the file holds several.
    var place: String { sourceName(path).printable + (isAlone ? "" : ":\(number)") }

    /// Worst first, then what expires first.
    static func isWorse(_ left: CheckedCertificate, _ right: CheckedCertificate) -> Bool {
        if left.verdict.report.verdict != right.verdict.report.verdict {
            return left.verdict.report.verdict > right.verdict.report.verdict
        }
        return (left.verdict.daysLeft ?? .min) < (right.verdict.daysLeft ?? .min)
    }

    var json: JSONValue {
        .object(
            JSONObject(
                [("file", .string(path)), ("index", .integer(Int64(number)))]
                    + verdict.members(checks: verdict.report.findings)))
    }
}
