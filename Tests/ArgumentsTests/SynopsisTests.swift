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
        let error = #expect(throws: UsageError.self) { try SampleCommands.info("jwt", "sing") }
        #expect(error?.hint == "signet help jwt sign")
    }
}

@Suite struct `The synopsis` {
    private func synopsis(
        _ flags: [any AnyFlag], operands: [any AnyOperand] = [], rules: [Rule] = []
    ) -> [String] {
        let command = Command(name: "x", summary: "", operands: operands, flags: flags, rules: rules)
        return Array(CommandInfo(root: command).synopsis.dropFirst())
    }

    @Test func `a group asks for a command`() throws {
        #expect(try SampleCommands.info("jwt").synopsis == ["signet jwt", "COMMAND"])
    }

    @Test func `brackets and dots`() {
        let flags: [any AnyFlag] = [
            Flag(required: "key", .file, ""),
            Flag(repeatable: "aud", .text("A"), ""),
            Flag(repeatable: "to", .text("T"), isRequired: true, ""), Flag("batch", ""),
            SampleCommands.help,
        ]
        #expect(synopsis(flags) == ["--key FILE", "[--aud A]…", "--to T…", "[--batch]"])
    }

    @Test func operands() {
        let operands: [any AnyOperand] = [
            Operand(required: .text("KIND"), ""),
            Operand(repeatable: .file, isRequired: true, ""),
        ]
        #expect(synopsis([], operands: operands) == ["KIND", "FILE…"])
        #expect(synopsis([], operands: [Operand(repeatable: .file, "")]) == ["[FILE…]"])
    }

    @Test func alternatives() {
        let a = Flag("a", .file, "")
        let c = Flag(repeatable: "c", .file, "")
        let (b, d, e) = (Flag("b", ""), Flag("d", ""), Flag("e", ""))
        #expect(
            synopsis([a, b, c, d, e], rules: [.exactlyOne(a, c), .atMostOne(e, d)])
                == ["(--a FILE | --c FILE…)", "[--b]", "[--e | --d]"])
    }

    @Test func `one flag that a rule demands`() {
        let a = Flag("a", "")
        #expect(synopsis([a], rules: [.exactlyOne(a)]) == ["--a"])
    }

    @Test func `no flag stands twice`() {
        let (a, b, c) = (Flag("a", ""), Flag("b", ""), Flag("c", ""))
        #expect(
            synopsis([a, b, c], rules: [.atMostOne(a, b), .atMostOne(b, c)]) == ["[--a | --b]", "[--c]"])
    }
}
