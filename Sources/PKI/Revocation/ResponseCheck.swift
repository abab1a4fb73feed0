import OpenSSL
import System

/// Whether a certificate is revoked, judged by OCSP responses (RFC 6960 §3.2).
enum ResponseCheck {
    /// What the responses say together. A certificate is revoked if one of them says so, and otherwise good if one of
    /// them says so.
    ///
    /// - Returns: nil if no response is about the certificate.
    static func status(
        of facts: CertificateFacts, issuer: CertificateFacts, _ settings: CheckSettings
    ) -> CertificateStatus? {
        guard let responses = settings.responses else { return nil }
        let statuses = responses.about(facts.certificate, of: issuer.certificate).map { item in
            let fault =
                selfFault(facts, item.response, issuer)
                ?? responses.fault(of: item.response, issuer, settings)
            return fault.map { .unknown(.response($0)) } ?? worst(item.answers.map { status($0, settings) })
        }
        return statuses.first { $0.isRevoked } ?? statuses.first { $0 == .good } ?? statuses.first
    }

    /// A stolen key must not say of itself that it is good.
    private static func selfFault(
        _ facts: CertificateFacts, _ response: OCSPResponse, _ issuer: CertificateFacts
    ) -> ResponseFault? {
        do throws(OpenSSLError) {
            guard let signer = try response.signer(besides: issuer.certificate), signer != issuer.certificate
            else { return nil }
            return signer.hasSameKey(as: facts.certificate) ? .ownKey : nil
        } catch {
            return .notJudged(error.summary)
        }
    }

    /// What one response says, which may answer repeatedly about one certificate.
    private static func worst(_ statuses: [CertificateStatus]) -> CertificateStatus {
        statuses.first { $0.isRevoked } ?? statuses.first { $0 != .good } ?? statuses[0]
    }

    private static func status(_ answer: OCSPResponse.Answer, _ settings: CheckSettings) -> CertificateStatus
    {
        if let fault = fault(of: answer, settings) { return .unknown(.response(fault)) }
        switch answer.status {
        case .good: return .good
        case .revoked(let time, let reason): return .revoked(at: time, reason: reason)
        case .unknown: return .unknown(.response(.unknown))
        }
    }

    /// The age in seconds at which an answer without nextUpdate is no longer recent.
    private static let maximumAge: Int64 = 86_400

    private static func fault(of answer: OCSPResponse.Answer, _ settings: CheckSettings) -> ResponseFault? {
        if let oid = answer.criticalExtension { return .unknownCriticalExtension(ExtensionID.name(oid)) }
        guard let start = answer.thisUpdate else { return .unreadable("thisUpdate") }
        let leeway = settings.leeway.microseconds / 1_000_000
        if start > settings.second + leeway { return .notYetValid(from: start) }
        if !answer.hasNextUpdate {
            return start + maximumAge < settings.second - leeway ? .old(since: start) : nil
        }
        guard let end = answer.nextUpdate else { return .unreadable("nextUpdate") }
        if end < start { return .endsBeforeItStarts }
        return end < settings.second - leeway ? .outdated(since: end) : nil
    }

    /// Why nothing in a response can be used for certificates of an issuer.
    static func fault(
        of response: OCSPResponse, _ issuer: CertificateFacts, _ settings: CheckSettings
    ) -> ResponseFault? {
        if let digest = response.signatureFacts.weakDigest { return .weakDigest(digest) }
        if let oid = response.criticalExtension { return .unknownCriticalExtension(ExtensionID.name(oid)) }
        let verdict: ResponderVerdict
        do throws(OpenSSLError) {
            verdict = try response.responder(
                for: issuer.certificate, at: settings.second, securityLevel: settings.securityLevel)
        } catch {
            return .notJudged(error.summary)
        }
        switch verdict {
        case .issuer: return nil
        case .delegate(let certificate):
            return fault(ofDelegate: CertificateFacts(certificate), of: issuer, settings)
        case .missing: return .noResponder
        case .wrongSignature: return .wrongSignature
        case .unauthorized(let certificate):
            let responder = CertificateFacts(certificate)
            let fault =
                certificate == issuer.certificate
                ? ruleFault(of: issuer, .intermediate, settings)
                : fault(ofDelegate: responder, of: issuer, settings)
            return fault ?? .unauthorized(responder: responder.title)
        }
    }

    /// Why another certificate may not sign responses for an issuer.
    private static func fault(
        ofDelegate delegate: CertificateFacts, of issuer: CertificateFacts, _ settings: CheckSettings
    ) -> ResponseFault? {
        guard issuer.certificate.isNamedAsIssuer(by: delegate.certificate),
            delegate.certificate.isSigned(by: issuer.certificate)
        else { return .otherIssuer(responder: delegate.title) }
        guard delegate.extendedKeyUsage?.contains(ExtendedKeyUsage.ocspSigning.oid) ?? false else {
            return .responder(delegate.title, .lacksExtendedUsage(.ocspSigning))
        }
        return ruleFault(of: delegate, .leaf, settings) ?? usageFault(of: delegate)
    }

    /// What a responder's certificate breaks of the rules for all certificates. The rules of a policy for servers do
    /// not apply to it.
    private static func ruleFault(
        of responder: CertificateFacts, _ position: CertificateCheck.Position, _ settings: CheckSettings
    ) -> ResponseFault? {
        var settings = settings
        settings.isStrictRequested = settings.isStrict
        settings.policy = .rfc5280
        for check in CertificateCheck.all where check.applies(under: .rfc5280) {
            let judgement = check.judge(responder, position, settings)
            if judgement.verdict == .fail { return .responder(responder.title, judgement.fact) }
        }
        return nil
    }

    /// A key usage that does not allow signing responses (RFC 5280 §4.2.1.12).
    private static func usageFault(of responder: CertificateFacts) -> ResponseFault? {
        guard let usage = responder.keyUsage, usage.isDisjoint(with: Purpose.sign.keyUsages) else {
            return nil
        }
        return .responder(responder.title, .keyUsage(usage.names, purpose: .sign))
    }
}

extension CertificateStatus {
    fileprivate var isRevoked: Bool { if case .revoked = self { true } else { false } }
}
