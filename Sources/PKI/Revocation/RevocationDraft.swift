package import OpenSSL
import Words

/// The entries of a revocation list that is to be made (RFC 5280 §5.3).
package struct RevocationDraft: Sendable {
    /// Nil where an entry was removed.
    private var list: [RevokedCertificate?]
    private var places: [[UInt8]: Int] = [:]
    /// The entries of the complete list that a delta changes, by serial number; nil for a complete list.
    private let base: [[UInt8]: RevokedCertificate]?

    /// - Parameters:
    ///   - entries: of the list that this one follows.
    ///   - base: the entries of the complete list that this one changes; nil for a complete list.
    package init(_ entries: [RevokedCertificate], changing base: [RevokedCertificate]? = nil) {
        list = entries
        self.base = base.map { Dictionary($0.map { ($0.serialNumber, $0) }) { first, _ in first } }
        for (place, entry) in entries.enumerated() { places[entry.serialNumber] = place }
    }

    package var entries: [RevokedCertificate] { list.compactMap { $0 } }

    /// Makes the changes of a delta to this complete list. A certificate that is revoked for good stays so.
    ///
    /// - Returns: the changes that are not made: the delta may be to a list before this one, or remove what has expired.
    package mutating func add(
        delta entries: [RevokedCertificate]
    ) -> [(serialNumber: [UInt8], reason: RevocationReason)] {
        var refused: [(serialNumber: [UInt8], reason: RevocationReason)] = []
        for entry in entries {
            if let reason = entry.reason, [.removeFromCRL, .certificateHold].contains(reason),
                let known = places[entry.serialNumber].flatMap({ list[$0] }),
                known.reason != .certificateHold
            {
                refused.append((entry.serialNumber, reason))
                continue
            }
            let kept = entry.reason == .removeFromCRL ? nil : entry
            if let place = places[entry.serialNumber] {
                list[place] = kept
            } else if let kept {
                places[kept.serialNumber] = list.count
                list.append(kept)
            }
        }
        return refused
    }

    /// Whether a certificate is on hold.
    package func isOnHold(_ serialNumber: [UInt8]) -> Bool {
        entry(of: serialNumber)?.reason == .certificateHold
    }

    private func entry(of serialNumber: [UInt8]) -> RevokedCertificate? {
        places[serialNumber].flatMap { list[$0] } ?? base?[serialNumber]
    }

    /// Revokes a certificate, or changes its entry. An entry keeps its time and its reason unless others are given.
    /// removeFromCRL takes a certificateHold back: in a complete list the entry is removed.
    ///
    /// - Parameters:
    ///   - serialNumber: the content octets of the INTEGER.
    ///   - date: in seconds since 1970; nil: that of the entry, or `now`.
    /// - Throws: for a removeFromCRL of a certificate that is not on hold, and for a certificateHold of one that is
    ///   already revoked for good, because the hold could be taken back.
    package mutating func revoke(
        _ serialNumber: [UInt8], _ reason: RevocationReason?, at date: Int64?, now: Int64
    ) throws {
        let last = entry(of: serialNumber)
        // A certificate whose hold was taken back is not revoked.
        let known = last?.reason == .removeFromCRL ? nil : last
        if reason == .removeFromCRL {
            guard known?.reason == .certificateHold else {
                throw InputError(
                    "removeFromCRL requires a certificate on hold, but \(SerialNumber.text(serialNumber)) is not (RFC 5280 §5.3.1)"
                )
            }
            if base == nil {
                places[serialNumber].map { list[$0] = nil }
                return
            }
        }
        if reason == .certificateHold, let known, known.reason != .certificateHold {
            throw InputError(
                "certificateHold requires a certificate that is not revoked for good, but \(SerialNumber.text(serialNumber)) is (RFC 5280 §5.3.1)"
            )
        }
        var entry = RevokedCertificate(
            serialNumber: serialNumber, date: date ?? known?.date ?? now, extensions: known?.extensions ?? [])
        if let reason {
            // The code of a hold says nothing about another reason (RFC 3280 §5.3.2).
            let codes = [
                ExtensionID.reasonCode, reason == .certificateHold ? nil : ExtensionID.holdInstructionCode,
            ]
            entry.extensions.removeAll { codes.contains($0.oid) }
            // It should be left out if it is not specified.
            if reason != .unspecified { entry.extensions.append(try .reasonCode(reason.rawValue)) }
        }
        if let place = places[serialNumber] {
            list[place] = entry
        } else {
            places[serialNumber] = list.count
            list.append(entry)
        }
    }
}

extension CertificateExtension {
    /// Where the deltas to a list are. It has the form of cRLDistributionPoints (RFC 5280 §5.2.6).
    package static func freshestCRL(_ names: [GeneralName]) throws(OpenSSLError) -> CertificateExtension {
        CertificateExtension(
            ExtensionID.freshestCRL, isCritical: false, try crlDistributionPoint(names).value)
    }
}

extension RevokedCertificate {
    /// Nil if there is none, or one that the standard does not define.
    package var reason: RevocationReason? {
        extensions[ExtensionID.reasonCode]?.number.flatMap { RevocationReason(rawValue: Int($0)) }
    }
}

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
