import Arguments
import JSON
import Words

/// Warnings about texts of flags that were probably meant as something else. They are signed as they are.
enum TextWarnings {
    static func all(_ arguments: ParsedArguments) -> [String] {
        var warnings: [String] = []
        for flag in [JWTSign.issuer, JWTSign.subject, JWTSign.tokenID] {
            guard let text = arguments[flag], document(text)?.objectValue != nil else { continue }
            // A variable that is not set left no word between the flag and the claims.
            warnings.append(
                "\(flag.info.spelling) is a JSON object; check that the variables of the shell are set")
        }
        warnings += arguments[JWTSign.audience].compactMap(warning(audience:))
        for claim in arguments[JWTSign.claim] where !TypedMember.stringClaims.contains(claim.name) {
            if let text = warning(claim, "the claim", JWTSign.claimJSON) { warnings.append(text) }
        }
        for member in arguments[JWTSign.header] where !TypedMember.stringMembers.contains(member.name) {
            if let text = warning(member, "the header member", JWTSign.headerJSON) { warnings.append(text) }
        }
        return warnings
    }

    private static func warning(
        _ member: TypedMember, _ what: String, _ flag: Flag<[TypedMember]>
    ) -> String? {
        guard let text = member.text else { return nil }
        let what = "\(what) \(member.name.quoted)"
        if text.isEmpty { return "\(what) is empty; check that the variables of the shell are set" }
        guard let json = json(meantBy: text), member.name != "aud" || json.hasPrefix("[") else { return nil }
        let typed = "\(ShellQuote.posixIfNeeded(member.name))=\(ShellQuote.posixIfNeeded(json))"
        return
            "\(what) is signed as a text; for a JSON value, use \(flag.info.spelling) \(shown(typed, "NAME=JSON"))"
    }

    /// Several audiences in one text.
    private static func warning(audience text: String) -> String? {
        let names = list(text) ?? text.split(separator: ",").map(String.init)
        guard names.count > 1 || list(text) != nil else { return nil }
        let flags = names.map { "--aud \(ShellQuote.posixIfNeeded($0))" }.joined(separator: " ")
        return
            "the audience \(text.quoted) is signed as one text; for \(names.count) audiences, use \(shown(flags, "--aud for each"))"
    }

    /// The texts of a JSON array; nil for anything else.
    private static func list(_ text: String) -> [String]? {
        document(text)?.arrayValue?.compactMap(\.stringValue)
    }

    /// The JSON value that a text looks like, or `JSON` if it looks like a malformed one; nil if it looks like a text.
    private static func json(meantBy text: String) -> String? {
        if document(text) != nil { return text }
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
