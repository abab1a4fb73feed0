import OpenSSL

/// A key of the test PKI, made once and used by many certificates.
struct TestKey: Sendable {
    let key: PrivateKey
    let spki: [UInt8]
    /// The first 20 octets of SHA-256 (RFC 7093 §2).
    let identifier: [UInt8]

    init(_ specification: KeyType) {
        key = try! PrivateKey.generate(specification)
        let spki = try! key.publicKey.der(.spki)
        self.spki = spki
        identifier = Array(try! DigestAlgorithm.sha256.digest(of: spki.span).prefix(20))
    }

    /// The same key with another SubjectPublicKeyInfo.
    init(_ other: TestKey, spki: [UInt8]) {
        (key, identifier) = (other.key, other.identifier)
        self.spki = spki
    }

    static let root = TestKey(.ec(.p256))
    static let other = TestKey(.ec(.p256))
    static let middle = TestKey(.ec(.p256))
    static let lower = TestKey(.ec(.p256))
    static let leaf = TestKey(.ec(.p256))
    static let rsa = TestKey(.rsa(bits: 2048))
    static let weak = TestKey(.rsa(bits: 1024))
    static let odd = TestKey(.rsa(bits: 2052))
    static let pss = TestKey(.rsaPSS(bits: 2048, nil))
    static let bitcoin = TestKey(.ec(.secp256k1))
    static let edwards = TestKey(.ed25519)

    /// The AlgorithmIdentifier of its signatures.
    var algorithm: [UInt8] {
        switch key.type {
        case .rsa: DER.sequence(DER.oid("1.2.840.113549.1.1.11"), [0x05, 0x00])
        case .ed25519: DER.sequence(DER.oid("1.3.101.112"))
        default: DER.sequence(DER.oid("1.2.840.10045.4.3.2"))
        }
    }

    func sign(_ message: [UInt8], _ digest: DigestAlgorithm = .sha256) -> [UInt8] {
        var signature: [UInt8] = []
        let scheme: SignatureScheme =
            switch key.type {
            case .rsa: .rsaPKCS1(digest)
            case .ed25519: .pure
            default: .ecdsa(digest)
            }
        let signer = try! Signer.make(key, scheme)
        try! signer.sign(message.span, into: &signature)
        if case .ec = key.type { return DER.signature(fixed: signature) }
        return signature
    }
}
