/// The syntax of names in a dNSName.
enum DNSName {
    /// The preferred name syntax (RFC 1034 §3.5, RFC 1123 §2.1), which RFC 5280 §4.2.1.6 requires. Labels consist of
    /// letters, digits and inner hyphens, at most 63 octets each and 253 together, without a dot at either end. A
    /// name whose last label is a number would be an address, so it is rejected.
    static func isWellFormed(_ name: some StringProtocol, allowsUnderscore: Bool = false) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 253 else { return false }
        let labels = Array(name.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        let areLabels = labels.allSatisfy { label in
            !label.isEmpty && label.count <= 63 && label.first != hyphen && label.last != hyphen
                && label.allSatisfy {
                    isLetterOrDigit($0) || $0 == hyphen || allowsUnderscore && $0 == UInt8(ascii: "_")
                }
        }
        return areLabels && !(labels.last?.allSatisfy(isDigit) ?? true)
    }

    /// Whether it is `*.` followed by a host name.
    static func isWildcard(_ name: String) -> Bool { name.hasPrefix("*.") && isWellFormed(name.dropFirst(2)) }

    /// Whether the names below this one belong to different owners: the root, a top-level domain, and the second
    /// levels that country registries reserve (`co.uk`). The full list of public suffixes changes weekly and is not
    /// used.
    static func isPublicSuffix(_ name: some StringProtocol) -> Bool {
        let labels = name.lowercased().split(separator: ".")
        if labels.count < 2 { return true }
        return labels.count == 2 && labels[1].utf8.count == 2 && registryLabels.contains(String(labels[0]))
    }

    private static let registryLabels: Set = [
        "ac", "co", "com", "edu", "gob", "gov", "go", "gouv", "ltd", "me", "mil", "ne", "net", "nom", "or",
        "org",
        "plc", "sch",
    ]

    /// Whether `name` is `base` or below it, ignoring case.
    static func isWithin(_ name: String, _ base: String) -> Bool {
        let name = name.lowercased()
        let base = base.lowercased()
        return base.isEmpty || name == base || name.hasSuffix("." + base)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        isDigit(byte) || (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
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
    /// first label and matches exactly one label.
    func isNamed(by presented: String) -> Bool {
        let presented = presented.lowercased()
        if presented == text { return !presented.isEmpty }
        guard DNSName.isWildcard(presented) else { return false }
        let base = presented.dropFirst(2)
        guard !DNSName.isPublicSuffix(base), let dot = text.firstIndex(of: ".") else { return false }
        return text[text.index(after: dot)...] == base
    }
}
