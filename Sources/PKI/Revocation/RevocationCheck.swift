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
        let known: [Known]
        do throws(OpenSSLError) {
            known = try look(along: path, others)
        } catch {
            return .notJudged(error)
        }
        var warning: Judgement?
        for (index, (facts, known)) in zip(path, known).enumerated() {
            switch known.status {
            case .good: warning = warning ?? known.breach
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

    /// Judges a certificate that issued others of its file. Whether it is revoked must be known only along the path of
    /// a leaf; what is known counts here too, because a leaf's path may lead past this certificate.
    ///
    /// - Parameter issuers: its issuer and those above it, as far as they are known.
    func judge(
        _ facts: CertificateFacts, under issuers: [CertificateFacts], _ others: [IssuerIndex]
    ) -> Judgement {
        if issuers.isEmpty || facts.isSelfSigned { return judge([facts], others).unlessFailed }
        do throws(OpenSSLError) {
            let known = try look(along: [facts] + issuers, others)[0]
            switch known.status {
            case .good: return known.breach ?? .pass()
            case .flawed(let judgement), .revoked(let judgement): return judgement
            case .unknown(let judgement), .unlisted(let judgement):
                guard lists?.haveEntry(for: facts) ?? false else { return judgement.unlessFailed }
                return .warn("a list has an entry for it, but \(judgement.message)")
            case nil: return Judgement.noResponse(.fail).unlessFailed
            }
        } catch {
            return .notJudged(error)
        }
    }

    private struct Known {
        /// Nil if no response is about the certificate, and lists are not given.
        let status: CertificateStatus?
        /// libcrypto used a list that breaks a rule.
        let breach: Judgement?
    }

    /// What the lists and responses say of each certificate of a path except the last one.
    private func look(
        along path: [CertificateFacts], _ others: [IssuerIndex]
    ) throws(OpenSSLError) -> [Known] {
        let answers = try lists?.answers(along: path, others)
        return path.dropLast().indices.map { index in
            let answer = answers?[index]
            let response = ResponseCheck.status(of: path[index], issuer: path[index + 1], settings)
            let breach = answer?.fault.flatMap { fault in
                fault.rule.map { Judgement.breach(of: $0, fault.message, settings) }
            }
            return Known(status: Self.combined(answer?.status, response), breach: breach)
        }
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
    /// A failure as what was not judged.
    fileprivate var unlessFailed: Judgement { verdict == .fail ? .skipped(message) : self }

    fileprivate static func noResponse(_ verdict: Verdict) -> Judgement {
        Judgement(verdict: verdict, message: "no response covers this certificate", remedy: .response)
    }
}
