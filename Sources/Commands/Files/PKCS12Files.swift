import OpenSSL

extension InputFiles {
    /// A PKCS#12 from a file, or from standard input for `-`; encrypted parts stay encrypted.
    func pkcs12(at path: String) throws -> PFX {
        let source = sourceName(path)
        let bytes = try read(path, upTo: Limits.pkcs12FileBytes)
        if bytes.isEmpty { throw Failure(.badInput, "\(source.printable) is empty; expected a PKCS#12") }
        return try about(source) { try bytes.withBytes { try PFX.decode($0) } }
    }

    /// Opens a PKCS#12. If it needs a passphrase and no flag gives it, signet asks on the terminal.
    ///
    /// - Parameter source: the name that errors and the prompt say.
    func open(_ file: PFX, _ opening: PKCS12Opening, _ source: String) throws -> OpenedPFX {
        var passphrase: Secret?
        if file.needsPassphrase {
            // Before anybody types a passphrase for nothing.
            try about(source) { try file.checkCost(opening.maximumIterations) }
            passphrase =
                try opening.passphrase.map { try self.passphrase(from: $0, for: source) }
                ?? Secret(SecretBuffer())
        }
        return try about(source) { try file.open(passphrase, maximumIterations: opening.maximumIterations) }
    }
}
