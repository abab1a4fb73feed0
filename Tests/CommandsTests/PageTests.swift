import Commands
import Foundation
import Testing

/// The committed man pages and completions are what the declarations say. `make docs` writes them anew.
@Suite struct PageTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    /// Made once, not for each of them.
    private static let pages = Dictionary(uniqueKeysWithValues: Pages.all.map { ($0.path, $0.text) })

    @Test(arguments: pages.keys.sorted()) func theCommittedPageIsUpToDate(_ path: String) throws {
        let wanted = Self.pages[path]
        let committed = try String(contentsOf: Self.top.appending(path: path), encoding: .utf8)
        // Compared as a whole, not shown: a page is long, and `make docs` followed by `git diff` shows it best.
        let isUpToDate = committed == wanted
        #expect(isUpToDate, "\(path) differs: run make docs")
    }

    @Test(arguments: ["man", "completions"]) func noOtherPageIsCommitted(_ folder: String) throws {
        let found = try FileManager.default.contentsOfDirectory(
            atPath: Self.top.appending(path: folder).path)
        for name in found where !name.hasPrefix(".") {
            let belongs = Self.pages["\(folder)/\(name)"] != nil
            #expect(belongs, "\(folder)/\(name) belongs to no command: run make docs")
        }
    }

    @Test func everyLinkOfTheSiteLeadsToAPlace() throws {
        let pages = Dictionary(uniqueKeysWithValues: Pages.site.map { ($0.path, $0.text) })
        for (path, page) in pages {
            for link in page.matches(of: /href="([^"#]*)#?([^"]*)"/) where link.1 != "style.css" {
                let target = link.1.isEmpty ? path : String(link.1)
                let found = try #require(pages[target], "\(path) links to \(target)")
                let hasAnchor = link.2.isEmpty || link.2 == "top" || found.contains("id=\"\(link.2)\"")
                #expect(hasAnchor, "\(path) links to \(target)#\(link.2)")
            }
        }
    }
}
