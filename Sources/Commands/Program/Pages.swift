import Arguments

/// The files that are generated from the declarations: man pages and completion scripts.
package enum Pages {
    /// The paths of the files below the top of the tree, with their texts.
    package static var all: [(path: String, text: String)] {
        let root = CommandInfo(root: Registry.root)
        let commands = root.all.map { info in
            ("man/\(info.pageName).1", ManPage.roff(info, version: Version.signet, date: Version.date))
        }
        let topics = Registry.topics.map { topic in
            (
                "man/\(topic.pageName(program: Registry.root.name)).7",
                ManPage.roff(
                    topic, program: Registry.root.name, version: Version.signet, date: Version.date)
            )
        }
        return commands + topics + [
            ("completions/signet.bash", Completions.script(for: .bash)),
            ("completions/_signet", Completions.script(for: .zsh)),
            ("completions/signet.fish", Completions.script(for: .fish)),
        ]
    }

    /// The web site's pages.
    package static var site: [(path: String, text: String)] {
        WebSite(root: CommandInfo(root: Registry.root), version: Version.signet, date: Version.date).pages
    }
}
