/// Whose rules certificates are held to.
package enum CheckPolicy: String, CaseIterable, Sendable {
    /// RFC 5280 and RFC 9525 to the letter.
    case rfc5280
    /// The same, and the CA/Browser Forum's Baseline Requirements (BR), which make exceptions too.
    case webpki
}
