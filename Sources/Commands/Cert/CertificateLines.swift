import JSON
import OpenSSL
import PKI
import System

/// Checks a stream of certificates: a line of JSON for each.
struct CertificateLines: ~Copyable, AnswerProcessor {
    private var checker: CertificateChecker
    private let clock: Clock
    private let chainIsJudged: Bool
    private var answer = Answer.unreadable(reason: "malformed", message: "")

    fileprivate enum Answer {
        case checked(CertificateVerdict, chainIsJudged: Bool)
        case unreadable(reason: String, message: String)
    }

    init(_ settings: CheckSettings, _ clock: Clock) {
        checker = CertificateChecker(settings)
        chainIsJudged = settings.roots != nil
        self.clock = clock
    }

    var groupSize: Int { 1 }

    mutating func beginGroup() {}

    mutating func begin(_ line: Span<UInt8>) throws {
        let certificate: Certificate
        do {
            certificate = try Self.certificate(in: line.extracting(line.trimmed))
        } catch let error as OpenSSLError where error.isOfSystem {
            throw error
        } catch {
            answer = .unreadable(reason: "malformed", message: CommandError(error).message)
            return
        }
        let time = try clock.now()
        let verdict = CertificateVerdict(report: checker.report(on: certificate, at: time), time: time)
        answer = .checked(verdict, chainIsJudged: chainIsJudged)
    }

    mutating func begin(_ error: RecordError) {
        answer = .unreadable(reason: "record", message: error.message)
    }

    mutating func work() {}

    mutating func end(_ place: Int, line number: Int, into output: inout [UInt8]) -> LineResult {
        answer.append(line: number, to: &output)
    }

    mutating func refuse(
        line number: Int, over limitBytes: Int, into output: inout [UInt8]
    ) -> LineResult {
        let failure = CommandError(SystemError(path: nil, reason: .tooLarge(limitBytes: limitBytes)))
        return Answer.unreadable(reason: "malformed", message: failure.message).append(
            line: number, to: &output)
    }

    /// - Parameter line: without white space around it.
    private static func certificate(in line: Span<UInt8>) throws -> Certificate {
        let found: [Certificate]
        if line.isEmpty {
            throw CommandError(.badInput, "expected a certificate, found an empty line")
        } else if line[0] == UInt8(ascii: "\"") {
            let text = try text(of: line)
            found = try CertificateFiles.certificates(inLine: text.span)
        } else {
            found = try CertificateFiles.certificates(inLine: line)
        }
        guard found.count == 1 else {
            throw CommandError(.badInput, "expected one certificate per line, found \(found.count)")
        }
        return found[0]
    }

    /// The text of a JSON string.
    private static func text(of line: Span<UInt8>) throws -> [UInt8] {
        do {
            let (value, _) = try JSONValue.parse(line, withholding: [])
            return Array((value.stringValue ?? "").utf8)
        } catch {
            throw CommandError(.badInput, "malformed JSON: \(error.reasonWords) at byte \(error.column)")
        }
    }
}

extension CertificateLines.Answer {
    fileprivate func append(line number: Int, to output: inout [UInt8]) -> LineResult {
        var members: [(String, JSONValue?)]
        let result: LineResult
        switch self {
        case .checked(let verdict, let chainIsJudged):
            let findings = verdict.findings
            let isValid = verdict.report.verdict < .fail
            members =
                [("valid", .bool(isValid)), ("chainJudged", .bool(chainIsJudged))]
                + verdict.members(checks: findings)
            result = isValid ? .valid : .invalid(reason: findings.first?.check.name ?? "fail")
        case .unreadable(let reason, let message):
            members = [("valid", .bool(false)), ("reason", .string(reason)), ("message", .string(message))]
            result = .invalid(reason: reason)
        }
        members.append(("line", .integer(Int64(number))))
        JSONWriter.append(.object(members), to: &output)
        return result
    }
}
