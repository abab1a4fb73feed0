import JSON
import OpenSSL
import PKI
import System

extension CRLInspect {
    static func run(_ request: CRLInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let lists = try inputs.revocationLists(request.path)
        let reports = try about(sourceName(request.path)) { try lists.map { try report($0, request.time) } }
        var outputs = Outputs(mayReplace: false)
        if request.isJSON {
            let json = JSONValue.object(JSONObject([("lists", .array(reports.map(\.json)))]))
            outputs.add(Outputs.Content(line: JSONWriter.bytes(json)), to: nil)
        } else {
            outputs.add(Outputs.Content(text: reports.map(\.text).joined(separator: "\n")), to: nil)
        }
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func report(_ list: RevocationList, _ now: Timestamp) throws -> Report {
        var report = Report()
        report.add("issuer", "issuer", list.issuer.text)
        report.add(time: list.thisUpdate, "thisUpdate", "this update")
        let next = list.nextUpdate.map { Timestamp(seconds: $0) }
        report.add(
            "nextUpdate", "next update", next.map { .string($0.rfc3339) } ?? .null,
            text: next.map { "\($0.rfc3339) (\(TimeLeft(until: $0.seconds, at: now).words))" } ?? "no time")
        let number = list.extensions.first { $0.oid == CertificateExtension.crlNumber }
        report.add("number", "number", number?.number.map(JSONValue.integer) ?? .null, text: words(number))
        if let base = list.extensions.first(where: { $0.oid == CertificateExtension.deltaCRLIndicator }) {
            report.add("deltaTo", "delta to", base.number.map(JSONValue.integer) ?? .null, text: words(base))
        }
        report.add("signatureAlgorithm", "signed with", try list.signatureFacts().algorithm)
        let version = versionNumber(encoded: list.encodedVersion, atMost: 2)
        report.add(
            "version", "version", version.map(JSONValue.integer) ?? .null,
            text: version.map(String.init) ?? "unknown")
        guard let entries = list.entries else { throw Failure(.badInput, "the list has a malformed date") }
        report.add(
            "revoked", "revoked", .array(entries.map(json)),
            lines: entries.isEmpty ? ["none"] : entries.map(line))
        ExtensionReport(list.extensions).addAll(to: &report, label: "extensions")
        return report
    }

    private static func words(_ number: CertificateExtension?) -> String {
        number.map { part in part.number.map(String.init) ?? "malformed or too large" } ?? "none"
    }

    private static func line(_ entry: RevokedCertificate) -> String {
        "\(SerialNumber.text(entry.serialNumber))  \(Timestamp(seconds: entry.date).rfc3339)"
            + (entry.reason.map { "  \($0.name)" } ?? "")
    }

    private static func json(_ entry: RevokedCertificate) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("serial", .string(SerialNumber.text(entry.serialNumber))),
            ("date", .string(Timestamp(seconds: entry.date).rfc3339)),
        ]
        if let reason = entry.reason { members.append(("reason", .string(reason.name))) }
        return .object(JSONObject(members))
    }
}
