/// A uniformResourceIdentifier (RFC 5280 §4.2.1.6).
enum URIName {
    /// The host of a URI with an authority (RFC 3986 §3.2.2), without port and user.
    ///
    /// - Returns: nil if the URI has no host.
    static func host(_ uri: String) -> String? {
        guard let colon = uri.firstIndex(of: ":") else { return nil }
        let rest = uri[uri.index(after: colon)...]
        guard rest.hasPrefix("//") else { return nil }
        var authority = rest.dropFirst(2).prefix { $0 != "/" && $0 != "?" && $0 != "#" }
        if let at = authority.lastIndex(of: "@") { authority = authority[authority.index(after: at)...] }
        if authority.hasPrefix("[") {
            return authority.firstIndex(of: "]").map { String(authority[...$0]) }
        }
        return String(authority.prefix { $0 != ":" })
    }

    /// Whether the URI is absolute: a scheme and something after it. If it has an authority, it must have a host.
    static func isWellFormed(_ uri: String) -> Bool {
        guard let colon = uri.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
        let scheme = uri.utf8[..<colon]
        let isScheme = scheme.allSatisfy { byte in
            (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
                || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") || Array("+-.".utf8).contains(byte)
        }
        guard let first = scheme.first, isScheme, (first | 0x20) >= UInt8(ascii: "a"),
            (first | 0x20) <= UInt8(ascii: "z"), uri.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F })
        else { return false }
        let rest = uri.utf8[colon...].dropFirst()
        guard !rest.isEmpty else { return false }
        return !rest.starts(with: "//".utf8) || !(host(uri) ?? "").isEmpty
    }
}
