import Arguments
import PKI

extension CertCheck {
    static let reportSection = Section(
        "REPORT",
        [
            """
            One line per certificate, the worst first, and a summary. If there are several files and standard error is \
            a terminal, progress is shown there.
            """,
            .definitions([
                (
                    "VERDICT",
                    "`ok`, `warn` or `fail`: the worst of its checks; a warning does not change the exit status"
                ),
                ("DAYS", "whole days of validity left, `daysLeft` in JSON"),
                ("FILE", "the file; `chain.pem:2` is the second certificate of a file with several"),
                ("SUBJECT", "whom the certificate is for"),
                ("WHY", "the first check with that verdict, what it found, and what to do about it"),
            ]),
        ])

    static let checksSection = Section(
        "CHECKS",
        [
            """
            The report and `--json` use these names. A check applies to every certificate and to every certificate of its \
            path, unless its text names a flag that it requires.
            """,
            .definitions(
                CertificateChecker.catalogue.map { check in
                    ("\(check.name) (\(check.section))", check.rule + remark(check.scope) + ".")
                }),
        ])

    private static func remark(_ scope: Check.Scope) -> String {
        scope.flag.map { ". Only with `\($0)`" } ?? ""
    }

    static let issuerRulesSection = Section(
        "RULES FOR ISSUERS",
        [
            """
            RFC 5280 requires more of the CAs that issue certificates than of the programs that validate them. Under \
            rfc5280, signet only warns if one of these rules is broken, and names the section. With `--strict`, and under \
            webpki, it is a failure. A breach of any other rule is always a failure.
            """,
            .definitions(IssuerRule.allCases.map { ($0.section, $0.rule + ".") }),
        ])

    static let ambiguitiesSection = Section(
        "WHERE THE STANDARDS LEAVE A CHOICE",
        [
            .definitions([
                (
                    "fractions of a second",
                    "Certificates give times in whole seconds. The certificate is valid until the end of the second in notAfter, and not valid a fraction of a second before notBefore."
                ),
                (
                    "trust anchors",
                    "RFC 5280 §6.1.1 allows a trust anchor to be just a name and a key. In signet it is a certificate, and its extensions, dates and name constraints apply."
                ),
                (
                    "key identifiers",
                    "If authorityKeyIdentifier and subjectKeyIdentifier differ, the issuer is tried last, and the signature decides (RFC 4158 §3.5.12)."
                ),
                (
                    "wildcards under name constraints",
                    "A wildcard is permitted if every name that it matches is permitted, and excluded if one of them is excluded."
                ),
                (
                    "empty policy constraints",
                    "RFC 5280 §4.2.1.11 forbids CAs to issue them, and leaves open what validators do. They are a failure, as in OpenSSL."
                ),
                (
                    "hostile collections",
                    "For each leaf, signet verifies at most 1,000 signatures, checks 30 complete paths of up to 40 certificates, and compares 50,000 names with constraints. A certificate that requires more fails, and the report says so."
                ),
            ])
        ])

    static let jsonSection = Section(
        "JSON",
        [
            """
            One object: `valid`, `at`, `policy`, `strict` (also true under webpki), `chainJudged`, `ignored` (how many files of folders hold no \
            certificates), `certificates` and `errors` (objects of `file` and `message`, for files that could not be \
            read). The certificates are in the order of the files.
            """,
            .definitions([
                ("file, index", "the place of the certificate; the first one of a file has index 1"),
                ("subject, issuer", "RFC 4514"),
                ("serial", "lower-case hexadecimal; `-` before a negative number"),
                ("notBefore, notAfter", "RFC 3339"),
                (
                    "daysLeft",
                    "whole days of validity left, rounded down: 0 on the last day, -1 on the first day after it; `--within Nd` fails if it is less than N"
                ),
                ("verdict", "`pass`, `warn` or `fail`: the worst of its checks"),
                (
                    "reason, message, remedy",
                    "from the first check with that verdict; left out if all checks pass"
                ),
                ("path", "subjects from the certificate to the trust anchor; empty if there is no path"),
                (
                    "checks",
                    "objects of `name`, `verdict` (`pass`, `warn`, `fail` or `skipped`), `section` and `message`; the message may change, the name does not; in a warning about a rule for issuers, `section` is that rule's"
                ),
            ]),
        ])
}
