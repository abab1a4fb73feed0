/// A session as a picture of a terminal, for README: its commands and what is expected of them.
struct SessionPicture {
    /// The lines of the terminal, and whether somebody typed them.
    let lines: [(text: String, isTyped: Bool)]

    init(_ script: Script) {
        lines = script.steps.flatMap { step in
            let command = step.command.split(separator: "\n", omittingEmptySubsequences: false)
            return command.enumerated().map { ($0 == 0 ? "$ \($1)" : "> \($1)", true) }
                + step.expected.map { ($0.shown, false) }
        }
    }

    private enum Size {
        static let columns = 66
        /// The width of a character is 0.6 of the font's size in most monospaced fonts.
        static let column = 7.8
        static let line = 19
        static let margin = 20
        static var width: Int { Int(Double(columns) * column) + 2 * margin }
    }

    /// The picture has a background of its own, so that it can be read on pages of any colour.
    private static let style = """
        rect { fill: #f6f8fa; stroke: #d1d9e0 } text { fill: #59636e; font: 13px ui-monospace, Menlo, \
        "DejaVu Sans Mono", Consolas, monospace; white-space: pre } .typed { fill: #1f2328; font-weight: 600 }
        @media (prefers-color-scheme: dark) {
        rect { fill: #151b23; stroke: #3d444d } text { fill: #9198a1 } .typed { fill: #f0f6fc } }
        """

    var svg: String {
        let height = lines.count * Size.line + 2 * Size.margin
        let texts = lines.enumerated().map { index, line in
            """
            <text\(line.isTyped ? " class=\"typed\"" : "") x="\(Size.margin)" \
            y="\(Size.margin + 14 + index * Size.line)">\(Self.escaped(line.text))</text>

            """
        }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(Size.width)" height="\(height)" \
            viewBox="0 0 \(Size.width) \(height)" role="img" aria-label="signet in a terminal">
            <style>\(Self.style)</style>
            <rect x="0.5" y="0.5" width="\(Size.width - 1)" height="\(height - 1)" rx="8"/>
            \(texts.joined())</svg>

            """
    }

    var isTooWide: Bool { lines.contains { $0.text.count > Size.columns } }

    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(character)
            }
        }
    }
}

extension ExpectedLine {
    /// The line as a reader sees it: what differs each time is an ellipsis.
    fileprivate var shown: String {
        guard case .glob = pattern else { return source }
        return source.replacing("*", with: "…").replacing(" (glob)", with: "")
    }
}
