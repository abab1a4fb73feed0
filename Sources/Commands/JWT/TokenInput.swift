import Arguments
import JOSE
import OpenSSL
import System

/// The text that a `jwt` command works on: the operand itself, `--in FILE`, or standard input.
struct TokenInput {
    let bytes: [UInt8]
    /// For errors: `claims`, the file's name, `standard input`.
    let source: String

    static let inFlag = UntypedFlag(
        "in", short: "i", value: .file, group: "Input", "read the input from FILE",
        details: ["An input, and a token that is made, has at most 16 MiB."])

    static let rules: [Rule] = [.excludesOperands("in")]

    /// - Parameters:
    ///   - what: names the operand in errors.
    ///   - isOptional: an input that is a terminal is not read, because nothing needs it.
    static func read(
        _ arguments: ParsedArguments, _ inputs: InputFiles, what: String, isOptional: Bool = false
    ) throws -> TokenInput {
        if let text = arguments.operands.first, text != "-" {
            return TokenInput(bytes: Array(text.utf8), source: what)
        }
        if isOptional, !arguments.has("in"), arguments.operands.isEmpty, StandardStreams.inputIsTerminal {
            return TokenInput(bytes: [], source: what)
        }
        let path = arguments.value("in") ?? "-"
        let text = try inputs.read(path, upTo: CompactToken.maximumBytes)
        return TokenInput(bytes: text.withBytes { Array($0) }, source: sourceName(path))
    }

    /// More than one token, or one that something has wrapped; claims may have lines.
    var hasSeveralLines: Bool { trimmed.contains(0x0A) }

    static let severalLines = "more than one line, and a token has one"

    /// Without the white space around it: files and `echo` end in a newline.
    var trimmed: [UInt8] {
        let space: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = bytes.firstIndex(where: { !space.contains($0) }),
            let last = bytes.lastIndex(where: { !space.contains($0) })
        else { return [] }
        return first == 0 && last == bytes.count - 1 ? bytes : Array(bytes[first...last])
    }
}
