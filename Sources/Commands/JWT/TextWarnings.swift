import Arguments
import JSON
import Words

/// Warnings about texts that were probably meant as something else. They are signed as they are.
enum TextWarnings {
    static func all(_ arguments: ParsedArguments) -> [String] {
        var warnings: [String] = []
        let texts = [
            JWTSign.issuer, JWTSign.subject, JWTSign.tokenID, JWTSign.kid, JWTSign.type, SharedFlags.out,
        ].map(\.info.name)
        for given in arguments.occurrences where texts.contains(given.flag) {
            warnings += oddity(given.value ?? "", "--\(given.flag)")
        }
        let hasID =
            arguments[JWTSign.tokenID].map { $0 != "uuid" }
            ?? arguments[JWTSign.claim].contains { $0.name == "jti" }
        if arguments.isGiven(BatchFlags.batch), hasID {
            warnings.append("every token of the batch has the same jti; for one of its own, use --jti uuid")
        }
        for text in arguments[JWTSign.audience] {
            let oddity = oddity(text, JWTSign.audience.info.spelling)
            warnings += oddity.isEmpty ? warning(audience: text) : oddity
        }
        for claim in arguments[JWTSign.claim] {
            warnings += warning(claim, "the claim", JWTSign.claimJSON, TypedMember.stringClaims)
        }
        for claim in arguments[JWTSign.claimJSON] where isText(claim.name) {
            warnings += claim.text.map { warning($0, "the claim \(claim.name.quoted)") } ?? []
        }
        for member in arguments[JWTSign.header] {
            warnings += warning(member, "the header member", JWTSign.headerJSON, TypedMember.stringMembers)
        }
        return warnings
    }

    /// The same of claims from a file.
    ///
    /// - Parameters:
    ///   - changes: what flags set is not looked at.
    ///   - isBatch: whether they are one of many lines. What may be so in a single one is then no reason to warn; every
    ///     line has what a spreadsheet leaves in texts.
    static func all(_ claims: JSONObjectText, but changes: ClaimChanges, isBatch: Bool) -> [String] {
        claims.memberNames.flatMap { name -> [String] in
            let what = "the claim \(name.quoted)"
            let hasMark = name.unicodeScalars.first == "\u{FEFF}"
            guard hasMark || isText(name), !changes.contain(name) else { return [] }
            if hasMark {
                return ["the name of \(what) begins with a byte order mark, which spreadsheets write"]
            }
            guard let text = claims[MemberName(name)]?.stringValue else { return [] }
            if isBatch { return Program.spacing(of: Array(text.utf8).span).map { ["\(what) \($0)"] } ?? [] }
            return warning(text, what)
        }
    }

    /// Whether a claim is a text, or may be one.
    private static func isText(_ claim: String) -> Bool {
        TypedMember.stringClaims.contains(claim) || claim == "aud"
    }

    private static func warning(_ text: String, _ what: String) -> [String] {
        if text.isEmpty { return ["\(what) is empty"] }
        return Program.oddity(of: Array(text.utf8).span).map { ["\(what) \($0)"] } ?? []
    }

    /// A variable that is not set left no word between the flag and the claims.
    private static func oddity(_ text: String, _ what: String) -> [String] {
        document(text)?.objectValue == nil
            ? [] : ["\(what) is a JSON object; check that the variables of the shell are set"]
    }

    /// - Parameter strings: the names of members that are always strings.
    private static func warning(
        _ member: TypedMember, _ what: String, _ flag: Flag<[TypedMember]>, _ strings: Set<String>
    ) -> [String] {
        guard let text = member.text else { return [] }
        let what = "\(what) \(member.name.quoted)"
        if text.isEmpty { return ["\(what) is empty; check that the variables of the shell are set"] }
        let odd = Program.oddity(of: Array(text.utf8).span).map { "\(what) \($0)" }
        if let odd, strings.contains(member.name) || isText(member.name) { return [odd] }
        if strings.contains(member.name) { return oddity(text, what) }
        guard let json = json(meantBy: text), member.name != "aud" || json.hasPrefix("[") else {
            return odd.map { [$0] } ?? []
        }
        let typed = "\(ShellQuote.posixIfNeeded(member.name))=\(ShellQuote.posixIfNeeded(json))"
        return [
            "\(what) is signed as a text; for a JSON value, use \(flag.info.spelling) \(shown(typed, "NAME=JSON"))"
        ]
    }

    /// Several audiences in one text.
    private static func warning(audience text: String) -> [String] {
        let names =
            list(text) ?? text.split(separator: ",").map { $0.split(separator: " ").joined(separator: " ") }
        guard names.count > 1 else {
            guard list(text) != nil else { return [] }
            return ["the audience \(text.quoted) is signed as one text; for a JSON value, use --claim-json"]
        }
        let flags = names.map { "--aud \(ShellQuote.posixIfNeeded($0))" }.joined(separator: " ")
        return [
            "the audience \(text.quoted) is signed as one text; for \(names.count) audiences, use \(shown(flags, "--aud for each"))"
        ]
    }

    /// The texts of a JSON array; nil for anything else.
    private static func list(_ text: String) -> [String]? {
        document(text)?.arrayValue?.compactMap(\.stringValue)
    }

    /// The JSON value that a text looks like, or `JSON` if objects, which may have secrets, are in it, or if it looks like a
    /// malformed value; nil if it looks like a text.
    private static func json(meantBy text: String) -> String? {
        if document(text) != nil { return text.contains("{") ? "JSON" : text }
        // Python's spelling.
        if ["true", "false"].contains(text.lowercased()) { return text.lowercased() }
        return text.hasPrefix("[") || text.hasPrefix("{") ? "JSON" : nil
    }

    /// Nil for a text that is not JSON.
    private static func document(_ text: String) -> JSONValue? {
        do throws(JSONError) {
            return try JSONDocument(parsing: Array(text.utf8)).root
        } catch {
            return nil
        }
    }

    /// What can be pasted, unless a terminal would not show it as it is.
    private static func shown(_ words: String, _ form: String) -> String {
        words == words.printable ? words : form
    }
}
