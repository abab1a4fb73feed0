import Arguments
import JSON
import OpenSSL
import PKI
import System

enum CertInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        summary: "what a certificate holds",
        discussion: [
            """
            Shows every certificate of a file, in the order in which they stand there. Nothing is judged: an expired, \
            self-signed or oddly made certificate is shown like any other, and the exit status is 0. `signet csr inspect` \
            is for requests.
            """,
            """
            PEM (bundles too, with text and keys between the certificates), DER, PKCS#7 in PEM or DER, and base64 of one of \
            these are read, whatever the file's name; 16 MiB is the most.
            """,
        ],
        operands: [UntypedOperand(.file, "the certificates; standard input without it, or for `-`")],
        flags: [SharedFlags.json, SharedFlags.at, SharedFlags.help],
        examples: [
            Example("What is in this file?", "signet cert inspect chain.pem"),
            Example(
                "How many days are left?",
                "signet cert inspect --json site.pem | jq '.certificates[0].daysLeft'"),
            Example(
                "The chain of a server",
                "openssl s_client -connect example.org:443 -showcerts </dev/null | signet cert inspect"),
        ],
        exitStatuses: SharedExitStatuses.standard(badInput: "no certificate, or a malformed one"),
        sections: [
            Section(
                "JSON",
                [
                    """
                    One object whose `certificates` is an array of one object for each certificate, also where the file \
                    has only one. Members about what a certificate does not say are left out.
                    """,
                    .definitions([
                        ("subject, issuer", "RFC 4514, the most specific part first"),
                        ("serialNumber", "hexadecimal, `-` before a negative one"),
                        (
                            "notBefore, notAfter",
                            "the first and last second of validity, RFC 3339; `null` for what is no time"
                        ),
                        ("daysLeft", "whole days from `--at` to `notAfter`, negative once it has passed"),
                        ("key", "an object: `type`, `bits`, `curve`, `spkiSha256`"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("signatureAlgorithm", "by OpenSSL's name: `sha256WithRSAEncryption`"),
                        ("selfIssued", "whether subject and issuer are the same name"),
                        ("subjectAltNames", "an array: `dns:example.org`, `ip:192.0.2.1`, …"),
                        ("keyUsage, extendedKeyUsage", "arrays of names, or of numbers without one"),
                        ("isCA, pathLength", "from basicConstraints; an impossible path length is `null`"),
                        ("version", "1, 2 or 3; `null` for any other"),
                        ("sha256, sha1", "fingerprints of the whole certificate, hexadecimal"),
                        ("extensions", ExtensionReport.jsonNote),
                    ]),
                    """
                    `value` by extension: names are texts as in `subjectAltNames`, with `dirname:`, `rid:` and `other:` for \
                    more kinds; basicConstraints `{ca, pathLength}`; authorityKeyIdentifier \
                    `{keyIdentifier, issuer, serialNumber}`; authorityInfoAccess an array of \
                    `{method, location}`; nameConstraints `{permitted, excluded}`; the others arrays of text.
                    """,
                ])
        ],
        seeAlso: ["signet-cert-create(1)", "signet-csr-inspect(1)", "signet-key-inspect(1)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let now = try arguments.now()
        var reports: [Report] = []
        for certificate in try CertificateFiles(inputs).read(arguments.operands.first ?? "-") {
            reports.append(try report(certificate, now))
        }
        var outputs = Outputs(mayReplace: false)
        if arguments.has("json") {
            let json = JSONValue.object(JSONObject([("certificates", .array(reports.map(\.json)))]))
            outputs.add(Outputs.Content(line: JSONWriter.bytes(json)), to: nil)
        } else {
            outputs.add(Outputs.Content(text: reports.map(\.text).joined(separator: "\n")), to: nil)
        }
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func report(_ certificate: Certificate, _ now: Timestamp) throws -> Report {
        var report = Report()
        let (subject, issuer) = (certificate.subject, certificate.issuer)
        report.add(
            "subject", "subject", .string(subject.text), text: subject.isEmpty ? "empty" : subject.text)
        report.add(
            "issuer", "issuer", .string(issuer.text),
            text: issuer.text + (issuer == subject ? " (the subject itself)" : ""))
        report.add("serialNumber", "serial", certificate.serialNumberText)
        addTimes(certificate, now, to: &report)
        try certificate.keyInfo.add(to: &report)
        report.add("signatureAlgorithm", "signed with", certificate.signatureAlgorithm)
        report.add("selfIssued", .bool(issuer == subject))
        let extensions = ExtensionReport(certificate.extensions)
        extensions.addCommon(to: &report)
        let version = versionNumber(encoded: certificate.encodedVersion, atMost: 3)
        report.add(
            "version", "version", version.map(JSONValue.integer) ?? .null,
            text: version.map(String.init) ?? "unknown")
        try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            let der = try certificate.der
            report.add("sha256", "SHA-256", hexadecimal(try DigestAlgorithm.sha256.digest(of: der.span)))
            report.add("sha1", "SHA-1", hexadecimal(try SHA1.digest(of: der.span)))
        }
        extensions.addAll(to: &report, label: "extensions")
        return report
    }

    private static func addTimes(_ certificate: Certificate, _ now: Timestamp, to report: inout Report) {
        report.add(time: certificate.notBefore, "notBefore", "from")
        guard let end = certificate.notAfter else {
            report.add(time: nil, "notAfter", "until")
            return
        }
        let left = Timestamp(seconds: end).microseconds - now.microseconds
        let words = TimeSpan(microseconds: left).words
        report.add(
            "notAfter", "until", .string(Timestamp(seconds: end).rfc3339),
            text: Timestamp(seconds: end).rfc3339
                + (Self.noExpiry == end
                    ? " (no expiry, RFC 5280 §4.1.2.5)"
                    : left < 0 ? " (expired \(words) ago)" : " (\(words) left)"))
        let day: Int64 = 86_400_000_000
        report.add("daysLeft", .integer(left >= 0 ? left / day : -((-left + day - 1) / day)))
    }

    /// 9999-12-31T23:59:59Z.
    static let noExpiry = Timestamp.latest.seconds
}

extension Certificate {
    /// Hexadecimal, two digits a byte, `-` before a negative number.
    var serialNumberText: String {
        let bytes = serialNumber
        guard let first = bytes.first, first >= 0x80 else {
            return Self.digits(bytes)
        }
        var magnitude = bytes.map { ~$0 }
        for index in magnitude.indices.reversed() {
            magnitude[index] &+= 1
            if magnitude[index] != 0 { break }
        }
        return "-" + Self.digits(magnitude)
    }

    /// Without the zeros that a number begins with.
    private static func digits(_ magnitude: [UInt8]) -> String {
        hexadecimal(magnitude.dropLast().drop { $0 == 0 } + magnitude.suffix(1))
    }
}
