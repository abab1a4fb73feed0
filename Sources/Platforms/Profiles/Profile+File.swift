import JOSE
import JSON
import OpenSSL
import System
import Words

extension Profile {
    /// The maximum size of a file with rules.
    package static var maximumBytes: Int { 64 << 10 }

    /// Reads a user's own rules. The manual documents the members; an unknown one is an error, because a misspelt rule
    /// would not be enforced.
    ///
    /// - Parameter name: for errors.
    package init(parsing text: [UInt8], name: String) throws {
        let object = try JSONObjectText(
            parsing: text, limits: JSONLimits(maximumBytes: Self.maximumBytes, maximumDepth: 8)
        ).object
        let members = FileMembers(object, "")
        try members.checkNames(["source", "alg", "typ", "kid", "rsaBits", "claims", "lifetime", "timeUnit"])
        let source = try members.text("source").map { RuleSource.document(section: $0) } ?? .signet
        let type: HeaderRule.TypeRule
        if object["typ"]?.kind == .null {
            type = .absent
        } else {
            type = try members.mediaType("typ").map { .mediaType($0) } ?? .any(standard: "JWT")
        }
        guard let claims = object["claims"]?.objectValue else {
            throw InputError("claims must be an object with a member for each claim")
        }
        let rules = try claims.members.map { try ClaimRule($0.name, $0.value) }
        for rule in rules { try rule.checkPossible(beside: rules) }
        let algorithms = try members.texts("alg").map { name in
            guard let algorithm = Algorithm.named(name) else {
                throw InputError("alg: unknown algorithm '\(name)'")
            }
            return algorithm
        }
        let key = try members.rsaBits("rsaBits").map { KeyRule(bits: $0, source: source) }
        if let key, !algorithms.isEmpty, !algorithms.contains(where: { $0.fits(key.type) }) {
            throw InputError("rsaBits requires an algorithm for RSA keys in alg")
        }
        self.init(
            name: name, platform: name, tokens: "", notes: "", source: source,
            header: HeaderRule(
                algorithms: algorithms, type: type,
                keyID: try members.flag("kid") ? .required(standard: nil) : .optional, allowsOthers: true,
                source: source),
            key: key, claims: rules, lifetime: try LifetimeRule(object["lifetime"], rules, source),
            timeUnits: try members.units("timeUnit"), hasAttributes: false, certificate: nil)
    }
}

extension ClaimRule {
    private enum ValueWord: String, CaseIterable {
        case text, time, audience, json
        case nameAndUUID = "name-uuid"
    }

    private enum SourceWord: String, CaseIterable {
        case uuid, now, lifetime
    }

    fileprivate init(_ name: String, _ value: JSONValue) throws {
        if name.isEmpty { throw InputError("claims: the name of a claim must not be empty") }
        guard let object = value.objectValue else {
            throw InputError("claims.\(name) must be an object")
        }
        let members = FileMembers(object, "claims.\(name).")
        try members.checkNames(["type", "value", "sameAs", "generate", "optional", "forbidden", "meaning"])
        let (kind, isTold) = try Self.kind(members)
        if case .same(let other) = kind, other.text == name {
            throw InputError("claims.\(name).sameAs must be another claim")
        }
        let generated: SourceWord? = try members.word("generate")
        let marks = try [members.flag("optional"), members.flag("forbidden"), generated != nil || isTold]
        if marks.count(where: { $0 }) > 1, !(marks[0] && isTold && generated == nil) {
            throw InputError("claims.\(name) can have only one of optional, forbidden and generate")
        }
        switch (generated, kind) {
        case (nil, _), (.uuid?, .text), (.now?, .time), (.lifetime?, .time): break
        case (.uuid?, _): throw InputError("claims.\(name): generate 'uuid' requires the type 'text'")
        case (.now?, _), (.lifetime?, _):
            throw InputError("claims.\(name): generate 'now' and 'lifetime' require the type 'time'")
        }
        let source: Source
        switch generated {
        case .uuid?: source = .uuid
        case .now?: source = .now
        case .lifetime?: source = .lifetime
        case nil: source = marks[1] ? .forbidden : marks[0] ? .optional : isTold ? .kind : .given
        }
        self.init(name, kind, source, try members.text("meaning") ?? "as its author requires")
    }

    fileprivate func isTime(_ name: String) -> Bool {
        if case .time = kind { self.name.text == name } else { false }
    }

    fileprivate static func isRegisteredTime(_ name: String) -> Bool {
        RegisteredClaims.times.contains { $0.text == name }
    }

    /// Refuses a rule that no token could keep, because of RFC 7519 §4.1 or of another rule.
    fileprivate func checkPossible(beside rules: [ClaimRule]) throws {
        let name = name.text
        switch (kind, source) {
        case (_, .forbidden), (.json, _): break
        case (.time, _):
            if ["iss", "sub", "aud", "jti"].contains(name) {
                throw InputError("claims.\(name) must be a string; it cannot have the type 'time'")
            }
        case (.text, _), (.constant, _), (.nameAndUUID, _), (.same, _), (.audience, _):
            if Self.isRegisteredTime(name) {
                throw InputError("claims.\(name) must be a number; it requires the type 'time'")
            }
        }
        switch source {
        case .now where name == "exp":
            throw InputError("claims.exp: generate 'now' makes expired tokens; use 'lifetime'")
        case .lifetime where name == "nbf" || name == "iat":
            throw InputError("claims.\(name): generate 'lifetime' makes tokens of the future; use 'now'")
        default: break
        }
        guard case .same(let other) = kind else { return }
        let rule = rules.first { $0.name.text == other.text }
        if case .forbidden? = rule?.source {
            throw InputError("claims.\(name).sameAs: the claim '\(other.text)' is forbidden")
        }
        if Self.isRegisteredTime(other.text) || rule?.isTime(other.text) ?? false {
            throw InputError("claims.\(name).sameAs: the claim '\(other.text)' is a time, not a string")
        }
    }

    /// The kind, and whether it says what the value is.
    private static func kind(_ members: FileMembers) throws -> (Kind, isTold: Bool) {
        let word: ValueWord? = try members.word("type")
        let (value, other) = (try members.text("value"), try members.text("sameAs"))
        if [word != nil, value != nil, other != nil].count(where: { $0 }) > 1 {
            throw InputError("\(members.path.dropLast()) can have only one of type, value and sameAs")
        }
        if let value { return (.constant(value), true) }
        if let other { return (.same(as: MemberName(other)), true) }
        switch word {
        case nil, .text?: return (.text, false)
        case .time?: return (.time, false)
        case .audience?: return (.audience, false)
        case .json?: return (.json, false)
        case .nameAndUUID?: return (.nameAndUUID, false)
        }
    }
}

extension LifetimeRule {
    fileprivate init(_ value: JSONValue?, _ claims: [ClaimRule], _ source: RuleSource) throws {
        let generates = claims.contains { if case .lifetime = $0.source { true } else { false } }
        guard let value else {
            if generates { throw InputError("lifetime is missing; a claim is generated from it") }
            self.init(start: "iat", longest: nil, source: source)
            return
        }
        guard let object = value.objectValue else { throw InputError("lifetime must be an object") }
        let members = FileMembers(object, "lifetime.")
        try members.checkNames(["from", "longest", "standard"])
        let (longest, standard) = (try members.duration("longest"), try members.duration("standard"))
        if longest == nil, standard == nil {
            throw InputError("lifetime requires longest or standard, such as \"15m\"")
        }
        if let longest, let standard, standard > longest {
            throw InputError("lifetime.standard must not be longer than lifetime.longest")
        }
        let start = MemberName(try members.text("from") ?? "iat")
        if start.text == "exp" { throw InputError("lifetime.from must be another claim than exp") }
        // Otherwise the lifetime would not be enforced.
        for name in ["exp", start.text] {
            guard let claim = claims.first(where: { $0.isTime(name) }) else {
                throw InputError("lifetime requires the claim '\(name)' with the type 'time'")
            }
            if case .forbidden = claim.source {
                throw InputError("lifetime requires the claim '\(name)', which is forbidden")
            }
            if name == start.text, case .lifetime = claim.source {
                throw InputError("lifetime.from: the claim '\(name)' is itself generated from the lifetime")
            }
        }
        self.init(start: start, longest: longest, standard: standard, source: source)
    }
}

/// The members of an object in a profile's file.
private struct FileMembers {
    private let object: JSONObject
    /// The path of the object, ending in a dot unless it is the outermost one.
    let path: String

    init(_ object: JSONObject, _ path: String) {
        self.object = object
        self.path = path
    }

    func checkNames(_ known: [String]) throws {
        if let other = object.members.first(where: { !known.contains($0.name) }) {
            throw InputError(
                "unknown member '\(path)\(other.name)'; expected \(known.joined(separator: ", "))")
        }
    }

    func text(_ name: String) throws -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.stringValue, !text.isEmpty else {
            throw InputError("\(path)\(name) must be a non-empty string")
        }
        return text
    }

    func mediaType(_ name: String) throws -> String? {
        let type = try text(name)
        // RFC 6838 §4.2 allows fewer characters; none of them is invisible.
        guard type?.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) ?? true else {
            throw InputError("\(path)\(name) must be a media type, such as acme+jwt")
        }
        return type
    }

    func word<Word: RawRepresentable<String> & CaseIterable>(_ name: String) throws -> Word? {
        try text(name).map { text in
            guard let word = Word(rawValue: text) else {
                let known = Word.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
                throw InputError("\(path)\(name): unknown value '\(text)'; expected one of \(known)")
            }
            return word
        }
    }

    func flag(_ name: String) throws -> Bool {
        switch object[name] {
        case nil: return false
        case .bool(let value)?: return value
        case _?: throw InputError("\(path)\(name) must be true or false")
        }
    }

    func rsaBits(_ name: String) throws -> Int? {
        guard let value = object[name] else { return nil }
        guard let number = value.numberValue?.int64, RSAKeyRules.isSize(Int(number)) else {
            throw InputError("\(path)\(name) must be \(RSAKeyRules.sizeWords)")
        }
        return Int(number)
    }

    /// A string, or an array of strings.
    func texts(_ name: String) throws -> [String] {
        guard let elements = object[name]?.arrayValue else { return try text(name).map { [$0] } ?? [] }
        let texts = elements.compactMap(\.stringValue)
        if texts.isEmpty || texts.count < elements.count {
            throw InputError("\(path)\(name) must be a string or an array of strings")
        }
        return texts
    }

    func duration(_ name: String) throws -> TimeSpan? {
        try text(name).map { text in
            guard let span = TimeSpan(parsing: text), span > .zero else {
                throw InputError("\(path)\(name): invalid duration '\(text)'")
            }
            return span
        }
    }

    func units(_ name: String) throws -> [TimeUnit] {
        let words = try texts(name)
        let units = words.compactMap(TimeUnit.init(rawValue:))
        if units.count < words.count { throw InputError("\(path)\(name) must be s, ms or both") }
        return units.isEmpty ? [.seconds] : units
    }
}
