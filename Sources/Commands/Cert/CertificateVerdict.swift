import Arguments
import JSON
import OpenSSL
import PKI
import System
import Words

/// The report on one certificate, in words for people and as members of an object for programs.
struct CertificateVerdict {
    let report: CertificateReport
    let time: Timestamp

    var daysLeft: Int64? { report.facts.notAfter.map { TimeLeft(until: $0, at: time).days } }

    /// Not longer than what leaves room for the rest of the line.
    var subject: String {
        let name = report.facts.name.printable
        return name.count <= 60 ? name : name.prefix(59) + "…"
    }

    /// The checks that do not pass, the worst first. Among equals, those that a flag asks for come first.
    var findings: [Finding] {
        func isRequested(_ finding: Finding) -> Bool {
            CertCheck.requests.contains { $0.check == finding.check }
        }
        let found = report.findings.filter { $0.verdict > .pass }
        let sorted = [Verdict.fail, .warn].flatMap { verdict in
            let equals = found.filter { $0.verdict == verdict }
            return equals.filter(isRequested) + equals.filter { !isRequested($0) }
        }
        // If there is a path, its chain fails because of another check, which says more.
        let others = sorted.filter { $0.check != .chain }
        return !report.path.isEmpty && others.first?.verdict == report.verdict ? others : sorted
    }

    /// What the checks found that do not pass, and what to do about it.
    var reasons: [String] {
        findings.map { "\($0.check.name): \($0.judgement.message); \($0.advice)".printable(upTo: 500) }
    }

    /// - Parameter checks: those of `checks`.
    func members(checks: [Finding]) -> [(String, JSONValue?)] {
        let facts = report.facts
        let deciding = findings.first
        return [
            ("subject", .string(facts.subject.text)),
            ("issuer", .string(facts.issuer.text)),
            ("serial", .string(facts.certificate.serialNumberText)),
            ("notBefore", facts.notBefore.map { .string(Timestamp(seconds: $0).rfc3339) }),
            ("notAfter", facts.notAfter.map { .string(Timestamp(seconds: $0).rfc3339) }),
            ("daysLeft", daysLeft.map(JSONValue.integer)),
            ("verdict", .string(report.verdict.rawValue)),
            ("reason", deciding.map { .string($0.check.name) }),
            ("message", deciding.map { .string($0.judgement.message) }),
            ("remedy", deciding.map { .string($0.advice) }),
            ("path", .strings(report.path.map(\.subject.text))),
            ("checks", .array(checks.map(Self.json))),
        ]
    }

    private static func json(_ finding: Finding) -> JSONValue {
        .object([
            ("name", .string(finding.check.name)),
            ("verdict", .string(finding.verdict.rawValue)),
            ("section", .string(finding.section)),
            ("message", .string(finding.judgement.message)),
        ])
    }
}

extension Finding {
    /// The remedy, with the flags and commands that it requires.
    fileprivate var advice: String {
        let means = remedy.means.map(\.words).orList
        return remedy.words + (means.isEmpty ? "" : " with \(means)")
            + (judgement.rule == nil ? "" : "; \(CertCheck.strict.info.spelling) makes this a failure")
    }
}

extension Remedy.Means {
    fileprivate var words: String {
        switch self {
        case .trustAnchors: CertCheck.roots.info.spelling
        case .intermediates: CertCheck.untrusted.info.spelling
        case .revocationLists: CertCheck.crl.info.spelling
        case .responses: CertCheck.ocsp.info.spelling
        case .depth: CertCheck.maximumDepth.info.spelling
        case .newKey: "signet keygen"
        case .newCertificate: "signet cert create --profile"
        case .otherPolicy: "\(CertCheck.policy.info.spelling) \(CheckPolicy.rfc5280.rawValue)"
        }
    }
}
