/// What is in a PKCS#12.
package struct OpenedPFX: Sendable {
    /// The bags of each part.
    package let parts: [[SafeBag]]
    /// Whether the MAC is that of the contents; nil for a file without one. Where it is not, the passphrase is right
    /// nevertheless: it opens what is encrypted.
    package let isIntact: Bool?
    /// How the passphrase is encoded; several where nothing has shown it yet.
    private let encodings: [PassphraseEncoding]
    private let limit: Int

    init(parts: [[SafeBag]], isIntact: Bool?, encodings: [PassphraseEncoding], limit: Int) {
        self.parts = parts
        self.isIntact = isIntact
        self.encodings = encodings
        self.limit = limit
    }

    /// All bags, in the order of the file, those that are nested too.
    package var bags: [SafeBag] { parts.flatMap { $0.flatMap(\.flattened) } }

    /// In the order of the file.
    package var certificates: [Certificate] {
        bags.compactMap { if case .certificate(let certificate) = $0.contents { certificate } else { nil } }
    }

    /// - Throws: ``PKCS12Error/wrongPassphrase``, or ``PKCS12Error/damaged(part:)`` where it is right; and
    ///   ``PKCS12Error/key(_:)`` for a key that is not used here.
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
            } catch KeyError.unsupportedType, KeyError.unsupportedCurve, KeyError.inconsistent,
                KeyError.rsaTooLarge
            {
                return true
            } catch {
                return false
            }
        }
    }
}
