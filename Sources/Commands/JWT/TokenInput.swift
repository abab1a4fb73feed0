import JOSE
import OpenSSL
import System
import Words

/// The text that a `jwt` command works on.
struct TokenInput {
    let bytes: [UInt8]
    /// For errors: `the claims`, the file's name, `standard input`; nil if there is no input but flags.
    private let source: String?
    private let kind: Expectation
    /// Nil for a text that was typed, or if there is none.
    private let path: String?

    private var isTyped: Bool { source != nil && path == nil }

    init(_ location: TokenLocation, _ inputs: InputFiles, _ kind: Expectation) throws {
        self.kind = kind
        switch location {
        case .typed(let text): (bytes, source, path) = (Array(text.utf8), kind.name, nil)
        case .none: (bytes, source, path) = ([], nil, nil)
        case .unnamed, .file:
            let path = location.path ?? "-"
            let text = try inputs.read(path, upTo: CompactToken.maximumBytes)
            (bytes, source, self.path) = (text.withBytes { Array($0) }, sourceName(path), path)
        }
    }

    /// Refuses an input that is nothing but white space.
    func refuseEmpty(hint: String? = nil) throws {
        if bytes.allSatisfy(\.isSpace) {
            throw EmptyInput(
                isTyped ? "the operand" : source?.printable ?? kind.name,
                expected: kind.words, hint: hint)
        }
    }

    /// What it is instead of what is expected, if that is known.
    var mistake: CommandError? { kind.failure(for: bytes.span, at: path) }

    /// What to do if it cannot be read: a shell takes quotes away, and a typed text that has nothing of an object or a
    /// token may be the name of a missing file.
    var hint: String? {
        let text = String(decoding: trimmed, as: UTF8.self)
        if !isTyped || text.hasPrefix("ey") || text.hasLongWord { return nil }
        if text.hasPrefix("{") {
            return kind == .claims && text.contains(":") && !text.contains("\"")
                ? "write JSON in single quotes: '{\"sub\":\"alice\"}'" : nil
        }
        return kind == .claims ? JWTSign.claimsHint : "use --in FILE if \(kind.name) is in a file"
    }

    /// Runs `body` and attributes its errors to this input.
    func about<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try source.map { try Commands.about($0, body) } ?? body()
        } catch {
            if let source, let mistake { throw mistake.about(source) }
            let failure = CommandError(error)
            throw CommandError(failure.status, failure.message, hint: hint ?? failure.hint)
        }
    }

    /// More than one token, or one that something has wrapped; claims may have lines.
    var hasSeveralLines: Bool { trimmed.contains(0x0A) }

    static let severalLines = "expected one line, found several"
    static let batchHint = "use --batch for one input per line"

    /// Without the white space around it: files and `echo` end in a newline.
    var trimmed: [UInt8] {
        let range = bytes.span.trimmed
        return range.count == bytes.count ? bytes : Array(bytes[range])
    }
}
