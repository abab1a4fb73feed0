import OpenSSL

/// The syntax of names in a dNSName.
enum DNSName {
    /// Checks a host name: the preferred name syntax (RFC 1034 §3.5, RFC 1123 §2.1), which RFC 5280 §4.2.1.6 requires.
    /// Labels consist of letters, digits and inner hyphens, at most 63 octets each and 253 together, without a dot at
    /// either end. A name whose last label is a number would be an address, so it is rejected.
    static func check(
        _ name: some StringProtocol, allowsUnderscore: Bool = false
    ) throws(AlternativeNameError) {
        guard name.utf8.allSatisfy({ $0 < 0x80 }) else { throw .internationalHost }
        if name.utf8.count > 253 { throw .longHost(count: name.utf8.count) }
        let labels = Array(name.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        for label in labels {
            if label.isEmpty { throw .emptyLabel }
            if label.contains(UInt8(ascii: "*")) { throw .wildcard }
            if label.count > 63 { throw .longLabel(count: label.count) }
            let other = label.first {
                !($0.isLetter || $0.isDigit || $0 == hyphen || allowsUnderscore && $0 == UInt8(ascii: "_"))
            }
            if let other { throw .hostCharacter(Character(Unicode.Scalar(other))) }
            if label.first == hyphen || label.last == hyphen { throw .hyphen }
        }
        if labels.last?.allSatisfy(\.isDigit) ?? true { throw .addressAsHost }
    }

    static func isWellFormed(_ name: some StringProtocol, allowsUnderscore: Bool = false) -> Bool {
        (try? check(name, allowsUnderscore: allowsUnderscore)) != nil
    }

    /// Checks a dNSName of a certificate: a host name, or `*.` followed by one (RFC 9525 §6.3).
    static func checkPresented(_ name: String) throws(AlternativeNameError) {
        try check(name.hasPrefix("*.") ? name.dropFirst(2) : name[...])
    }

    /// The name below which a wildcard stands for every label; nil if the name is not a wildcard.
    ///
    /// At least two labels must follow the `*`, so that no wildcard covers a top-level domain. The list of public
    /// suffixes is not consulted: RFC 9525 §6.3 does not ask for it, it changes weekly, and a verdict should not depend
    /// on the age of a copy.
    static func wildcardBase(_ name: String) -> Substring? {
        let base = name.dropFirst(2)
        return name.hasPrefix("*.") && isWellFormed(base) && base.utf8.contains(UInt8(ascii: "."))
            ? base : nil
    }

    /// Whether `name` is `base` or below it, ignoring case.
    static func isWithin(_ name: String, _ base: String) -> Bool {
        let name = name.lowercased()
        let base = base.lowercased()
        return base.isEmpty || name == base || name.hasSuffix("." + base)
    }
}

/// The DNS name that a certificate is checked for (a DNS-ID by RFC 9525 §2), and how certificates' names match it.
package struct ReferenceHost: Equatable, Sendable {
    /// Lower case, without a dot at the end.
    package let text: String

    /// Why a text is not a host name to check for.
    package enum Problem: Error, Equatable, Sendable {
        /// Characters beyond ASCII; the name must be given as A-labels (RFC 9525 §6.3).
        case notASCII
        case address
        case wildcard
        case malformed
    }

    package init(_ text: String) throws(Problem) {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { throw .notASCII }
        // A dot at the end denotes the root; names in certificates do not have it.
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        if HostAddress(text) != nil || HostAddress(name) != nil { throw .address }
        if name.utf8.contains(UInt8(ascii: "*")) { throw .wildcard }
        guard DNSName.isWellFormed(name, allowsUnderscore: true) else { throw .malformed }
        self.text = name.lowercased()
    }

    /// Whether a dNSName matches this name (RFC 9525 §6.3). The labels must be equal. A wildcard must be the whole
    /// first label, be followed by at least two, and matches exactly one label.
    func isNamed(by presented: String) -> Bool {
        let presented = presented.lowercased()
        if presented == text { return !presented.isEmpty }
        guard let base = DNSName.wildcardBase(presented), let dot = text.firstIndex(of: ".") else {
            return false
        }
        return text[text.index(after: dot)...] == base
    }
}
