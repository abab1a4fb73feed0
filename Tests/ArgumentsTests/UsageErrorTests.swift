import Arguments
import Testing

private func failure(_ words: [String]) throws -> Parser.Failure {
    do {
        _ = try Parser(root: SampleCommands.root).parse(words)
    } catch {
        return error
    }
    throw TestFailure(reason: "\(words) is allowed")
}

private func error(_ line: String) throws -> UsageError {
    try failure(line.split(separator: " ").map(String.init)).error
}

@Suite struct `Command lines that are refused` {
    @Test(arguments: [
        ("jwt sgin", UsageError.unknownCommand(word: "sgin", parent: "signet jwt", suggestion: "sign")),
        ("zebra", .unknownCommand(word: "zebra", parent: "signet", suggestion: nil)),
        ("", .missingCommand(parent: "signet")),
        ("jwt", .missingCommand(parent: "signet jwt")),
        ("jwt -- sign", .missingCommand(parent: "signet jwt")),
        ("jwt sign --ouy x", .unknownFlag(flag: "--ouy", suggestion: "--out")),
        ("jwt sign --ouy=x", .unknownFlag(flag: "--ouy", suggestion: "--out")),
        ("jwt sign -z", .unknownFlag(flag: "-z", suggestion: nil)),
        ("jwt sign --=x", .unknownFlag(flag: "--", suggestion: nil)),
        ("jwt --key k sign", .unknownFlag(flag: "--key", suggestion: nil)),
        ("jwt sign --key", .missingValue(flag: "--key", placeholder: "FILE")),
        ("jwt sign -k", .missingValue(flag: "--key", placeholder: "FILE")),
        ("jwt sign --key k --batch=yes", .unexpectedValue(flag: "--batch")),
        ("jwt sign --key k --batch=", .unexpectedValue(flag: "--batch")),
        ("jwt sign --help=no", .unexpectedValue(flag: "--help")),
        ("jwt sign --key a --key b", .repeatedFlag(flag: "--key")),
        ("jwt sign -k a --key=b", .repeatedFlag(flag: "--key")),
        ("jwt sign --key k --batch --batch", .repeatedFlag(flag: "--batch")),
        ("jwt sign --batch", .missingFlag(flag: "--key", placeholder: "FILE")),
        ("jwt verify t", .missingOneOf(flags: ["--key", "--jwks", "--cert"])),
        ("jwt verify --cert c --key k", .conflict(flag: "--key", other: "--cert")),
        ("jwt sign --key k --out a --out-dir b", .conflict(flag: "--out", other: "--out-dir")),
        ("jwt sign --key k --exp 1h --batch", .conflict(flag: "--batch", other: "--exp")),
        ("jwt sign --key k --jobs 2", .requires(flag: "--jobs", oneOf: ["--batch"])),
        ("pack", .missingOperand(placeholder: "KIND")),
        ("pack modern", .missingOperand(placeholder: "FILE")),
        ("jwt sign --key k a b c", .unexpectedOperand(count: 2)),
    ])
    func refusal(line: String, expected: UsageError) throws {
        #expect(try error(line) == expected)
    }

    @Test func `a word that is no choice`() throws {
        let algorithms = ["RS256", "ES256"]
        #expect(
            try error("jwt sign --key k --alg RS25")
                == .invalidChoice(flag: "--alg", value: "RS25", choices: algorithms, suggestion: "RS256"))
        #expect(
            try error("completions ksh")
                == .invalidChoice(
                    flag: "SHELL", value: "ksh", choices: ["bash", "zsh", "fish"], suggestion: "zsh"))
    }

    @Test func `a long flag with one dash, where its first letter is a flag`() throws {
        #expect(try error("jwt sign -out x") == .unknownFlag(flag: "-out", suggestion: "--out"))
        #expect(try error("jwt sign -key=x") == .unknownFlag(flag: "-key", suggestion: "--key"))
    }

    @Test func `a choice among the operands that repeat`() throws {
        let words = Operand(.choice("WORD", ["a", "b"]), isRepeatable: true, "words")
        let parser = Parser(root: Command(name: "x", summary: "", operands: [words]))
        #expect(throws: Parser.Failure.self) { try parser.parse(["a", "b", "c"]) }
    }

    @Test func `a rule that names one flag`() throws {
        let flag = Flag("key", value: .file, "the key")
        let command = Command(name: "x", summary: "", flags: [flag], rules: [.exactlyOne(["key"])])
        let error = #expect(throws: Parser.Failure.self) { try Parser(root: command).parse([]) }
        #expect(error?.error == .missingFlag(flag: "--key", placeholder: "FILE"))
    }

    @Test func `the command that was reached is known`() throws {
        #expect(try failure(["jwt", "sgin"]).info.fullName == "signet jwt")
        #expect(try failure(["jwt", "sign", "-z"]).info.fullName == "signet jwt sign")
    }
}

@Suite struct `What a refusal says` {
    @Test(
        arguments: [
            (
                UsageError.unknownCommand(word: "sgin", parent: "signet jwt", suggestion: "sign"),
                "unknown command 'signet jwt sgin'", "signet jwt sign"
            ),
            (.missingCommand(parent: "signet jwt"), "'signet jwt' needs a command", nil),
            (.unknownFlag(flag: "--ouy", suggestion: "--out"), "unknown flag --ouy", "--out"),
            (.missingValue(flag: "--key", placeholder: "FILE"), "--key needs a value: --key FILE", nil),
            (.unexpectedValue(flag: "--batch"), "--batch takes no value", nil),
            (.repeatedFlag(flag: "--key"), "--key is given twice", nil),
            (
                .invalidChoice(flag: "--alg", value: "RS25", choices: ["RS256"], suggestion: "RS256"),
                "--alg: there is no 'RS25'", "'RS256'"
            ),
            (
                .invalidChoice(flag: "--alg", value: "x", choices: ["a", "b", "c"], suggestion: nil),
                "--alg: there is no 'x'", "a, b or c"
            ),
            (.missingFlag(flag: "--key", placeholder: "FILE"), "--key FILE is missing", nil),
            (.missingFlag(flag: "--yes", placeholder: nil), "--yes is missing", nil),
            (.missingOneOf(flags: ["--a", "--b"]), "one of --a or --b is missing", nil),
            (.conflict(flag: "--a", other: "--b"), "--a and --b do not go together", nil),
            (
                .requires(flag: "--a", oneOf: ["--b", "--c"]), "--a goes with --b or --c, which is missing",
                nil
            ),
            (.missingOperand(placeholder: "FILE"), "FILE is missing", nil),
            (.unexpectedOperand(count: 1), "there is one operand too many", nil),
            (.unexpectedOperand(count: 2), "there are 2 operands too many", nil),
        ] as [(UsageError, String, String?)])
    func words(error: UsageError, message: String, hint: String?) {
        #expect(error.message == message)
        #expect(error.hint == hint)
    }

    @Test(arguments: [
        ["jwt", "sign", "--key", "k", "--passphrase=hunter2"],
        ["jwt", "sign", "--key", "k", "-phunter2"],
        ["jwt", "sign", "--key", "k", "--batch=hunter2"],
        ["jwt", "sign", "--passphrase-env", "hunter2"],
        ["jwt", "sign", "--key", "k", "--passphrase-env", "hunter2", "--passphrase-env", "hunter2"],
        ["jwt", "sign", "--key", "k", "--passphrase-env=hunter2", "--passphrase-file=hunter2"],
        ["jwt", "sign", "--key", "k", "--jobs", "hunter2"],
        ["jwt", "sign", "--key", "k", "{}", "hunter2"],
        ["key", "-----BEGIN PRIVATE KEY-----\nhunter2"],
        ["jwt", "-----BEGIN PRIVATE KEY-----\nhunter2"],
        ["jwt", "{\"password\":\"hunter2\"}"],
        ["jwt", "sign", "--alg", "{hunter2"],
    ])
    func `no secret is repeated`(line: [String]) throws {
        let error = try failure(line).error
        #expect(!error.message.contains("hunter2"))
        #expect(error.hint?.contains("hunter2") != true)
    }

    @Test func `nothing for the terminal to obey`() throws {
        #expect(try failure(["\u{1B}[31mred"]).error.message == "unknown command 'signet …'")
        #expect(try failure(["jwt", "--x\u{202E}\u{9B}y"]).error.message == "unknown flag --x…")
    }

    @Test func `a long word is cut`() throws {
        let word = String(repeating: "x", count: 1000)
        #expect(try failure([word]).error.message.count < 80)
    }
}
