import OpenSSL

extension Algorithm {
    /// EdDSA (RFC 8037 §3.1), and the algorithms that specify the type of key (RFC 9864 §2.2).
    static let bytes: [Algorithm] =
        [Algorithm(name: "EdDSA", key: .bytes(ByteKeyFamily.edwards.types), method: .signature(.pure))]
        + ByteKeyType.all.map { Algorithm(name: $0.name, key: .bytes([$0]), method: .signature(.pure)) }
}
