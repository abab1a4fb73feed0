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
            if item.answers.count > Limits.answers {
                return unknown("answers more than \(Limits.answers) times about the certificate")
            }
            if item.response.certificateCount > Limits.responseCertificates {
                return unknown("contains more than \(Limits.responseCertificates) certificates")
            }
            let fault =
                selfFault(facts, item.response, issuer)
                ?? responses.fault(of: item.response, issuer, settings)
            return fault.map(unknown) ?? worst(item.answers.map { status($0, of: item.response, settings) })
        }
        return statuses.first(where: \.isRevoked) ?? statuses.first { $0 == .good }
            ?? statuses.first(where: \.isFlawed) ?? statuses.first
    }

    /// - Parameter fault: a clause about "the response".
    private static func unknown(_ fault: String) -> CertificateStatus {
        .unknown(.fail("the response \(fault)", remedy: .response))
    }

    /// A stolen key must not say of itself that it is good.
    private static func selfFault(
        _ facts: CertificateFacts, _ response: OCSPResponse, _ issuer: CertificateFacts
    ) -> String? {
        do throws(OpenSSLError) {
            guard let signer = try response.signer(besides: issuer.certificate), signer != issuer.certificate
            else { return nil }
            return signer.hasSameKey(as: facts.certificate)
                ? "is signed with the key of the certificate itself" : nil
        } catch {
            return couldNotBeJudged(error)
        }
    }

    /// What one response says, which may answer repeatedly about one certificate.
    private static func worst(_ statuses: [CertificateStatus]) -> CertificateStatus {
        statuses.first(where: \.isRevoked) ?? statuses.first { $0 != .good && !$0.isFlawed }
            ?? statuses.first(where: \.isFlawed) ?? statuses[0]
    }

    private static func status(
        _ answer: OCSPResponse.Answer, of response: OCSPResponse, _ settings: CheckSettings
    ) -> CertificateStatus {
        if let fault = fault(of: answer, settings) { return unknown(fault) }
        if let age = age(of: answer, settings) {
            // Only a certificate on hold can become good again (RFC 5280 §5.3.1).
            guard case .revoked(let time, let reason) = answer.status,
                reason != RevocationReason.certificateHold.rawValue
            else { return unknown(age) }
            return .revoked(at: time, reason: reason)
        }
        switch answer.status {
        case .good:
            if !answer.hasFraction, !response.hasFraction { return .good }
            let breach = Judgement.breach(
                of: .timesOfResponse, "the response has a time with a fraction of a second", settings)
            return breach.verdict == .fail ? .unknown(breach) : .flawed(breach)
        case .revoked(let time, let reason): return .revoked(at: time, reason: reason)
        case .unknown: return unknown("says that the responder does not know the certificate")
        }
    }

    /// The age in seconds at which an answer without nextUpdate is no longer recent.
    private static let maximumAge: Int64 = 86_400

    private static func fault(of answer: OCSPResponse.Answer, _ settings: CheckSettings) -> String? {
        if let oid = answer.criticalExtension { return hasUnknown(oid) }
        guard let start = answer.thisUpdate else { return "has a malformed thisUpdate" }
        if start > settings.second + leeway(settings) { return notValidBefore(start) }
        if !answer.hasNextUpdate { return nil }
        guard let end = answer.nextUpdate else { return "has a malformed nextUpdate" }
        return end < start ? "has a nextUpdate before its thisUpdate" : nil
    }

    /// How far the clocks may differ, in seconds.
    private static func leeway(_ settings: CheckSettings) -> Int64 {
        settings.leeway.microseconds / 1_000_000
    }

    /// Why an answer is too old; nil if it is current. `fault(of:_:)` must have found nothing.
    private static func age(of answer: OCSPResponse.Answer, _ settings: CheckSettings) -> String? {
        let now = settings.second - leeway(settings)
        if let end = answer.nextUpdate { return end < now ? expired(on: end) : nil }
        guard let start = answer.thisUpdate, start + maximumAge < now else { return nil }
        return "has no nextUpdate and is older than a day, from \(moment(start))"
    }

    private static func hasUnknown(_ oid: String) -> String {
        "has the unknown critical extension \(ExtensionID.name(oid))"
    }

    /// Why nothing in a response can be used for certificates of an issuer: a clause about "the response".
    static func fault(
        of response: OCSPResponse, _ issuer: CertificateFacts, _ settings: CheckSettings
    ) -> String? {
        if let digest = response.signatureFacts.weakDigest {
            return "is \(signed(withWeak: digest))"
        }
        if let oid = response.criticalExtension { return hasUnknown(oid) }
        if let signer = try? response.signer(besides: issuer.certificate),
            let fault = signer.keyFacts.fault
        {
            return "is signed by \(CertificateFacts(signer).name): \(fault.message)"
        }
        let verdict: ResponderVerdict
        do throws(OpenSSLError) {
            verdict = try response.responder(
                for: issuer.certificate, at: settings.second, securityLevel: settings.securityLevel)
        } catch {
            return couldNotBeJudged(error)
        }
        switch verdict {
        case .issuer: return nil
        case .delegate(let certificate):
            return fault(ofDelegate: CertificateFacts(certificate), of: issuer, settings)
        case .missing: return "is signed neither by the issuer nor by a certificate that it contains"
        case .wrongSignature: return "is not signed by its responder's key"
        case .unauthorized(let certificate):
            let responder = CertificateFacts(certificate)
            let fault =
                certificate == issuer.certificate
                ? ruleFault(of: issuer, .intermediate, settings)
                : fault(ofDelegate: responder, of: issuer, settings)
            return fault ?? "is signed by \(responder.name), which may not give all of its answers"
        }
    }

    /// Why another certificate may not sign responses for an issuer.
    private static func fault(
        ofDelegate delegate: CertificateFacts, of issuer: CertificateFacts, _ settings: CheckSettings
    ) -> String? {
        guard issuer.certificate.hasIssued(delegate.certificate) else {
            return "is signed by \(delegate.name), which the issuer did not issue"
        }
        guard delegate.extendedKeyUsage?.contains(ExtendedKeyUsage.ocspSigning.oid) ?? false else {
            return "is signed by \(delegate.name): \(Check.lacks(.ocspSigning))"
        }
        // The key usage must allow signing (RFC 5280 §4.2.1.12).
        return ruleFault(of: delegate, .leaf, settings)
            ?? Purpose.sign.objection(to: delegate).map { "is signed by \(delegate.name): \($0)" }
    }

    /// What a responder's certificate breaks of the rules for all certificates. The rules of a policy for servers do
    /// not apply to it.
    private static func ruleFault(
        of responder: CertificateFacts, _ position: Check.Position, _ settings: CheckSettings
    ) -> String? {
        var settings = settings
        settings.isStrictRequested = settings.isStrict
        settings.policy = .rfc5280
        let findings = Check.ofCertificates(under: .rfc5280).lazy.compactMap {
            $0.finding(responder, position, settings)
        }
        return findings.first { $0.verdict == .fail }.map {
            "is signed by \(responder.name): \($0.judgement.message)"
        }
    }
}

extension CertificateStatus {
    fileprivate var isRevoked: Bool { if case .revoked = self { true } else { false } }
    fileprivate var isFlawed: Bool { if case .flawed = self { true } else { false } }
}
