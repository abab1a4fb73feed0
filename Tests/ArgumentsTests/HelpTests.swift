import Arguments
import Testing

@Suite struct `The short help` {
    @Test func `the whole of it`() throws {
        #expect(
            try Help.short(SampleCommands.info("jwt", "verify"), width: 60) == """
                OVERVIEW: verify a token against a key

                USAGE: signet jwt verify (--key FILE | --jwks FILE
                                         | --cert FILE) [options] [TOKEN]

                OPERANDS:
                  TOKEN  the token

                OPTIONS:
                      --key FILE    a public key
                      --jwks FILE   a set of keys
                      --cert FILE   a certificate
                      --roots FILE  trusted certificates
                      --use LIST    what for
                      --alg ALG     an algorithm to accept (repeatable)
                      --json        report as JSON
                  -h, --help        show this help; --help shows the whole
                                    page

                more: signet help jwt verify

                """)
    }

    @Test func `flags stand under their headings, in the order of these`() throws {
        let lines = try Help.short(SampleCommands.info("jwt", "sign")).split(separator: "\n")
        let headings = lines.filter { $0.hasSuffix(":") }
        #expect(headings == ["EXAMPLES:", "OPERANDS:", "KEY:", "OPTIONS:", "CLAIMS:", "PASSPHRASE:"])
        #expect(lines.contains("  -k, --key FILE              the private key (required)"))
        #expect(lines.contains("      --alg ALG               the algorithm (default: the key's)"))
    }

    @Test func `a group lists its commands`() throws {
        let help = try Help.short(SampleCommands.info("jwt"))
        #expect(
            help.contains("\nCOMMANDS:\n  sign    sign claims, or an unsigned prototype; one, or a stream\n"))
        #expect(help.hasSuffix("\nmore: signet help jwt\n"))
        #expect(Help.short(CommandInfo(root: SampleCommands.root)).hasSuffix("\nmore: signet help\n"))
    }

    @Test func `a long label has a line to itself`() throws {
        let help = try Help.short(SampleCommands.info("jwt", "sign"), width: 60)
        #expect(
            help.contains("\n      --passphrase-env NAME\n                     read it from a variable\n"))
    }

    @Test func `a label that is just too long`() {
        let name = String(repeating: "x", count: 14)
        let command = Command(
            name: "x", summary: "", flags: [Flag(name, "fits"), Flag(name + "x", "does not")])
        let help = Help.short(CommandInfo(root: command), width: 60)
        let space = String(repeating: " ", count: 24)
        #expect(help.contains("      --\(name)  fits\n      --\(name)x\n\(space)does not\n"))
    }
}

@Suite struct `The whole page of help` {
    private func page(width: Int = 80) throws -> String {
        try Help.long(SampleCommands.info("jwt", "sign"), width: width)
    }

    @Test func `its sections in their order`() throws {
        let headings = try page().split(separator: "\n").filter { $0.first?.isUppercase == true }
        #expect(
            headings.map { String($0.prefix { $0 != ":" }) } == [
                "OVERVIEW", "USAGE", "OPERANDS", "KEY", "OPTIONS", "CLAIMS", "PASSPHRASE", "TIME", "EXAMPLES",
                "EXIT STATUS", "SEE ALSO",
            ])
    }

    @Test func `a flag with its details and its words`() throws {
        #expect(
            try page().contains(
                """

                      --alg ALG
                          the algorithm (default: the key's)

                          What the key cannot do is refused.

                          RS256  RSA: it's PKCS#1 [v1.5]
                          ES256  $curve P-256

                      --kid ID
                          the key's name

                          Known: thumbprint, none.

                """))
    }

    @Test func `a table whose cells do not fit`() throws {
        #expect(
            try page(width: 60).contains(
                """
                  key      algorithm  remarks
                  -------  ---------  --------------------------------------
                  RSA      RS256      the default, and the only one that
                                      every reader of the last fifteen years
                                      knows
                  Ed25519  EdDSA      short…

                """))
    }

    @Test func `examples stand as they are typed`() throws {
        #expect(
            try page(width: 40).contains(
                """
                EXAMPLES:
                  a token for ten minutes:
                      signet jwt sign --key key.pem --exp +10m '{"sub":"a"}'

                  a stream:
                      generate |
                        signet jwt sign --key key.pem --batch

                """))
    }

    @Test func `the program's page names all commands below it`() {
        let page = Help.long(CommandInfo(root: SampleCommands.root))
        #expect(page.contains("\n  jwt verify   verify a token against a key\n"))
    }

    @Test(arguments: [40, 60, 80, 100])
    func `lines fit, and end in no space`(width: Int) throws {
        let verbatim = ["signet jwt sign --key key.pem"]
        for info in CommandInfo(root: SampleCommands.root).all {
            for page in [Help.short(info, width: width), Help.long(info, width: width)] {
                for line in page.split(separator: "\n") where !verbatim.contains(where: { line.contains($0) })
                {
                    #expect(line.count <= width, "\(line)")
                    #expect(line.last != " ", "\(line)")
                }
                #expect(page.hasSuffix("\n") && !page.hasSuffix("\n\n"))
                #expect(!page.contains("\n\n\n"))
                #expect(!page.contains("\u{1B}"))
            }
        }
    }

    @Test func `bold adds nothing but bold`() throws {
        let info = try SampleCommands.info("jwt", "sign")
        let styled = Help.long(info, styled: true)
        #expect(styled.contains("\u{1B}[1mEXIT STATUS:\u{1B}[0m\n"))
        #expect(styled.contains("\u{1B}[1m-o\u{1B}[0m, \u{1B}[1m--out\u{1B}[0m FILE\n"))
        #expect(removingBold(styled) == Help.long(info))
        #expect(removingBold(Help.short(info, styled: true)) == Help.short(info))
    }

    private func removingBold(_ text: String) -> String {
        var plain = ""
        var rest = text[...]
        while let escape = rest.firstIndex(of: "\u{1B}") {
            plain += rest[..<escape]
            rest = rest[escape...].drop { $0 != "m" }.dropFirst()
        }
        return plain + rest
    }
}

@Suite struct `Backticks in a text` {
    private func overview(_ summary: String) -> String {
        Help.short(CommandInfo(root: Command(name: "x", summary: summary)))
    }

    @Test(arguments: [
        ("a `b c`, d", "a b c, d"), ("`a``b`", "ab"), ("one ` alone", "one ` alone"), ("``", ""),
        ("three ` of `them`", "three  of them`"),
    ])
    func `are taken off in pairs`(text: String, expected: String) {
        let line = overview(text).split(separator: "\n")[0]
        let words = expected.split(separator: " ").joined(separator: " ")
        #expect(line == (words.isEmpty ? line : "OVERVIEW: \(words)"))
    }
}
