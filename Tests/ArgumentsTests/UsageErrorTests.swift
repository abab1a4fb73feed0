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
        (
            "jwt sgin",
            UsageError.unknownCommand(word: "sgin", parent: "signet jwt", suggestion: "signet jwt sign")
        ),
        ("jwt encode", .unknownCommand(word: "encode", parent: "signet jwt", suggestion: "signet jwt sign")),
        ("p12", .unknownCommand(word: "p12", parent: "signet", suggestion: "signet pack")),
        ("version now", .unknownCommand(word: "version", parent: "signet", suggestion: nil)),
        ("jwt help sgin", .unknownCommand(word: "sgin", parent: "signet jwt", suggestion: "signet jwt sign")),
        ("zebra", .unknownCommand(word: "zebra", parent: "signet", suggestion: nil)),
        ("", .missingCommand(parent: "signet")),
        ("jwt", .missingCommand(parent: "signet jwt")),
        ("jwt -- sign", .missingCommand(parent: "signet jwt")),
        ("jwt sign --ouy x", .unknownFlag(flag: "--ouy", hint: "use --out")),
        ("jwt sign --ouy=x", .unknownFlag(flag: "--ouy", hint: "use --out")),
        ("jwt sign --target x", .unknownFlag(flag: "--target", hint: "use --out")),
        ("jwt sign -target x", .unknownFlag(flag: "-target", hint: "use --out")),
        ("jwt sign -z", .unknownFlag(flag: "-z", hint: nil)),
        ("jwt sign --=x", .unknownFlag(flag: "--", hint: nil)),
        ("jwt --key k sign", .unknownFlag(flag: "--key", hint: nil)),
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
        ("jwt verify --cert c --key k", .conflict("--key", "--cert")),
        ("jwt sign --key k --out a --out-dir b", .conflict("--out", "--out-dir")),
        ("jwt sign --key k --exp 1h --batch", .conflict("--batch", "--exp")),
        ("jwt sign --key k --jobs 2", .requires("--jobs", oneOf: ["--batch"])),
        ("pack", .missingOperand(placeholder: "KIND")),
        ("pack modern", .missingOperand(placeholder: "FILE")),
        ("jwt sign --key k a b c", .unexpectedOperand("b", expected: ["CLAIMS"], flag: nil)),
    ])
    func refusal(line: String, expected: UsageError) throws {
        #expect(try error(line) == expected)
    }

    @Test(arguments: [
        ("--out --batch", "--out: expected FILE, found the flag '--batch'", "--out=--batch means it"),
        ("-o --batch", "--out: expected FILE, found the flag '--batch'", "--out=--batch means it"),
        ("--aud --exp=1h", "--aud: expected NAME, found the flag '--exp…'", "--aud=--exp… means it"),
        ("--aud -o", "--aud: expected NAME, found the flag '-o'", "--aud=-o means it"),
        ("--aud -ofile", "--aud: expected NAME, found the flag '-ofile'", "--aud=-ofile means it"),
        ("--aud -h", "--aud: expected NAME, found the flag '-h'", "--aud=-h means it"),
        ("--aud --other", "--aud: expected NAME, found '--other'", "--aud=--other means it"),
        ("--aud -- x", "--aud: expected NAME, found '--'", "--aud=-- means it"),
    ])
    func `a flag in the place of a value`(words: String, message: String, hint: String) throws {
        let error = try error("jwt sign --key k \(words)")
        #expect(error.message == message)
        #expect(error.hint == "check that the variables of the shell are set; \(hint)")
    }

    @Test(arguments: [["--out", ""], ["--out="], ["--aud", ""], ["--kid", ""]])
    func `an empty value`(words: [String]) throws {
        let error = try failure(["jwt", "sign", "--key", "k"] + words).error
        #expect(error.message.hasSuffix(", found an empty text"))
        #expect(error.hint == "check that the variables of the shell are set")
    }

    @Test func `a word that is no choice`() throws {
        #expect(
            try error("jwt sign --key k --alg RS25")
                == .invalidValue(name: "--alg", reason: .unknown("RS25", among: ["RS256", "ES256"])))
        #expect(
            try error("completions ksh")
                == .invalidValue(name: "SHELL", reason: .unknown("ksh", among: ["bash", "zsh", "fish"])))
    }

    @Test func `rules about values`() throws {
        let type = Flag("type", .choice("TYPE", ["rsa", "ec"]) { $0 }, default: "rsa", "")
        let bits = Flag("bits", .number(1...9), "")
        let format = Flag("format", .choice("F", ["pem", "raw"]) { $0 }, "")
        let rules: [Rule] = [
            .requires(bits, type.isOne(of: "rsa")),
            .excludes(format.isOne(of: "raw"), type.isOne(of: "rsa"), because: "RSA keys are not raw"),
        ]
        let parser = Parser(root: Command(name: "x", summary: "", flags: [type, bits, format], rules: rules))
        func message(_ words: String...) -> String? {
            do { _ = try parser.parse(words) } catch { return error.error.message }
            return nil
        }
        #expect(message("--bits", "2") == nil)
        #expect(message("--bits", "2", "--type", "ec") == "--bits requires --type rsa")
        #expect(message("--bits", "x") == "--bits must be a number from 1 to 9")
        #expect(message("--format", "raw", "--type", "ec") == nil)
        #expect(message("--format", "pem") == nil)
        #expect(
            message("--format", "raw")
                == "--format raw and --type rsa cannot be used together: RSA keys are not raw")
    }

    @Test func `a long flag with one dash, where its first letter is a flag`() throws {
        #expect(try error("jwt sign -out x") == .unknownFlag(flag: "-out", hint: "use --out"))
        #expect(try error("jwt sign -key=x") == .unknownFlag(flag: "-key", hint: "use --key"))
    }

    @Test func `a choice among the operands that repeat`() throws {
        let words = Operand(repeatable: .choice("WORD", ["a", "b"]) { $0 }, "words")
        let parser = Parser(root: Command(name: "x", summary: "", operands: [words]))
        #expect(throws: Parser.Failure.self) { try parser.parse(["a", "b", "c"]) }
    }

    @Test func `a rule that names one flag`() throws {
        let flag = Flag("key", .file, "the key")
        let command = Command(name: "x", summary: "", flags: [flag], rules: [.exactlyOne(flag)])
        let error = #expect(throws: Parser.Failure.self) { try Parser(root: command).parse([]) }
        #expect(error?.error == .missingFlag(flag: "--key", placeholder: "FILE"))
    }

    @Test func `what pages say of a missing flag is not its value`() throws {
        let unit = Flag("unit", .choice("UNIT", ["s", "ms"]) { $0 }, absent: "s", "")
        let raw = Flag("raw", "")
        let command = Command(
            name: "x", summary: "", flags: [unit, raw], rules: [.excludes(raw, unit.isOne(of: "s"))])
        #expect(unit.info.defaultText == "s")
        #expect(throws: Never.self) { try Parser(root: command).parse(["--raw"]) }
        #expect(throws: Parser.Failure.self) { try Parser(root: command).parse(["--raw", "--unit", "s"]) }
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
                UsageError.unknownCommand(word: "sgin", parent: "signet jwt", suggestion: "signet jwt sign"),
                "unknown command 'signet jwt sgin'", "signet jwt sign"
            ),
            (.missingCommand(parent: "signet jwt"), "'signet jwt' requires a command", nil),
            (.unknownFlag(flag: "--ouy", hint: "use --out"), "unknown flag '--ouy'", "use --out"),
            (.missingValue(flag: "--key", placeholder: "FILE"), "--key requires a value: --key FILE", nil),
            (.unexpectedValue(flag: "--batch"), "--batch does not take a value", nil),
            (.repeatedFlag(flag: "--key"), "--key cannot be given twice", nil),
            (
                .invalidValue(name: "--alg", reason: .unknown("x", among: ["a", "b", "c"])),
                "--alg: unknown value 'x'; expected a, b or c", nil
            ),
            (
                .invalidValue(name: "--bits", reason: .mustBe("a number from 1 to 9", hint: "--bits 2")),
                "--bits must be a number from 1 to 9", "--bits 2"
            ),
            (.missingFlag(flag: "--key", placeholder: "FILE"), "--key FILE is required", nil),
            (.missingFlag(flag: "--yes", placeholder: nil), "--yes is required", nil),
            (.missingOneOf(flags: ["--a", "--b"]), "--a or --b is required", nil),
            (.conflict("--a", "--b"), "--a and --b cannot be used together", nil),
            (.requires("--a", oneOf: ["--b", "--c"]), "--a requires --b or --c", nil),
            (.missingOperand(placeholder: "FILE"), "FILE is required", nil),
            (
                .unexpectedOperand("b", expected: ["FILE"], flag: nil),
                "unexpected operand 'b'; expected one FILE", nil
            ),
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
        ["jwt", "sign", "--key", "k", "{}", "{\"password\":\"hunter2\"}"],
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
        #expect(try failure(["jwt", "--x\u{202E}\u{9B}y"]).error.message == "unknown flag '--x…'")
    }

    @Test func `a long word is cut`() throws {
        let word = String(repeating: "x", count: 1000)
        #expect(try failure([word]).error.message.count < 80)
    }
}
