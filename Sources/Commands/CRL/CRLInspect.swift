import Arguments
import JSON
import OpenSSL
import PKI
import System

enum CRLInspect: SignetCommand {
    static let file = Operand(.file, "the lists; standard input if omitted or `-`")
        .proposed(for: "crl", "in", "i", "file", "input")

    static let declaration = Command(
        name: "inspect",
        synonyms: ["crl print", "crl show", "crl view", "crl info", "crl decode", "crl -in"],
        summary: "show the contents of revocation lists",
        discussion: [
            """
            Shows every revocation list of a file: PEM, DER, or base64 of DER. Nothing is checked: `signet cert check` \
            verifies the signature and the times of the lists that it is given. The text shows 100 entries; `--json` \
            shows all.
            """
        ],
        operands: [file],
        flags: [SharedFlags.json, SharedFlags.at, SharedFlags.help],
        examples: [
            Example("Show a list", "signet crl inspect ca.crl"),
            Example(
                "Print the serial numbers of what is revoked",
                "signet crl inspect --json ca.crl | jq -r '.lists[0].revoked[].serial'"),
        ],
        exitStatuses: .standard(badInput: "not a revocation list, or a malformed one"),
        sections: [
            Section(
                "JSON",
                [
                    "One object whose `lists` is an array with one object per list.",
                    .definitions([
                        ("issuer", "RFC 4514, the most specific part first"),
                        ("thisUpdate, nextUpdate", "RFC 3339; `null` if the time is missing or malformed"),
                        ("number", "the cRLNumber; `null` if there is none, or one of more than 63 bits"),
                        (
                            "deltaTo",
                            "the number of the complete list that this one changes; absent otherwise"
                        ),
                        ("signatureAlgorithm", "OpenSSL's name: `sha256WithRSAEncryption`"),
                        ("version", "1 or 2; `null` for any other"),
                        (
                            "revoked",
                            "an array of `{serial, date, reason, extensions}`: hexadecimal, RFC 3339, a name of RFC 5280 §5.3.1, and the other extensions as below; the last two are absent if there are none"
                        ),
                        ("extensions", ExtensionReport.jsonNote),
                    ]),
                ])
        ],
        seeAlso: ["signet-crl-create(1)", "signet-cert-check(1)"])
}

struct CRLInspectRequest: CommandRequest {
    let path: String
    /// The current time.
    let time: Timestamp
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        path = arguments[CRLInspect.file] ?? "-"
        time = try arguments.clock.now()
        isJSON = arguments[SharedFlags.json]
    }
}

extension CRLInspect {
    static func run(_ request: CRLInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let lists = try inputs.revocationLists(request.path)
        let reports = try about(sourceName(request.path)) { try lists.map { try report($0, request.time) } }
        try Output.standard.write(Report("lists", reports).content(isJSON: request.isJSON), inputs)
        return .success
    }

    private static func report(_ list: RevocationList, _ now: Timestamp) throws -> Report {
        var report = Report()
        report.add("issuer", "issuer", list.issuer.text)
        report.add(time: list.thisUpdate, "thisUpdate", "this update")
        let next = list.nextUpdate.map { Timestamp(seconds: $0) }
        report.add(
            "nextUpdate", "next update", next.map { .string($0.rfc3339) } ?? .null,
            text: next.map { "\($0.rfc3339) (\(TimeLeft(until: $0.seconds, at: now).words))" }
                ?? "invalid time")
        let number = list.extensions[ExtensionID.crlNumber]
        report.add("number", "number", number?.number.map(JSONValue.integer) ?? .null, text: words(number))
        if let base = list.extensions[ExtensionID.deltaCRLIndicator] {
            report.add("deltaTo", "delta to", base.number.map(JSONValue.integer) ?? .null, text: words(base))
        }
        report.add("signatureAlgorithm", "signed with", try list.signatureFacts().algorithm)
        report.add(version: list.encodedVersion, atMost: 2)
        guard let entries = list.entries else {
            throw CommandError(.badInput, "the list has a malformed date")
        }
        if entries.isEmpty {
            report.add("revoked", "revoked", .array([]), text: "none")
        } else {
            report.add("revoked", "revoked", .array(entries.map(json)), lines: entries.lazy.map(line))
        }
        ExtensionReport(list.extensions).addAll(to: &report, label: "extensions")
        return report
    }

    private static func words(_ number: CertificateExtension?) -> String {
        number.map { part in part.number.map(String.init) ?? "malformed or too large" } ?? "none"
    }

    private static func line(_ entry: RevokedCertificate) -> String {
        "\(SerialNumber.text(entry.serialNumber))  \(Timestamp(seconds: entry.date).rfc3339)"
            + (entry.reason.map { "  \($0.name)" } ?? "")
            + others(entry).lines.map { "  \($0)" }.joined()
    }

    /// What an entry has besides its reason. It may be about another issuer's certificate (RFC 5280 §5.3.3).
    private static func others(_ entry: RevokedCertificate) -> ExtensionReport {
        ExtensionReport(entry.extensions.filter { $0.oid != ExtensionID.reasonCode || entry.reason == nil })
    }

    private static func json(_ entry: RevokedCertificate) -> JSONValue {
        let others = others(entry)
        return .object([
            ("serial", .string(SerialNumber.text(entry.serialNumber))),
            ("date", .string(Timestamp(seconds: entry.date).rfc3339)),
            ("reason", (entry.reason?.name).map(JSONValue.string)),
            ("extensions", others.isEmpty ? nil : others.json),
        ])
    }
}
