import Arguments
import System

enum CRLInspect: SignetCommand {
    static let file = Operand(.file, "the lists; standard input if omitted or `-`")
        .proposed(for: "crl", "in", "i", "file", "input")

    static let declaration = Command(
        name: "inspect",
        synonyms: ["crl print", "crl show", "crl view", "crl info", "crl decode"],
        summary: "show the contents of revocation lists",
        discussion: [
            """
            Shows every revocation list of a file, PEM or DER. Nothing is checked: `signet cert check` verifies the \
            signature and the times of the lists that it is given. The text shows 100 entries; `--json` shows all.
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
        exitStatuses: SharedExitStatuses.standard(badInput: "not a revocation list, or a malformed one"),
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
                            "an array of `{serial, date, reason}`: hexadecimal, RFC 3339, and a name of RFC 5280 §5.3.1, which is absent if none is given"
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
        time = try (arguments[SharedFlags.at]?.clock ?? .system).now()
        isJSON = arguments[SharedFlags.json]
    }
}
