import Arguments
import OpenSSL
import PKI

/// An identity as the PEM texts that are written of it.
struct PEMTexts {
    private let key: Secret?
    private let certificate: [UInt8]?
    private let others: [UInt8]
    private let otherCount: Int

    /// - Parameter passphrase: encrypts the key.
    init(_ identity: PKCS12Identity, passphrase: Secret?) throws {
        key = try saying(Failure.init(key:)) { () throws(KeyError) in
            try identity.key?.pem(passphrase == nil ? .pkcs8 : .encryptedPKCS8, passphrase: passphrase)
        }
        // Without a key, the only certificate is the one that is meant.
        let single = identity.leaf ?? (identity.others.count == 1 ? identity.others.first : nil)
        let rest = identity.leaf == nil && single != nil ? [] : identity.others
        (certificate, others) = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            var others: [UInt8] = []
            for certificate in rest { others += try certificate.pem() }
            return (try single?.pem(), others)
        }
        otherCount = rest.count
    }

    /// The texts that the flags ask for, with where each goes.
    ///
    /// - Throws: where one of them is not there.
    func chosen(
        by arguments: ParsedArguments, _ source: String
    ) throws -> [(path: String?, content: Outputs.Content)] {
        if let folder = arguments.value("out-dir") {
            return [
                key.map { ("\(folder)/key.pem", .secret($0)) },
                certificate.map { ("\(folder)/cert.pem", .ordinary($0)) },
                others.isEmpty ? nil : ("\(folder)/chain.pem", .ordinary(others)),
            ].compactMap(\.self)
        }
        var chosen: [(path: String?, content: Outputs.Content)] = []
        if let path = arguments.value("key-out") {
            guard let key else { throw Failure(.badInput, "no private key in it").about(source) }
            chosen.append((path, .secret(key)))
        }
        for flag in ["cert-out", "fullchain-out"] {
            guard let path = arguments.value(flag) else { continue }
            guard let certificate else { throw missingCertificate.about(source) }
            chosen.append((path, .ordinary(flag == "cert-out" ? certificate : certificate + others)))
        }
        if let path = arguments.value("chain-out") { chosen.append((path, .ordinary(others))) }
        if chosen.isEmpty { chosen.append((arguments.value("out"), everything)) }
        return chosen
    }

    private var missingCertificate: Failure {
        if otherCount == 0 { return Failure(.badInput, "no certificates in it") }
        return key == nil
            ? Failure(
                .badInput, "\(otherCount) certificates, and no key that would say which one is meant",
                hint: "--chain-out FILE takes them all, --name TEXT chooses one")
            : Failure(
                .badInput, "none of its certificates is the key's",
                hint: "--chain-out FILE takes those that are there")
    }

    private var everything: Outputs.Content {
        let certificates = (certificate ?? []) + others
        guard let key else { return .ordinary(certificates) }
        var text = SecretBuffer(capacity: key.count + certificates.count)
        text.append(key)
        text.append(certificates.span)
        return .secret(Secret(text))
    }
}
