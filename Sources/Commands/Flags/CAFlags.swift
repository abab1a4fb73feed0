import Arguments
import OpenSSL
import PKI
import System
import Words

/// The flags for the CA that signs.
enum CAFlags {
    static let ca = Flag("ca", .file, group: "Key", summary, details: details).proposed(for: names)
    static let key = Flag("ca-key", .text("KEY", .file), group: "Key", keySummary).proposed(for: keyNames)

    /// For commands that only a CA can run.
    static let requiredCA = Flag(required: "ca", .file, group: "Key", summary, details: details)
        .proposed(for: names)
    static let requiredKey = Flag(required: "ca-key", .text("KEY", .file), group: "Key", keySummary)
        .proposed(for: keyNames)

    private static let summary = "the certificate of the CA"
    private static let names = ["CA", "ca-cert", "cacert", "issuer"]
    private static let details: [Block] = [
        """
        If the file contains several, the one that matches `--ca-key` is used. If several of one name match, it is a \
        valid one that expires last. It must be a CA; if it has a key usage, that must include keyCertSign, or cRLSign \
        for lists. A PKCS#12 is opened with the passphrase of the CA's key.
        """
    ]
    private static let keySummary = "the private key of the CA"
    private static let keyNames = ["CAkey", "ca-private-key"]
}

extension InputFiles {
    /// The CA of a file, with its private key.
    ///
    /// - Parameters:
    ///   - usage: what the CA must be allowed to sign.
    ///   - now: when its certificate should be valid.
    func issuer(
        _ path: String, _ key: KeyLocation, for usage: KeyUsage, at now: Timestamp
    ) throws -> Issuer {
        let certificates = try CertificateFiles(self, pkcs12: key.opening).read(path, as: .authority)
        let privateKey = try signingKey(at: key)
        return try about(sourceName(path)) {
            // Skips certificates with unreadable keys, unless the file has only one, which `Issuer` then refuses.
            let own = certificates.filter { $0.holds(privateKey.publicKey) }
            let candidates = (own.isEmpty ? [certificates[0]] : own).map { certificate in
                Result { try Issuer(certificate, privateKey, for: usage) }
            }
            let issuers = candidates.compactMap { if case .success(let issuer) = $0 { issuer } else { nil } }
            let ofOneName = issuers.map(\.certificate).filter { $0.subject == issuers[0].certificate.subject }
            let best = ofOneName.best(at: now)
            // If none may sign, the first one says why.
            return try issuers.first { $0.certificate == best } ?? candidates[0].get()
        }
    }

    /// The revocation lists of a file.
    func revocationLists(_ path: String) throws -> [RevocationList] {
        try decode(path, upTo: Limits.revocationListFileBytes, as: .revocationList) { bytes in
            try bytes.withBytes { try RevocationList.all(in: $0) }
        }
    }
}

extension Issuer {
    /// Refuses to say of this CA itself whether it is revoked, if it signed itself. Verifiers ask only about the
    /// certificates below a trust anchor.
    ///
    /// - Parameter serialNumber: the content octets of the INTEGER.
    func refuseItself(_ serialNumber: [UInt8]) throws {
        if certificate.serialNumber == serialNumber, certificate.isSelfIssued,
            certificate.isSigned(by: certificate)
        {
            throw CommandError(
                .badInput,
                "this is the CA itself, and verifiers do not check whether a trust anchor is revoked (RFC 5280 §6.1)"
            )
        }
    }

    /// Warns if verifiers do not accept what this CA signs now. It is signed all the same: a test may need it.
    ///
    /// - Parameter path: of the CA's certificate.
    func warnIfNotValid(at now: Timestamp, _ path: String) {
        if let words = certificate.invalidity(at: now) {
            Console.warn("\(sourceName(path).printable): the CA \(words), so verifiers reject what it signs")
        }
    }
}

extension Certificate {
    /// `expired at TIME` or `is not valid before TIME`; nil if it is valid, or if its times cannot be read.
    func invalidity(at now: Timestamp) -> String? {
        if let end = notAfter, end < now.seconds { return "expired at \(Timestamp(seconds: end).rfc3339)" }
        if let start = notBefore, start > now.seconds {
            return "is not valid before \(Timestamp(seconds: start).rfc3339)"
        }
        return nil
    }

    /// - Parameter consequence: what follows in the warning.
    func warnOfInvalidity(at now: Timestamp, _ consequence: String = "") {
        guard let words = invalidity(at: now) else { return }
        Console.warn("the certificate \(CertificateFacts(self).name.quoted) \(words)\(consequence)")
    }
}
