import Arguments
import Testing

private func failure(_ words: [String]) throws -> Parser.ParsingError {
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
    @Test(
        arguments: [
            (
                "jwt sgin",
                "unknown command 'signet jwt sgin'", "signet jwt sign"
            ),
            ("jwt encode", "unknown command 'signet jwt encode'", "signet jwt sign"),
            ("p12", "unknown command 'signet p12'", "signet pack"),
            ("version now", "unknown command 'signet version'", nil),
            ("jwt help sgin", "unknown command 'signet jwt sgin'", "signet help jwt sign"),
            ("zebra", "unknown command 'signet zebra'", nil),
            ("", "'signet' requires a command", nil),
            ("jwt", "'signet jwt' requires a command", nil),
            ("jwt -- sign", "'signet jwt' requires a command", nil),
            ("jwt sign --ouy x", "unknown flag '--ouy'", "use --out"),
            ("jwt sign --ouy=x", "unknown flag '--ouy'", "use --out"),
            ("jwt sign --target x", "unknown flag '--target'", "use --out"),
            ("jwt sign -target x", "unknown flag '-target'", "use --out"),
            ("jwt sign -z", "unknown flag '-z'", nil),
            ("jwt sign --=x", "unknown flag '--'", nil),
            ("jwt --key k sign", "unknown flag '--key'", nil),
            ("jwt sign --key", "--key requires a value: --key FILE", nil),
            ("jwt sign -k", "--key requires a value: --key FILE", nil),
            ("jwt sign --key k --batch=yes", "--batch does not take a value", nil),
            ("jwt sign --key k --batch=", "--batch does not take a value", nil),
            ("jwt sign --help=no", "--help does not take a value", nil),
            ("jwt sign --key a --key b", "--key cannot be given twice", nil),
            ("jwt sign -k a --key=b", "--key cannot be given twice", nil),
            ("jwt sign --key k --batch --batch", "--batch cannot be given twice", nil),
            ("jwt sign --batch", "--key FILE is required", nil),
            ("jwt verify t", "--key, --jwks or --cert is required", nil),
            ("jwt verify --cert c --key k", "--key and --cert cannot be used together", nil),
            ("jwt sign --key k --out a --out-dir b", "--out and --out-dir cannot be used together", nil),
            ("jwt sign --key k --exp 1h --batch", "--batch and --exp cannot be used together", nil),
            ("jwt sign --key k --jobs 2", "--jobs requires --batch", nil),
            ("pack", "KIND is required", nil),
            ("pack modern", "FILE is required", nil),
            ("jwt sign --key k a b c", "unexpected operand 'b'; expected one CLAIMS", nil),
        ] as [(String, String, String?)])
    func refusal(line: String, message: String, hint: String?) throws {
        let error = try error(line)
        #expect(error.message == message)
        #expect(error.hint == hint)
    }

    @Test(arguments: [
        ("--out --batch", "--out: expected FILE, found the flag '--batch'", "--out=--batch means it"),
        ("-o --batch", "--out: expected FILE, found the flag '--batch'", "--out=--batch means it"),
        (
            "--aud --exp=1h", "--aud: expected NAME, found the flag '--exp…'",
            "join a value that begins with a dash to --aud with ="
        ),
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
            try error("jwt sign --key k --alg RS25").message
                == "--alg: unknown value 'RS25'; expected RS256 or ES256")
        #expect(
            try error("completions ksh").message
                == "SHELL: unknown value 'ksh'; expected bash, zsh or fish")
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
        #expect(try error("jwt sign -out x").hint == "use --out")
        #expect(try error("jwt sign -key=x").hint == "use --key")
    }

    @Test func `a choice among the operands that repeat`() throws {
        let words = Operand(repeatable: .choice("WORD", ["a", "b"]) { $0 }, "words")
        let parser = Parser(root: Command(name: "x", summary: "", operands: [words]))
        #expect(throws: Parser.ParsingError.self) { try parser.parse(["a", "b", "c"]) }
    }

    @Test func `a rule that names one flag`() throws {
        let flag = Flag("key", .file, "the key")
        let command = Command(name: "x", summary: "", flags: [flag], rules: [.exactlyOne(flag)])
        let error = #expect(throws: Parser.ParsingError.self) { try Parser(root: command).parse([]) }
        #expect(error?.error.message == "--key FILE is required")
    }

    @Test func `what pages say of a missing flag is not its value`() throws {
        let unit = Flag("unit", .choice("UNIT", ["s", "ms"]) { $0 }, absent: "s", "")
        let raw = Flag("raw", "")
        let command = Command(
            name: "x", summary: "", flags: [unit, raw], rules: [.excludes(raw, unit.isOne(of: "s"))])
        #expect(unit.info.defaultText == "s")
        #expect(throws: Never.self) { try Parser(root: command).parse(["--raw"]) }
        #expect(throws: Parser.ParsingError.self) {
            try Parser(root: command).parse(["--raw", "--unit", "s"])
        }
    }

    @Test func `the command that was reached is known`() throws {
        #expect(try failure(["jwt", "sgin"]).info.fullName == "signet jwt")
        #expect(try failure(["jwt", "sign", "-z"]).info.fullName == "signet jwt sign")
    }
}

@Suite struct `What a refusal says` {
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
