internal import COpenSSL

/// A key as it is stored, recognised but not yet decoded: its form is known from its structure, never from a
/// file's name, and whether a passphrase is needed before anything is derived from one.
package struct EncodedKey: Sendable {
    package enum Container: String, Sendable {
        case pem = "PEM"
        case der = "DER"
    }

    package let form: KeyForm
    package let container: Container
    /// The header of a PEM block that is encrypted in the traditional way (RFC 1421 `Proc-Type`, `DEK-Info`).
    let encryptionHeader: String?
    let der: Secret

    package var isEncrypted: Bool { form == .encryptedPKCS8 || encryptionHeader != nil }

    /// Recognises PEM, with text and other blocks around the key, or DER.
    ///
    /// - Throws: ``KeyError/notAKey``, ``KeyError/severalKeys(count:)``, ``KeyError/malformed(_:reason:)``,
    ///   ``KeyError/trailingBytes(_:)``.
    package init(recognizing bytes: Span<UInt8>) throws(KeyError) {
        // DER first: a name in a certificate may look like the beginning of a PEM block.
        if let form = DERShape(bytes).keyForm {
            try self.init(form, .der, nil, Secret(copying: bytes))
        } else {
            guard PEMBlock.isPresent(in: bytes) else { throw .notAKey }
            self = try Self.choose(among: PEMBlock.all(in: bytes))
        }
    }

    /// Whether bytes are a key or a certificate in PEM or DER, however well made.
    package static func isRecognized(_ bytes: Span<UInt8>) -> Bool {
        PEMBlock.isPresent(in: bytes) || DERShape(bytes).keyForm != nil
    }

    private init(
        _ form: KeyForm, _ container: Container, _ encryptionHeader: String?, _ der: Secret
    ) throws(KeyError) {
        if encryptionHeader == nil {
            let shape = der.withBytes { DERShape($0) }
            if shape.hasTrailingBytes { throw .trailingBytes(form) }
            // A label is a claim: what counts is what the bytes are.
            guard shape.keyForm == form else {
                throw .malformed(form, reason: "not the structure that its label names")
            }
        }
        self.form = form
        self.container = container
        self.encryptionHeader = encryptionHeader
        self.der = der
    }

    /// A private key goes before certificates and public keys beside it; among certificates the first is the
    /// key's own, as everywhere where chains are written.
    private static func choose(among blocks: [PEMBlock]) throws(KeyError) -> EncodedKey {
        let keys = blocks.compactMap { block in KeyForm(pemLabel: block.label).map { (block, $0) } }
        let privateKeys = keys.filter(\.1.isPrivate)
        let publicKeys = keys.filter { !$0.1.isPrivate && $0.1 != .certificate }
        if privateKeys.count > 1 { throw .severalKeys(count: privateKeys.count) }
        if privateKeys.isEmpty, publicKeys.count > 1 { throw .severalKeys(count: publicKeys.count) }
        guard let (block, form) = privateKeys.first ?? publicKeys.first ?? keys.first else {
            if let label = blocks.first?.label {
                throw .unsupportedType(name: "a PEM block of type \(label)")
            }
            throw .notAKey
        }
        return try EncodedKey(form, .pem, block.encryptionHeader, block.keyData)
    }

    /// A key that was decoded.
    package enum Decoded: Sendable {
        case privateKey(PrivateKey)
        case publicKey(PublicKey)
    }

    /// - Parameters:
    ///   - passphrase: for a key that is encrypted; not looked at otherwise.
    ///   - limit: what deriving a key from it may cost, in iterations.
    package func decode(
        passphrase: Secret?, maximumIterations limit: Int = Limits.iterations
    ) throws(KeyError) -> Decoded {
        // Decoders try one thing after another, and what did not fit stays in the queue.
        defer { discardErrors() }
        if form == .encryptedPKCS8 {
            guard let passphrase else { throw .passphraseMissing }
            return .privateKey(try EncryptedPrivateKeyInfo.decrypt(der, passphrase, limit: limit))
        }
        if let encryptionHeader {
            guard let passphrase else { throw .passphraseMissing }
            let plain = try TraditionalEncryption.decrypt(der, header: encryptionHeader, passphrase)
            do {
                return try Self.decode(form, plain)
            } catch KeyError.malformed {
                // One wrong passphrase in 256 leaves padding that looks right, and then noise.
                throw .wrongPassphrase
            }
        }
        return try Self.decode(form, der)
    }

    private static func decode(_ form: KeyForm, _ der: Secret) throws(KeyError) -> Decoded {
        try KeyAlgorithm.check(form, der)
        if let key = try RSAPrivateKeyStructure.decode(form, der) { return .privateKey(key) }
        let key = unsafe der.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { buffer -> OpaquePointer? in
                var next = buffer.baseAddress
                let count = buffer.count
                switch form {
                case .pkcs8:
                    guard let info = unsafe d2i_PKCS8_PRIV_KEY_INFO(nil, &next, count) else { return nil }
                    defer { unsafe PKCS8_PRIV_KEY_INFO_free(info) }
                    return unsafe EVP_PKCS82PKEY(info)
                case .sec1: return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &next, count)
                case .spki: return unsafe d2i_PUBKEY(nil, &next, count)
                case .pkcs1Public: return unsafe d2i_PublicKey(EVP_PKEY_RSA, nil, &next, count)
                case .certificate:
                    guard let certificate = unsafe d2i_X509(nil, &next, count) else { return nil }
                    defer { unsafe X509_free(certificate) }
                    return unsafe X509_get_pubkey(certificate)
                case .pkcs1, .encryptedPKCS8: return nil
                }
            }
        }
        guard let key = unsafe key else {
            throw .malformed(form, reason: OpenSSLError.taken("d2i").summary)
        }
        let handle = try unsafe KeyHandle(takingOwnershipOf: key)
        return form.isPrivate ? .privateKey(try PrivateKey(checking: handle)) : .publicKey(PublicKey(handle))
    }
}
