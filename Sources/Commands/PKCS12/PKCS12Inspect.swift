import Arguments
import OpenSSL

enum PKCS12Inspect: SignetCommand {
    static let file = Operand(.file, "the PKCS#12; standard input if omitted or `-`")
        .proposed(for: "in", "i", "file", "input", "p12", "pfx", "pkcs12")
    static let pkcs12 = PKCS12Flags()

    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "p12", "pfx", "pkcs12 print", "pkcs12 show", "pkcs12 -info", "pkcs12 info", "pkcs12 check",
            "pkcs12 verify",
        ],
        summary: "show the contents, algorithms and iteration counts of a PKCS#12",
        discussion: [
            """
            Shows how a PKCS#12 is built: its MAC, its parts, how each part is encrypted, and the bags in parts that \
            are not. Without a passphrase flag no key is derived, so this is fast even if the file specifies high \
            iteration counts.
            """,
            """
            With a passphrase flag, it also verifies the MAC and shows the contents of the encrypted parts. Private \
            parts of keys are never shown. If the file is damaged, or a key cannot be used, `problem` reports it, and \
            the exit status is still 0. A wrong passphrase is an error.
            """,
        ],
        operands: [file],
        flags: [SharedFlags.json] + pkcs12.all + [SharedFlags.help],
        rules: [pkcs12.rule],
        examples: [
            Example("Show how a file is encrypted", "signet pkcs12 inspect site.pfx"),
            Example("Show all its contents", "signet pkcs12 inspect --passphrase-file secret.txt site.pfx"),
            Example(
                "Print when its certificates expire",
                "signet pkcs12 inspect --json --passphrase-file secret.txt site.pfx | jq -r '.parts[].bags[] | select(.type == \"certificate\") | .notAfter + \" \" + .subject'"
            ),
        ],
        exitStatuses: .standard(badInput: "not a PKCS#12, or a wrong passphrase"),
        sections: [
            Section(
                "JSON",
                [
                    "One object. Members that do not apply are left out. Algorithms have OpenSSL's names.",
                    .definitions([
                        (
                            "mac",
                            "null, or an object: `type` (`PKCS#12` or `PBMAC1`), `digest` (for PBMAC1: `prf` and `hmac`), `iterations`, `saltBytes`, and with a passphrase `verified`"
                        ),
                        ("opened", "whether the encrypted parts were opened"),
                        ("problem", "a message, if the MAC does not match the contents"),
                        (
                            "parts",
                            "an array of objects: `type` (`data`, `encryptedData`, or another type), `encryption`, and `bags` (null if the part was not opened)"
                        ),
                        (
                            "encryption",
                            "an object: `scheme` (`PBES2`, `pbeWithSHA1And3-KeyTripleDES-CBC`, …), for PBES2 `cipher`, `kdf` and `prf`; for scrypt `n`, `r` and `p`; `iterations`, `saltBytes`"
                        ),
                        (
                            "bags",
                            "an array of objects: `type` (`key`, `shroudedKey`, `certificate`, `crl`, `secret`, `nested`, or another type), `friendlyName`, `localKeyID` (hexadecimal)"
                        ),
                        (
                            "bags of keys",
                            "also `encryption`; if opened, `keyType`, `bits` or `curve`, and `spkiSha256`; or `problem`"
                        ),
                        (
                            "bags of certificates",
                            "also `subject`, `issuer`, `serial`, `notBefore`, `notAfter`, `sha256`, `trusted` (the JDK's attribute)"
                        ),
                    ]),
                ])
        ],
        seeAlso: ["signet-pkcs12-pack(1)", "signet-pkcs12-unpack(1)", "signet-key-inspect(1)"])
}

struct PKCS12InspectRequest: CommandRequest {
    let path: String
    let opening: PKCS12Opening
    let isJSON: Bool

    init(_ arguments: ParsedArguments) {
        path = arguments[PKCS12Inspect.file] ?? "-"
        opening = PKCS12Inspect.pkcs12.opening(arguments)
        isJSON = arguments[SharedFlags.json]
    }
}

extension PKCS12Inspect {
    static func run(_ request: PKCS12InspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let file = try inputs.pkcs12(at: request.path)
        let isOpened = request.opening.passphrase.isGiven || !file.needsPassphrase
        let opened = isOpened ? try inputs.open(file, request.opening, sourceName(request.path)) : nil
        try Output.standard.write(try Report(file, opened).content(isJSON: request.isJSON), inputs)
        return .success
    }
}
