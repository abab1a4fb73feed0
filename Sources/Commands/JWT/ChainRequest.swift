import Arguments
import JOSE
import OpenSSL
import PKI
import System

/// How the certificates in headers are judged.
struct ChainRequest: Sendable {
    /// Files, folders, or `system`.
    let roots: [String]
    private let clock: Clock
    private let checks: [Check]
    private let purpose: Purpose

    init(_ arguments: ParsedArguments) throws {
        roots = arguments[JWTVerify.roots]
        clock = try arguments.clock
        checks = arguments[CertCheck.host].map { [Check.host($0)] } ?? []
        purpose = arguments[CertCheck.purpose] ?? .sign
        if roots.contains("system"), checks.isEmpty {
            Console.warn(
                "--roots system: without --host, everybody who has a certificate of a public CA can sign these tokens"
            )
        }
    }

    /// Reads the trust anchors.
    func source(_ files: CertificateFiles) throws -> KeySource {
        let anchors = try roots.flatMap(files.trustAnchors)
        return .ofChains { chain in try key(of: chain, anchors) }
    }

    private func key(of chain: [[UInt8]], _ anchors: [Certificate]) throws -> Key {
        var settings = CheckSettings(time: try clock.now())
        let key: Key
        let findings: [Finding]
        do {
            let certificates = try chain.map { der in
                let found = try Certificate.all(in: der.span)
                // RFC 7515 §4.1.6: DER, not another container of a certificate.
                guard found.count == 1, try found[0].der == der else {
                    throw NoCertificatesError.somethingElse
                }
                return found[0]
            }
            key = Key(.publicKey(try certificates[0].publicKey()))
            settings.roots = anchors
            settings.untrusted = Array(certificates.dropFirst())
            settings.request(purpose)
            // Whatever else the certificate is for, its key has signed a token.
            if purpose != .sign { settings.request(Check.purpose(.sign)) }
            for check in checks { settings.request(check) }
            findings = CertificateChecker(settings).reports(of: [certificates[0]])[0].findings
            try key.judge(for: .verify)
        } catch let error as OpenSSLError where error.isOfSystem {
            throw error
        } catch {
            throw TokenError.chain("the certificate in x5c cannot be used: \(CommandError(error).message)")
        }
        if let failed = findings.first(where: { $0.verdict == .fail }) {
            throw TokenError.chain(
                "the certificate in x5c fails the check \(failed.check.name): \(failed.judgement.message)")
        }
        guard findings.contains(where: { $0.check == .chain && $0.verdict >= .pass }) else {
            throw TokenError.chain("the certificate in x5c has no path to a trust anchor")
        }
        return key
    }
}
