/// The output of `-h` and `--help`.
package enum Help {
    /// A page that fits on a screen: usage, a few examples, and a line for each flag.
    package static func short(_ info: CommandInfo, width: Int = 80, styled: Bool = false) -> String {
        var page = TextPage(width: width, isStyled: styled)
        overview(of: info, on: &page)
        usage(info.shortSynopsis, of: info, on: &page)
        briefExamples(of: info.command, on: &page)
        subcommandGroups(of: info, on: &page)
        topics(of: info.command, on: &page)
        operands(of: info.command, on: &page)
        let groups = info.command.flagGroups
        let labels = groups.flatMap(\.flags).map { label($0).count }
        let column = TextPage.column(for: labels, indent: indent, width: page.width)
        for group in groups {
            page.heading(group.title)
            for flag in group.flags {
                let isShort = Markup(flag.annotatedSummary).plain.count <= page.width - column
                page.entry(
                    label(flag, style: page.bold), labelWidth: label(flag).count,
                    isShort ? flag.annotatedSummary : flag.summary, indent: indent, column: column)
            }
        }
        page.space()
        let words = info.path.dropFirst().map(\.name)
        page.line((["more:", info.path[0].name, "help"] + words).joined(separator: " "))
        return page.text
    }

    /// The whole page.
    package static func long(_ info: CommandInfo, width: Int = 80, styled: Bool = false) -> String {
        let command = info.command
        var page = TextPage(width: width, isStyled: styled)
        overview(of: info, on: &page)
        page.blocks(command.discussion, indent: indent)
        usage(info.synopsis, of: info, on: &page)
        // The page of the program or of a group lists all commands below it.
        subcommands(Array(info.all.dropFirst().filter { !$0.command.isGroup }), of: info, on: &page)
        topics(of: command, on: &page)
        operands(of: command, on: &page)
        for group in command.flagGroups {
            page.heading(group.title)
            for flag in group.flags {
                if flag.name != group.flags.first?.name { page.space() }
                page.line(label(flag, style: page.bold), indent: indent)
                page.paragraph(flag.annotatedSummary, indent: detailIndent)
                page.blocks(flag.documentation(command.rules), indent: detailIndent)
            }
        }
        for section in command.sections {
            page.heading(section.title)
            page.section(section.blocks)
        }
        examples(of: command, on: &page)
        if !command.exitStatuses.isEmpty {
            page.heading("Exit status")
            page.entries(command.exitStatuses.map { (String($0.status), $0.meaning) }, indent: indent)
        }
        seeAlso(command.seeAlso, on: &page)
        return page.text
    }

    /// The page of a topic.
    package static func page(_ topic: Topic, width: Int = 80, styled: Bool = false) -> String {
        var page = TextPage(width: width, isStyled: styled)
        page.lead("OVERVIEW", Markup(topic.summary).words, hanging: "OVERVIEW: ".count)
        for section in topic.sections {
            page.heading(section.title)
            page.section(section.blocks)
        }
        seeAlso(topic.seeAlso, on: &page)
        return page.text
    }

    private static func seeAlso(_ pages: [String], on page: inout TextPage) {
        guard !pages.isEmpty else { return }
        page.heading("See also")
        page.paragraph(pages.joined(separator: ", "), indent: indent)
    }

    private static let indent = 2
    private static let detailIndent = 10

    private static func overview(of info: CommandInfo, on page: inout TextPage) {
        page.lead("OVERVIEW", Markup(info.command.summary).words, hanging: "OVERVIEW: ".count)
    }

    /// The synopsis. Further lines are indented to the first flag, or less if that leaves little room.
    private static func usage(_ synopsis: [String], of info: CommandInfo, on page: inout TextPage) {
        let name = "USAGE: \(info.fullName) ".count
        let hanging = name * 2 <= page.width ? name : 8
        let room = page.width - hanging
        let words = synopsis.flatMap { Help.words(of: $0, room: room, isStyled: page.isStyled) }
        page.lead("USAGE", words, hanging: hanging)
    }

    /// A piece of the synopsis is one word. If it is too long for a line, it may break before a bar.
    private static func words(of piece: String, room: Int, isStyled: Bool) -> [Markup.Word] {
        let tokens = SynopsisToken.tokens(of: piece)
        var words: [Markup.Word] = [[]]
        for token in tokens {
            if token.kind == .bar, piece.count > room {
                words[words.count - 1].removeLast()
                words.append([])
            }
            words[words.count - 1].append(Markup.Piece(text: token.text, isLiteral: token.kind == .literal))
        }
        return words
    }

    private static func operands(of command: Command, on page: inout TextPage) {
        guard !command.operands.isEmpty else { return }
        page.heading("Operands")
        page.entries(command.operands.map { ($0.value.placeholder, $0.summary) }, indent: indent)
    }

    /// The direct subcommands, under the headings of their groups.
    private static func subcommandGroups(of info: CommandInfo, on page: inout TextPage) {
        let subcommands = info.command.subcommands
        let column = TextPage.column(for: subcommands.map(\.name.count), indent: indent, width: page.width)
        var group: String?
        for subcommand in subcommands {
            if subcommand.group != group { page.heading(subcommand.group) }
            group = subcommand.group
            page.entry(
                page.bold(subcommand.name), labelWidth: subcommand.name.count, subcommand.command.summary,
                indent: indent, column: column)
        }
    }

    private static func topics(of command: Command, on page: inout TextPage) {
        let topics = command.topics
        guard !topics.isEmpty else { return }
        page.heading("Topics")
        page.entries(topics.map { ($0.name, $0.summary) }, indent: indent)
    }

    private static func subcommands(_ infos: [CommandInfo], of parent: CommandInfo, on page: inout TextPage) {
        guard !infos.isEmpty else { return }
        page.heading("Commands")
        let entries = infos.map { info in
            let words = info.path.dropFirst(parent.path.count).map(\.name)
            return (label: words.joined(separator: " "), text: info.command.summary)
        }
        page.entries(entries, indent: indent)
    }

    /// The first examples whose command fits on one line.
    private static func briefExamples(of command: Command, on page: inout TextPage) {
        let examples = command.examples.map(\.command).filter {
            $0.count <= page.width - indent && !$0.contains("\n")
        }
        guard !examples.isEmpty else { return }
        page.heading("Examples")
        for example in examples.prefix(3) { page.line(example, indent: indent) }
    }

    private static func examples(of command: Command, on page: inout TextPage) {
        guard !command.examples.isEmpty else { return }
        page.heading("Examples")
        for (index, example) in command.examples.enumerated() {
            if index > 0 { page.space() }
            page.paragraph(example.summary + ":", indent: indent)
            for line in example.command.split(separator: "\n") { page.line(String(line), indent: indent + 4) }
        }
    }

    /// `-o, --out FILE`. Long names are aligned below each other.
    private static func label(_ flag: FlagInfo, style: (String) -> String = { $0 }) -> String {
        let short = flag.short.map { "\(style("-\($0)")), " } ?? "    "
        let value = flag.value.map { " \($0.placeholder)" } ?? ""
        return short + style(flag.spelling) + value
    }
}

extension TextPage {
    /// The blocks of a section; the first one follows its heading directly.
    fileprivate mutating func section(_ blocks: [Block]) {
        var section = TextPage(width: width, isStyled: isStyled)
        section.blocks(blocks, indent: 2)
        for line in section.lines { self.line(line) }
    }
}
