import Words

/// The parts of a URI (RFC 3986 §3), exactly as they are spelt.
struct URIParts {
    /// Nil without `//`.
    let authority: [UInt8]?
    let path: [UInt8]
    let query: [UInt8]?
    let hasFragment: Bool

    /// The scheme of a text in lower case, if it has one.
    static func scheme(of text: some Sequence<UInt8>) -> String? {
        var scheme = ""
        for byte in text {
            if byte == UInt8(ascii: ":") { return scheme.isEmpty ? nil : scheme }
            guard byte.isLetter || !scheme.isEmpty && (byte.isDigit || "+-.".utf8.contains(byte)) else {
                return nil
            }
            scheme.unicodeScalars.append(Unicode.Scalar(byte.inLowerCase))
        }
        return nil
    }

    /// - Throws: if there is a byte that URIs cannot contain.
    init(_ text: [UInt8], _ scheme: String) throws(InputError) {
        if let offset = text.firstIndex(where: { !Self.isAllowed($0) }) {
            throw Self.forbidden(at: offset)
        }
        var rest = text[(scheme.utf8.count + 1)...]
        let fragment = rest.firstIndex(of: UInt8(ascii: "#"))
        hasFragment = fragment != nil
        rest = rest[..<(fragment ?? rest.endIndex)]
        let question = rest.firstIndex(of: UInt8(ascii: "?"))
        query = question.map { Array(rest[($0 + 1)...]) }
        rest = rest[..<(question ?? rest.endIndex)]
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let slash = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = Array(rest[..<slash])
            rest = rest[slash...]
        } else {
            authority = nil
        }
        path = Array(rest)
    }

    static func forbidden(at offset: Int) -> InputError {
        InputError("byte \(offset + 1) is not allowed in a URI")
    }

    /// Reserved, unreserved and `%` (§2). Bytes beyond ASCII are allowed here, so that hosts can get a specific
    /// error.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        byte > 0x20 && byte != 0x7F && !#""<>\^`{|}"#.utf8.contains(byte)
    }

    /// Decodes percent-encoding (§2.1). Nil if a `%` lacks its two digits, or if the bytes are not UTF-8.
    static func percentDecoded(_ text: some Collection<UInt8>) -> String? {
        Words.percentDecoded(text).flatMap { String(validating: $0, as: UTF8.self) }
    }
}
