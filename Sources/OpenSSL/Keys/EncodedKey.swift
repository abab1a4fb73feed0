internal import COpenSSL

/// A stored key that was recognised but is not decoded yet. Its form follows from its structure, never from the name
/// of the file. Whether it needs a passphrase is known before any key is derived.
package struct EncodedKey: Sendable {
    package enum Container: String, Sendable {
        case pem = "PEM"
        case der = "DER"
        /// A line of text, or RFC 4716.
        case text
    }

    package let form: KeyForm
    package let container: Container
    /// The header of a PEM block that is encrypted in the traditional way (RFC 1421 `Proc-Type`, `DEK-Info`).
    let encryptionHeader: String?
    /// DER, or the encoding of SSH.
    let bytes: Secret
    /// Decoded as far as it is not encrypted; nil for other forms.
    private let openSSH: OpenSSHPrivateKey?
    /// Nil if the key is not encrypted.
    package let encryption: EncryptionParameters?

    package var isEncrypted: Bool { encryption != nil }

    /// The public key, if it is known before the private key is decrypted.
    package var publicKey: PublicKey? { openSSH?.publicKey }

    /// Whether ``decode(passphrase:maximumIterations:)`` requires a passphrase. It never opens an encrypted OpenSSH
    /// key.
    package var takesPassphrase: Bool { isEncrypted && openSSH == nil }

    /// Recognises PEM, which may have text and other blocks around the key, DER, and public keys for SSH.
    package init(recognizing bytes: Span<UInt8>, _ encoding: StoredEncoding) throws {
        if encoding.isPEM {
            self = try Self.choose(among: PEMBlock.all(in: bytes))
            return
        }
        let shape = DERShape(bytes)
        if let form = shape.keyForm {
            if [.request, .revocationList].contains(shape.signedObject) { throw KeyError.notAKey }
            try self.init(form, .der, nil, Secret(copying: bytes))
        } else {
            try self.init(.openSSHPublic, .text, nil, OpenSSHPublicText.key(in: bytes))
        }
    }

    /// Every key and certificate of a PEM text, in order; empty if the text is not PEM or contains none.
    package static func all(in bytes: Span<UInt8>, _ encoding: StoredEncoding) throws -> [EncodedKey] {
        guard encoding.isPEM else { return [] }
        var found: [EncodedKey] = []
        for block in try PEMBlock.all(in: bytes) {
            guard let form = KeyForm(pemLabel: block.label) else { continue }
            found.append(try EncodedKey(form, .pem, block.encryptionHeader, block.keyData))
        }
        return found
    }

    /// Whether the bytes look like a key or a certificate. They may still be malformed.
    package static func isRecognized(_ bytes: Span<UInt8>) -> Bool {
        StoredEncoding(bytes).isPEM || DERShape(bytes).keyForm != nil
            || OpenSSHPublicText.isPresent(in: bytes)
    }

    /// The unencrypted key of a PEM block.
    init(_ form: KeyForm, _ der: Secret) throws { try self.init(form, .pem, nil, der) }

    private init(
        _ form: KeyForm, _ container: Container, _ encryptionHeader: String?, _ bytes: Secret
    ) throws {
        if encryptionHeader == nil, form.isASN1 {
            let shape = bytes.withBytes { DERShape($0) }
            if shape.hasTrailingBytes { throw KeyError.trailingBytes(form) }
            // The label may be wrong, so the structure of the bytes must confirm it.
            guard shape.keyForm == form else {
                throw KeyError.malformed(form, reason: "not the structure that its label names")
            }
        }
        self.form = form
        self.container = container
        self.encryptionHeader = encryptionHeader
        self.bytes = bytes
        openSSH = form == .openSSH ? try OpenSSHPrivateKey(bytes) : nil
        encryption =
            form == .encryptedPKCS8
            ? try EncryptedPrivateKeyInfo.parameters(bytes)
            : openSSH?.encryption ?? encryptionHeader.map(TraditionalEncryption.parameters)
    }

    /// A private key takes precedence over certificates and public keys. Of several certificates it is the first; which
    /// one is meant, who reads the file must find out.
    private static func choose(among blocks: [PEMBlock]) throws -> EncodedKey {
        let keys = blocks.compactMap { block in KeyForm(pemLabel: block.label).map { (block, $0) } }
        let privateKeys = keys.filter(\.1.isPrivate)
        let publicKeys = keys.filter { !$0.1.isPrivate && $0.1 != .certificate }
        if privateKeys.count > 1 { throw KeyError.severalKeys(count: privateKeys.count) }
        if privateKeys.isEmpty, publicKeys.count > 1 { throw KeyError.severalKeys(count: publicKeys.count) }
        guard let (block, form) = privateKeys.first ?? publicKeys.first ?? keys.first else {
            if let label = blocks.first?.label {
                throw KeyError.unsupportedType(name: "a PEM block of type \(label)")
            }
            throw KeyError.notAKey
        }
        return try EncodedKey(form, .pem, block.encryptionHeader, block.keyData)
    }

    /// A decoded key.
    package enum Decoded: Sendable {
        case privateKey(PrivateKey)
        case publicKey(PublicKey)
    }

    /// - Parameters:
    ///   - passphrase: for an encrypted key; ignored otherwise.
    ///   - limit: the largest allowed cost of deriving a key from the passphrase, in iterations.
    package func decode(
        passphrase: Secret?, maximumIterations limit: Int = Limits.iterations
    ) throws -> Decoded {
        // The decoders try several formats, and each failed attempt leaves an error in the queue.
        defer { discardErrors() }
        if form == .encryptedPKCS8 {
            guard let passphrase else { throw KeyError.passphraseMissing }
            return .privateKey(try EncryptedPrivateKeyInfo.decrypt(bytes, passphrase, limit: limit))
        }
        if let encryptionHeader {
            guard let passphrase else { throw KeyError.passphraseMissing }
            let plain = try TraditionalEncryption.decrypt(bytes, header: encryptionHeader, passphrase)
            do {
                return try Self.decode(form, plain)
            } catch KeyError.malformed {
                // One in 256 wrong passphrases leaves valid padding, and the decrypted bytes are noise.
                throw KeyError.wrongPassphrase
            }
        }
        if let openSSH { return .privateKey(try openSSH.decode()) }
        if form == .openSSHPublic { return .publicKey(try PublicKey(ssh: bytes, of: form)) }
        return try Self.decode(form, bytes)
    }

    /// Rejects the keys of a file if deriving keys from the passphrase costs too much for all of them together.
    package static func checkCost(of keys: [EncodedKey], limit: Int) throws {
        var cost = 0
        for key in keys where key.form == .encryptedPKCS8 {
            cost = saturatingSum(cost, try EncryptedPrivateKeyInfo.cost(key.bytes))
        }
        if cost > limit { throw KeyError.derivationTooCostly(iterations: cost, limit: limit) }
    }

    private static func decode(_ form: KeyForm, _ der: Secret) throws -> Decoded {
        if form == .pkcs8 { return .privateKey(try PrivateKey(pkcs8: der)) }
        try KeyAlgorithm.check(form, der)
        if form == .pkcs1 { return .privateKey(try RSAPrivateKeyStructure.decode(pkcs1: der)) }
        let key = unsafe der.withBytes { bytes in
            unsafe decoded(bytes) { (next, count) -> OpaquePointer? in
                switch form {
                case .sec1: return unsafe d2i_PrivateKey(EVP_PKEY_EC, nil, &next, count)
                case .spki: return unsafe d2i_PUBKEY(nil, &next, count)
                case .pkcs1Public: return unsafe d2i_PublicKey(EVP_PKEY_RSA, nil, &next, count)
                case .certificate:
                    guard let certificate = unsafe d2i_X509(nil, &next, count) else { return nil }
                    defer { unsafe X509_free(certificate) }
                    return unsafe X509_get_pubkey(certificate)
                case .pkcs8, .pkcs1, .encryptedPKCS8, .openSSH, .openSSHPublic: return nil
                }
            }.pointer
        }
        guard let key = unsafe key else {
            throw KeyError.malformed(form, reason: OpenSSLError.taken("d2i").summary)
        }
        let handle = try unsafe KeyHandle(takingOwnershipOf: key)
        return form.isPrivate ? .privateKey(try PrivateKey(checking: handle)) : .publicKey(PublicKey(handle))
    }
}
