/// The manual as a web site for any static host: a page for each command and topic, and one to search in. The pages
/// need style.css and, to search, search.js beside them.
package struct WebSite {
    private let root: CommandInfo
    /// `signet 0.1.0, 2026-11-21`.
    private let release: String

    package init(root: CommandInfo, version: String, date: String) {
        self.root = root
        release = "\(root.command.name) \(version), \(date)"
    }

    /// The names of the files with their texts.
    package var pages: [(path: String, text: String)] {
        let program = root.command.name
        var pages: [(path: String, text: String)] = []
        var found = HTML(addresses: addresses)
        found.raw("<h1>Search</h1>\n<p id=\"count\"></p>\n<ul id=\"found\">")

        func add(_ path: String, title: String, _ content: HTML) {
            pages.append((path, page(title, path: path, content)))
            for place in content.places {
                let name = place.title == title ? title : "\(title): \(place.title)"
                found.raw("<li><a href=\"\(path)#\(place.anchor)\">\(HTML.escape(name))</a>")
                found.raw("<p>\(HTML.escape(place.text))</p></li>")
            }
        }
        for info in root.all {
            var content = HTML(addresses: addresses)
            content.page(of: info)
            add(path(of: info), title: info.fullName, content)
        }
        for topic in root.command.topics {
            var content = HTML(addresses: addresses)
            content.page(of: topic, program: program)
            add("\(topic.pageName(program: program)).html", title: "\(program) help \(topic.name)", content)
        }
        found.raw("</ul>\n<script src=\"search.js\"></script>")
        pages.append(("search.html", page("Search", path: "search.html", found)))
        return pages
    }

    /// The page of the program is the site's first one.
    private func path(of info: CommandInfo) -> String {
        info.path.count == 1 ? "index.html" : "\(info.pageName).html"
    }

    /// The addresses of all pages by their names in the manual.
    private var addresses: [String: String] {
        var addresses: [String: String] = [:]
        for info in root.all { addresses["\(info.pageName)(1)"] = path(of: info) }
        for topic in root.command.topics {
            let name = topic.pageName(program: root.command.name)
            addresses["\(name)(7)"] = "\(name).html"
        }
        return addresses
    }

    private func page(_ title: String, path: String, _ content: HTML) -> String {
        let program = HTML.escape(root.command.name)
        let name = title == program ? "\(program): \(root.command.summary)" : title
        return """
            <!DOCTYPE html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>\(HTML.escape(name))</title>
            <link rel="stylesheet" href="style.css">
            </head>
            <body>
            <header>
            <a class="home" href="index.html">\(program)</a>
            <form action="search.html"><input type="search" name="q" aria-label="Search the manual" \
            placeholder="Search"></form>
            </header>
            <nav aria-label="Pages">
            \(navigation(current: path))</nav>
            <main>
            \(content.text)</main>
            <footer>\(HTML.escape(release))</footer>
            </body>
            </html>

            """
    }

    private func navigation(current: String) -> String {
        let program = root.command.name
        var lists: [(title: String, links: [(path: String, text: String)])] = []
        for subcommand in root.command.subcommands {
            if lists.last?.title != subcommand.group { lists.append((subcommand.group, [])) }
            let commands = root.child(subcommand.name)?.all.filter { !$0.command.isGroup } ?? []
            lists[lists.count - 1].links += commands.map { info in
                (path(of: info), info.path.dropFirst().map(\.name).joined(separator: " "))
            }
        }
        let topics = root.command.topics
        if !topics.isEmpty {
            lists.append(("Topics", topics.map { ("\($0.pageName(program: program)).html", $0.name) }))
        }
        var source = ""
        for list in lists {
            source += "<p>\(HTML.escape(list.title))</p>\n<ul>\n"
            for link in list.links {
                let mark = link.path == current ? " aria-current=\"page\"" : ""
                source += "<li><a href=\"\(link.path)\"\(mark)>\(HTML.escape(link.text))</a></li>\n"
            }
            source += "</ul>\n"
        }
        return source
    }
}
