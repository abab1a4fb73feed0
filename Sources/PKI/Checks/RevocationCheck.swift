import OpenSSL

/// What is known about the revocation of a certificate.
enum CertificateStatus: Equatable, Sendable {
    case good
    /// The number of the CRLReason (RFC 5280 §5.3.1).
    case revoked(at: Int64?, reason: Int?)
    /// Why it is not known.
    case unknown(Fact)

    /// The status from two sources: what one of them knows, and revoked before good.
    func combined(with other: CertificateStatus) -> CertificateStatus {
        switch (self, other) {
        case (.revoked, _), (.good, .good), (.good, .unknown), (.unknown, .unknown): self
        case (_, .revoked), (.unknown, .good): other
        }
    }
}

/// Whether the certificates of a path are revoked.
struct RevocationCheck {
    static let check = Check(.revocation, "RFC 5280 §6.3", .question(.revocation))

    private let lists: RevocationLists

    /// - Returns: nil if the settings do not request it.
    init?(_ settings: CheckSettings) {
        guard let lists = settings.revocationLists else { return nil }
        self.lists = RevocationLists(lists, settings)
    }

    /// - Parameter path: from the leaf to the trust anchor, or as far as the path is known.
    func judge(_ path: [CertificateFacts], _ others: [IssuerIndex]) -> Judgement {
        guard path.count > 1 else {
            // Only its own key could revoke a self-signed certificate.
            return path[0].isSelfSigned ? .skipped(.vouchesForItself) : .fail(.issuerUnknown)
        }
        do throws(OpenSSLError) {
            let statuses = try lists.statuses(along: path, others)
            var warning: Judgement?
            for (index, (facts, known)) in zip(path, statuses).enumerated() {
                let judgement: Judgement
                switch known.status {
                case .good:
                    warning = warning ?? known.fault.map { .warn(.list($0)) }
                    continue
                case .revoked(let date, let reason): judgement = .fail(.revoked(at: date, reason: reason))
                case .unknown(let fact): judgement = .fail(fact)
                }
                return index == 0 ? judgement : judgement.about(facts)
            }
            return warning ?? .pass
        } catch {
            return .fail(.notJudged(error.summary))
        }
    }
}
