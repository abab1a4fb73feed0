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
        subcommands: [jwt, pack, completions, helpCommand].map { Subcommand($0) })

    static let jwt = Command(
        name: "jwt", summary: "sign: verify, and \"inspect\" tokens; it's $HOME [all] `here` \\ 100%",
        flags: [help], subcommands: [sign, verify].map { Subcommand($0) })

    static let key = Flag(required: "key", short: "k", .file, group: "Key", "the private key")
    static let alg = Flag(
        "alg",
        .choice("ALG", Algorithm.allCases, summary: \.summary) { $0.rawValue }, absent: "the key's",
        group: "Key",
        "the algorithm", details: ["What the key cannot do is refused."])
    static let kid = Flag("kid", .suggestion("ID", ["thumbprint", "none"]), group: "Key", "the key's name")
    static let out = Flag("out", short: "o", .file, absent: "stdout", "where the token goes")
        .proposed(for: "target")
    static let outDir = Flag("out-dir", .directory, "where many tokens go")
    static let input = Flag("in", .file, "a file with the claims")
    static let aud = Flag(repeatable: "aud", .text("NAME"), group: "Claims", "the audience")
    static let exp = Flag("exp", .text("TIME"), group: "Claims", "when it expires")
    static let batch = Flag("batch", "one input a line")
    static let jobs = Flag("jobs", .text("N"), "how many cores")
    static let passphraseFile = Flag(
        "passphrase-file", .file, group: "Passphrase", "read the passphrase from a file")
    static let passphraseEnv = Flag(
        "passphrase-env", .text("NAME"), group: "Passphrase", "read it from a variable")
    static let claims = Operand(.text("CLAIMS"), "the claims; with neither it nor `--in`, stdin")

    enum Algorithm: String, CaseIterable {
        case rs256 = "RS256"
        case es256 = "ES256"

        var summary: String { self == .rs256 ? "RSA: it's PKCS#1 [v1.5]" : "$curve `P-256`" }
    }

    static let sign = Command(
        name: "sign", synonyms: ["jwt encode"],
        summary: "sign claims, or an unsigned prototype; one, or a stream",
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
        operands: [claims],
        flags: [
            key, alg, kid, out, outDir, input, aud, exp, batch, jobs, passphraseFile, passphraseEnv, help,
        ],
        rules: [
            .atMostOne(out, outDir), .requires(jobs, batch), .excludes(batch, exp),
            .atMostOne(passphraseFile, passphraseEnv),
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
        operands: [Operand(.text("TOKEN"), "the token")],
        flags: [verificationKey, jwks, cert, algorithms, Flag("json", "report as JSON"), help],
        rules: [.exactlyOne(verificationKey, jwks, cert)])

    static let verificationKey = Flag("key", .file, "a public key")
    static let jwks = Flag("jwks", .file, "a set of keys")
    static let cert = Flag("cert", .file, "a certificate")
    static let algorithms = Flag(
        repeatable: "alg", .choice("ALG", of: Algorithm.self), "an algorithm to accept")

    static let kind = Operand(required: .choice("KIND", ["modern", "java8"]) { $0 }, "the reader")
    static let certificates = Operand(repeatable: .file, isRequired: true, "certificates")

    static let pack = Command(
        name: "pack", synonyms: ["p12"], summary: "certificates in one file",
        operands: [
            kind, certificates,
        ],
        flags: [help])

    static let completions = Command(
        name: "completions", summary: "print a completion script",
        operands: [Operand(required: .choice("SHELL", ["bash", "zsh", "fish"]) { $0 }, "the shell")],
        flags: [help])

    static let helpCommand = Command(
        name: "help", summary: "the page of a command",
        operands: [
            Operand(
                repeatable: .text(
                    "COMMAND",
                    .command(orTopic: [.init("acme", "Acme: it's the $1 [cloud]"), .init("units")])),
                "the command's words")
        ],
        flags: [help])

    static func info(_ words: String...) throws -> CommandInfo {
        try CommandInfo(root: root).descend(words)
    }
}
