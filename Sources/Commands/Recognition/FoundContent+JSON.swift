import Arguments
import JOSE
import JSON
import OpenSSL
import Words

extension FoundContent {
    /// A JSON document, or what is in it.
    ///
    /// - Parameters:
    ///   - wanted: chooses among several things.
    ///   - look: recognises the text of a string.
    static func json(
        _ text: String, _ wanted: Wanted, _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        guard text.hasPrefix("{") || text.hasPrefix("["),
            let root = try? JSONDocument(parsing: Array(text.utf8)).root
        else { return nil }
        // An encrypted JWK, which has an error of its own.
        if root.objectValue?["ciphertext"] != nil { return nil }
        // Beside public keys, or within them, may be what is wanted.
        let within = found(in: root, wanted, look)
        let isWithin = within.map { wanted.isKind($0.thing) } == true
        func isMeant(_ thing: Thing) -> Bool { wanted.isKind(thing) || !isWithin }
        if let thing = keys(root), isMeant(thing) { return FoundContent(thing) }
        if let elements = root.arrayValue, [.jwk, .privateJWK].contains(elements.first.flatMap(keys)),
            case let isPrivate = elements.contains(where: { keys($0) == .privateJWK }),
            isMeant(isPrivate ? .privateJWKSet : .jwkSet)
        {
            return FoundContent(isPrivate ? .privateJWKSet : .jwkSet).wrapped(
                in: Wrapping(
                    words: { _ in isPrivate ? "an array of private JWKs" : "an array of JWKs" },
                    filters: ["jq '{keys: .}'"],
                    typed: "write {\"keys\":…} around it"))
        }
        if let within { return within }
        guard let object = root.objectValue else { return FoundContent(.jsonArray) }
        // Its own error says what is wrong with it.
        if object["keys"] != nil { return FoundContent(.jwkSet) }
        guard let uri = object["jwks_uri"]?.stringValue else {
            return FoundContent(.json(members: object.members.map(\.name)))
        }
        let isPlain = uri.hasPrefix("https://") && uri == uri.printable && !uri.contains("@")
        return FoundContent(.discoveryDocument(keys: isPlain ? uri : nil))
    }

    /// A JWK or a set of them; nil for any other value.
    static func keys(_ value: JSONValue) -> Thing? {
        guard let object = value.objectValue else { return nil }
        if object["kty"]?.stringValue != nil {
            return JWK.secretMember(of: object) == nil ? .jwk : .privateJWK
        }
        guard let elements = object["keys"]?.arrayValue else { return nil }
        return elements.contains { keys($0) == .privateJWK } ? .privateJWKSet : .jwkSet
    }

    /// What kind of private keys a JSON text holds, as a whole or in one of its lines; nil if it holds none.
    static func privateJWKs(in text: [UInt8]) -> Thing? {
        // A name may have escapes.
        guard ["\"kty\"", "\"ciphertext\"", "\\u00"].contains(where: { text.span.contains($0) }) else {
            return nil
        }
        if let document = try? JSONDocument(parsing: text) { return privateKeys(document.root) }
        // Several documents, or a damaged one.
        var damaged: [UInt8] = []
        let lines = text.split { $0 == 0x0A || $0 == 0x0D }.map { Array($0) }
        let isBeginning = { (line: [UInt8]) in
            [UInt8(ascii: "{"), UInt8(ascii: "[")].contains(line.span.firstVisible)
        }
        for line in lines.drop(while: { !isBeginning($0) }) {
            guard let document = try? JSONDocument(parsing: line) else {
                damaged += line
                continue
            }
            if privateKeys(document.root) != nil || document.root.holdsSecret { return .privateJWKs }
        }
        let isSecret = JWK.secretMembers.contains { damaged.span.contains("\"\($0)\"") }
        return damaged.span.contains("\"kty\"") && isSecret ? .privateJWKs : nil
    }

    private static func privateKeys(_ root: JSONValue) -> Thing? {
        if let object = root.objectValue, object["ciphertext"] != nil,
            let header = object["protected"]?.stringValue
        {
            return isOfKeys(header: header) ? .encryptedJWK : nil
        }
        let found = root.arrayValue.map { $0.compactMap(keys) } ?? [keys(root)].compactMap { $0 }
        return found.first(where: \.holdsPrivateKeys)
    }

    /// Whether keys are encrypted (RFC 7517 §7), by the header of a JWE, after which more may follow.
    static func isOfKeys(header text: String) -> Bool {
        guard let bytes = try? Base64URL.decode(String(text.prefix { $0 != "." })),
            let header = try? JSONDocument(parsing: bytes).root.objectValue
        else {
            // Nobody can decrypt it, so no key is lost.
            return false
        }
        return header["cty"]?.stringValue?.lowercased().has("jwk") ?? false
    }

    /// The first wanted thing in the members of a document, or else the first thing, nearest the root.
    private static func found(
        in root: JSONValue, _ wanted: Wanted, _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        var level: [(path: [Step], value: JSONValue)] = [([], root)]
        var proposals = Proposals(wanted)
        while !level.isEmpty {
            var next: [(path: [Step], value: JSONValue)] = []
            for (path, value) in level.prefix(1_000) {
                if let found = thing(in: value, at: path, look) {
                    let owner = path.map(\.name.owner).first { $0 != .subject } ?? .subject
                    if proposals.add(found, found.thing, of: owner) { return proposals.best }
                }
                next += (value.objectValue?.members ?? []).map { (path + [Step(name: $0.name)], $0.value) }
                next += (value.arrayValue ?? []).enumerated().map {
                    (path + [Step(name: "\($0.offset)", isElement: true)], $0.element)
                }
            }
            level = next
        }
        return proposals.best
    }

    private static func thing(
        in value: JSONValue, at path: [Step], _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        let inner = value.stringValue.flatMap { look(Array($0.utf8)) } ?? keys(value).map { FoundContent($0) }
        guard let inner, !inner.thing.isDocument else { return nil }
        let flag = value.stringValue == nil ? "" : "-r "
        let shown = path.map(\.name).joined(separator: ".").printable(upTo: 60)
        return inner.wrapped(
            in: Wrapping(
                words: { "JSON with \($0) in '\(shown)'" },
                filters: ["jq \(flag)\(ShellQuote.posixIfNeeded(Step.jq(path)))"],
                typed: "give only the value of '\(shown)'"))
    }

}

/// From a value to a member or an element of it.
private struct Step {
    /// The number of an element, from 0.
    let name: String
    var isElement = false

    /// The filter of jq that follows a path.
    static func jq(_ path: [Step]) -> String {
        let steps = path.map(\.jq).joined()
        return steps.hasPrefix(".") ? steps : ".\(steps)"
    }

    private var jq: String {
        if isElement { return "[\(name)]" }
        let isPlain = !name.isEmpty && name.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "_") }
        return isPlain ? ".\(name)" : "[\(JSONWriter.string(.string(name)))]"
    }
}

/// What is looked for in a document that may have several things.
struct Wanted {
    /// Whether a thing is of the kind that is wanted.
    let isKind: (FoundContent.Thing) -> Bool
    /// Whose certificates are wanted, the best first.
    var owners: [Owner] = [.subject, .issuer, .authority]
}

/// Whose a certificate is, by the name of what it stands in.
enum Owner {
    case authority, issuer, subject
}

/// Things found in one document, of which one is proposed.
struct Proposals {
    private let wanted: Wanted
    private var ranked: (found: FoundContent, rank: Int)?

    init(_ wanted: Wanted) { self.wanted = wanted }

    /// - Parameter thing: what it is without its wrapping.
    /// - Returns: true if nothing that follows can be better.
    mutating func add(_ found: FoundContent, _ thing: FoundContent.Thing, of owner: Owner) -> Bool {
        let rank =
            wanted.owners.firstIndex(of: owner)! + (wanted.isKind(thing) ? 0 : wanted.owners.count)
        if rank < ranked?.rank ?? .max { ranked = (found, rank) }
        return rank == 0
    }

    /// The best of the wanted kind, or else of all.
    var best: FoundContent? { ranked?.found }
}

extension StringProtocol {
    /// Whose the certificate is that has this name: `ca.crt` beside `tls.crt`. A chain may begin with the subject's.
    var owner: Owner {
        var words = ""
        // What is longer is no name.
        for character in prefix(100) {
            // A capital letter begins a word, as in `caBundle` and `CABundle`.
            if character.isUppercase, words.last?.isLowercase ?? false { words += " " }
            if character.isLowercase, words.count > 1, words.suffix(2).allSatisfy(\.isUppercase) {
                words.insert(" ", at: words.index(before: words.endIndex))
            }
            words.append(character)
        }
        let names = words.lowercased().split { !$0.isLetter }.map(String.init)
        if names.contains(where: ["chain", "intermediate", "issuer", "issuing"].contains) { return .issuer }
        return names.contains(
            where: ["ca", "cas", "cabundle", "cacert", "cacerts", "cafile", "authority", "root", "rootca"]
                .contains)
            ? .authority : .subject
    }
}

extension JSONObjectText {
    /// What it is, if it is a JWK or a set of them.
    var keys: FoundContent.Thing? {
        has(short: "kty") || has(short: "keys") ? FoundContent.keys(.object(object)) : nil
    }
}
