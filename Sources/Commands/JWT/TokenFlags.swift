import Arguments
import JOSE
import JSON
import Platforms
import System

/// Flags and operands that the `jwt` commands share.
enum TokenFlags {
    static let token = Operand(.text("TOKEN"), "the token itself; standard input if omitted or `-`")

    static let input = Flag(
        "in", short: "i", .file, group: "Input", "read the input from FILE",
        details: ["An input has at most 16 MiB. So does a token that signet makes."]
    )
    .proposed(for: "input", "file", "infile")

    /// - Throws: if the operand is the name of a file. Its name would be signed or judged instead of its contents.
    static func location(
        _ arguments: ParsedArguments, _ operand: Operand<String?>, of kind: TokenText
    ) throws -> TokenLocation {
        if let path = arguments[input] { return .file(path) }
        switch arguments[operand] {
        case nil: return .unnamed
        case "-": return .file("-")
        case let text?:
            if fileExists(text), !Folder.exists(text) {
                throw Failure(
                    .usage, "expected \(kind.name) \(kind.itself), found the name of a file",
                    hint: inputHint(text))
            }
            return .typed(text)
        }
    }

    private static func inputHint(_ path: String) -> String {
        if path != path.printable(upTo: .max) { return "--in FILE" }
        return (path.hasPrefix("-") ? "--in=" : "--in ") + ShellQuote.posixIfNeeded(path)
    }

    /// The units that times of a profile cannot have.
    static func unitRules(_ profile: Flag<Profile?>) -> [Rule] {
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

/// What a `jwt` command expects as its input.
enum TokenText: Sendable {
    case claims, prototype, payload, token
    /// For `jwt inspect`, which shows both.
    case tokenOrPrototype

    /// The name of the operand in errors.
    var name: String {
        switch self {
        case .claims: "the claims"
        case .prototype: "the prototype"
        case .payload: "the payload"
        case .token, .tokenOrPrototype: "the token"
        }
    }

    fileprivate var itself: String {
        switch self {
        case .claims: "themselves"
        case .prototype, .payload, .token, .tokenOrPrototype: "itself"
        }
    }

    /// After "expected".
    var expected: String {
        switch self {
        case .claims: "claims"
        case .prototype: "a prototype"
        case .payload: "a payload"
        case .token: "a token"
        case .tokenOrPrototype: "a token or a prototype"
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
        Self("TIME|none") { word throws(InvalidValue) in
            word == "none" ? .absent : .time(try TimeText(typed: word))
        }
    }
}

/// A claim as it is typed: `NAME=TEXT`, `NAME=JSON`.
struct TypedClaim: Sendable {
    let name: String
    let value: JSONValueText
}

extension ValueFormat where Result == TypedClaim {
    static var textClaim: Self {
        Self("NAME=TEXT") { word throws(InvalidValue) in
            let (name, text) = try splitAssignment(word, "NAME=TEXT")
            if ["exp", "nbf", "iat"].contains(name) {
                throw .because("'\(name)' is a time, not a text", hint: "--\(name) TIME")
            }
            return TypedClaim(name: name, value: JSONValueText(.string(text)))
        }
    }

    static var jsonClaim: Self {
        Self("NAME=JSON") { word throws(InvalidValue) in
            let (name, text) = try splitAssignment(word, "NAME=JSON")
            do throws(JSONError) {
                return TypedClaim(name: name, value: try JSONValueText(parsing: Array(text.utf8)))
            } catch {
                throw .because("malformed JSON for '\(name.printable)': \(error.words)")
            }
        }
    }
}

/// A value of `--header`.
struct HeaderMember: Sendable {
    let name: String
    let value: String

    /// Members that `--header` does not set, with the reason.
    fileprivate static let forbidden = [
        "alg": "is set by --alg", "kid": "is set by --kid", "typ": "is set by --typ",
        "crit": "is refused: signet does not know any critical extension",
        "b64": "is refused: signet encodes every payload",
        "jwk": "is refused: verifiers must not trust it", "jku": "is refused: verifiers must not trust it",
        "x5u": "is refused: verifiers must not trust it",
    ]
}

extension ValueFormat where Result == HeaderMember {
    static var headerMember: Self {
        Self("NAME=VALUE") { word throws(InvalidValue) in
            let (name, value) = try splitAssignment(word, "NAME=VALUE")
            if let reason = HeaderMember.forbidden[name] { throw .because("'\(name)' \(reason)") }
            return HeaderMember(name: name, value: value)
        }
    }
}

/// `NAME=VALUE` in its parts.
private func splitAssignment(
    _ word: String, _ form: String
) throws(InvalidValue) -> (name: String, value: String) {
    guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals != word.startIndex else {
        throw .mustBe(form)
    }
    return (String(word[..<equals]), String(word[word.utf8.index(after: equals)...]))
}
