/// The types of keys that SSH names and signet supports.
enum SSHAlgorithm: Equatable {
    /// RFC 4253 §6.6.
    case rsa
    /// RFC 5656 §3.1.
    case ecdsa(Curve, name: String)
    /// RFC 8709 §4.
    case bytes(ByteKeyType, name: String)

    private static let all: [SSHAlgorithm] =
        [.rsa] + Curve.allCases.compactMap { SSHAlgorithm(.ec($0)) }
        + ByteKeyType.all.compactMap { SSHAlgorithm(.bytes($0)) }

    /// - Throws: ``KeyError/unsupportedType(name:)`` for DSA, keys of security tokens, certificates and unknown names.
    init(name: String) throws {
        guard let algorithm = Self.all.first(where: { $0.name == name }) else {
            throw KeyError.unsupportedType(name: name)
        }
        self = algorithm
    }

    /// - Returns: nil for types that SSH does not have.
    init?(_ type: KeyType) {
        switch type {
        case .rsa: self = .rsa
        case .rsaPSS: return nil
        case .ec(let curve):
            guard let name = curve.sshName else { return nil }
            self = .ecdsa(curve, name: name)
        case .bytes(let type):
            guard let name = type.sshName else { return nil }
            self = .bytes(type, name: name)
        }
    }

    var name: String {
        switch self {
        case .rsa: "ssh-rsa"
        case .ecdsa(_, let name): "ecdsa-sha2-\(name)"
        case .bytes(_, let name): name
        }
    }
}

extension PublicKey {
    /// Decodes a key in the encoding of SSH.
    init(ssh encoding: Secret, of form: KeyForm) throws {
        var reader = SSHReader(encoding, of: form)
        switch try SSHAlgorithm(name: reader.name()) {
        case .rsa:
            let exponent = try reader.number()
            self = try PublicKey(rsa: RSAPublicParts(modulus: reader.number(), exponent: exponent))
        case .ecdsa(let curve, _):
            let (x, y) = try reader.point(on: curve)
            self = try PublicKey(curve: curve, x: x, y: y)
        case .bytes(let type, _): self = try PublicKey(type, bytes: reader.bytes(type.publicByteCount))
        }
        try reader.expectEnd()
    }

    /// The name of the algorithm and the key in the encoding of SSH.
    ///
    /// - Throws: ``KeyError/formMismatch(_:_:)`` for types that SSH does not have.
    package func sshEncoding() throws -> (name: String, bytes: [UInt8]) {
        guard let algorithm = SSHAlgorithm(type) else { throw KeyError.formMismatch(.openSSH, type) }
        var writer = SSHWriter()
        writer.string(algorithm.name)
        if let parts = try rsaParts() {
            writer.number(parts.exponent)
            writer.number(parts.modulus)
        } else {
            try writer.addPublic(self, algorithm)
        }
        return (algorithm.name, writer.secret().withBytes { Array($0) })
    }
}

extension PrivateKey {
    /// Reads a key as OpenSSH stores it (PROTOCOL.key).
    ///
    /// - Throws: the errors of ``PublicKey/init(ssh:of:)``, ``KeyError/rsaTooLarge(bits:)``.
    init(ssh reader: inout SSHReader) throws {
        switch try SSHAlgorithm(name: reader.name()) {
        case .rsa:
            let parts = RSAPublicParts(modulus: try reader.number(), exponent: try reader.number())
            let (exponent, inverse) = (try reader.number(), try reader.number())
            let (p, q) = (try reader.number(), try reader.number())
            self = try PrivateKey(
                rsa: parts, RSAPrivateParts(exponent: exponent, p: p, q: q, qInverse: inverse, of: parts))
        case .ecdsa(let curve, _):
            let (x, y) = try reader.point(on: curve)
            let scalar = try reader.number()
            if scalar.count > curve.byteCount { throw KeyError.scalarOutOfRange(curve) }
            self = try PrivateKey(curve: curve, x: x, y: y, scalar: scalar)
        case .bytes(let type, _):
            let publicBytes = try reader.bytes(type.publicByteCount)
            let both = try reader.string()
            // The private key is followed by the public key once more.
            guard both.count == type.privateByteCount + type.publicByteCount,
                both.withBytes({ Array($0.extracting(last: type.publicByteCount)) }) == publicBytes
            else { throw KeyError.publicKeyDiffers }
            let bytes = both.withBytes { Secret(copying: $0.extracting(first: type.privateByteCount)) }
            self = try PrivateKey(type, publicBytes: publicBytes, bytes: bytes)
        }
    }

    /// - Throws: ``KeyError/formMismatch(_:_:)`` for types that SSH does not have.
    func write(to writer: inout SSHWriter) throws {
        guard let algorithm = SSHAlgorithm(type) else { throw KeyError.formMismatch(.openSSH, type) }
        writer.string(algorithm.name)
        if let parts = try publicKey.rsaParts(), let privateParts = try rsaPrivateParts() {
            writer.number(parts.modulus)
            writer.number(parts.exponent)
            writer.number(privateParts.exponent)
            writer.number(privateParts.qInverse)
            writer.number(privateParts.p)
            writer.number(privateParts.q)
            return
        }
        try writer.addPublic(publicKey, algorithm)
        if let scalar = try ecScalar() { writer.number(scalar) }
        if let bytes = try bytes(), let publicBytes = try publicKey.bytes() {
            var both = SecretBuffer(capacity: bytes.count + publicBytes.count)
            both.append(bytes)
            both.append(publicBytes.span)
            writer.string(Secret(both))
        }
    }
}

extension SSHReader {
    /// An uncompressed point (RFC 5656 §3.1), after the name of its curve.
    fileprivate mutating func point(on curve: Curve) throws -> (x: [UInt8], y: [UInt8]) {
        guard try name() == curve.sshName else { throw refusal("the curve is not that of the type") }
        let point = try bytes(1 + 2 * curve.byteCount)
        guard point[0] == 4 else { throw refusal("the point is compressed") }
        return (Array(point[1...curve.byteCount]), Array(point[(1 + curve.byteCount)...]))
    }

    /// A string of this length that is not secret.
    fileprivate mutating func bytes(_ count: Int) throws -> [UInt8] {
        let bytes = try string().withBytes { Array($0) }
        guard bytes.count == count else {
            throw refusal("the public key must have \(count) bytes, not \(bytes.count)")
        }
        return bytes
    }
}

extension SSHWriter {
    /// Adds the members of a key that is not RSA.
    fileprivate mutating func addPublic(
        _ key: PublicKey, _ algorithm: SSHAlgorithm
    ) throws(OpenSSLError) {
        if case .ecdsa(_, let name) = algorithm, let point = try key.ecPoint() {
            string(name)
            string([4] + point.x + point.y)
        }
        if let bytes = try key.bytes() { string(bytes) }
    }
}
