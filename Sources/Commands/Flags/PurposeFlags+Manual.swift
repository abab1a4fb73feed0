import Arguments
import OpenSSL
import PKI
import Words

extension PurposeFlags {
    /// What the manuals of requests and certificates say of names and purposes, in the same words.
    static let sections = [subjects, alternativeNames, purposes]

    private static let subjects = Section(
        "SUBJECTS",
        [
            """
            A name is written as in RFC 4514, the most specific part first: `CN=Jo Do,OU=Sales,O=Acme\\, Inc.,C=DE`. The \
            certificate has the reverse order, with the country first, as other programs write it. The name that \
            `openssl req -subj '/C=DE/O=Acme/CN=x'` makes is `CN=x,O=Acme,C=DE` here. A `+` joins the attributes of one part: `CN=Jo \
            Do+UID=jdo,O=Acme`. Spaces around commas, plus signs and equals signs between the parts are ignored.
            """,
            """
            Within a value, a backslash is required before `,` `+` `"` `\\` `<` `>` `;`, before a `#` or a space at the \
            beginning, and before a space at the end. A backslash with two hexadecimal digits is a byte of UTF-8 \
            (`Lu\\C4\\8Di\\C4\\87`). A value that begins with `#` is the BER encoding of a string, in hexadecimal; the \
            same rules apply to it. It may also choose another string type if the standard allows that: \
            `CN=#1E0600E920AC0041` is a BMPString.
            """,
            .table(
                [["attribute", "also", "string", "characters"]]
                    + AttributeType.all.map { type in
                        [
                            "`\(type.names[0])`",
                            type.names.dropFirst().map { "`\($0)`" }.joined(separator: " "),
                            strings(type.strings), type.maximumCount.map { "\($0)" } ?? "",
                        ]
                    }),
            """
            The names of attributes are not case-sensitive. Any other attribute is written by its OID, \
            `1.3.6.1.4.1.99999.1=value`, and encoded as a UTF8String. The maximum lengths are those of RFC 5280 appendix \
            A. A value must not be empty, and must not contain control characters. The whole subject may be empty (an empty argument) if there are alternative \
            names; they are then critical (RFC 5280 §4.2.1.6).
            """,
        ])

    private static func strings(_ strings: AttributeType.Strings) -> String {
        strings.types[0].name
    }

    private static let alternativeNames = Section(
        "ALTERNATIVE NAMES",
        [
            .table([
                ["type", "accepted", "refused"],
                [
                    "`dns:`",
                    "a host name in ASCII; `*` as the whole leftmost label, followed by at least two",
                    "non-ASCII names (use the A-label, `xn--…`), underscores, a dot at the end, IP addresses, labels over 63 and names over 253 characters",
                ],
                [
                    "`ip:`", "IPv4 as four decimal numbers, IPv6 in any form of RFC 4291",
                    "a prefix length (`/24`), brackets, a zone (`%eth0`)",
                ],
                [
                    "`email:`",
                    "a mailbox of RFC 5321 §4.1.2 in ASCII: `local@host`, `\"quoted\"@host`, `local@[192.0.2.1]`",
                    "comments, non-ASCII addresses (RFC 8398), an IP address without brackets, more than 64 characters before the `@` or 254 in all",
                ],
                [
                    "`uri:`", "an absolute URI (RFC 3986)",
                    "characters that must be percent-encoded, http and https without a host, a host that is neither a host name nor an address (RFC 5280 §4.2.1.6)",
                ],
                [
                    "`upn:`", "`user@domain` in any script: a user principal name of Windows, an otherName",
                    "anything without exactly one `@`",
                ],
            ])
        ])

    private static let signingTypes = ByteKeyFamily.all.map { family in
        "\(family.types.map(\.name).andList) (\(family.usageSection))"
    }.andList

    private static let purposes = Section(
        "KEY USAGES",
        [
            """
            `--key-usage` accepts these names, separated by commas or in several flags: `digitalSignature`, \
            `nonRepudiation` (also `contentCommitment`), `keyEncipherment`, `dataEncipherment`, `keyAgreement`, \
            `keyCertSign`, `cRLSign`, `encipherOnly`, `decipherOnly`. The extension is critical.
            """,
            .paragraph(
                """
                A usage that the key does not support is refused: `keyEncipherment` and `dataEncipherment` with EC keys (RFC \
                8813 §3), those and `keyAgreement` with \(signingTypes), `keyAgreement` with RSA (RFC 3279 \
                §2.3.1), and `encipherOnly` or `decipherOnly` without `keyAgreement`.
                """),
            "`--ext-key-usage` accepts these names and any OID:",
            .table(
                [["name", "OID", "for"]]
                    + ExtendedKeyUsage.allCases.map { ["`\($0.rawValue)`", $0.oid, $0.meaning] }),
        ])
}
