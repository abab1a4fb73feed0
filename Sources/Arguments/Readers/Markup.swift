/// A documentation text as words. It records which words were between backticks and are therefore literal.
struct Markup {
    /// A run of characters in one font.
    struct Piece: Equatable {
        var text: String
        var isLiteral: Bool
    }

    /// A unit that is not broken at the end of a line: `--key,` consists of a literal piece and a comma.
    typealias Word = [Piece]

    let words: [Word]

    init(_ text: String) {
        var words: [Word] = []
        var word: Word = []
        for (run, isLiteral) in Markup.runs(of: text) {
            for character in run {
                if character.isWhitespace {
                    if !word.isEmpty { words.append(word) }
                    word = []
                } else if word.last?.isLiteral == isLiteral {
                    word[word.count - 1].text.append(character)
                } else {
                    word.append(Piece(text: String(character), isLiteral: isLiteral))
                }
            }
        }
        if !word.isEmpty { words.append(word) }
        self.words = words
    }

    /// The text between backticks and around them. A backtick without a partner is an ordinary character.
    private static func runs(of text: String) -> [(text: Substring, isLiteral: Bool)] {
        var runs: [(text: Substring, isLiteral: Bool)] = []
        var rest = text[...]
        while let open = rest.firstIndex(of: "`"),
            let close = rest[rest.index(after: open)...].firstIndex(of: "`")
        {
            runs.append((rest[..<open], false))
            runs.append((rest[rest.index(after: open)..<close], true))
            rest = rest[rest.index(after: close)...]
        }
        runs.append((rest, false))
        return runs
    }

    /// The text in one line, without backticks.
    var plain: String { Markup.render(words, literal: { $0 }, ordinary: { $0 }) }

    /// Filled lines of at most `width` columns. A longer word gets its own line.
    ///
    /// - Parameter first: the number of columns that are already used in the first line.
    func lines(width: Int, first: Int = 0) -> [[Word]] { Markup.fill(words, width: width, first: first) }

    static func fill(_ words: [Word], width: Int, first: Int = 0) -> [[Word]] {
        var lines: [[Word]] = []
        var line: [Word] = []
        var column = first
        for word in words {
            let columns = self.width(of: word)
            if !line.isEmpty, column + 1 + columns > width {
                lines.append(line)
                (line, column) = ([], 0)
            }
            column += columns + (line.isEmpty ? 0 : 1)
            line.append(word)
        }
        if !line.isEmpty { lines.append(line) }
        return lines
    }

    static func width(of word: Word) -> Int { word.reduce(0) { $0 + $1.text.count } }

    static func width(of line: [Word]) -> Int {
        line.reduce(max(0, line.count - 1)) { $0 + width(of: $1) }
    }

    /// A line whose literals are rendered differently. Adjacent words of one font are rendered together.
    static func render(
        _ line: [Word], literal: (String) -> String, ordinary: (String) -> String
    ) -> String {
        var pieces: [Piece] = []
        for (index, word) in line.enumerated() {
            for (position, piece) in word.enumerated() {
                let space = index > 0 && position == 0 ? " " : ""
                if let last = pieces.last, last.isLiteral == piece.isLiteral {
                    pieces[pieces.count - 1].text += space + piece.text
                } else if piece.isLiteral, !space.isEmpty {
                    pieces[pieces.count - 1].text += space
                    pieces.append(piece)
                } else {
                    pieces.append(Piece(text: space + piece.text, isLiteral: piece.isLiteral))
                }
            }
        }
        return pieces.map { $0.isLiteral ? literal($0.text) : ordinary($0.text) }.joined()
    }
}
