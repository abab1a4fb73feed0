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
                    "wildcards and public suffixes",
                    "`*.com` matches nothing, but `*.co.uk` matches `a.co.uk`. RFC 9525 §6.3 does not require a list of public suffixes, and BR §3.2.2.6 addresses it to CAs. The list changes weekly, so the verdict would depend on the age of a copy."
                ),
                (
                    "URIs without a host",
                    "RFC 5280 §4.2.1.6 requires a host in an authority, and §4.2.1.13 writes `ldap:///`. An empty authority is accepted, except with http and https (RFC 9110 §4.2.1)."
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
            One object: `valid`, `at`, `policy`, `chainJudged`, `ignored` (how many files of folders hold no \
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
                    "objects of `name`, `verdict` (`pass`, `warn`, `fail` or `skipped`), `section` and `message`; the message may change, the name does not"
                ),
            ]),
        ])
}
