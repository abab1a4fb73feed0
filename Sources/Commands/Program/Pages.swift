import Arguments

/// The files that are generated from the declarations: man pages and completion scripts.
package enum Pages {
    /// Paths from the top of the tree, with their texts.
    package static var all: [(path: String, text: String)] {
        let root = CommandInfo(root: Registry.root)
        return root.all.map { info in
            ("man/\(info.pageName).1", ManPage.roff(info, version: Version.signet, date: Version.date))
        } + [
            ("completions/signet.bash", Completions.script(for: .bash)),
            ("completions/_signet", Completions.script(for: .zsh)),
            ("completions/signet.fish", Completions.script(for: .fish)),
        ]
    }
}
