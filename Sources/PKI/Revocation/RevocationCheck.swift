import OpenSSL

/// What is known of the revocation of a certificate, with the failure that it leads to.
enum CertificateStatus: Equatable, Sendable {
    case good
    /// Good, by a response that breaks a rule for issuers.
    case flawed(Judgement)
    case revoked(Judgement)
    case unknown(Judgement)
    /// It is not known, because no list of its issuer is given.
    case unlisted(Judgement)

    /// - Parameter reason: the number of the CRLReason (RFC 5280 §5.3.1).
    static func revoked(at time: Int64?, reason: Int?) -> CertificateStatus {
        let message =
            "revoked" + (time.map { " on \(day($0))" } ?? "")
            + (reason.flatMap(RevocationReason.init).map { ", \($0.name)" } ?? "")
        return .revoked(.fail(message, remedy: "replace the certificate"))
    }
}

/// Whether the certificates of a path are revoked, judged by lists and by OCSP responses.
struct RevocationCheck {
    private let lists: RevocationLists?
    private let settings: CheckSettings

    /// - Returns: nil if the settings do not request it.
    init?(_ settings: CheckSettings, _ pool: CertificatePool) {
        if settings.revocationLists == nil, settings.responses == nil { return nil }
        lists = settings.revocationLists.map { RevocationLists($0, settings, pool) }
        self.settings = settings
    }

    /// - Parameters:
    ///   - path: from the leaf to the trust anchor, or as far as the path is known.
    ///   - others: certificates that may have signed a list.
    func judge(_ path: [CertificateFacts], _ others: [IssuerIndex]) -> Judgement {
        guard path.count > 1 else {
            // Only its own key could revoke a self-signed certificate.
            return path[0].isSelfSigned
                ? .skipped("the certificate is self-signed, so nothing else confirms it")
                : .fail(
                    "the issuer is unknown, so its lists and responses cannot be checked",
                    remedy: Remedy("add the issuer", with: .intermediates))
        }
        let known: [RevocationLists.Answer]?
        do throws(OpenSSLError) {
            known = try lists?.answers(along: path, others)
        } catch {
            return .notJudged(error)
        }
        var warning: Judgement?
        for (index, facts) in path.dropLast().enumerated() {
            let answer = known?[index]
            let response = ResponseCheck.status(of: facts, issuer: path[index + 1], settings)
            switch Self.combined(answer?.status, response) {
            case .good:
                // libcrypto used a list that breaks a rule.
                if let fault = answer?.fault, let rule = fault.rule {
                    warning = warning ?? .breach(of: rule, fault.message, settings)
                }
            case .flawed(let judgement):
                warning = warning ?? (index == 0 ? judgement : judgement.about(facts))
            // Servers staple a response about their own certificate alone.
            case nil where index > 0: warning = warning ?? Judgement.noResponse(.warn).about(facts)
            case nil: return .noResponse(.fail)
            case .revoked(let failure), .unknown(let failure), .unlisted(let failure):
                return index == 0 ? failure : failure.about(facts)
            }
        }
        return warning ?? .pass()
    }

    /// A certificate is revoked if one of the sources says so, and otherwise good if one of them says so.
    private static func combined(_ list: CertificateStatus?, _ response: CertificateStatus?)
        -> CertificateStatus?
    {
        switch (list, response) {
        case (.revoked, _), (_, nil): list
        case (_, .revoked), (nil, _): response
        case (.good, _), (_, .good): .good
        case (_, .flawed), (.flawed, _): response
        // A response that cannot be used says more than a list that is not there.
        case (.unlisted, _): response
        case (.unknown, _): list
        }
    }
}

extension Remedy {
    static let response = Remedy("fetch a current response and give it", with: .responses)
}

extension Judgement {
    fileprivate static func noResponse(_ verdict: Verdict) -> Judgement {
        Judgement(verdict: verdict, message: "no response covers this certificate", remedy: .response)
    }
}
