import Arguments
import JOSE
import JSON
import OpenSSL
import Words

/// A claim or a member of the header as it is typed: `NAME=TEXT` or `NAME=JSON`.
struct TypedMember: Sendable {
    let name: String
    let value: JSONValueText
    /// Nil if the value is not a text.
    let text: String?

    /// A member with a text.
    init(typed word: String) throws {
        let (name, text) = try Self.split(word, "NAME=TEXT")
        self.name = name
        self.text = text
        value = JSONValueText(.string(text))
    }

    /// A member with any JSON value, which keeps its spelling.
    ///
    /// - Parameters:
    ///   - flag: for texts, for the hint: `--claim`.
    ///   - hasTimeFlags: whether the command has a flag for each time.
    /// - Returns: the value too.
    static func json(
        _ word: String, textFlag flag: String, hasTimeFlags: Bool = false
    ) throws -> (member: TypedMember, value: JSONValue) {
        let (name, text) = try split(word, "NAME=JSON")
        do throws(JSONError) {
            let bytes = Array(text.utf8)
            let value = try JSONDocument(parsing: bytes).root
            let text = try JSONValueText(parsing: bytes)
            return (TypedMember(name: name, value: text, text: value.stringValue), value)
        } catch {
            // A text without quotes is meant as a text; a flaw in an object or an array is not.
            let isText = text.first.map { $0.isLetter } ?? false
            var hint: String?
            if times.contains(name) {
                hint = hasTimeFlags ? "use --\(name) TIME" : nil
            } else if isText, word == word.printable {
                let value = text.hasPrefix("eyJ") ? "VALUE" : ShellQuote.posixIfNeeded(text)
                hint = "for a text, use \(flag) \(ShellQuote.posixIfNeeded(name))=\(value)"
            }
            throw InvalidValue.because("malformed JSON for \(name.quoted): \(error.words)", hint: hint)
        }
    }

    /// The claims that RFC 7519 §4.1 registers as times.
    fileprivate static let times: Set = ["exp", "nbf", "iat"]
    /// Those that it registers as strings.
    static let stringClaims: Set = ["iss", "sub", "jti"]
    /// The members of a header that RFC 7515 §4.1 and RFC 8555 §6 register as strings. Claims may be in the header too
    /// (RFC 7519 §5.3).
    static let stringMembers = stringClaims.union(["cty", "nonce", "url"])

    private init(name: String, value: JSONValueText, text: String?) {
        self.name = name
        self.value = value
        self.text = text
    }

    /// Refuses a private key or a secret, which the token would publish.
    fileprivate func refuseSecret(_ value: JSONValue) throws {
        if value.holdsSecret || Self.hasTextOfKey(value) {
            throw InvalidValue.because(
                "'\(name)' contains a private or secret key, which the token would publish")
        }
    }

    /// Whether a text in it is a private key or a secret, as PEM or JWK.
    private static func hasTextOfKey(_ value: JSONValue) -> Bool {
        if let text = value.stringValue.map({ Array($0.utf8) }) {
            let jwk = try? JSONDocument(parsing: text).root
            return PEMBlock.holdsPrivateKey(text.span) || jwk?.holdsSecret == true
        }
        return value.arrayValue?.contains(where: hasTextOfKey)
            ?? value.objectValue?.members.contains { hasTextOfKey($0.value) } ?? false
    }

    private static func split(
        _ word: String, _ form: String
    ) throws -> (name: String, text: String) {
        guard let equals = word.utf8.firstIndex(of: UInt8(ascii: "=")), equals != word.startIndex else {
            throw InvalidValue.mustBe(form)
        }
        return (String(word[..<equals]), String(word[word.utf8.index(after: equals)...]))
    }
}

extension ParsedArguments {
    /// The members of two flags, in the order in which they were typed.
    func members(_ texts: Flag<[TypedMember]>, _ values: Flag<[TypedMember]>) -> [TypedMember] {
        let all = [texts, values].flatMap { Array(zip(positions(of: $0), self[$0])) }
        return all.sorted { $0.0 < $1.0 }.map(\.1)
    }
}

extension ValueFormat where Result == TypedMember {
    static var textClaim: Self {
        Self("NAME=TEXT") { word in
            let claim = try TypedMember(typed: word)
            if TypedMember.times.contains(claim.name) {
                throw InvalidValue.because(
                    "'\(claim.name)' is a time, not a text", hint: "use --\(claim.name) TIME")
            }
            try claim.refuseSecret(.string(claim.text ?? ""))
            return claim
        }
    }

    static var jsonClaim: Self {
        Self("NAME=JSON") { word in
            let (claim, value) = try TypedMember.json(word, textFlag: "--claim", hasTimeFlags: true)
            // Claims with a JWK are refused as those of a file are, with status 3.
            if !value.holdsSecret { try claim.refuseSecret(value) }
            return claim
        }
    }

    static var textHeader: Self {
        Self("NAME=TEXT") { word in
            let member = try TypedMember(typed: word)
            let type = try HeaderMemberType(named: member.name)
            if type == .number {
                throw InvalidValue.because(
                    "'\(member.name)' must be a number, not a text",
                    hint: "use --header-json \(member.name)=SECONDS")
            }
            try type.require(.string(member.text ?? ""), of: member)
            return member
        }
    }

    static var jsonHeader: Self {
        Self("NAME=JSON") { word in
            let (member, value) = try TypedMember.json(word, textFlag: "--header")
            let type = try HeaderMemberType(named: member.name)
            try type.require(value, of: member)
            return member
        }
    }
}

extension ValueFormat where Result == ClaimRequirement {
    static var textRequirement: Self {
        Self("NAME=TEXT") { word in
            let claim = try TypedMember(typed: word)
            if TypedMember.times.contains(claim.name) {
                throw InvalidValue.because(
                    "'\(claim.name)' is a number, not a text", hint: "use --claim-json \(claim.name)=SECONDS")
            }
            return ClaimRequirement(claim.name, .string(claim.text ?? ""))
        }
    }

    static var jsonRequirement: Self {
        Self("NAME=JSON") { word in
            let (claim, value) = try TypedMember.json(word, textFlag: "--claim")
            return ClaimRequirement(claim.name, value)
        }
    }
}

/// What a member of a header may be, if a flag may set it.
private enum HeaderMemberType: Equatable {
    case any, string, audience, number
    /// With the number of bytes (RFC 7515 §4.1.7, §4.1.8).
    case thumbprint(bytes: Int)

    init(named name: String) throws {
        if let reason = Self.forbidden[name] { throw InvalidValue.because("'\(name)' \(reason)") }
        self =
            switch name {
            case _ where TypedMember.stringMembers.contains(name): .string
            case "aud": .audience
            case "exp", "nbf", "iat": .number
            case "x5t": .thumbprint(bytes: 20)
            case "x5t#S256": .thumbprint(bytes: 32)
            default: .any
            }
    }

    /// Members that flags do not set, with the reason.
    private static let forbidden = [
        "alg": "is set by --alg", "kid": "is set by --kid", "typ": "is set by --typ",
        "crit": "is refused: signet does not know any critical extension",
        "b64": "is refused: signet encodes every payload",
        "zip": "is refused: signet does not compress payloads",
        "enc": "is refused: signet does not encrypt payloads",
        "jwk": "is refused: verifiers must not trust it", "jku": "is refused: verifiers must not trust it",
        "x5u": "is refused: verifiers must not trust it",
        "x5c": "is set by --x5c",
    ]

    func require(_ value: JSONValue, of member: TypedMember) throws {
        try member.refuseSecret(value)
        if !allows(value) {
            throw InvalidValue.because(
                "'\(member.name)' must be \(words)",
                hint: member.name == "x5t#S256" ? "use --x5t --cert FILE" : nil)
        }
    }

    private func allows(_ value: JSONValue) -> Bool {
        switch self {
        case .any: true
        case .string: value.kind == .string
        case .audience: value.arrayValue?.allSatisfy { $0.kind == .string } ?? (value.kind == .string)
        case .number: value.kind == .number
        case .thumbprint(let count):
            value.stringValue.flatMap { try? Base64URL.decode($0).count } == count
        }
    }

    private var words: String {
        switch self {
        case .any: "a JSON value"
        case .string: "a string"
        case .audience: "a string or an array of strings"
        case .number: "a number"
        case .thumbprint(20): "the SHA-1 of a certificate in base64url (27 characters)"
        case .thumbprint: "the SHA-256 of a certificate in base64url (43 characters)"
        }
    }
}
