import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

enum CertInspect: SignetCommand {
    static let file = Operand(.file, "the certificates; standard input if omitted or `-`")
        .proposed(for: "cert", "in", "i", "file", "input", "certificate", "crt")
    static let pkcs12 = PKCS12Flags()

    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "x509", "pkcs7 -print_certs", "cert print", "cert show", "cert view", "cert info", "cert decode",
            "cert fingerprint",
        ],
        summary: "show the contents of certificates",
        discussion: [
            """
            Shows every certificate of a file, in the order of the file. Nothing is checked: an expired, self-signed or \
            unusual certificate is shown like any other, and the exit status is 0. Use `signet cert check` to check \
            certificates, and `signet csr inspect` for requests.
            """,
            """
            The file may be PEM (also a bundle, with text and keys between the certificates), DER, PKCS#7 in PEM or DER, \
            PKCS#12, or one of these in base64, up to 16 MiB. The format is detected automatically.
            """,
        ],
        operands: [file],
        flags: [SharedFlags.json, SharedFlags.at] + pkcs12.all + [SharedFlags.help],
        rules: [pkcs12.rule],
        examples: [
            Example("Show the certificates of a file", "signet cert inspect chain.pem"),
            Example(
                "Print how many days are left",
                "signet cert inspect --json site.pem | jq '.certificates[0].daysLeft'"),
            Example(
                "Show the chain of a server",
                "openssl s_client -connect example.org:443 -servername example.org -showcerts </dev/null | signet cert inspect"
            ),
        ],
        exitStatuses: .standard(badInput: "not a certificate, a malformed one, or a wrong passphrase"),
        sections: [
            Section(
                "JSON",
                [
                    """
                    One object whose `certificates` is an array with one object per certificate, even if the file has \
                    only one. Members that do not apply to a certificate are left out.
                    """,
                    .definitions([
                        ("subject, issuer", "RFC 4514, the most specific part first"),
                        ("serial", "hexadecimal; `-` before a negative number"),
                        (
                            "ariIdentifier",
                            "what ACME renewal information calls the certificate (RFC 9773 §4.1); left out without an authorityKeyIdentifier"
                        ),
                        (
                            "notBefore, notAfter",
                            "the first and last second of validity, RFC 3339; `null` if the time is malformed"
                        ),
                        (
                            "daysLeft",
                            "whole days of validity left, rounded down: 0 on the last day, -1 on the first day after it"
                        ),
                        ("key", "an object: `type`, `bits`, `curve`, `spkiSha256`"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("signatureAlgorithm", "OpenSSL's name: `sha256WithRSAEncryption`"),
                        ("selfIssued", "whether subject and issuer are the same name"),
                        ("subjectAltNames", "an array: `dns:example.org`, `ip:192.0.2.1`, …"),
                        ("keyUsage, extendedKeyUsage", "arrays of names; an OID if there is no name"),
                        ("isCA, pathLength", "from basicConstraints; an impossible path length is `null`"),
                        ("version", "1, 2 or 3; `null` for any other"),
                        ("sha256, sha1", "fingerprints of the whole certificate, hexadecimal"),
                        (
                            "sha256Fingerprint, sha1Fingerprint",
                            "the same in upper case with colons, as consoles and OpenSSL show them: `AB:12:…`"
                        ),
                        ("extensions", ExtensionReport.jsonNote),
                    ]),
                    """
                    Other hexadecimal numbers are in lower case and without colons, in the text as well. OpenSSL prints \
                    serial numbers in upper case; `tr A-F a-f` makes them comparable.
                    """,
                    """
                    The `value` of an extension depends on its type. Names are strings as in `subjectAltNames`, with \
                    `dirname:`, `rid:` and `other:` for further types. basicConstraints is `{ca, pathLength}`, \
                    authorityKeyIdentifier `{keyIdentifier, issuer, serial}`, authorityInfoAccess an array of \
                    `{method, location}`, nameConstraints `{permitted, excluded}`, and the SCTs an array of `{log, time}`, where \
                    `log` is SHA-256 of the log's key in base64, as in the lists of logs. The others are arrays of strings.
                    """,
                ])
        ],
        seeAlso: [
            "signet-cert-check(1)", "signet-cert-create(1)", "signet-csr-inspect(1)", "signet-key-inspect(1)",
        ])
}

struct CertInspectRequest: CommandRequest {
    let path: String
    let pkcs12: PKCS12Opening
    /// The current time.
    let time: Timestamp
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        path = arguments[CertInspect.file] ?? "-"
        if !fileExists(path), let server = ServerName(path) {
            throw CommandError(
                .usage, "expected a file, found the server \(path.quoted); signet makes no connections",
                hint: server.pipeline(into: "signet cert inspect -"))
        }
        pkcs12 = CertInspect.pkcs12.opening(arguments)
        time = try arguments.clock.now()
        isJSON = arguments[SharedFlags.json]
    }
}

extension CertInspect {
    static func run(_ request: CertInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let reports = try CertificateFiles(inputs, pkcs12: request.pkcs12).read(request.path).map {
            try report($0, request.time)
        }
        try Output.standard.write(Report("certificates", reports).content(isJSON: request.isJSON), inputs)
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
        report.add("serial", "serial", certificate.serialNumberText)
        if let identifier = certificate.renewalIdentifier {
            report.add("ariIdentifier", .string(identifier))
        }
        addTimes(certificate, now, to: &report)
        try certificate.keyInfo.add(to: &report)
        report.add("signatureAlgorithm", "signed with", certificate.signatureFacts.algorithm)
        report.add("selfIssued", .bool(issuer == subject))
        let extensions = ExtensionReport(certificate.extensions)
        extensions.addCommon(to: &report)
        report.add(version: certificate.encodedVersion, atMost: 3)
        let der = try certificate.der
        report.add(fingerprint: try DigestAlgorithm.sha256.digest(of: der.span), "sha256", "SHA-256")
        report.add(fingerprint: try SHA1.digest(of: der.span), "sha1", "SHA-1")
        extensions.addAll(to: &report, label: "extensions")
        return report
    }

    private static func addTimes(_ certificate: Certificate, _ now: Timestamp, to report: inout Report) {
        report.add(time: certificate.notBefore, "notBefore", "from")
        guard let end = certificate.notAfter else {
            report.add(time: nil, "notAfter", "until")
            return
        }
        let left = TimeLeft(until: end, at: now)
        report.add(
            "notAfter", "until", .string(Timestamp(seconds: end).rfc3339),
            text: Timestamp(seconds: end).rfc3339
                + (noExpiry == end ? " (no expiry, RFC 5280 §4.1.2.5)" : " (\(left.words))"))
        report.add("daysLeft", .integer(left.days))
    }

    /// 9999-12-31T23:59:59Z.
    private static let noExpiry = Timestamp.latest.seconds
}

extension Certificate {
    /// The name of the certificate for a server that says when to renew it (RFC 9773 §4.1); nil without a key
    /// identifier of its issuer.
    fileprivate var renewalIdentifier: String? {
        for part in extensions {
            if case .authorityKeyIdentifier(let key?, _, _) = part.contents {
                return [key, serialNumber].map { Base64URL.string($0) }
                    .joined(separator: ".")
            }
        }
        return nil
    }
}

extension Report {
    fileprivate mutating func add(fingerprint digest: [UInt8], _ name: String, _ label: String) {
        let forms = [hexadecimal(digest), Words.fingerprint(digest)]
        add(name, label, .string(forms[0]), lines: forms)
        add("\(name)Fingerprint", .string(forms[1]))
    }
}
