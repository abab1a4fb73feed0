import JSON
import OpenSSL

// JWKs whose keys are byte strings.

extension JWK {
    func bytesMaterial(_ family: ByteKeyFamily) throws(JWKError) -> Key.Material {
        let members = family.jwk
        let name = try required(members.type)
        guard let type = family.types.first(where: { $0.name == name }) else {
            throw members.namesAlgorithm
                ? .unsupportedAlgorithm(name, fitting: family.types.map(\.name)) : .unsupportedCurve(name)
        }
        let publicBytes = try bytes(members.publicKey, count: type.publicByteCount)
        let secret =
            has(members.privateKey) ? try secret(members.privateKey, count: type.privateByteCount) : nil
        return try mappingErrors(JWKError.key) { () throws(KeyError) in
            guard let secret else { return .publicKey(try PublicKey(type, bytes: publicBytes)) }
            return .privateKey(try PrivateKey(type, publicBytes: publicBytes, bytes: secret))
        }
    }
}

extension JWKWriter {
    mutating func add(bytes key: PublicKey, _ type: ByteKeyType) throws(OpenSSLError) {
        guard let bytes = try key.bytes() else { return }
        add("kty", type.family.jwk.keyType)
        add(type.family.jwk.type, type.name)
        add(type.family.jwk.publicKey, bytes: bytes)
    }

    mutating func add(bytesPrivate key: PrivateKey, _ type: ByteKeyType) throws(OpenSSLError) {
        guard let bytes = try key.bytes() else { return }
        add(type.family.jwk.privateKey, secret: bytes)
    }
}
