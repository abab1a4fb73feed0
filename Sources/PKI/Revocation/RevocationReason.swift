/// A CRLReason (RFC 5280 §5.3.1), by its number; 7 is not used.
package enum RevocationReason: Int, CaseIterable, Sendable {
    case unspecified = 0
    case keyCompromise = 1
    case cACompromise = 2
    case affiliationChanged = 3
    case superseded = 4
    case cessationOfOperation = 5
    /// The only one that can be taken back.
    case certificateHold = 6
    /// Only in delta lists: the certificate is no longer on hold.
    case removeFromCRL = 8
    case privilegeWithdrawn = 9
    case aACompromise = 10

    /// The standard's name.
    package var name: String { "\(self)" }

    /// - Parameter name: case is ignored.
    package init?(named name: some StringProtocol) {
        let wanted = name.lowercased()
        guard let found = Self.allCases.first(where: { $0.name.lowercased() == wanted }) else { return nil }
        self = found
    }
}
