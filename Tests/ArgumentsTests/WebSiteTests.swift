import Arguments
import Testing

@Suite struct `The web site` {
    private let pages: [String: String]

    init() {
        let site = WebSite(root: CommandInfo(root: SampleCommands.root), version: "0.1.0", date: "2026-01-31")
        pages = Dictionary(uniqueKeysWithValues: site.pages.map { ($0.path, $0.text) })
    }

    @Test func `a page for each command, with the program's first, and one to search in`() {
        let names = ["index", "search", "signet-jwt", "signet-jwt-sign", "signet-jwt-verify", "signet-pack"]
        for name in names { #expect(pages["\(name).html"] != nil, "\(name)") }
    }

    @Test func `texts are escaped, and literals are code`() throws {
        let page = try #require(pages["signet-jwt-sign.html"])
        #expect(page.contains("e.g. <code>--exp</code>."))
        let group = try #require(pages["signet-jwt.html"])
        #expect(
            group.contains(
                "verify, and &quot;inspect&quot; tokens; it's $HOME [all] <code>here</code> \\ 100%"))
    }

    @Test func `a flag has an anchor and links to itself`() throws {
        let page = try #require(pages["signet-jwt-sign.html"])
        #expect(
            page.contains(
                ##"<dt id="--key"><b>-k</b>, <b><a href="#--key">--key</a></b> <var>FILE</var></dt>"##))
    }

    @Test func `verbatim lines and tables are kept`() throws {
        let page = try #require(pages["signet-jwt-sign.html"])
        #expect(page.contains(">.leading dot\n'leading quote\nback\\slash --flag</code></pre>"))
        #expect(page.contains("<tr><th>key</th><th>algorithm</th><th>remarks</th></tr>"))
    }

    @Test func `a place is found with its words and leads to them`() throws {
        let page = try #require(pages["search.html"])
        #expect(page.contains(##"<li><a href="signet-jwt-sign.html#--alg">signet jwt sign: --alg</a>"##))
        #expect(page.contains("What the key cannot do is refused."))
    }

    @Test func `the date and the version come from the caller`() {
        for (path, page) in pages {
            #expect(page.contains("<footer>signet 0.1.0, 2026-01-31</footer>"), "\(path)")
        }
    }
}
