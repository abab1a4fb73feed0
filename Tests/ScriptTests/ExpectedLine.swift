/// One line of expected output, as a script spells it.
///
///     plain text             the line itself, byte for byte
///     text with * and ? (glob)
///     tab\x09 (esc)          a line that cannot stand in the file as it is
///     no newline (no-eol)    the last line of an output that lacks its newline; after (glob) or (esc)
///     …                      any number of lines, also none
struct ExpectedLine: Equatable, Sendable {
    enum Pattern: Equatable {
        case literal([UInt8])
        case glob(Glob)
        case anyLines
        /// A blank line at the end of a block: there for the reader, or the last of the output.
        case optionalBlank
    }

    /// As the line stands in the script.
    let source: String
    let pattern: Pattern
    let endsInNewline: Bool

    static let optionalBlank = ExpectedLine(source: "", pattern: .optionalBlank, endsInNewline: true)

    private init(source: String, pattern: Pattern, endsInNewline: Bool) {
        self.source = source
        self.pattern = pattern
        self.endsInNewline = endsInNewline
    }

    /// Reads a line of a script.
    init(reading source: String) {
        var text = Substring(source)
        if source == "…" {
            self.init(source: source, pattern: .anyLines, endsInNewline: true)
            return
        }
        let endsInNewline = !text.drop(suffix: " (no-eol)")
        let pattern: Pattern
        if text.drop(suffix: " (glob)") {
            pattern = .glob(Glob(text))
        } else if text.drop(suffix: " (esc)") {
            pattern = .literal(Escapes.decode(text))
        } else {
            pattern = .literal([UInt8](text.utf8))
        }
        self.init(source: source, pattern: pattern, endsInNewline: endsInNewline)
    }

    /// Spells a line that was seen so that reading it gives the same line again.
    init(spelling line: OutputLine) {
        let ending = line.endsInNewline ? "" : " (no-eol)"
        if let text = String(validating: line.bytes, as: UTF8.self), Self.isPlain(text) {
            let plain = ExpectedLine(reading: text + ending)
            if plain.matches(line), case .literal = plain.pattern {
                self = plain
                return
            }
        }
        self.init(reading: Escapes.encode(line.bytes) + " (esc)" + ending)
    }

    func matches(_ line: OutputLine) -> Bool {
        switch pattern {
        case .literal(let bytes): line.bytes == bytes && line.endsInNewline == endsInNewline
        case .glob(let glob): glob.matches(line.bytes) && line.endsInNewline == endsInNewline
        case .anyLines: true
        case .optionalBlank: line.bytes.isEmpty && line.endsInNewline
        }
    }

    /// Whether the text can stand in a script as it is: nothing invisible, and nothing that the script's
    /// own syntax would take for something else.
    private static func isPlain(_ text: String) -> Bool {
        let isVisible = text.unicodeScalars.allSatisfy { scalar in
            scalar == "\t" || scalar.properties.generalCategory != .control
        }
        return isVisible && text.last != " " && text.last != "\t" && Script.LineKind(text) == .output
    }
}

extension Substring {
    /// Takes the suffix off; false when it is not there.
    fileprivate mutating func drop(suffix: String) -> Bool {
        guard hasSuffix(suffix) else { return false }
        removeLast(suffix.count)
        return true
    }
}
