/// An e-mail address (RFC 5321 §4.1.2): the part before the last `@` and the domain after it.
package struct Mailbox: Equatable, Sendable {
    /// Case-sensitive (RFC 5280 §7.5).
    package let localPart: String
    /// In lower case, because domains are not case-sensitive.
    package let domain: String

    package var text: String { "\(localPart)@\(domain)" }

    package init?(_ text: String) {
        guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), text.utf8.count <= 320,
            let at = text.lastIndex(of: "@")
        else { return nil }
        let localPart = String(text[..<at])
        let domain = String(text[text.index(after: at)...])
        guard Self.isLocalPart(localPart), DNSName.isWellFormed(domain) else { return nil }
        self.localPart = localPart
        self.domain = domain.lowercased()
    }

    /// Whether it is a dot-atom (RFC 5322 §3.2.3) or a text in quotation marks.
    private static func isLocalPart(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.count > 2, bytes.first == UInt8(ascii: "\""), bytes.last == UInt8(ascii: "\"") {
            return true
        }
        let special = Array("()<>[]:;@\\,\"".utf8)
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            atom in
            !atom.isEmpty && !atom.contains(where: special.contains)
        }
    }
}
