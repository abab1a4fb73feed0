import OpenSSL

/// The certificates of a run. Each is decoded once, however many files it is in, and the signature of each pair is
/// verified once.
final class CertificatePool {
    private var known: [Certificate: CertificateFacts] = [:]
    private var signatures: [Pair: Bool] = [:]

    struct Pair: Hashable {
        let child: CertificateFacts
        let issuer: CertificateFacts
    }

    /// The same object for the same certificate.
    func facts(of certificate: Certificate) -> CertificateFacts {
        if let facts = known[certificate] { return facts }
        let facts = CertificateFacts(certificate)
        known[certificate] = facts
        return facts
    }

    /// Whether the key of `issuer` made the signature of `child`.
    func isSigned(_ child: CertificateFacts, by issuer: CertificateFacts) -> Bool {
        let pair = Pair(child: child, issuer: issuer)
        if let answer = signatures[pair] { return answer }
        let answer = child.certificate.isSigned(by: issuer.certificate)
        signatures[pair] = answer
        return answer
    }

    /// The certificates of `index` that issued `child`, by name and signature.
    func issuers(of child: CertificateFacts, in indices: [IssuerIndex]) -> [CertificateFacts] {
        var left = Limits.pathSignatures
        return indices.flatMap { $0.candidates(for: child).all }.filter { issuer in
            if issuer === child || left <= 0 { return false }
            left -= issuer.key.verificationCost
            return isSigned(child, by: issuer)
        }
    }
}
