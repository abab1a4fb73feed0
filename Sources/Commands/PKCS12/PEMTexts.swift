import OpenSSL
import PKI
import System
import Words

/// An identity as the PEM texts that are written of it.
struct PEMTexts {
    private let key: Secret?
    private let certificate: [UInt8]?
    private let others: [UInt8]
    private let otherCount: Int

    /// - Parameters:
    ///   - time: when issuers in the chain should be valid.
    ///   - passphrase: encrypts the key.
    init(_ identity: PKCS12Identity, at time: Timestamp, passphrase: Secret?) throws {
        let (leaf, found) = (identity.leaf(at: time), identity.others(at: time))
        let others = found.chain + found.unrelated
        key = try identity.key?.pem(passphrase == nil ? .pkcs8 : .encryptedPKCS8, passphrase: passphrase)
        // Without a key, a single certificate is the one that is meant. Beside a key it would seem to be the key's.
        let isSingle = identity.key == nil && others.count == 1
        let single = isSingle ? others.first : leaf
        let rest = isSingle ? [] : others
        certificate = try single?.pem()
        self.others = try rest.flatMap { try $0.pem() }
        otherCount = rest.count
    }

    /// The texts that are asked for, each with its path; nil is standard output.
    ///
    /// - Throws: if one of them does not exist.
    func contents(
        for destination: PKCS12UnpackRequest.Destination
    ) throws -> [(path: String?, content: Outputs.Content)] {
        switch destination {
        case .oneFile(let path): return [(path, everything)]
        case .folder(let folder):
            let files: [(name: String, content: Outputs.Content?)] = [
                ("key.pem", key.map(Outputs.Content.secret)),
                ("cert.pem", certificate.map(Outputs.Content.ordinary)),
                ("chain.pem", others.isEmpty ? nil : .ordinary(others)),
            ]
            return try files.compactMap { name, content in
                let path = "\(folder)/\(name)"
                if let content { return (path, content) }
                // The key of another identity, or its chain, would seem to belong to the new files.
                if !fileExists(path) { return nil }
                throw CommandError(
                    .file, "\(path.printable) exists, but nothing in this file replaces it",
                    hint: "remove it, or use another --out-dir")
            }
        case .files(let keyPath, let certificatePath, let chainPath, let fullChainPath):
            var contents: [(path: String?, content: Outputs.Content)] = []
            if let keyPath {
                guard let key else {
                    throw CommandError(.badInput, "expected a private key, found only certificates")
                }
                contents.append((keyPath, .secret(key)))
            }
            if certificatePath != nil || fullChainPath != nil {
                let flags = [
                    certificatePath.map { _ in "--cert-out" }, fullChainPath.map { _ in "--fullchain-out" },
                ].compactMap(\.self)
                let certificate = try theCertificate(
                    orElse: chainPath == nil
                        ? "use --chain-out FILE instead of \(flags.andList)" : "leave out \(flags.andList)")
                if let certificatePath { contents.append((certificatePath, .ordinary(certificate))) }
                if let fullChainPath { contents.append((fullChainPath, .ordinary(certificate + others))) }
            }
            if let chainPath { contents.append((chainPath, .ordinary(others))) }
            return contents
        }
    }

    /// - Parameter remedy: what to do if the certificates can only be written as a chain.
    private func theCertificate(orElse remedy: String) throws -> [UInt8] {
        if let certificate { return certificate }
        if otherCount == 0 {
            throw CommandError(.badInput, "expected a certificate, found only a private key")
        }
        throw key == nil
            ? CommandError(
                .badInput, "expected a key or one certificate, found \(otherCount) certificates",
                hint: "\(remedy) to write all of them, or use --name TEXT to choose one")
            : CommandError(
                .badInput, "no certificate matches the key",
                hint: "\(remedy) to write them anyway")
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
