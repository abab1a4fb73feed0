/// The source of an HTML page, and what a search can find on it.
struct HTML {
    /// A place on the page: a section or a flag.
    struct Place {
        /// The name of the anchor, unique on the page.
        let anchor: String
        let title: String
        /// The words below the title, up to the next place.
        fileprivate(set) var text = ""
    }

    private(set) var text = ""
    private(set) var places: [Place] = []
    /// The addresses of pages by their name in the manual, such as `signet-jwt-sign(1)`.
    private let addresses: [String: String]

    init(addresses: [String: String]) { self.addresses = addresses }

    /// Adds source that is already escaped.
    mutating func raw(_ source: String) { text += source + "\n" }

    /// A heading with an anchor.
    mutating func heading(_ title: String, level: Int, anchor: String? = nil) {
        let anchor = place(title, anchor: anchor ?? HTML.slug(title))
        raw("<h\(level) id=\"\(anchor)\"><a href=\"#\(anchor)\">\(HTML.escape(title))</a></h\(level)>")
    }

    /// Begins a place. A second one of the same name gets a number.
    ///
    /// - Returns: its anchor.
    mutating func place(_ title: String, anchor: String) -> String {
        var unique = anchor
        var number = 1
        while places.contains(where: { $0.anchor == unique }) {
            number += 1
            unique = "\(anchor)-\(number)"
        }
        places.append(Place(anchor: unique, title: title))
        return unique
    }

    mutating func blocks(_ blocks: [Block]) {
        for block in blocks { self.block(block) }
    }

    private mutating func block(_ block: Block) {
        switch block {
        case .paragraph(let text): raw("<p>\(prose(text))</p>")
        case .definitions(let definitions):
            raw("<dl>")
            for definition in definitions {
                raw("<dt>\(prose(definition.term))</dt>")
                raw("<dd>\(prose(definition.text))</dd>")
            }
            raw("</dl>")
        case .verbatim(let text):
            note(text)
            raw("<pre tabindex=\"0\"><code>\(HTML.escape(text))</code></pre>")
        case .table(let rows):
            raw("<div class=\"table\" tabindex=\"0\"><table>")
            for (index, row) in rows.enumerated() {
                let cell = index == 0 ? "th" : "td"
                raw("<tr>" + row.map { "<\(cell)>\(prose($0))</\(cell)>" }.joined() + "</tr>")
            }
            raw("</table></div>")
        }
    }

    /// A text with its literals as code. The names of other pages are links.
    mutating func prose(_ text: String) -> String {
        let words = Markup(text).words
        note(Markup(text).plain)
        return Markup.render(
            words, literal: { "<code>\(HTML.escape($0))</code>" },
            ordinary: { [addresses] text in
                let words = text.split(separator: " ", omittingEmptySubsequences: false)
                return words.map { HTML.linked($0, addresses) }.joined(separator: " ")
            })
    }

    /// The name of a page in the manual, or another title for it: a link if the page is part of the site.
    func reference(to page: String, title: String? = nil) -> String {
        let title = HTML.escape(title ?? page)
        return addresses[page].map { "<a href=\"\($0)\">\(title)</a>" } ?? title
    }

    private mutating func note(_ words: String) {
        guard !places.isEmpty else { return }
        if !places[places.count - 1].text.isEmpty { places[places.count - 1].text += " · " }
        places[places.count - 1].text += words
    }

    /// A word, which may be the name of a page with punctuation around it.
    private static func linked(_ word: Substring, _ addresses: [String: String]) -> String {
        guard let start = word.firstIndex(where: \.isLetter), let end = word.lastIndex(of: ")"),
            start < end, let address = addresses[String(word[start...end])]
        else { return escape(word) }
        let rest = word[word.index(after: end)...]
        return "\(escape(word[..<start]))<a href=\"\(address)\">\(word[start...end])</a>\(escape(rest))"
    }

    /// The name of an anchor: lower-case letters and digits, and hyphens between them.
    static func slug(_ title: String) -> String {
        let words = title.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
        return words.joined(separator: "-")
    }

    static func escape(_ text: some StringProtocol) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
