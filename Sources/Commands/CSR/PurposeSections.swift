import Arguments
import OpenSSL
import PKI

/// What the manuals of requests and certificates say of names and purposes, in the same words.
enum PurposeSections {
    static let subjects = Section(
        "SUBJECTS",
        [
            """
            A name is written by RFC 4514: `CN=Jo Do,OU=Sales,O=Acme\\, Inc.,C=DE`, the most specific part first. It is \
            encoded the other way round, the country first, as everybody does: what `openssl -subj '/C=DE/O=Acme/CN=x'` \
            makes is written `CN=x,O=Acme,C=DE` here. A `+` joins the attributes of one part: `CN=Jo Do+UID=jdo,O=Acme`. \
            Spaces around a comma, a plus sign and an equals sign between the parts do not count.
            """,
            """
            A backslash stands before `,` `+` `"` `\\` `<` `>` `;` within a value, before a `#` or a space at its \
            beginning and a space at its end; two hexadecimal digits after it are a byte of UTF-8 (`Lu\\C4\\8Di\\C4\\87`). \
            A value that begins with `#` is the BER of a string in hexadecimal.
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
            Names of attributes are read in whatever case. Any other attribute is written by its number, \
            `1.3.6.1.4.1.99999.1=value`, and becomes a UTF8String. The bounds are those of RFC 5280 appendix A; a value is \
            never empty. The subject as a whole may be (an empty argument) where there are alternative names, \
            which are critical then (RFC 5280 §4.2.1.6).
            """,
        ])

    private static func strings(_ strings: AttributeType.Strings) -> String {
        switch strings {
        case .utf8: "UTF8String"
        case .printable, .country: "PrintableString"
        case .ia5: "IA5String"
        }
    }

    static let alternativeNames = Section(
        "ALTERNATIVE NAMES",
        [
            .table([
                ["kind", "takes", "refuses"],
                [
                    "`dns:`", "a host name in ASCII; `*` as the whole leftmost label",
                    "names beyond ASCII (give the A-label, `xn--…`), underscores, a dot at the end, IP addresses, labels over 63 and names over 253 characters",
                ],
                [
                    "`ip:`", "IPv4 as four decimal numbers, IPv6 in any spelling of RFC 4291",
                    "a prefix length (`/24`), brackets, a zone (`%eth0`)",
                ],
                [
                    "`email:`", "`local@host` in ASCII",
                    "quotes and comments; addresses beyond ASCII, whose form (RFC 8398) is not written",
                ],
                [
                    "`uri:`", "an absolute URI: a scheme, and a host after `//`",
                    "what is not percent-encoded",
                ],
                [
                    "`upn:`", "`user@domain` in any script: Windows' user principal name, an otherName",
                    "anything without one `@`",
                ],
            ])
        ])

    static let purposes = Section(
        "KEY USAGES",
        [
            """
            `--key-usage` takes these, joined by commas or given again: `digitalSignature`, `nonRepudiation` (also \
            `contentCommitment`), `keyEncipherment`, `dataEncipherment`, `keyAgreement`, `keyCertSign`, `cRLSign`, \
            `encipherOnly`, `decipherOnly`. The extension is critical. What the key cannot do is refused: \
            `keyEncipherment` and `dataEncipherment` with EC keys (RFC 8813 §3), those and `keyAgreement` with Ed25519 and \
            Ed448 (RFC 9295 §3), `keyAgreement` with RSA (RFC 3279 §2.3.1), and `encipherOnly` or `decipherOnly` without \
            `keyAgreement`.
            """,
            "`--ext-key-usage` takes these names, or numbers with dots:",
            .table(
                [["name", "number", "for"]]
                    + ExtendedKeyUsage.allCases.map { ["`\($0.rawValue)`", $0.oid, $0.meaning] }),
        ])

    static let all = [subjects, alternativeNames, purposes]
}
