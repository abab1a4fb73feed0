/// A part of a piece of a synopsis (`CommandInfo.synopsis`), classified by its font.
struct SynopsisToken: Equatable {
    enum Kind {
        /// A flag or the name of the command, which is typed unchanged.
        case literal
        /// A placeholder for the user's text.
        case placeholder
        /// Brackets and dots.
        case mark
        /// A bar between alternatives.
        case bar
        case space
    }

    let text: String
    let kind: Kind

    static func tokens(of piece: String) -> [SynopsisToken] {
        var tokens: [SynopsisToken] = []
        for (index, word) in piece.split(separator: " ").enumerated() {
            if index > 0 { tokens.append(SynopsisToken(text: " ", kind: .space)) }
            if word == "|" {
                tokens.append(SynopsisToken(text: "|", kind: .bar))
                continue
            }
            let opening = word.prefix { "[(".contains($0) }
            let rest = word.dropFirst(opening.count)
            let closing = rest.reversed().prefix { "])…".contains($0) }.count
            let core = rest.dropLast(closing)
            // Names of commands are in lower case; placeholders are not.
            let isLiteral = core.first == "-" || core.first?.isLowercase == true
            if !opening.isEmpty { tokens.append(SynopsisToken(text: String(opening), kind: .mark)) }
            tokens.append(SynopsisToken(text: String(core), kind: isLiteral ? .literal : .placeholder))
            if closing > 0 { tokens.append(SynopsisToken(text: String(rest.suffix(closing)), kind: .mark)) }
        }
        return tokens
    }
}
