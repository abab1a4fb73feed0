/// Why a text is no name for a subjectAltName.
package enum AlternativeNameError: Error, Equatable, Sendable {
    /// No kind before the name; the kind that it looks like.
    case kindMissing(suggestion: String)
    case unknownKind(String)
    case empty
    /// A host name with characters beyond ASCII, which has a form in ASCII (RFC 5890 §2.3.2.1).
    case internationalHost
    /// A character that host names do not have (RFC 1123 §2.1).
    case hostCharacter(Character)
    /// An empty label: two dots in a row, or one at either end.
    case emptyLabel
    case longLabel(count: Int)
    case longHost(count: Int)
    /// A hyphen at one end of a label.
    case hyphen
    /// A `*` that is not the whole leftmost label, or is the only one.
    case wildcard
    /// An address given as a host name.
    case addressAsHost
    case notAnAddress
    /// `192.0.2.0/24`.
    case prefix
    /// `[::1]`.
    case brackets
    case notAnEmailAddress
    /// RFC 8398 has a form of its own for these.
    case internationalEmail
    case schemeMissing
    case uriCharacter
    case uriHostMissing
    case notAPrincipalName
}
