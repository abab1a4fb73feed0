/// Whether a text has the form of a UUID (RFC 9562 §4), in upper or lower case.
func isUUID(_ text: some Collection<UInt8>) -> Bool {
    let groups = text.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
        && groups.joined().allSatisfy { Character(Unicode.Scalar($0)).isHexDigit && $0 < 0x80 }
}

/// A name, a hyphen, and a UUID: the form of user names of the Sudo Platform's test provider.
struct NameAndUUID {
    let name: String

    /// Nil if the text does not have that form.
    init?(_ text: String) {
        let rest = text.utf8.dropLast(36)
        guard rest.count > 1, rest.last == UInt8(ascii: "-"), isUUID(text.utf8.suffix(36)),
            let name = String(rest.dropLast())
        else { return nil }
        self.name = name
    }
}
