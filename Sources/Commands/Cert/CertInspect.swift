import Arguments
import System

enum CertInspect: SignetCommand {
    static let file = Operand(.file, "the certificates; standard input if omitted or `-`")
        .proposed(for: "cert", "in", "i", "file", "input", "certificate", "crt")
    static let pkcs12 = PKCS12Flags()

    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "x509", "cert print", "cert show", "cert view", "cert info", "cert decode", "cert fingerprint",
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
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a certificate, a malformed one, or a wrong passphrase"),
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
        pkcs12 = CertInspect.pkcs12.opening(arguments)
        time = try (arguments[SharedFlags.at]?.clock ?? .system).now()
        isJSON = arguments[SharedFlags.json]
    }
}
