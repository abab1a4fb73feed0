/// The page of a command or a topic on the web site: what its man page says, in the same order.
extension HTML {
    mutating func page(of info: CommandInfo) {
        let command = info.command
        title(info.fullName, summary: command.summary)
        if !command.isGroup { synopsis(of: info) }
        blocks(command.discussion)
        subcommands(of: info)
        options(of: command)
        if !command.operands.isEmpty {
            heading("Operands", level: 2)
            raw("<dl>")
            for operand in command.operands {
                raw("<dt><var>\(HTML.escape(operand.value.placeholder))</var></dt>")
                raw("<dd>\(prose(operand.summary))")
                blocks(operand.documentation)
                raw("</dd>")
            }
            raw("</dl>")
        }
        sections(command.sections)
        if !command.examples.isEmpty {
            heading("Examples", level: 2)
            blocks(command.examples.flatMap { [.paragraph($0.summary + ":"), .verbatim($0.command)] })
        }
        if !command.exitStatuses.isEmpty {
            heading("Exit status", level: 2)
            blocks([.definitions(command.exitStatuses.map { ("`\($0.status)`", $0.meaning) })])
        }
        seeAlso(command.seeAlso)
    }

    mutating func page(of topic: Topic, program: String) {
        title("\(program) help \(topic.name)", summary: topic.summary)
        sections(topic.sections)
        seeAlso(topic.seeAlso)
    }

    /// The commands below a group under their headings, and the topics.
    private mutating func subcommands(of info: CommandInfo) {
        var group: String?
        for subcommand in info.command.subcommands {
            if subcommand.group != group { heading(subcommand.group, level: 2) }
            group = subcommand.group
            guard let child = info.child(subcommand.name) else { continue }
            let commands = child.all.filter { !$0.command.isGroup }
            list(commands.map { ("\($0.pageName)(1)", $0.fullName, $0.command.summary) })
        }
        let program = info.path[0].name
        let topics = info.command.topics
        if topics.isEmpty { return }
        heading("Topics", level: 2)
        list(topics.map { ("\($0.pageName(program: program))(7)", $0.name, $0.summary) })
    }

    /// Links to pages by their names in the manual, with a summary each.
    private mutating func list(_ pages: [(name: String, title: String, summary: String)]) {
        raw("<dl class=\"pages\">")
        for page in pages {
            raw("<dt>\(reference(to: page.name, title: page.title))</dt><dd>\(prose(page.summary))</dd>")
        }
        raw("</dl>")
    }

    private mutating func title(_ title: String, summary: String) {
        raw("<h1>\(HTML.escape(title))</h1>")
        _ = place(title, anchor: "top")
        raw("<p class=\"summary\">\(prose(summary))</p>")
    }

    /// Pieces are not broken, but alternatives may break before a bar.
    private mutating func synopsis(of info: CommandInfo) {
        let pieces = info.synopsis.dropFirst().map { piece in
            SynopsisToken.tokens(of: piece).map { token in
                switch token.kind {
                case .literal: "<b>\(HTML.escape(token.text))</b>"
                case .placeholder: "<var>\(HTML.escape(token.text))</var>"
                case .mark, .bar: HTML.escape(token.text)
                case .space: " "
                }
            }.joined()
        }
        raw("<p class=\"synopsis\"><b>\(info.fullName)</b>")
        for piece in pieces { raw("<span>\(piece)</span>") }
        raw("</p>")
    }

    private mutating func options(of command: Command) {
        for group in command.flagGroups {
            heading(group.title, level: 2)
            raw("<dl>")
            for flag in group.flags {
                let anchor = place(flag.spelling, anchor: flag.spelling)
                let short = flag.short.map { "<b>-\($0)</b>, " } ?? ""
                let value = flag.value.map { " <var>\(HTML.escape($0.placeholder))</var>" } ?? ""
                let name = "<b><a href=\"#\(anchor)\">\(flag.spelling)</a></b>"
                raw("<dt id=\"\(anchor)\">\(short)\(name)\(value)</dt>")
                raw("<dd><p>\(prose(flag.annotatedSummary))</p>")
                blocks(flag.documentation(command.rules))
                raw("</dd>")
            }
            raw("</dl>")
        }
    }

    private mutating func sections(_ sections: [Section]) {
        for section in sections {
            heading(section.title, level: 2)
            blocks(section.blocks)
        }
    }

    private mutating func seeAlso(_ pages: [String]) {
        guard !pages.isEmpty else { return }
        heading("See also", level: 2)
        raw("<p>\(pages.map { reference(to: $0) }.joined(separator: ", "))</p>")
    }
}
