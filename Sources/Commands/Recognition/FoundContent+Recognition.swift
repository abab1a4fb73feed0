import JOSE
import JSON
import OpenSSL
import Words

extension FoundContent {
    /// Wrappings in wrappings are looked into so deep.
    private static let maximumDepth = 4

    /// - Parameter wanted: chooses among several things in one document.
    /// - Returns: nil if nothing is known of the text.
    static func recognized(
        _ bytes: Span<UInt8>, depth: Int = 0, _ wanted: Wanted
    ) -> FoundContent? {
        guard depth < maximumDepth else { return nil }
        func look(_ inner: [UInt8]) -> FoundContent? {
            recognized(inner.span, depth: depth + 1, wanted)
        }
        if let found = binary(bytes).map(FoundContent.init) ?? otherEncoding(bytes, look) { return found }
        guard let text = String(validating: Array(bytes), as: UTF8.self) else { return nil }
        let trimmed = text.trimmed
        return json(trimmed, wanted, look) ?? linesOfPEM(text, wanted, look) ?? pem(trimmed, wanted)
            ?? plainText(trimmed)
            ?? base64(trimmed, look) ?? wrappedText(trimmed, look) ?? assignments(text, wanted, look)
    }

    /// What kind of private keys a text holds; nil if it holds none. Those within a value do not count: they may be
    /// anybody's.
    static func privateKeys(in bytes: Span<UInt8>) -> Thing? {
        let other = otherEncoding(bytes) { plainThing($0.span).map(FoundContent.init) }
        let thing = other?.thing ?? plainThing(bytes)
        return thing?.holdsPrivateKeys ?? false ? thing : nil
    }

    /// What kind of private keys a document has as values, such as the JSON of a service account or a file of environment
    /// variables. If nobody has another copy, they must not be replaced.
    static func privateKeysWithin(_ bytes: Span<UInt8>) -> Thing? {
        if let document = try? JSONDocument(parsing: Array(bytes)), document.root.holdsSecret {
            return .privateJWKs
        }
        // A sentence may mention the first line of a PEM.
        if bytes.contains("-----BEGIN "), !bytes.contains("-----END ") { return nil }
        let thing = recognized(bytes, Wanted { $0.holdsPrivateKeys })?.thing
        return thing?.holdsPrivateKeys ?? false ? thing : nil
    }

    /// Calls `body` with a text that as a whole is encoded once more: in base64 or in UTF-16, or after a byte order mark.
    ///
    /// - Returns: nil for any other text.
    static func withDecoded(_ bytes: Span<UInt8>, _ body: (Span<UInt8>) -> Bool) -> Bool? {
        // Before the others, which copy the text to memory that is not wiped: it may be a key.
        if let secret = decodedBase64(bytes) { return secret.withBytes(body) }
        var result: Bool?
        _ = otherEncoding(bytes) {
            result = body($0.span)
            return nil
        }
        return result
    }

    private static func plainThing(_ bytes: Span<UInt8>) -> Thing? {
        if PEMBlock.holdsPrivateKey(bytes) { return .privateKey }
        if let keys = privateJWKs(in: Array(bytes)) { return keys }
        switch StoredObject(recognizing: bytes) {
        // In the middle of a line, it is a value.
        case .privateKey? where StoredEncoding(bytes).isPEM: return nil
        case let object?: return Thing(object)
        case nil:
            let text = String(decoding: Array(bytes.extracting(first: 65_536)), as: UTF8.self).trimmed
            let thing = plainText(text)?.thing
            return thing == .encryptedToken && isOfKeys(header: text) ? .encryptedJWK : thing
        }
    }

    // MARK: bytes

    private static func binary(_ bytes: Span<UInt8>) -> Thing? {
        let magics: [([UInt8], String)] = [
            ([0x1F, 0x8B], "gzip"), ([0x50, 0x4B, 0x03, 0x04], "ZIP"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A], "xz"),
            ([0x28, 0xB5, 0x2F, 0xFD], "zstd"), ([0x89, 0x50, 0x4E, 0x47], "PNG"),
            ([0x25, 0x50, 0x44, 0x46], "PDF"), ([0x7F, 0x45, 0x4C, 0x46], "program (ELF)"),
        ]
        if let magic = magics.first(where: { Array(bytes).starts(with: $0.0) }) {
            return .compressed(name: magic.1)
        }
        switch StoredObject(recognizing: bytes) {
        case .pkcs12: return .pkcs12
        case .javaKeyStore: return .javaKeyStore
        // Only DER: what is the matter with a PEM, its text shows.
        case let object? where bytes.count > 0 && bytes[0] == 0x30: return Thing(object)
        default: return nil
        }
    }

    /// UTF-16, and a byte order mark before something that may not have one.
    private static func otherEncoding(
        _ bytes: Span<UInt8>, _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        let copy = Array(bytes)
        if copy.starts(with: [0xFF, 0xFE]) || copy.starts(with: [0xFE, 0xFF]) {
            // Converted as a whole, the other part would be lost.
            if PEMBlock.isPresent(in: bytes) { return FoundContent(.otherText("a text partly in UTF-16")) }
            let isLittle = copy[0] == 0xFF
            // The first line of several ends within a unit, if the first byte of a unit is the high one.
            let units = stride(from: 2, to: copy.count - 1, by: 2).map {
                UInt16(copy[$0]) << (isLittle ? 0 : 8) | UInt16(copy[$0 + 1]) << (isLittle ? 8 : 0)
            }
            let inner = look(Array(String(decoding: units, as: UTF16.self).utf8))
            return (inner ?? FoundContent(.otherText("a text"))).wrapped(
                "in UTF-16", "iconv -f UTF-16 -t UTF-8", typed: "encode it as UTF-8")
        }
        // Without a mark, every second byte is zero: ASCII in UTF-16.
        if copy.count >= 16, copy.count % 2 == 0, let zero = copy.prefix(2).firstIndex(of: 0),
            copy.indices.allSatisfy({ (copy[$0] == 0) == ($0 % 2 == zero) }),
            let inner = look(copy.filter { $0 != 0 })
        {
            return inner.wrapped(
                "in UTF-16", "iconv -f UTF-16\(zero == 0 ? "BE" : "LE") -t UTF-8",
                typed: "encode it as UTF-8")
        }
        if copy.starts(with: [0xEF, 0xBB, 0xBF]), let inner = look(Array(copy.dropFirst(3))) {
            return inner.wrapped(
                "after a byte order mark", "tail -c +4", typed: "leave out the byte order mark")
        }
        return nil
    }

    private static func base64(_ text: String, _ look: ([UInt8]) -> FoundContent?) -> FoundContent? {
        guard text.utf8.count >= 16,
            let decoded = decodedBase64(Array(text.utf8).span),
            let inner = look(decoded.withBytes { Array($0) }), !inner.thing.isDocument
        else { return nil }
        // base64 -d knows no white space but the ends of lines.
        let filter = text.utf8.contains { $0.isSpace && $0 != 0x0A } ? "base64 -di" : "base64 -d"
        return inner.wrapped(
            "in base64", filter, typed: "decode it with \(filter)",
            isBase64OfDER: decoded.withBytes { $0[0] == 0x30 })
    }

    // MARK: texts

    private static func plainText(_ text: String) -> FoundContent? {
        if let thing = tokenKind(text) { return FoundContent(thing) }
        let start = text.prefix(200).lowercased()
        if start.hasPrefix("<!doctype html") || start.hasPrefix("<html") { return FoundContent(.htmlPage) }
        if start.hasPrefix("<?xml") || start.hasPrefix("<saml") { return FoundContent(.xml) }
        if start.hasPrefix("putty-user-key-file") { return FoundContent(.puttyKey) }
        return sshLine(text)
    }

    /// Whether a text is a token, a prototype, a JWE or an SD-JWT, perhaps a damaged one.
    private static func tokenKind(_ text: String) -> Thing? {
        let disclosed = text.utf8.split(separator: UInt8(ascii: "~"), omittingEmptySubsequences: false)
        // A header in base64url begins like this, because it begins with {".
        guard text.hasPrefix("ey"),
            disclosed.allSatisfy({ $0.allSatisfy { $0 == UInt8(ascii: ".") || $0.isBase64URL } })
        else { return nil }
        let parts = disclosed[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        if disclosed.count > 1 { return parts.count == 3 ? .selectiveToken : nil }
        switch parts.count {
        case 2: return .prototype
        case 3: return .token
        case 5: return .encryptedToken
        default: return nil
        }
    }

    /// A public key of SSH with something before it, as in known_hosts and authorized_keys.
    private static func sshLine(_ text: String) -> FoundContent? {
        if text.utf8.contains(UInt8(ascii: "\n")) { return nil }
        let words = text.split(whereSeparator: \.isWhitespace)
        let types = ["ssh-", "ecdsa-sha2-", "sk-"]
        guard
            let place = words.indices.dropLast().first(where: { index in
                types.contains { words[index].hasPrefix($0) } && words[index + 1].hasPrefix("AAAA")
            })
        else { return nil }
        if words[place].has("-cert-v") { return FoundContent(.otherText("a certificate of OpenSSH")) }
        if place == 0 { return FoundContent(.publicKey) }
        return FoundContent(.publicKey).wrapped(
            "after a host name or options", "cut -d ' ' -f \(place + 1)-",
            typed: "leave out what stands before '\(words[place].prefix(40))'")
    }

    /// What a copy from a terminal, a browser or an HTTP header has around a token or a key.
    private static func wrappedText(_ text: String, _ look: ([UInt8]) -> FoundContent?) -> FoundContent? {
        // Not tr -d, because a text in quotes may have such quotes itself.
        let filters = [("\"", #"sed -z 's/^\s*"//;s/"\s*$/\n/'"#), ("'", #"sed -z "s/^\s*'//;s/'\s*$/\n/""#)]
        for (quote, filter) in filters
        where text.hasPrefix(quote) && text.hasSuffix(quote) && text.count > 2 {
            if let inner = look(Array(text.dropFirst().dropLast().utf8)) {
                return inner.wrapped("in quotes", filter, typed: "leave out the quotes")
            }
        }
        let lower = text.lowercased()
        for scheme in ["authorization: bearer ", "bearer ", "authorization: dpop ", "dpop "]
        where lower.hasPrefix(scheme) {
            let prefix = String(text.prefix(scheme.count)).trimmed
            return look(Array(text.dropFirst(scheme.count).utf8))?.wrapped(
                "after '\(prefix)'", "sed 's/.* //'", typed: "leave out '\(prefix)'")
        }
        // nginx and load balancers hand on the certificate of a client like this.
        if text.has("-----BEGIN%20") {
            return percentDecoded(text.utf8).flatMap(look)?.wrapped(
                "in URL encoding", "perl -pe 's/%(..)/chr hex $1/ge'", typed: "decode it")
        }
        let words = text.utf8.split(whereSeparator: \.isSpace)
        // Several tokens are another mistake.
        let dot = UInt8(ascii: ".")
        let heads = words.count { $0.starts(with: "ey".utf8) && $0.contains(dot) }
        // A header may be longer than a line.
        let isOne = heads == 1 || heads == 0 && text.utf8.count { $0 == dot } == 2
        if words.count > 1, isOne, let token = tokenKind(String(decoding: words.joined(), as: UTF8.self)) {
            return FoundContent(token).wrapped(
                "with white space in it", "tr -d '[:space:]'", typed: "leave out the white space")
        }
        return nil
    }

    /// Assignments that have a whole PEM each, with `\n` for line ends; nil for one alone.
    private static func linesOfPEM(
        _ text: String, _ wanted: Wanted, _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        let lines = text.split(maxSplits: 1_000, whereSeparator: \.isNewline).prefix(1_000)
        let beginnings = lines.filter { $0.has("-----BEGIN ") }
        guard beginnings.count > 1, beginnings.allSatisfy({ $0.has("-----\\n") }),
            // What is wanted may be in a line that is no assignment.
            let found = assignments(text, wanted, look), wanted.isKind(found.thing)
        else { return nil }
        return found
    }

    /// Lines of `NAME=VALUE` and of `NAME: VALUE`: a file of environment variables, a Secret of Kubernetes.
    private static func assignments(
        _ text: String, _ wanted: Wanted, _ look: ([UInt8]) -> FoundContent?
    ) -> FoundContent? {
        var proposals = Proposals(wanted)
        let lines = text.split(
            maxSplits: 1_000, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (index, line) in lines.prefix(1_000).enumerated() {
            guard let separator = line.firstIndex(where: { $0 == "=" || $0 == ":" }) else { continue }
            let name = line[..<separator].split(separator: " ").last ?? ""
            let value = String(line[line.index(after: separator)...]).trimmed
            let isName = name.utf8.allSatisfy { $0.isBase64URL || $0 == UInt8(ascii: ".") }
            guard !name.isEmpty, name.utf8.count <= 64, isName, let inner = look(Array(value.utf8)) else {
                continue
            }
            // Windows ends lines with a carriage return, which base64 -d refuses.
            let carriageReturn = text.utf8.contains(0x0D) ? "s/\\r$//; " : ""
            let sign = line[separator]
            let assigned = "\(name)\(sign)"
            let found = inner.wrapped(
                "after '\(assigned)'", "sed -n '\(carriageReturn)\(index + 1)s/^[^\(sign)]*\(sign) *//p'",
                typed: "leave out '\(assigned)'")
            if proposals.add(found, inner.thing, of: name.owner) { return proposals.best }
        }
        return proposals.best ?? (text.hasPrefix("apiVersion:") ? FoundContent(.yaml) : nil)
    }
}

extension FoundContent.Thing {
    init(_ object: StoredObject) {
        switch object {
        case .privateKey: self = .privateKey
        case .publicKey: self = .publicKey
        case .certificate: self = .certificate
        case .certificateBundle: self = .certificateBundle
        case .request: self = .request
        case .revocationList: self = .revocationList
        case .pkcs12: self = .pkcs12
        case .javaKeyStore: self = .javaKeyStore
        case .otherPEM(let label): self = label.hasPrefix("PGP ") ? .pgp(label) : .otherPEM(label)
        }
    }
}

extension UInt8 {
    fileprivate var isBase64URL: Bool {
        isLetter || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}

extension String {
    fileprivate var trimmed: String { String(decoding: Array(utf8)[Array(utf8).span.trimmed], as: UTF8.self) }
}
