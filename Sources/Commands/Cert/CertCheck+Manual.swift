import Arguments
import PKI
import Words

extension CertCheck {
    static let reportSection = Section(
        "REPORT",
        [
            """
            One line per certificate, the worst first, below it one for each further check that does not pass, and a \
            summary. If there are several files and standard error is \
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
                (
                    "WHY",
                    "the checks that do not pass, one per line: the name, what it found, and what to do about it; the worst come first, and among them those that flags ask for"
                ),
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
                (Check.all + requests.map(\.check).filter { !Check.all.contains($0) }).map { check in
                    ("\(check.name) (\(check.section))", check.rule + remark(check) + ".")
                }),
        ])

    private static func remark(_ check: Check) -> String {
        let flags =
            requests.first { $0.check == check }?.flags.map(\.info.spelling)
            ?? check.policy.map { ["\(policy.info.spelling) \($0.rawValue)"] }
            ?? (check.isOfPath ? [roots.info.spelling] : [])
        return flags.isEmpty ? "" : ". Only with \(flags.map { "`\($0)`" }.orList)"
    }

    static let responsesSection = Section(
        "OCSP RESPONSES",
        [
            """
            `--ocsp` reads OCSP responses (RFC 6960) from files: what `openssl ocsp -respout` writes, or what a server \
            staples. A file contains one response, in DER or in base64. signet makes no connections.
            """,
            """
            A certificate is revoked if a response or a list that can be used says so. A response that is only too old counts \
            too, unless the reason is certificateHold: only a hold can be lifted (RFC 5280 §5.3.1). Of lists, only current \
            ones count, and a complete one that a current delta goes with (§5.2.4). Otherwise it is good if one of \
            them says so. Otherwise its status is not known, and the leaf fails. If one response answers repeatedly about a \
            certificate, revoked counts before unknown, and unknown before good.
            """,
            "A response is used only if these rules hold:",
            .definitions([
                (
                    "certificate",
                    "The response contains an answer whose CertID has the serial number of the certificate and the hashes of its issuer's name and key (§4.1.1). Every digest that libcrypto knows is accepted here, even SHA-1, because nothing is signed with it."
                ),
                (
                    "responder",
                    "The response is signed by the issuer of the certificate, or by a certificate in the response that the issuer's key signed and that has OCSPSigning in extKeyUsage (§4.2.2.2). anyExtendedKeyUsage is not enough. Such a certificate must pass the checks of a leaf under `rfc5280`, and its keyUsage, if present, must allow digitalSignature or nonRepudiation. All answers of a response must be about certificates of that issuer."
                ),
                (
                    "signature", "Its digest is SHA-224 or better."
                ),
                (
                    "time",
                    "thisUpdate is not in the future, and nextUpdate is not in the past; `--leeway` tolerates a difference between the clocks. Without nextUpdate, a response may be at most 24 hours old: RFC 6960 §3.2 lets the client decide what is recent."
                ),
                (
                    "extensions",
                    "Neither the response nor the answer has a critical extension, because signet processes none."
                ),
            ]),
            """
            Two things are not checked. A nonce is ignored, because there is no request to compare it with. Whether the \
            responder's own certificate is revoked is not checked, even without id-pkix-ocsp-nocheck (§4.2.2.2.1).
            """,
        ])

    static let issuerRulesSection = Section(
        "RULES FOR ISSUERS",
        [
            """
            RFC 5280 requires more of the CAs that issue certificates than of the programs that validate them. Under \
            rfc5280, signet only warns if one of these rules is broken, and names the section. With `--strict`, and under \
            webpki, it is a failure.
            """,
            .definitions(IssuerRule.allCases.map { ($0.section, $0.rule + ".") }),
        ])

    static let baselineSection = Section(
        "BASELINE REQUIREMENTS",
        [
            """
            Under `webpki`, signet also applies the checks and rules above that cite the Baseline Requirements (BR, version \
            2.2.6). They are the requirements that a relying party can verify. How a CA validated a name, for example, \
            cannot be seen in a certificate.
            """,
            """
            The profiles of BR §7.1.2 apply to leaves of servers and to intermediates that were issued since 2023-09-15, \
            when the profiles took effect. Many older intermediates are still in use. No profile applies to a trust anchor, \
            because its user has chosen it. If a rule for intermediates has an exception for cross-certificates, signet \
            only warns: a certificate does not say whether it is one (BR §7.1.2.2).
            """,
            "signet does not check:",
            .definitions([
                (
                    "recommendations",
                    "What the requirements only recommend, or recommend against, such as a common name or subjectKeyIdentifier in a leaf, digitalSignature together with keyEncipherment, unknown extensions, or several distribution points."
                ),
                (
                    "top-level domains",
                    "Only reserved domains count as internal. Whether another domain exists, and whether a wildcard is directly below a public suffix, depends on lists that change, so that the verdict would depend on the age of a copy."
                ),
                (
                    "subjects",
                    "Whether a country code is assigned, whether a text means that there is no value (`N/A`), HTML entities, and mail addresses that are not in subjectAltName."
                ),
                (
                    "labels",
                    "Whether valid Punycode follows `xn--`, and the checksum of an onion address."
                ),
                (
                    "signed certificate timestamps",
                    "Neither their encoding nor their signatures, because the keys of the logs are not known."
                ),
                (
                    "issuers",
                    "Whether the issuer's name is spelled as in the CA's certificate (BR §7.1.4.1), whether authorityKeyIdentifier is the CA's subjectKeyIdentifier (BR §7.1.2.11.1), and whether the digest of an ECDSA signature has the size of the CA's curve (BR §7.1.3.2.2)."
                ),
            ]),
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
                    "RFC 5280 §6.1.1 allows a trust anchor to be just a name and a key. In signet it is a certificate, and its dates, name constraints and other extensions apply, except its policies."
                ),
                (
                    "key identifiers",
                    "If authorityKeyIdentifier and subjectKeyIdentifier differ, the issuer is tried last, and the signature decides (RFC 4158 §3.5.12)."
                ),
                (
                    "SHA-1 and DSA",
                    "RFC 5280 allows both, and NIST's PKITS has valid paths with them (4.1.4, 4.1.5). signet refuses signatures with SHA-1, because collisions can be made for it, and keys of less than 112 bits, such as DSA with 1,024 bits. No flag allows them, except `--min-rsa-bits` for RSA keys."
                ),
                (
                    "names outside ASCII under name constraints",
                    "RFC 5280 §7.1 requires that case, composed characters and spaces of directory names are folded. signet folds those of ASCII. If two names could be the same because of other characters, that is not known, and the certificate fails. A mailbox outside ASCII (SmtpUTF8Mailbox) is compared by its domain, which must be in ASCII (RFC 9598 §3, §6)."
                ),
                (
                    "issuers that fail",
                    "Issuers that fail a check by themselves, such as expired ones, are tried last. However many they are, they do not hide another path."
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
                    "empty policy constraints",
                    "RFC 5280 §4.2.1.11 forbids CAs to issue them, and leaves open what validators do. They are a failure, as in OpenSSL."
                ),
                (
                    "hostile collections",
                    "The work for each leaf is limited: signet-limits(7). A certificate that requires more fails, and the report names the limit. What other files hold, and other leaves of the same file, makes no difference."
                ),
            ])
        ])

    static let revocationSection = Section(
        "REVOCATION",
        [
            """
            With `--crl`, every certificate of the path except the trust anchor must be covered by a list (or by a \
            response of `--ocsp`), or the leaf fails: an unknown status is a failure. OpenSSL judges by RFC 5280 §6.3: complete lists and newer \
            deltas (announced by freshestCRL in the certificate or the complete list), distribution points, lists for \
            some reasons, indirect lists, and lists that are signed by another key or another certificate than the \
            issuer's, as long as a valid path leads there from the same trust anchor. The certificates of signers are \
            looked for in the file and in `--untrusted`.
            """,
            """
            Before that, signet sets lists aside that are malformed or of version 1, have no nextUpdate, repeat an \
            extension, have a critical number, are signed with a weak digest, name two signature algorithms, or have \
            entries of a kind that they must not have: removeFromCRL outside a delta list, or certificateIssuer outside an \
            indirect list; and deltas that have expired, have no number, or are for some reasons only.
            """,
            """
            Of several lists for the same certificates, the newest one that is valid counts; of two lists of one second, \
            the one with the greater number is newer. If a newer one cannot be used, the status is not known; nor is \
            it if a \
            list that is not used has an entry for the certificate, unless a newer list from the same place is used. \
            The report says why a list cannot be used. \
            signet ignores a complete list whose thisUpdate is in the future.
            """,
            """
            OpenSSL does not follow lists in circles. If only an indirect list covers a certificate, and no other list \
            covers the signer of that list, the status is not known (PKITS 4.14.30).
            """,
        ])

    static let jsonSection = Section(
        "JSON",
        [
            """
            One object: `valid`, `at`, `policy`, `strict` (also true under webpki), `chainJudged`, `ignored` (the names of files of folders \
            that hold no certificates), `certificates` and `errors` (objects of `file` and `message`, for files that could not be \
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
                ("verdict", "`ok`, `warn` or `fail`: the worst of its checks"),
                (
                    "reason, message, remedy",
                    "from a check with that verdict, first those that flags ask for; left out if all checks pass"
                ),
                ("path", "subjects from the certificate to the trust anchor; empty if there is no path"),
                (
                    "checks",
                    "objects of `name`, `verdict` (`ok`, `warn`, `fail` or `skipped`), `section` and `message`; the message may change, the name does not; in a warning about a rule for issuers, `section` is that rule's"
                ),
            ]),
        ])

    static let batchSection = Section(
        "Batch",
        [
            """
            With `--batch`, each line holds one certificate, and nothing else is read from it. It may be the base64 of \
            DER; PEM in which spaces, tabs or the escapes `\\n` and `\\r` stand where its lines end; or a JSON string with \
            either, as `jq` prints it. The other flags are those of files: `--roots` and `--untrusted` give the rest of \
            the path. Every certificate is checked as a leaf, even if it issued another one of the batch.
            """,
            """
            The verdict is one JSON object per line, in order: `valid`, `chainJudged` (false without `--roots`), then \
            the members of a certificate (see JSON) except \
            `file` and `index`, then `line`, the number of the line in the input, from 1; lines ignored by `--skip` are \
            counted. `checks` has only the checks that do not pass, the worst first.
            """,
            """
            A line without a certificate gets \
            `{"valid":false,"reason":…,"message":…,"line":…}`:
            """,
            .definitions([
                ("malformed", "the line is empty or too long, or it does not hold exactly one certificate"),
                ("record", "the line is not a record that has `--field` and no `--result`"),
            ]),
            """
            The exit status is 1 if any certificate fails or any line holds none, and one line on standard error then says \
            how many do, and which is the first.
            """,
        ])
}
