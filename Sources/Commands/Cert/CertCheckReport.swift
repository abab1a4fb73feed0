import JSON
import PKI
import System

/// What `cert check` says of all files.
struct CertCheckReport {
    /// In the order in which they were given.
    var certificates: [CheckedCertificate] = []
    var failures: [(path: String, failure: Failure)] = []
    /// Files of folders that hold no certificates.
    var ignored = 0
    let settings: CheckSettings

    init(settings: CheckSettings) { self.settings = settings }

    var isPassed: Bool { certificates.allSatisfy { $0.report.verdict < .fail } }

    /// The whole document, with a line break at its end.
    var json: JSONValue {
        .object(
            JSONObject([
                ("valid", .bool(isPassed && failures.isEmpty)),
                ("at", .string(settings.time.rfc3339)),
                ("policy", .string(settings.policy.rawValue)),
                ("strict", .bool(settings.isStrict)),
                ("chainJudged", .bool(settings.roots != nil)),
                ("ignored", .integer(Int64(ignored))),
                ("certificates", .array(certificates.map(\.json))),
                (
                    "errors",
                    .array(
                        failures.map { path, failure in
                            .object(
                                JSONObject([
                                    ("file", .string(path == "-" ? path : sourceName(path))),
                                    ("message", .string(failure.message)),
                                ]))
                        })
                ),
            ]))
    }

    /// One line per certificate, worst first, under a header; then a summary.
    var text: String {
        var rows = [["VERDICT", "DAYS", "FILE", "SUBJECT", "WHY"]]
        // Equals keep the order in which they were given.
        let sorted = certificates.enumerated().sorted {
            CheckedCertificate.isWorse($0.element, $1.element)
                || !CheckedCertificate.isWorse($1.element, $0.element) && $0.offset < $1.offset
        }
        for (_, certificate) in sorted {
            rows.append([
                certificate.report.verdict == .pass ? "ok" : certificate.report.verdict.rawValue,
                certificate.daysLeft.map(String.init) ?? "?", certificate.place,
                certificate.subject, certificate.reason,
            ])
        }
        return (certificates.isEmpty ? "" : Self.table(rows) + "\n") + summary + "\n"
    }

    private var summary: String {
        let passed = certificates.count { $0.report.verdict < .fail }
        let unread = failures.isEmpty ? "" : ", \(failures.count) of the files not read"
        let others =
            ignored == 0 ? "" : ", \(ignored) \(ignored == 1 ? "file" : "files") without certificates ignored"
        let strict = settings.isStrictRequested ? " with --strict" : ""
        let chain = settings.roots == nil ? "; the chain was not checked, because --roots is not given" : ""
        let number = certificates.count
        return
            "\(passed) of \(number) \(number == 1 ? "certificate passes" : "certificates pass")\(unread)\(others), by \(settings.policy.rawValue)\(strict) at \(settings.time.rfc3339)\(chain)"
    }

    /// Days are numbers, aligned to the right.
    private static func table(_ rows: [[String]]) -> String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (column, cell) in row.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.count)
                line += column == 1 ? space + cell : cell + space
                line += "  "
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
