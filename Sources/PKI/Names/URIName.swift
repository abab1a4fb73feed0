import OpenSSL
import Words

/// A uniformResourceIdentifier: an absolute URI (RFC 3986 §3). If it has an authority, the host must be a host name or
/// an address (RFC 5280 §4.2.1.6).
package struct URIName: Sendable {
    /// In lower case.
    package let scheme: String
    package let hasUserInfo: Bool
    /// A host name or an address, IPv6 in brackets; nil without an authority.
    package let host: String?

    package init(parsing uri: String) throws { try self.init(parsing: uri, in: uri) }

    /// - Parameter text: the text that contains the URI, for the error.
    init(parsing uri: String, in text: String) throws {
        let faults = Faults(text: text)
        let bytes = Array(uri.utf8)
        guard Self.consists(bytes[...], of: ":/?#[]@") else { throw faults.character }
        let (scheme, specific) = Self.split(bytes[...], at: ":")
        guard scheme.first?.isLetter ?? false, scheme.count < bytes.count,
            scheme.allSatisfy({ $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) })
        else {
            throw InputError(
                "the URI in \(text.quoted) has no scheme",
                hint: "use a URI such as uri:https://example.org/ or uri:urn:…")
        }
        if specific.isEmpty { throw InputError("the URI in \(text.quoted) has nothing after its scheme") }
        let (hierarchy, fragment) = Self.split(specific, at: "#")
        var (path, query) = Self.split(hierarchy, at: "?")
        var authority: ArraySlice<UInt8> = []
        if path.starts(with: "//".utf8) { (authority, path) = Self.split(path.dropFirst(2), at: "/") }
        guard Self.consists(path, of: "/:@"), Self.consists(query, of: "/:@?"),
            Self.consists(fragment, of: "/:@?")
        else { throw faults.character }

        self.scheme = String(decoding: scheme, as: UTF8.self).lowercased()
        hasUserInfo = authority.contains(UInt8(ascii: "@"))
        // `ldap:///` relies on a host that the reader knows (RFC 5280 §4.2.1.13). http has no such host (RFC 9110
        // §4.2.1).
        if authority.isEmpty, ["http", "https"].contains(self.scheme) { throw faults.hostMissing }
        host = authority.isEmpty ? nil : try Self.host(of: authority, faults)
    }

    /// Reads `user@host:port` (RFC 3986 §3.2).
    private static func host(of authority: ArraySlice<UInt8>, _ faults: Faults) throws -> String {
        var place = authority
        if let at = authority.firstIndex(of: UInt8(ascii: "@")) {
            guard consists(authority[..<at], of: ":") else { throw faults.character }
            place = authority[(at + 1)...]
        }
        // The colons of IPv6 are within brackets.
        let bracket = place.firstIndex(of: UInt8(ascii: "]")) ?? place.startIndex
        let end = place[bracket...].firstIndex(of: UInt8(ascii: ":")) ?? place.endIndex
        let host = String(decoding: place[..<end], as: UTF8.self)
        if host.isEmpty { throw faults.hostMissing }
        let isAddress =
            host.hasPrefix("[") && host.hasSuffix("]")
            ? IPAddress.bytes(String(host.dropFirst().dropLast()))?.count == 16
            : IPAddress.bytes(host)?.count == 4
        let port = place[end...].dropFirst()
        guard port.allSatisfy(\.isDigit), isAddress || DNSName.isWellFormed(host, allowsUnderscore: true)
        else {
            throw InputError(
                "the URI in \(faults.text.quoted) has an invalid host or port",
                hint: "use a host name or an address, IPv6 in brackets: uri:https://[2001:db8::1]:8443/")
        }
        return host
    }

    /// The faults that are found at several places.
    private struct Faults {
        let text: String

        var character: InputError {
            InputError(
                "the URI in \(text.quoted) contains an invalid character",
                hint: "percent-encode it (RFC 3986 §2.1)")
        }

        var hostMissing: InputError { InputError("the URI in \(text.quoted) has no host") }
    }

    /// - Returns: the part before the first `separator`, and the part after it, which is empty if there is none.
    private static func split(
        _ bytes: ArraySlice<UInt8>, at separator: Unicode.Scalar
    ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
        let end = bytes.firstIndex(of: UInt8(ascii: separator)) ?? bytes.endIndex
        return (bytes[..<end], bytes[end...].dropFirst())
    }

    /// Whether there are only unreserved characters, `sub-delims`, percent-encoded bytes (RFC 3986 §2) and `others`.
    private static func consists(_ bytes: ArraySlice<UInt8>, of others: String) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                guard rest.count >= 2, rest.prefix(2).allSatisfy({ $0.hexadecimalValue != nil }) else {
                    return false
                }
                rest = rest.dropFirst(2)
            } else if !byte.isLetter, !byte.isDigit, !"-._~!$&'()*+,;=".utf8.contains(byte),
                !others.utf8.contains(byte)
            {
                return false
            }
        }
        return true
    }
}
