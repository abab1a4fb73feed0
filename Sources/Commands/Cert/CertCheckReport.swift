import JSON
import PKI
import System
import Words

/// What `cert check` says of all files.
struct CertCheckReport {
    /// In the order in which they were given.
    var certificates: [CheckedCertificate] = []
    var others = OtherFiles()
    let settings: CheckSettings

    init(settings: CheckSettings) { self.settings = settings }

    var isPassed: Bool { certificates.allSatisfy { $0.verdict.report.verdict < .fail } }

    /// A certificate that fails decides, even if other files could not be read: scripts renew it.
    var exitStatus: ExitStatus {
        if !isPassed { return .no }
        return others.status ?? .success
    }

    /// The whole document, with a line break at its end.
    var json: JSONValue {
        .object([
            ("valid", .bool(isPassed && others.status == nil)),
            ("at", .string(settings.time.rfc3339)),
            ("policy", .string(settings.policy.rawValue)),
            ("strict", .bool(settings.isStrict)),
            ("chainJudged", .bool(settings.roots != nil)),
            ("ignored", .strings(others.ignored)),
            ("certificates", .array(certificates.map(\.json))),
            ("errors", others.errorsJSON),
        ])
    }

    /// One line per certificate, worst first, under a header, and below it one for each other finding; then a summary.
    var text: String {
        var rows: [Row] = [(["VERDICT", "DAYS", "FILE", "SUBJECT"], ["WHY"])]
        // Equals keep the order in which they were given.
        let sorted = certificates.enumerated().sorted {
            CheckedCertificate.isWorse($0.element, $1.element)
                || !CheckedCertificate.isWorse($1.element, $0.element) && $0.offset < $1.offset
        }
        for (_, certificate) in sorted {
            let verdict = certificate.verdict
            let cells = [
                verdict.report.verdict.rawValue,
                verdict.daysLeft.map(String.init) ?? "?", certificate.place, verdict.subject,
            ]
            rows.append((cells, verdict.reasons))
        }
        return (certificates.isEmpty ? "" : Self.table(rows) + "\n") + summary + "\n"
    }

    private var summary: String {
        let passed = certificates.count { $0.verdict.report.verdict < .fail }
        let unread = others.failures.isEmpty ? "" : ", \(others.failures.count) of the files not read"
        let ignored =
            others.ignored.isEmpty
            ? "" : ", \(counted(others.ignored.count, "file")) without certificates ignored"
        let strict = settings.isStrictRequested ? " with --strict" : ""
        let chain = settings.roots == nil ? "; the chain was not checked, because --roots is not given" : ""
        let number = certificates.count
        return
            "\(passed) of \(number) \(number == 1 ? "certificate passes" : "certificates pass")\(unread)\(ignored), by \(settings.policy.rawValue)\(strict) at \(settings.time.rfc3339)\(chain)"
    }

    /// The cells of a line, and the texts of its last column, one below the other.
    typealias Row = (cells: [String], texts: [String])

    /// Days are numbers, aligned to the right.
    static func table(_ rows: [Row]) -> String {
        let widths = rows[0].cells.indices.map { column in rows.map { $0.cells[column].count }.max() ?? 0 }
        let indent = String(repeating: " ", count: widths.reduce(0) { $0 + $1 + 2 })
        return rows.map { row in
            var line = ""
            for (column, cell) in row.cells.enumerated() {
                let space = String(repeating: " ", count: widths[column] - cell.count)
                line += (column == 1 ? space + cell : cell + space) + "  "
            }
            line += row.texts.first ?? ""
            while line.last == " " { line.removeLast() }
            return line + "\n" + row.texts.dropFirst().map { indent + $0 + "\n" }.joined()
        }.joined()
    }
}

extension FilesBelow {
    func noteLinks() {
        for link in folderLinks { Console.note("\(link.printable): a link to a folder is not followed") }
    }
}

/// The files that could not be used, and those that hold nothing of interest.
struct OtherFiles {
    private(set) var failures: [(path: String, failure: CommandError)] = []
    /// Files of folders.
    var ignored: [String] = []

    /// Shows an error; the work goes on.
    mutating func fail(_ path: String, _ error: any Error) {
        let failure = CommandError(error)
        Console.show(failure)
        failures.append((path, failure))
    }

    /// Nil without a failure.
    var status: ExitStatus? { failures.map(\.failure.status).max() }

    var errorsJSON: JSONValue {
        .array(
            failures.map { path, failure in
                let file = path == "-" ? path : sourceName(path)
                return .object([("file", .string(file)), ("message", .string(failure.message))])
            })
    }
}

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
            [("file", .string(path)), ("index", .integer(Int64(number)))]
                + verdict.members(checks: verdict.report.findings))
    }
}
