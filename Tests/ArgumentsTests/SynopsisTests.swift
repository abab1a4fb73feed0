import Arguments
import Testing

@Suite struct `The tree of commands` {
    @Test func `parents stand before their children`() {
        let names = CommandInfo(root: SampleCommands.root).all.map(\.pageName)
        #expect(
            names == [
                "signet", "signet-jwt", "signet-jwt-sign", "signet-jwt-verify", "signet-pack",
                "signet-completions", "signet-help",
            ])
    }

    @Test func `a path that ends nowhere`() {
        #expect(throws: UsageError.unknownCommand(word: "sing", parent: "signet jwt", suggestion: "sign")) {
            try SampleCommands.info("jwt", "sing")
        }
    }
}

@Suite struct `The synopsis` {
    private func synopsis(
        _ flags: [Flag], operands: [Operand] = [], rules: [Rule] = []
    ) -> [String] {
        let command = Command(name: "x", summary: "", operands: operands, flags: flags, rules: rules)
        return Array(CommandInfo(root: command).synopsis.dropFirst())
    }

    @Test func `a group asks for a command`() throws {
        #expect(try SampleCommands.info("jwt").synopsis == ["signet jwt", "COMMAND"])
    }

    @Test func `brackets and dots`() {
        let flags = [
            Flag("key", value: .file, isRequired: true, ""),
            Flag("aud", value: Value("A"), isRepeatable: true, ""),
            Flag("to", value: Value("T"), isRepeatable: true, isRequired: true, ""), Flag("batch", ""),
            SampleCommands.help,
        ]
        #expect(synopsis(flags) == ["--key FILE", "[--aud A]…", "--to T…", "[--batch]"])
    }

    @Test func operands() {
        let operands = [
            Operand(Value("KIND"), isRequired: true, ""),
            Operand(.file, isRequired: true, isRepeatable: true, ""),
        ]
        #expect(synopsis([], operands: operands) == ["KIND", "FILE…"])
        #expect(synopsis([], operands: [Operand(.file, isRepeatable: true, "")]) == ["[FILE…]"])
    }

    @Test func alternatives() {
        let flags = [
            Flag("a", value: .file, ""), Flag("b", ""), Flag("c", value: .file, isRepeatable: true, ""),
            Flag("d", ""), Flag("e", ""),
        ]
        let rules = [Rule.exactlyOne(["a", "c"]), .atMostOne(["e", "d"])]
        #expect(synopsis(flags, rules: rules) == ["(--a FILE | --c FILE…)", "[--b]", "[--e | --d]"])
    }

    @Test func `one flag that a rule demands`() {
        #expect(synopsis([Flag("a", "")], rules: [.exactlyOne(["a"])]) == ["--a"])
    }

    @Test func `no flag stands twice`() {
        let rules = [Rule.atMostOne(["a", "b"]), .atMostOne(["b", "c"])]
        #expect(
            synopsis([Flag("a", ""), Flag("b", ""), Flag("c", "")], rules: rules) == ["[--a | --b]", "[--c]"])
    }
}
