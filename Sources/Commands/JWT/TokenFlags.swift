import Arguments
import JOSE
import JSON
import Platforms
import System
import Words

/// Flags and operands that the `jwt` commands share.
enum TokenFlags {
    static let token = Operand(.anyText("TOKEN"), "the token itself; standard input if omitted or `-`")
        .proposed(for: "token", "t", "jwt", "jws-token")

    static let input = Flag(
        "in", short: "i", .file, group: "Input", "read the input from FILE",
        details: ["An input has at most 16 MiB. So does a token that signet makes."]
    )
    .proposed(for: "input", "file", "infile")

    /// - Throws: if the operand is the name of a file. Otherwise signet would sign the file's name instead of its
    ///   contents.
    static func location(
        _ arguments: ParsedArguments, _ operand: Operand<String?>, of kind: Expectation
    ) throws -> TokenLocation {
        if let path = arguments[input] { return .file(path) }
        switch arguments[operand] {
        case nil: return .unnamed
        case "-": return .file("-")
        case let text?:
            if fileExists(text), !Folder.exists(text) {
                throw CommandError(
                    .usage,
                    "expected \(kind.name) \(kind == .claims ? "themselves" : "itself"), found the name of a file",
                    hint: CommandError.hint("--in", file: text))
            }
            return .typed(text)
        }
    }

    /// The units that times of a profile cannot have.
    static func unitRules(_ profile: Flag<ProfileChoice?>) -> [Rule] {
        Profile.all.flatMap { rules in
            TimeUnit.allCases.filter { !rules.timeUnits.contains($0) }.map { unit in
                .excludes(
                    profile.isOne(of: rules.name), SharedFlags.timeUnit.isOne(of: unit),
                    because: "the platform's times are in \(rules.timeUnits[0].name)\(rules.source.remark)")
            }
        }
    }
}

/// Where a `jwt` command finds its text.
enum TokenLocation: Sendable {
    /// The operand is the text.
    case typed(String)
    /// `-` is standard input.
    case file(String)
    /// Neither an operand nor `--in` is given: standard input.
    case unnamed
    /// Nothing is needed, and so nothing is read: standard input may belong to the loop around the command.
    case none

    /// Nil for a text that was typed.
    var path: String? {
        switch self {
        case .typed, .none: nil
        case .file(let path): path
        case .unnamed: "-"
        }
    }
}

extension Expectation {
    /// The name of a typed text in errors.
    var name: String {
        switch self {
        case .claims: "the claims"
        case .prototype: "the prototype"
        case .payload: "the payload"
        case .selectiveToken: "the SD-JWT"
        default: "the token"
        }
    }
}

extension ValueFormat where Result == Algorithm {
    static var algorithm: Self { .choice("ALG", Algorithm.all) { $0.name } }
}

/// A value of `--iat`.
enum IssuedAt: Sendable {
    case time(TimeText)
    /// `none`: without `iat`.
    case absent
}

extension ValueFormat where Result == IssuedAt {
    static var issuedAt: Self {
        Self("TIME|none") { word in
            word == "none" ? .absent : .time(try TimeText(typed: word))
        }
    }
}

extension ValueFormat where Result == String {
    /// The name of one claim. A list would be taken for a name that no token has.
    static var claimName: Self {
        let format = ValueFormat.text("CLAIM")
        return Self("CLAIM") { word in
            let names = word.split { $0 == "," || $0 == " " }
            if names.count > 1 {
                let flags = names.map { "--require \(ShellQuote.posixIfNeeded(String($0).printable))" }
                throw InvalidValue.because(
                    "expected one CLAIM, found \(word.quoted)",
                    hint: "use \(flags.joined(separator: " "))")
            }
            return try format.read(word)
        }
    }
}
