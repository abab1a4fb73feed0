/// A name, a hyphen, and a UUID: how the Sudo Platform's test provider names its users.
struct NameAndUUID {
    let name: String

    /// Nil where a text is not of that form.
    init?(_ text: String) {
        let rest = text.utf8.dropLast(36)
        guard rest.count > 1, rest.last == UInt8(ascii: "-"), isUUID(text.utf8.suffix(36)),
            let name = String(rest.dropLast())
        else { return nil }
        self.name = name
    }
}
