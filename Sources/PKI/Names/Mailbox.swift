import OpenSSL
import Words

/// A mailbox (RFC 5321 §4.1.2, which RFC 5280 §4.2.1.6 refers to): the part before the last `@`, and the domain or
/// address after it.
package struct Mailbox: Equatable, Sendable {
    /// Case-sensitive (RFC 5280 §7.5).
    package let localPart: String
    /// In lower case, because domains are not case-sensitive; an address is in brackets.
    package let domain: String

    package var text: String { "\(localPart)@\(domain)" }

    /// Quotation marks and backslashes do not make another mailbox (RFC 5321 §4.1.2).
    package static func == (left: Mailbox, right: Mailbox) -> Bool {
        left.domain == right.domain && left.unquotedLocalPart == right.unquotedLocalPart
    }

    private var unquotedLocalPart: String {
        guard localPart.hasPrefix("\"") else { return localPart }
        var isEscaped = false
        return localPart.dropFirst().dropLast().filter { character in
            isEscaped = character == "\\" && !isEscaped
            return !isEscaped
        }
    }

    /// - Parameter whole: the text that contains the mailbox, for the error.
    /// - Throws: also for more than 64 bytes before the `@`, or 254 in all (RFC 5321 §4.5.3.1).
    init(parsing text: String, in whole: String) throws {
        guard text.utf8.isASCII else {
            throw InputError(
                "the email address in \(whole.quoted) contains non-ASCII characters, which signet cannot write (RFC 8398)"
            )
        }
        let invalid = InputError(
            "invalid email address in \(whole.quoted)", hint: "use an address such as email:jo@example.org")
        guard let at = text.utf8.lastIndex(of: UInt8(ascii: "@")) else { throw invalid }
        localPart = String(text[..<at])
        domain = text[text.utf8.index(after: at)...].lowercased()
        guard text.utf8.count <= 254, localPart.utf8.count <= 64, Self.isLocalPart(localPart) else {
            throw invalid
        }
        if !Self.isAddressLiteral(domain) { try DNSName.check(domain, in: whole) }
    }

    package init?(_ text: String) {
        guard let mailbox = try? Mailbox(parsing: text, in: "") else { return nil }
        self = mailbox
    }

    /// The otherName for a mailbox whose local part is not ASCII (RFC 9598 §3).
    static let smtpUTF8OID = "1.3.6.1.5.5.7.8.9"

    /// Reads the value of an SmtpUTF8Mailbox. Its domain is in ASCII.
    ///
    /// - Parameter value: DER.
    /// - Returns: nil if it is not the UTF8String of a mailbox.
    init?(smtpUTF8 value: [UInt8]) {
        guard let attribute = NameAttribute(oid: Self.smtpUTF8OID, ber: value), attribute.stringType == .utf8,
            let text = attribute.text, let at = text.utf8.lastIndex(of: UInt8(ascii: "@"))
        else { return nil }
        localPart = String(text[..<at])
        domain = text[text.utf8.index(after: at)...].lowercased()
        guard Self.isLocalPart(localPart, allowsUTF8: true),
            Self.isAddressLiteral(domain) || DNSName.isWellFormed(domain)
        else { return nil }
    }

    /// Whether it is a Dot-string or a Quoted-string.
    private static func isLocalPart(_ text: String, allowsUTF8: Bool = false) -> Bool {
        let bytes = Array(text.utf8)
        if bytes.first == UInt8(ascii: "\"") { return isQuoted(bytes[...], allowsUTF8) }
        return bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false).allSatisfy {
            atom in
            !atom.isEmpty
                && atom.allSatisfy {
                    $0.isLetter || $0.isDigit || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0)
                        || allowsUTF8 && $0 >= 0x80
                }
        }
    }

    private static func isQuoted(_ bytes: ArraySlice<UInt8>, _ allowsUTF8: Bool) -> Bool {
        guard bytes.count >= 2, bytes.last == UInt8(ascii: "\"") else { return false }
        var rest = bytes.dropFirst().dropLast()
        while let byte = rest.popFirst() {
            // A backslash quotes the next character.
            guard let character = byte == UInt8(ascii: "\\") ? rest.popFirst() : byte,
                (0x20...0x7E).contains(character) || allowsUTF8 && character >= 0x80,
                byte != UInt8(ascii: "\"")
            else { return false }
        }
        return true
    }

    /// `[192.0.2.1]` or `[ipv6:2001:db8::1]` (§4.1.3), in lower case.
    private static func isAddressLiteral(_ text: String) -> Bool {
        guard text.hasPrefix("["), text.hasSuffix("]") else { return false }
        let address = text.dropFirst().dropLast()
        let tag = "ipv6:"
        return address.hasPrefix(tag)
            ? IPAddress.bytes(String(address.dropFirst(tag.count)))?.count == 16
            : IPAddress.bytes(String(address))?.count == 4
    }
}
