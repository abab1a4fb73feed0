import JOSE
import OpenSSL
import System

/// The text that a `jwt` command works on.
struct TokenInput {
    let bytes: [UInt8]
    /// For errors: `the claims`, the file's name, `standard input`.
    let source: String
    private let isTyped: Bool

    /// - Parameters:
    ///   - what: names the operand in errors.
    ///   - isOptional: standard input that is a terminal is not read unless `-` names it, because nothing needs it.
    init(_ location: TokenLocation, _ inputs: InputFiles, named what: String, isOptional: Bool = false) throws
    {
        switch location {
        case .typed(let text):
            (bytes, source, isTyped) = (Array(text.utf8), what, true)
        case .unnamed where isOptional && StandardStreams.inputIsTerminal:
            (bytes, source, isTyped) = ([], what, true)
        case .unnamed, .file:
            let path = location.path ?? "-"
            let text = try inputs.read(path, upTo: CompactToken.maximumBytes)
            (bytes, source, isTyped) = (text.withBytes { Array($0) }, sourceName(path), false)
        }
    }

    /// Refuses an input that is nothing but white space.
    ///
    /// - Parameter what: should be there.
    func refuseEmpty(expecting what: String, hint: String? = nil) throws {
        if bytes.allSatisfy(\.isSpace) {
            throw Failure(
                .badInput, "\(isTyped ? "the operand" : source.printable) is empty; expected \(what)",
                hint: hint)
        }
    }

    /// More than one token, or one that something has wrapped; claims may have lines.
    var hasSeveralLines: Bool { trimmed.contains(0x0A) }

    static let severalLines = "expected one line, found several"

    /// Without the white space around it: files and `echo` end in a newline.
    var trimmed: [UInt8] {
        let range = bytes.span.trimmed
        return range.count == bytes.count ? bytes : Array(bytes[range])
    }
}
