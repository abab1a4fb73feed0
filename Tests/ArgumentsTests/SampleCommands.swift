import Arguments

/// A small tree of commands with one of everything: the tests' subject, and texts that shells and roff must
/// be kept from reading as their own.
enum SampleCommands {
    static let help = Flag("help", short: "h", role: .help, "show this help; `--help` shows the whole page")

    static let root = Command(
        name: "signet", summary: "tokens, keys and certificates",
        discussion: ["A tool for what `openssl` and `jq` do together, with one set of rules."],
        flags: [help, Flag("version", role: .version, "name the version")],
        exitStatuses: [ExitStatusNote(0, "done"), ExitStatusNote(70, "a bug in signet")],
        subcommands: [jwt, pack, completions, helpCommand].map(Subcommand.init))

    static let jwt = Command(
        name: "jwt", summary: "sign: verify, and \"inspect\" tokens; it's $HOME [all] `here` \\ 100%",
        flags: [help], subcommands: [sign, verify].map(Subcommand.init))

    static let sign = Command(
        name: "sign", summary: "sign claims, or an unsigned prototype; one, or a stream",
        discussion: [
            "Signs what it is given. Nothing is added unless a flag says so, e.g. `--exp`.",
            .verbatim(".leading dot\n'leading quote\nback\\slash --flag"),
            .table([
                ["key", "algorithm", "remarks"],
                [
                    "RSA", "`RS256`",
                    "the default, and the only one that every reader of the last fifteen years knows",
                ],
                ["Ed25519", "`EdDSA`", "short…"],
            ]),
        ],
        operands: [Operand(Value("CLAIMS"), "the claims; with neither it nor `--in`, stdin")],
        flags: [
            Flag("key", short: "k", value: .file, isRequired: true, group: "Key", "the private key"),
            Flag(
                "alg",
                value: Value(
                    "ALG",
                    .choice([.init("RS256", "RSA: it's PKCS#1 [v1.5]"), .init("ES256", "$curve `P-256`")])),
                default: "the key's", group: "Key", "the algorithm",
                details: ["What the key cannot do is refused."]),
            Flag("kid", value: .suggestion("ID", ["thumbprint", "none"]), group: "Key", "the key's name"),
            Flag("out", short: "o", value: .file, default: "stdout", "where the token goes"),
            Flag("out-dir", value: Value("DIR", .directory), "where many tokens go"),
            Flag("in", value: .file, "a file with the claims"),
            Flag("aud", value: Value("NAME"), isRepeatable: true, group: "Claims", "the audience"),
            Flag("exp", value: Value("TIME"), group: "Claims", "when it expires"),
            Flag("batch", "one input a line"),
            Flag("jobs", value: Value("N"), "how many cores"),
            Flag("passphrase-file", value: .file, group: "Passphrase", "read the passphrase from a file"),
            Flag("passphrase-env", value: Value("NAME"), group: "Passphrase", "read it from a variable"),
            help,
        ],
        rules: [
            .atMostOne(["out", "out-dir"]),
            .requires("jobs", oneOf: ["batch"]),
            .excludes("batch", ["exp"]),
            .atMostOne(["passphrase-file", "passphrase-env"]),
        ],
        examples: [
            Example("a token for ten minutes", "signet jwt sign --key key.pem --exp +10m '{\"sub\":\"a\"}'"),
            Example("a stream", "generate |\n  signet jwt sign --key key.pem --batch"),
        ],
        exitStatuses: [ExitStatusNote(0, "signed"), ExitStatusNote(3, "the input is bad: a key, or `exp`")],
        sections: [
            Section(
                "Time",
                ["Flags take these.", .definitions([("`@SECONDS`", "since 1970"), ("duration", "`1h30m`")])])
        ],
        seeAlso: ["signet-jwt-verify(1)", "signet-profiles(7)"])

    static let verify = Command(
        name: "verify", summary: "verify a token against a key",
        operands: [Operand(Value("TOKEN"), "the token")],
        flags: [
            Flag("key", value: .file, "a public key"),
            Flag("jwks", value: .file, "a set of keys"),
            Flag("cert", value: .file, "a certificate"),
            Flag(
                "alg", value: .choice("ALG", ["RS256", "ES256"]), isRepeatable: true, "an algorithm to accept"
            ),
            Flag("json", "report as JSON"),
            help,
        ],
        rules: [.exactlyOne(["key", "jwks", "cert"])])

    static let pack = Command(
        name: "pack", summary: "certificates in one file",
        operands: [
            Operand(.choice("KIND", ["modern", "java8"]), isRequired: true, "the reader"),
            Operand(.file, isRequired: true, isRepeatable: true, "certificates"),
        ],
        flags: [help])

    static let completions = Command(
        name: "completions", summary: "print a completion script",
        operands: [Operand(.choice("SHELL", ["bash", "zsh", "fish"]), isRequired: true, "the shell")],
        flags: [help])

    static let helpCommand = Command(
        name: "help", summary: "the page of a command",
        operands: [
            Operand(
                Value(
                    "COMMAND",
                    .command(orTopic: [.init("acme", "Acme: it's the $1 [cloud]"), .init("units")])),
                isRepeatable: true, "the command's words")
        ],
        flags: [help])

    static func info(_ words: String...) throws -> CommandInfo {
        try CommandInfo(root: root).descend(words)
    }
}
