import Words

/// A private key as `ssh-keygen` writes it, openssh-key-v1 (PROTOCOL.key of OpenSSH). The public key is never
/// encrypted.
struct OpenSSHPrivateKey: Sendable {
    fileprivate static let magic = Array("openssh-key-v1\0".utf8)
    /// The block size of no cipher, in bytes.
    fileprivate static let blockSize = 8

    let publicKey: PublicKey
    /// Nil if the key is not encrypted.
    let encryption: EncryptionParameters?
    private let section: Secret

    /// - Throws: ``KeyError/malformed(_:reason:)``, ``KeyError/severalKeys(count:)``,
    ///   ``KeyError/trailingBytes(_:)``, and the errors of ``PublicKey/init(ssh:of:)``.
    init(_ bytes: Secret) throws {
        let contents = bytes.withBytes { bytes -> Secret? in
            guard Array(bytes.extracting(first: Self.magic.count)) == Self.magic else { return nil }
            return Secret(copying: bytes.extracting(droppingFirst: Self.magic.count))
        }
        guard let contents else {
            throw KeyError.malformed(.openSSH, reason: "it does not begin with openssh-key-v1")
        }
        var reader = SSHReader(contents, of: .openSSH)
        encryption = try Self.encryption(&reader)
        let count = try reader.uint32()
        guard count == 1 else { throw KeyError.severalKeys(count: count) }
        publicKey = try PublicKey(ssh: reader.string(), of: .openSSH)
        section = try reader.string()
        // Some ciphers put a tag at the end.
        if encryption == nil { try reader.expectEnd() }
    }

    private static func encryption(_ reader: inout SSHReader) throws -> EncryptionParameters? {
        let (cipher, derivation) = (try reader.name(), try reader.name())
        let options = try reader.string()
        if cipher == "none" || derivation == "none" {
            guard cipher == derivation, options.isEmpty else {
                throw reader.refusal("cipher \(cipher) with key derivation \(derivation)")
            }
            return nil
        }
        var rounds: Int?
        var salt: Secret?
        if derivation == "bcrypt" {
            var reader = SSHReader(options, of: .openSSH)
            salt = try reader.string()
            rounds = try reader.uint32()
            try reader.expectEnd()
        }
        return EncryptionParameters(
            scheme: "openssh-key-v1", cipher: cipher, keyDerivation: derivation, iterations: rounds,
            saltByteCount: salt?.count)
    }

    func decode() throws -> PrivateKey {
        if encryption != nil {
            throw InputError(
                "signet does not support the encryption of OpenSSH keys",
                hint: "decrypt a copy with cp KEY copy && ssh-keygen -p -N '' -f copy")
        }
        var reader = SSHReader(section, of: .openSSH)
        guard section.count % Self.blockSize == 0 else {
            throw reader.refusal("the private part must fill blocks of \(Self.blockSize) bytes")
        }
        guard try reader.uint32() == reader.uint32() else { throw reader.refusal("the check numbers differ") }
        let key = try PrivateKey(ssh: &reader)
        guard key.publicKey == publicKey else { throw KeyError.publicKeyDiffers }
        // The comment.
        _ = try reader.string()
        let padding = try reader.remainder().withBytes { Array($0) }
        guard padding.count < 0x100, padding.enumerated().allSatisfy({ Int($1) == $0 + 1 }) else {
            throw reader.refusal("the padding must be 1, 2, 3, …")
        }
        return key
    }
}

extension PrivateKey {
    /// The key as a PEM text that `ssh-keygen` reads, not encrypted.
    ///
    /// - Parameter comment: may be empty.
    /// - Throws: ``KeyError/formMismatch(_:_:)`` for types that SSH does not have, ``KeyError/staysInStore``.
    package func openSSH(comment: String) throws -> Secret {
        if staysInStore { throw KeyError.staysInStore }
        var section = SSHWriter()
        // A wrong passphrase would show in two different numbers.
        let check = try Random.bytes(4)
        section.bytes(check + check)
        try write(to: &section)
        section.string(comment)
        let blockSize = OpenSSHPrivateKey.blockSize
        let padding = (blockSize - section.count % blockSize) % blockSize
        section.bytes((0..<padding).map { UInt8($0 + 1) })

        var file = SSHWriter()
        file.bytes(OpenSSHPrivateKey.magic)
        file.string("none")
        file.string("none")
        file.string("")
        file.uint32(1)
        file.string(try publicKey.sshEncoding().bytes)
        file.string(section.secret())
        let bytes = file.secret()
        return try PEMBlock.text(label: KeyForm.openSSH.pemLabel, bytes)
    }
}
