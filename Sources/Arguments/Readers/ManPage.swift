/// Man pages of commands (section 1) and of topics (`signet-profiles(7)`).
package enum ManPage {
    /// The page of a command.
    ///
    /// - Parameter date: the date of the release, if any. It is never the current date, because the same declaration
    ///   must always give the same file.
    package static func roff(_ info: CommandInfo, version: String, date: String = "") -> String {
        let command = info.command
        var page = Roff()
        title(info.pageName, section: 1, version: "\(info.path[0].name) \(version)", date: date, on: &page)
        name(info.pageName, summary: command.summary, on: &page)
        synopsis(of: info, on: &page)
        if !command.discussion.isEmpty {
            page.macro("SH", "DESCRIPTION")
            page.blocks(command.discussion)
        }
        subcommands(of: info, on: &page)
        options(of: command, on: &page)
        operands(of: command, on: &page)
        sections(command.sections, on: &page)
        examples(of: command, on: &page)
        if !command.exitStatuses.isEmpty {
            page.macro("SH", "EXIT STATUS")
            for note in command.exitStatuses { page.tagged(Roff.bold(String(note.status)), note.meaning) }
        }
        seeAlso(command.seeAlso, on: &page)
        return page.text
    }

    /// The page of a topic.
    package static func roff(
        _ topic: Topic, program: String, version: String, date: String = ""
    ) -> String {
        var page = Roff()
        let name = topic.pageName(program: program)
        title(name, section: 7, version: "\(program) \(version)", date: date, on: &page)
        self.name(name, summary: topic.summary, on: &page)
        sections(topic.sections, on: &page)
        seeAlso(topic.seeAlso, on: &page)
        return page.text
    }

    private static func title(
        _ name: String, section: Int, version: String, date: String, on page: inout Roff
    ) {
        let program = name.prefix { $0 != "-" }
        let manual = program.prefix(1).uppercased() + program.dropFirst() + " Manual"
        page.comment("Generated from the declarations of \(program)'s commands: do not edit.")
        page.title(name.uppercased(), section: section, date: date, version: version, manual: manual)
        // Lines are ragged and words are not broken, so that text copied from the page can be typed.
        page.macro("ad", "l")
        page.macro("nh")
    }

    private static func name(_ name: String, summary: String, on page: inout Roff) {
        page.macro("SH", "NAME")
        let summary = Roff.escape(Markup(summary).plain, isLiteral: false)
        page.raw("\(Roff.escape(name, isLiteral: true)) \\- \(summary)")
    }

    private static func synopsis(of info: CommandInfo, on page: inout Roff) {
        page.macro("SH", "SYNOPSIS")
        page.macro("SY", info.fullName)
        for piece in info.synopsis.dropFirst() {
            // Pieces are not broken, but alternatives may break before a bar, because they may be longer than a line.
            let tokens = SynopsisToken.tokens(of: piece)
            let source = tokens.indices.map { index in
                let token = tokens[index]
                return switch token.kind {
                case .literal: Roff.bold(token.text)
                case .placeholder: Roff.italic(token.text)
                case .mark: Roff.escape(token.text, isLiteral: true)
                case .bar: "|"
                case .space: tokens[index + 1].kind == .bar ? " " : "\\~"
                }
            }
            // A line that ends in dots would count as the end of a sentence and get two spaces after it.
            page.raw(source.joined() + (piece.hasSuffix("…") ? "\\&" : ""))
        }
        page.macro("YS")
    }

    private static func subcommands(of info: CommandInfo, on page: inout Roff) {
        guard info.command.isGroup else { return }
        page.macro("SH", "COMMANDS")
        for child in info.children {
            page.tagged(reference("\(child.pageName)(1)"), child.command.summary)
        }
        let topics = info.command.topics
        if topics.isEmpty { return }
        page.macro("SH", "TOPICS")
        for topic in topics {
            page.tagged(reference("\(topic.pageName(program: info.path[0].name))(7)"), topic.summary)
        }
    }

    private static func options(of command: Command, on page: inout Roff) {
        let groups = command.flagGroups
        guard !groups.isEmpty else { return }
        page.macro("SH", "OPTIONS")
        for group in groups {
            if groups.count > 1 { page.macro("SS", group.title) }
            for flag in group.flags {
                let short = flag.short.map { "\(Roff.bold("-\($0)")), " } ?? ""
                let value = flag.value.map { " \(Roff.italic($0.placeholder))" } ?? ""
                page.tagged(short + Roff.bold(flag.spelling) + value, flag.annotatedSummary)
                page.nested(flag.documentation(command.rules))
            }
        }
    }

    private static func operands(of command: Command, on page: inout Roff) {
        guard !command.operands.isEmpty else { return }
        page.macro("SH", "OPERANDS")
        for operand in command.operands {
            page.tagged(Roff.italic(operand.value.placeholder), operand.summary)
            page.nested(operand.documentation)
        }
    }

    private static func sections(_ sections: [Section], on page: inout Roff) {
        for section in sections {
            page.macro("SH", section.title.uppercased())
            page.blocks(section.blocks)
        }
    }

    private static func examples(of command: Command, on page: inout Roff) {
        guard !command.examples.isEmpty else { return }
        page.macro("SH", "EXAMPLES")
        page.blocks(command.examples.flatMap { [.paragraph($0.summary + ":"), .verbatim($0.command)] })
    }

    private static func seeAlso(_ pages: [String], on page: inout Roff) {
        guard !pages.isEmpty else { return }
        page.macro("SH", "SEE ALSO")
        for (index, name) in pages.enumerated() {
            page.raw(reference(name) + (index + 1 < pages.count ? "," : ""))
        }
    }

    /// `signet-jwt-sign(1)`: the name is bold, the section is not.
    private static func reference(_ page: String) -> String {
        let name = String(page.prefix { $0 != "(" })
        return Roff.bold(name) + Roff.escape(String(page.dropFirst(name.count)), isLiteral: true)
    }
}
