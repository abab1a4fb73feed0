/// Why a text is no distinguished name (RFC 4514 §3), and where.
package struct NameError: Error, Equatable, Sendable {
    package enum Reason: Equatable, Sendable {
        /// `/CN=x/O=y`, as OpenSSL writes names; the same by RFC 4514, the order turned round.
        case slashes(suggestion: String)
        /// No `=` after the type.
        case typeWithoutValue(String)
        case unknownType(String)
        case emptyValue(type: String)
        /// A character that a value has only with a backslash before it.
        case unescaped(Character)
        /// A backslash before something that it does not escape.
        case badEscape
        /// `#` with something else than pairs of hexadecimal digits behind it.
        case badHexadecimal
        /// Hexadecimal digits that are no BER of a character string.
        case notAString
        /// Escaped bytes that are no UTF-8.
        case notUTF8
        /// Nothing where a type and a value are due.
        case missingPart
        case tooLong(type: String, count: Int, limit: Int)
        /// A value with a character that its type does not have, and what it may have.
        case characters(type: String, allowed: String)
        /// The whole text.
        case tooLarge(limitBytes: Int)
        case library(String)
    }

    package let reason: Reason
    /// Characters before it, and one.
    package let position: Int
}
