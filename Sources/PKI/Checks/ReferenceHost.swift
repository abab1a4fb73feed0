/// The DNS name that a certificate is checked for (a DNS-ID as RFC 9525 §2 has it), and how names are compared with it.
package struct ReferenceHost: Equatable, Sendable {
    /// Lower case, without a dot at the end.
    package let text: String

    /// Why a text is no name to check for.
    package enum Problem: Error, Equatable, Sendable {
        /// Characters outside ASCII: it is to be given as A-labels (RFC 9525 §6.3).
        case notASCII
        case address
        case wildcard
        case malformed
    }

    package init(_ text: String) throws(Problem) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        // The dot that says where the root is does not belong to the name in a certificate.
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        if HostAddress(text) != nil || HostAddress(name) != nil { throw .address }
        if name.utf8.contains(UInt8(ascii: "*")) { throw .wildcard }
        guard DNSName.isWellFormed(name, allowsUnderscore: true) else { throw .malformed }
        self.text = name.lowercased()
    }

    /// Whether a dNSName stands for this name (RFC 9525 §6.3): the same labels, or a wildcard that is all of the
    /// left-most label and stands for exactly one.
    func isNamed(by presented: String) -> Bool {
        let presented = presented.lowercased()
        if presented == text { return !presented.isEmpty }
        guard DNSName.isWildcard(presented) else { return false }
        let base = presented.dropFirst(2)
        guard !DNSName.isPublicSuffix(base), let dot = text.firstIndex(of: ".") else { return false }
        return text[text.index(after: dot)...] == base
    }
}
