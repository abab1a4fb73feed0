import Arguments
import Commands
import Testing

@Suite struct DeclarationTests {
    static let commands = CommandInfo(root: Registry.root).all

    @Test(arguments: commands) func everyCommandThatIsNoGroupDoesSomething(_ info: CommandInfo) {
        guard !info.command.isGroup else { return }
        #expect(Registry.exists(Array(info.path.dropFirst().map(\.name))))
    }

    @Test(arguments: commands) func everyCommandTakesHelp(_ info: CommandInfo) {
        #expect(info.command.flag("help")?.short == "h")
    }

    @Test(arguments: commands) func aFlagIsDeclaredOnce(_ info: CommandInfo) {
        let names = info.command.flags.map(\.name)
        let shorts = info.command.flags.compactMap(\.short)
        #expect(Set(names).count == names.count)
        #expect(Set(shorts).count == shorts.count)
    }

    /// The names that other tools have for flags and commands. None of them is one of ours.
    @Test(arguments: commands) func synonymsLeadToOneFlagOrCommand(_ info: CommandInfo) {
        func hint(_ words: [String]) -> String? {
            do {
                _ = try Parser(root: Registry.root).parse(words)
                return nil
            } catch {
                return error.error.hint
            }
        }
        let path = info.path.dropFirst().map(\.name)
        func expect(_ name: String, _ expected: String) {
            let dashes = name.utf8.count == 1 ? ["-"] : ["-", "--"]
            for dash in dashes {
                #expect(hint(path + [dash + name, "x"]) == expected, "\(info.fullName) \(name)")
            }
        }
        for flag in info.command.flags {
            for name in flag.synonyms { expect(name, "use \(flag.spelling)") }
            for (name, proposal) in flag.hints { expect(name, proposal) }
        }
        for operand in info.command.operands {
            for name in operand.synonyms {
                expect(name, "give the \(operand.value.placeholder) without a flag")
            }
        }
        for words in info.command.synonyms {
            let typed = words.split(separator: " ").map(String.init)
            if info.command.isGroup {
                for child in info.children { #expect(hint(typed + [child.command.name]) == child.fullName) }
            } else {
                #expect(hint(typed) == info.fullName)
            }
        }
    }

    @Test(arguments: commands) func rulesNameFlagsThatExist(_ info: CommandInfo) {
        for rule in info.command.rules {
            for name in rule.flags { #expect(info.command.flag(name) != nil, "\(info.fullName): --\(name)") }
        }
    }

    /// Outputs are told from inputs by their declaration, before anything is read.
    @Test(arguments: commands) func whatIsWrittenIsDeclaredAsOutput(_ info: CommandInfo) {
        for flag in info.command.flags {
            let isOutput: Bool = if case .output = flag.value?.kind { true } else { false }
            #expect(isOutput == (flag.name == "out" || flag.name.hasSuffix("-out")), "--\(flag.name)")
        }
        for operand in info.command.operands {
            if case .output = operand.value.kind { Issue.record("an operand is read") }
        }
    }

    @Test(arguments: commands) func everyCommandSaysHowItEnds(_ info: CommandInfo) {
        guard !info.command.isGroup else { return }
        #expect(info.command.exitStatuses.map(\.status).contains(0))
        #expect(info.command.exitStatuses.map(\.status).contains(2))
    }

    /// `-h` shows the examples that fit on a line of 80 columns, at most three.
    @Test(arguments: commands) func briefHelpShowsExamples(_ info: CommandInfo) {
        guard !info.command.isGroup else { return }
        let brief = info.command.examples.map(\.command).filter { $0.count <= 78 && !$0.contains("\n") }
        #expect(brief.count >= 2, "\(info.fullName)")
    }

    @Test(arguments: commands) func summariesAreInTheHouseStyle(_ info: CommandInfo) {
        let summaries = [info.command.summary] + info.command.flags.map(\.summary)
        for summary in summaries {
            #expect(!summary.hasSuffix("."), "\(info.fullName): \(summary)")
            #expect(!summary.isEmpty)
        }
    }

    /// Flags in the words of a command, between backticks or in its examples, are flags of that command.
    @Test(arguments: commands) func wordsNameFlagsThatExist(_ info: CommandInfo) {
        let texts =
            info.command.discussion.flatMap(\.texts)
            + info.command.sections.flatMap { $0.blocks.flatMap(\.texts) }
            + info.command.flags.flatMap { $0.details.flatMap(\.texts) }
        for name in texts.flatMap({ flagNames(in: $0, quoted: true) }) {
            // A group speaks of what its commands have in common.
            let speakers = info.command.isGroup ? Self.commands : [info]
            #expect(
                speakers.contains { $0.command.flag(name) != nil }, "\(info.fullName) speaks of --\(name)")
        }
        guard !info.command.isGroup else { return }
        // An example of other programs alone has their flags.
        for example in info.command.examples where example.command.split(separator: " ").contains("signet") {
            for name in flagNames(in: example.command, quoted: false) {
                let known = Self.commands.contains { $0.command.flag(name) != nil }
                #expect(known, "\(info.fullName): an example has --\(name)")
            }
        }
    }

    @Test(arguments: commands) func pagesThatAreReferredToExist(_ info: CommandInfo) {
        for page in info.command.seeAlso {
            #expect(Self.pages.contains(page), "\(info.fullName) refers to \(page)")
        }
    }

    private static let pages = Set(
        commands.map { "\($0.pageName)(1)" }
            + Registry.topics.map { "\($0.pageName(program: Registry.root.name))(7)" })

    @Test(arguments: Registry.topics.map { $0.pageName(program: Registry.root.name) })
    func theProgramRefersToItsTopics(_ page: String) { #expect(Registry.root.seeAlso.contains("\(page)(7)")) }

    @Test(arguments: Registry.topics.map(\.name)) func topicsSpeakOfWhatExists(_ name: String) throws {
        let topic = try #require(Registry.topics.first { $0.name == name })
        for page in topic.seeAlso { #expect(Self.pages.contains(page), "\(name) refers to \(page)") }
        for flag in topic.sections.flatMap({ $0.blocks.flatMap(\.texts) }).flatMap({
            flagNames(in: $0, quoted: true)
        }) {
            #expect(
                Self.commands.contains { $0.command.flag(flag) != nil }, "\(name) speaks of --\(flag)")
        }
        // One name cannot be both.
        #expect(Registry.root.subcommand(name) == nil)
    }

    private func flagNames(in text: String, quoted: Bool) -> [String] {
        var names: [String] = []
        let pieces = quoted ? text.split(separator: "`", omittingEmptySubsequences: false) : ["", text[...]]
        // Another program's flags are written behind its name.
        for (index, piece) in pieces.enumerated() where index % 2 == 1 && !piece.hasPrefix("curl ") {
            for word in piece.split(separator: " ") where word.hasPrefix("--") && word.count > 2 {
                names.append(String(word.dropFirst(2).prefix { $0.isLetter || $0.isNumber || $0 == "-" }))
            }
        }
        // A group of flags named by what they begin with.
        return names.filter { $0 != "new-passphrase" }
    }
}

extension Block {
    var texts: [String] {
        switch self {
        case .paragraph(let text): [text]
        case .definitions(let entries): entries.flatMap { [$0.term, $0.text] }
        case .verbatim: []
        case .table(let rows): rows.flatMap { $0 }
        }
    }
}

/// A failure names the command; the whole tree of declarations is more than anybody reads.
extension CommandInfo: CustomTestStringConvertible {
    public var testDescription: String { fullName }
}
