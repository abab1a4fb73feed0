import Arguments
import PKI

extension CertCheck {
    static let pkcs12 = PKCS12Flags(of: "a PKCS#12, and of the key")

    static let declaration = Command(
        name: "check",
        summary: "expiry, chain, name, purpose, key match, policy; for one file or many",
        discussion: [
            """
            Holds certificates to rules, each with a name and the section of the standard that it comes from: the \
            table of checks below. Every certificate of every file is checked, not only the first: PEM bundles, DER, \
            PKCS#7 in PEM, DER or bare base64, PKCS#12.
            """,
            """
            A certificate that issued another one of the same file is an intermediate of that one: it is checked by \
            itself, and as part of the path. The others are leaves: host, address, mailbox, purpose, key and chain are \
            asked of them. In whatever order a chain stands in a file, it is the same chain.
            """,
            """
            Without `--roots` the chain is not judged, and the report says so. With them, signet looks for a path \
            that no rule is broken on, and tries others where one is: through cross-signed intermediates, beside \
            expired ones. A trust anchor may be any certificate of `--roots`, an intermediate or the leaf itself too. \
            What is no part of the path is not judged.
            """,
            """
            Trust anchors are held to the rules as well: a root that has expired, or that is no CA, ends no path.
            """,
        ],
        operands: [
            UntypedOperand(.file, isRequired: true, isRepeatable: true, "certificates; `-` is standard input")
        ],
        flags: [
            UntypedFlag(
                "within", value: Value("DURATION"), group: "Time",
                "fail what expires sooner than this from now"),
            SharedFlags.at,
            UntypedFlag(
                "roots", value: Value("FILE|DIR|system", .file), isRepeatable: true, group: "Chain",
                "trust anchors: a file, all files of a folder, or the system's",
                details: [
                    "A file or folder without certificates is an error: the system's roots never stand in."
                ]),
            UntypedFlag(
                "untrusted", value: .file, isRepeatable: true, group: "Chain",
                "intermediates that may be used, in any order"),
            UntypedFlag(
                "crl", value: .file, isRepeatable: true, group: "Chain",
                "revocation lists of the issuers, PEM or DER",
                details: [
                    """
                    The leaf has to have a list of its issuer; for an intermediate without one there is a warning. \
                    Without `--roots`, the leaf's issuer is looked for in its file and in `--untrusted`.
                    """
                ]),
            UntypedFlag(
                "max-depth", value: Value("N"), group: "Chain",
                "the most intermediates; self-issued ones do not count"),
            UntypedFlag("host", value: Value("NAME"), group: "Leaf", "the leaf is for this host name"),
            UntypedFlag(
                "ip", value: Value("ADDR"), group: "Leaf", "the leaf is for this IPv4 or IPv6 address"),
            UntypedFlag("email", value: Value("ADDR"), group: "Leaf", "the leaf is for this mailbox"),
            UntypedFlag(
                "purpose", value: .choice("PURPOSE", Purpose.allCases.map(\.rawValue)), group: "Leaf",
                "the leaf and its path are for this"),
            SharedFlags.key("the leaf's public key is that of KEY, private or public"),
            UntypedFlag("kid", value: Value("ID"), group: "Key", "the key of a JWKS with this kid"),
        ] + pkcs12.all + [
            UntypedFlag(
                "policy", value: .choice("POLICY", CheckPolicy.allCases.map(\.rawValue)),
                default: "webpki with --host or --ip, else rfc5280", group: "Rules", "whose rules",
                details: [
                    """
                    `rfc5280` is RFC 5280 and RFC 9525 to the letter; `webpki` adds the CA/Browser Forum's Baseline \
                    Requirements (BR) for the certificates of servers.
                    """
                ]),
            UntypedFlag(
                "min-rsa-bits", value: Value("N"), default: "2048", group: "Rules",
                "the least size of RSA keys"),
            ProfileFlag.flag(
                ofCertificates: "Rules", "what a platform demands of the leaf: signet-profiles(7)"),
            SharedFlags.json,
            SharedFlags.help,
        ],
        rules: [pkcs12.rule, .requires("kid", oneOf: ["key"])],
        examples: [
            Example("What expires within a month?", "signet cert check --within 30d /etc/ssl/private/*.pem"),
            Example(
                "Would a browser take it?",
                "signet cert check fullchain.pem --roots system --host www.example.com"),
            Example(
                "Does the key belong to it?", "signet cert check server.pem --key server.key"),
            Example(
                "Is it revoked?",
                "signet cert check server.pem --untrusted ca.pem --roots root.pem --crl ca.crl"),
            Example(
                "Why it fails, for a program",
                "signet cert check --json server.pem | jq -r '.certificates[].checks[] | select(.verdict == \"fail\")'"
            ),
        ],
        exitStatuses: [
            ExitStatusNote(0, "every certificate passes; warnings do not count"),
            ExitStatusNote(1, "a certificate fails"),
            SharedExitStatuses.usage,
            ExitStatusNote(3, "a file is not of certificates; the others are reported all the same"),
            ExitStatusNote(4, "a file cannot be read; the others are reported all the same"),
            SharedExitStatuses.bug,
        ],
        sections: [checks, silences, report],
        seeAlso: ["signet-key-inspect(1)"])

    private static let checks = Section(
        "CHECKS",
        [
            """
            The name is what the report and `--json` call it. Those without a remark are judged of every certificate \
            and of every certificate of its path.
            """,
            .definitions(
                CertificateChecker.catalogue.map { check in
                    ("\(check.name) (\(check.section))", check.rule + remark(check.scope) + ".")
                }),
        ])

    private static func remark(_ scope: Check.Scope) -> String {
        scope.flag.map { ". Only with `\($0)`" } ?? ""
    }

    private static let silences = Section(
        "WHERE THE STANDARDS ARE SILENT",
        [
            .definitions([
                (
                    "fractions of a second",
                    "Times of certificates have whole seconds. The second of notAfter is within validity, all of it; a fraction of a second before notBefore is too early."
                ),
                (
                    "trust anchors",
                    "RFC 5280 §6.1.1 lets a trust anchor be a name and a key alone. Here it is a certificate, and is held to its extensions, dates and name constraints."
                ),
                (
                    "key identifiers",
                    "Where authorityKeyIdentifier and subjectKeyIdentifier differ, the issuer is tried last, and the signature decides (RFC 4158 §3.5.12)."
                ),
                (
                    "wildcards under name constraints",
                    "A wildcard is permitted where all that it stands for is, and excluded where one of them is."
                ),
                (
                    "hostile collections",
                    "For one leaf, 1,000 signatures are verified, 30 complete paths of up to 40 certificates are judged, and 50,000 names compared with constraints; what needs more fails, and says so."
                ),
            ])
        ])

    private static let report = Section(
        "JSON",
        [
            """
            One object: `valid`, `at`, `policy`, `chainJudged`, `certificates` and `errors` (objects of `file` and \
            `message`, for files that could not be read). Certificates stand in the order of files.
            """,
            .definitions([
                ("file, index", "where it stands; the first of a file has index 1"),
                ("subject, issuer", "RFC 4514"),
                ("serial", "hexadecimal, the octets of the INTEGER"),
                ("notBefore, notAfter", "RFC 3339"),
                ("daysLeft", "whole days to the end of validity; negative after it"),
                ("verdict", "`pass`, `warn` or `fail`: the worst of its checks"),
                ("reason, message, remedy", "of the first check with that verdict, unless all pass"),
                ("path", "subjects from the certificate to the trust anchor; empty where there is none"),
                (
                    "checks",
                    "objects of `name`, `verdict` (`pass`, `warn`, `fail` or `skipped`), `section` and `message`; the message may change, the name does not"
                ),
            ]),
        ])
}
