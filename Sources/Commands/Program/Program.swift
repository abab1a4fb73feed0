import Arguments
import MultiBuffer
import OpenSSL
import System
import Words

/// The program: it reads its arguments, runs the command and returns the exit status.
package enum Program {
    package static func run() -> ExitStatus {
        let status = attempt()
        // libcrypto then refuses keys, certificates and passphrases that are in order.
        if status == .no || status == .badInput, !Library.hasProvider {
            Console.note("\(Library.noProvider); \(Library.noProviderHint)")
        }
        return status
    }

    private static func attempt() -> ExitStatus {
        do {
            try prepare()
            let words = programArguments()
            if let index = words.firstIndex(of: nil) {
                throw CommandError(
                    .usage, "argument \(index + 1) is not UTF-8",
                    hint: "encode it as UTF-8; for a file with such a name, use < FILE or > FILE")
            }
            return try perform(words.compactMap { $0 })
        } catch {
            let failure = CommandError(error)
            Console.show(failure)
            return failure.status
        }
    }

    /// This runs before anything is opened. If it fails, nothing is opened.
    private static func prepare() throws {
        do {
            try ProcessSetup.prepare()
        } catch {
            throw CommandError(
                .file,
                "a standard stream is closed, and /dev/null cannot be opened in its place: \(error.words)")
        }
        Library.prepare()
    }

    /// Runs the command that the arguments name.
    package static func perform(_ words: [String]) throws -> ExitStatus {
        let outcome: Parser.Outcome
        do {
            outcome = try Parser(root: Registry.root).parse(words)
        } catch {
            // If only names of groups were typed, the user is asking which commands there are.
            if error.info.command.isGroup, words.count == error.info.path.count - 1 {
                Console.show(Help.short(error.info, width: HelpCommand.width))
                return .usage
            }
            throw CommandError(
                .usage, error.error.message, hint: error.error.hint ?? "\(error.info.fullName) --help")
        }
        switch outcome {
        case .run(let info, let arguments):
            guard let command = Registry.command(at: info.path.dropFirst().map(\.name)) else {
                throw CommandError(.bug, "\(info.fullName) is declared and does not exist")
            }
            try Outputs.check(arguments, of: info.command)
            warnOfOddities(arguments, of: info.command)
            Library.chooseGenerator()
            return try ProcessSetup.protectingSecrets { try command.run(arguments) }
        case .shortHelp(let info):
            try HelpCommand.show(Help.short(info, width: HelpCommand.width, styled: HelpCommand.isStyled))
        case .longHelp(let info):
            try HelpCommand.show(Help.long(info, width: HelpCommand.width, styled: HelpCommand.isStyled))
        case .version: try HelpCommand.show(Version.line + "\n")
        }
        return .success
    }
}

extension Program {
    /// What is odd about a text from a shell or a file of variables; nil if nothing is.
    static func oddity(of text: Span<UInt8>) -> String? {
        if let gap = gap(in: text) { return gap }
        guard text.count > 0 else { return nil }
        let first = text[0]
        let isQuote = first == UInt8(ascii: "\"") || first == UInt8(ascii: "'")
        if isQuote, text.indices.count(where: { text[$0] == first }) == 2, first == text[text.count - 1] {
            return "has quotation marks around it, which become a part of it"
        }
        return spacing(of: text)
    }

    /// The same, only about what stands where a value is missing: jq's `null`, and the name of a variable, such as `$HOST`
    /// or `${host}`. `$metadata` is a name of OData.
    static func gap(in text: Span<UInt8>) -> String? {
        let null = Array("null".utf8)
        func isBorder(_ place: Int) -> Bool {
            !text.indices.contains(place) || ".:/@=,+".utf8.contains(text[place])
        }
        for place in text.indices {
            let rest = text.extracting(place...)
            if rest.count >= 4, rest[0] == null[0], rest.extracting(..<4).hasSameBytes(as: null.span),
                isBorder(place - 1), isBorder(place + 4)
            {
                return "\(text.count == 4 ? "is" : "has") 'null', which jq prints for a missing member"
            }
            if rest.count > 1, rest[0] == UInt8(ascii: "$"),
                (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(rest[1]) || "{_".utf8.contains(rest[1]),
                isBorder(place - 1) || text[place - 1].isSpace
            {
                return "has a variable that no shell replaced, as between single quotes"
            }
        }
        return nil
    }

    /// The same, only about white space.
    static func spacing(of text: Span<UInt8>) -> String? {
        guard text.count > 0, text[0].isSpace || text[text.count - 1].isSpace else { return nil }
        return "begins or ends with white space"
    }

    private static func warnOfOddities(_ arguments: ParsedArguments, of command: Command) {
        for given in arguments.occurrences {
            guard let flag = command.flag(given.flag), let value = flag.value, let text = given.value else {
                continue
            }
            switch value.kind {
            // Commands look at the values of assignments, and white space around a name is not part of it (RFC 4514 §3).
            case .text where value.placeholder == "DN" && text.utf8.allSatisfy(\.isSpace):
                Console.note("\(flag.spelling) is empty; check that the variables of the shell are set")
            case .text where value.placeholder == "DN":
                if let gap = gap(in: Array(text.utf8).span) { Console.warn("\(flag.spelling) \(gap)") }
            case .text where value.placeholder.contains("="): continue
            case .text where ["for", "within"].contains(given.flag) && text.isMinutes:
                Console.note("\(flag.spelling) \(text): m is for minutes; a month is 30d")
            case .output where text == "/dev/null": continue
            case .text, .suggestion, .output, .directory:
                if let oddity = oddity(of: Array(text.utf8).span) {
                    Console.warn("\(flag.spelling) \(oddity)")
                }
            default: break
            }
        }
    }
}

/// A command of signet, in two steps: what was typed becomes a request, and the request is run. A type's file is at the
/// path of its command: `Key/KeyInspect.swift` declares and reads, `Key/KeyInspect+Run.swift` does.
protocol SignetCommand: Sendable {
    associatedtype RequestType: CommandRequest

    static var declaration: Command { get }

    /// - Returns: how it ended, if it did what it was asked.
    static func run(_ request: RequestType) throws -> ExitStatus
}

/// What a command was asked for: plain values, made of what was typed before anything is opened.
protocol CommandRequest {
    init(_ arguments: ParsedArguments) throws
}

extension SignetCommand {
    static func run(_ arguments: ParsedArguments) throws -> ExitStatus { try run(makeRequest(arguments)) }

    @discardableResult
    static func makeRequest(_ arguments: ParsedArguments) throws -> RequestType { try RequestType(arguments) }
}

/// The versions of signet and of the software that it uses.
package enum Version {
    package static let signet = "0.1.0"

    /// The date of the release, for the man pages. The date of the build would make every build differ.
    package static let date = "2026-11-21"

    /// `signet 0.1.0 (Swift 6.3, OpenSSL 3.0.19 27 Jan 2026, multibuffer: ifma)`: the compiler that built it, the OpenSSL
    /// that is loaded or inside, and the engine for batches with its kernel for this processor.
    static var line: String {
        let library = Library.version + (Library.isStatic ? " inside" : "")
        return "signet \(signet) (Swift \(swift), \(library), multibuffer: \(MultiBuffer.kernel.rawValue))"
    }

    private static var swift: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}

extension String {
    /// Whether it is a small number of minutes, of which months may be meant.
    fileprivate var isMinutes: Bool { hasSuffix("m") && Int(dropLast()).map { $0 <= 12 } ?? false }
}
