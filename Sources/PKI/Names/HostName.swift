import OpenSSL
import Words

/// The syntax of names in a dNSName.
enum DNSName {
    /// Checks a host name: the preferred name syntax (RFC 1034 §3.5, RFC 1123 §2.1), which RFC 5280 §4.2.1.6 requires.
    /// Labels consist of letters, digits and inner hyphens, at most 63 octets each and 253 together, without a dot at
    /// either end. A name whose last label is a number would be an address, so it is rejected.
    ///
    /// - Parameter text: the text that contains the name, for the error.
    static func check(
        _ name: some StringProtocol, in text: String, allowsUnderscore: Bool = false
    ) throws {
        func fault(_ predicate: String, hint: String? = nil) -> InputError {
            InputError("the host name in \(text.quoted) \(predicate)", hint: hint)
        }
        guard name.utf8.isASCII else {
            // It has an ASCII form (RFC 5890 §2.3.2.1).
            throw fault(
                "contains non-ASCII characters",
                hint: "use its A-label, which begins with xn-- (idn2 prints it)")
        }
        if name.utf8.count > 253 {
            throw fault("has \(name.utf8.count) characters; at most 253 are allowed")
        }
        let labels = Array(name.utf8).split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let hyphen = UInt8(ascii: "-")
        for label in labels {
            if label.isEmpty {
                throw fault(
                    "has an empty label",
                    hint: "remove the dot at its beginning or end, or the repeated dot")
            }
            if label.contains(UInt8(ascii: "*")) {
                throw wildcard(
                    name == "*"
                        ? "must be followed by at least two labels" : "must be the whole leftmost label",
                    in: text)
            }
            if label.count > 63 {
                throw fault("has a label of \(label.count) characters; at most 63 are allowed")
            }
            let other = label.first {
                !($0.isLetter || $0.isDigit || $0 == hyphen || allowsUnderscore && $0 == UInt8(ascii: "_"))
            }
            if let other {
                throw fault(
                    "contains \(String(Unicode.Scalar(other)).quoted)",
                    hint: other == UInt8(ascii: ",")
                        ? "give each name separately" : "use letters, digits and hyphens (RFC 1123 §2.1)")
            }
            if label.first == hyphen || label.last == hyphen {
                throw fault("has a label that begins or ends with a hyphen")
            }
        }
        if labels.last?.allSatisfy(\.isDigit) ?? true {
            let name = String(name)
            throw IPAddress.bytes(name) == nil
                ? fault("ends with a number, as only IP addresses do") : address(name, in: text)
        }
    }

    static func wildcard(_ requirement: String, in text: String) -> InputError {
        InputError(
            "the '*' in \(text.quoted) \(requirement)", hint: "use a name such as dns:*.example.org")
    }

    /// - Parameter address: a valid one, which the hint proposes.
    static func address(_ address: String, in text: String) -> InputError {
        InputError(
            "expected a host name, found an IP address in \(text.quoted)",
            hint: text.utf8.contains(UInt8(ascii: "@"))
                ? "write an address in brackets: email:jo@[192.0.2.1]" : "use ip:\(address)")
    }

    static func isWellFormed(_ name: some StringProtocol, allowsUnderscore: Bool = false) -> Bool {
        (try? check(name, in: "", allowsUnderscore: allowsUnderscore)) != nil
    }

    /// Checks a dNSName of a certificate: a host name, or `*.` followed by one (RFC 9525 §6.3).
    ///
    /// - Parameter text: the text that contains the name, for the error.
    static func checkPresented(_ name: String, in text: String) throws {
        try check(name.hasPrefix("*.") ? name.dropFirst(2) : name[...], in: text)
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
}

/// The DNS name that a certificate is checked for (a DNS-ID by RFC 9525 §2), and how certificates' names match it.
package struct ReferenceHost: Equatable, Sendable {
    /// Lower case, without a dot at the end.
    package let text: String

    package init(_ text: String) throws {
        guard text.utf8.isASCII else {
            // RFC 9525 §6.3.
            throw InputError(
                "\(text.quoted) contains non-ASCII characters", hint: "use its A-labels: xn--…")
        }
        // A dot at the end denotes the root; names in certificates do not have it.
        let name = text.hasSuffix(".") ? String(text.dropLast()) : text
        if HostAddress(name) != nil {
            throw InputError("expected a host name, found the address \(text.quoted)")
        }
        if name.utf8.contains(UInt8(ascii: "*")) {
            throw InputError(
                "\(text.quoted) contains a wildcard; expected the host name that a client connects to")
        }
        guard DNSName.isWellFormed(name, allowsUnderscore: true) else {
            throw InputError("invalid host name \(text.quoted)")
        }
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
