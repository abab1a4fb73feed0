import OpenSSL

/// What is known of the revocation of a certificate.
enum CertificateStatus: Equatable, Sendable {
    case good
    /// The number of the CRLReason (RFC 5280 §5.3.1).
    case revoked(at: Int64?, reason: Int?)
    /// It is not known, for this reason.
    case unknown(Fact)
}

/// Whether the certificates of a path are revoked, judged by lists and by OCSP responses.
struct RevocationCheck {
    static let check = Check(.revocation, "RFC 5280 §6.3, RFC 6960 §3.2", .question(.revocation))

    private let lists: RevocationLists?
    private let settings: CheckSettings

    /// - Returns: nil if the settings do not request it.
    init?(_ settings: CheckSettings) {
        if settings.revocationLists == nil, settings.responses == nil { return nil }
        lists = settings.revocationLists.map { RevocationLists($0, settings) }
        self.settings = settings
    }

    /// - Parameters:
    ///   - path: from the leaf to the trust anchor, or as far as the path is known.
    ///   - others: certificates that may have signed a list.
    func judge(_ path: [CertificateFacts], _ others: [IssuerIndex]) -> Judgement {
        guard path.count > 1 else {
            // Only its own key could revoke a self-signed certificate.
            return path[0].isSelfSigned ? .skipped(.vouchesForItself) : .fail(.issuerUnknown)
        }
        let known: [RevocationLists.Answer]?
        do throws(OpenSSLError) {
            known = try lists?.answers(along: path, others)
        } catch {
            return .fail(.notJudged(error.summary))
        }
        var warning: Judgement?
        for (index, facts) in path.dropLast().enumerated() {
            let answer = known?[index]
            let response = ResponseCheck.status(of: facts, issuer: path[index + 1], settings)
            switch Self.combined(answer?.status, response) {
            case .good:
                // libcrypto used a list that breaks a rule.
                if let fault = answer?.fault, let rule = fault.rule {
                    warning = warning ?? .breach(of: rule, .list(fault), settings)
                }
            case .revoked(let time, let reason):
                return Judgement.fail(.revoked(at: time, reason: reason)).about(facts, unless: index == 0)
            case .unknown(let fact): return Judgement.fail(fact).about(facts, unless: index == 0)
            // Servers staple a response about their own certificate alone.
            case nil where index > 0: warning = warning ?? Judgement.warn(.noResponse).about(facts)
            case nil: return .fail(.noResponse)
            }
        }
        return warning ?? .pass
    }

    /// A certificate is revoked if one of the sources says so, and otherwise good if one of them says so.
    private static func combined(_ list: CertificateStatus?, _ response: CertificateStatus?)
        -> CertificateStatus?
    {
        switch (list, response) {
        case (.revoked, _), (_, nil): list
        case (_, .revoked), (nil, _): response
        case (.good, _), (_, .good): .good
        // A response that cannot be used says more than a list that is not there.
        case (.unknown(.noList), _): response
        case (.unknown, _): list
        }
    }
}
