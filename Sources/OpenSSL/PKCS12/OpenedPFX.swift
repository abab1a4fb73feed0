/// The contents of a PKCS#12 file.
package struct OpenedPFX: Sendable {
    /// The bags of each part.
    package let parts: [[SafeBag]]
    /// Whether the MAC matches the contents; nil for a file without one. If it does not match, the passphrase is
    /// right nevertheless, because it opened an encrypted part.
    package let isIntact: Bool?
    /// The possible encodings of the passphrase; several if nothing has shown yet which one is right.
    private let encodings: [PassphraseEncoding]
    private let limit: Int

    init(parts: [[SafeBag]], isIntact: Bool?, encodings: [PassphraseEncoding], limit: Int) {
        self.parts = parts
        self.isIntact = isIntact
        self.encodings = encodings
        self.limit = limit
    }

    /// All bags, including nested ones, in the order of the file.
    package var bags: [SafeBag] { parts.flatMap { $0.flatMap(\.flattened) } }

    /// In the order of the file.
    package var certificates: [Certificate] {
        bags.compactMap { if case .certificate(let certificate) = $0.contents { certificate } else { nil } }
    }

    /// - Throws: ``PKCS12Error/wrongPassphrase``; ``PKCS12Error/damaged(part:)`` if the passphrase is right but the
    ///   key does not open; ``PKCS12Error/key(_:)`` for an unsupported key.
    package func privateKey(_ key: BaggedKey) throws(PKCS12Error) -> PrivateKey {
        switch key {
        case .plain(let der):
            let decoded = try mappingErrors(PKCS12Error.key) { () throws(KeyError) in
                try der.withBytes { (bytes) throws(KeyError) in try EncodedKey(recognizing: bytes) }
                    .decode(passphrase: nil)
            }
            guard case .privateKey(let key) = decoded else {
                throw .malformed("a keyBag without a private key")
            }
            return key
        case .shrouded(let der, let encryption):
            _ = try encryption.available(limit: limit)
            for encoding in encodings {
                for text in encryption.passphrases(encoding) {
                    do {
                        return try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                    } catch KeyError.wrongPassphrase {
                        continue
                    } catch {
                        throw .key(error)
                    }
                }
            }
            throw encodings.count == 1 ? .damaged(part: "the key") : .wrongPassphrase
        }
    }
}

extension PartEncryption {
    /// Whether a passphrase opens a key.
    func opens(_ der: Secret, _ encoding: PassphraseEncoding, limit: Int) -> Bool {
        guard (try? available(limit: limit)) != nil else { return false }
        return passphrases(encoding).contains { text in
            do {
                _ = try EncryptedPrivateKeyInfo.decrypt(der, text, limit: limit)
                return true
            } catch KeyError.unsupportedType, KeyError.unsupportedCurve, KeyError.unavailable,
                KeyError.inconsistent, KeyError.rsaTooLarge
            {
                return true
            } catch {
                return false
            }
        }
    }
}
