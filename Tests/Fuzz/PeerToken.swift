import COpenSSL
import JOSE
import OpenSSL

/// A key that tokens are verified with: by signet, and by calls of EVP functions alone.
struct TokenKey: @unchecked Sendable {
    let name: String
    let key: Key
    private let source: KeySource
    /// Nil for a secret.
    private let pointer: OpaquePointer?

    static let all: [TokenKey] = {
        do {
            let pairs = try ["rsa", "p256", "p384", "p521", "secp256k1", "ed25519", "ed448"].map { name in
                let pem = try Seeds.vector("keys/\(name).pkcs8.pem")
                guard
                    case .privateKey(let key) = try EncodedKey(recognizing: pem.span, .pem).decode(
                        passphrase: nil)
                else {
                    fatalError("\(name) is not a private key")
                }
                let bio = BIO_new_mem_buf(pem, Int32(pem.count))
                defer { BIO_free(bio) }
                return try TokenKey(name, Key(.privateKey(key)), PEM_read_bio_PrivateKey(bio, nil, nil, nil))
            }
            return try [TokenKey("secret", Key(.secret(Secret(copying: secret.span))), nil)] + pairs
        } catch {
            fatalError("\(error)")
        }
    }()

    /// Long enough for HS512 (RFC 7518 §3.2).
    private static let secret = [UInt8](0..<64)

    private init(_ name: String, _ key: Key, _ pointer: OpaquePointer?) throws {
        (self.name, self.key, self.pointer) = (name, key, pointer)
        source = try .key(key.publicKey ?? key)
    }

    var algorithms: [Algorithm] { Algorithm.fitting(key.material) }

    /// - Returns: nil if the signature is valid.
    func verdict(_ token: CompactToken) -> TokenError? {
        let verdicts = [BackendChoice.openSSL, .auto].map { backend -> TokenError? in
            var verifier = TokenVerifier(source, VerificationPolicy(), backend)
            do {
                try verifier.begin(token, at: 0)
                verifier.verifySignatures()
                try verifier.end(0)
                return nil
            } catch let error as TokenError {
                return error
            } catch {
                fatalError("\(error)")
            }
        }
        expect(verdicts[0] == verdicts[1], "the backends disagree: \(verdicts)")
        return verdicts[0]
    }

    /// Whether libcrypto verifies the signature under the algorithm that the header names, if it fits the key.
    func peerVerdict(_ token: CompactToken) -> Bool {
        defer { ERR_clear_error() }
        guard let method = Method(token.header.algorithmName), method.fits(name) else { return false }
        guard let pointer else { return peerCode(token.signingInput, method) == token.signature }
        var signature = token.signature
        if let size = method.coordinateBytes {
            guard signature.count == 2 * size else { return false }
            signature = Self.derSignature(signature)
        }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var parameters: OpaquePointer?
        expect(
            EVP_DigestVerifyInit(context, &parameters, method.digest, nil, pointer) == 1,
            "EVP_DigestVerifyInit")
        if method.isPSS { Self.setPSS(parameters) }
        return EVP_DigestVerify(
            context, signature, signature.count, token.signingInput, token.signingInput.count) == 1
    }

    func peerSignature(_ message: [UInt8], _ algorithm: Algorithm) -> [UInt8] {
        guard let method = Method(algorithm.name) else { fatalError("\(algorithm.name) is not in the table") }
        guard let pointer else { return peerCode(message, method) }
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var parameters: OpaquePointer?
        expect(
            EVP_DigestSignInit(context, &parameters, method.digest, nil, pointer) == 1, "EVP_DigestSignInit")
        if method.isPSS { Self.setPSS(parameters) }
        var count = 1_024
        var signature = [UInt8](repeating: 0, count: count)
        expect(EVP_DigestSign(context, &signature, &count, message, message.count) == 1, "EVP_DigestSign")
        signature.removeLast(signature.count - count)
        guard let size = method.coordinateBytes else { return signature }
        var next: UnsafePointer<UInt8>?
        return signature.withUnsafeBufferPointer { bytes in
            next = bytes.baseAddress
            let numbers = d2i_ECDSA_SIG(nil, &next, bytes.count)
            defer { ECDSA_SIG_free(numbers) }
            var both = [UInt8](repeating: 0, count: 2 * size)
            both.withUnsafeMutableBufferPointer { room in
                _ = BN_bn2binpad(ECDSA_SIG_get0_r(numbers), room.baseAddress, Int32(size))
                _ = BN_bn2binpad(ECDSA_SIG_get0_s(numbers), room.baseAddress! + size, Int32(size))
            }
            return both
        }
    }

    private func peerCode(_ message: [UInt8], _ method: Method) -> [UInt8] {
        var code = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var count = 0
        let made = EVP_Q_mac(
            nil, "HMAC", nil, EVP_MD_get0_name(method.digest), nil, Self.secret, Self.secret.count, message,
            message.count, &code, code.count, &count)
        expect(made != nil, "EVP_Q_mac")
        return Array(code.prefix(count))
    }

    private static func setPSS(_ parameters: OpaquePointer?) {
        EVP_PKEY_CTX_set_rsa_padding(parameters, RSA_PKCS1_PSS_PADDING)
        EVP_PKEY_CTX_set_rsa_pss_saltlen(parameters, RSA_PSS_SALTLEN_DIGEST)
    }

    /// What libcrypto verifies: a SEQUENCE of two INTEGERs (RFC 3279 §2.2.3).
    private static func derSignature(_ both: [UInt8]) -> [UInt8] {
        let halves = [both.prefix(both.count / 2), both.suffix(both.count / 2)]
        let numbers = halves.map { half in
            var digits = Array(half.drop { $0 == 0 })
            if digits.isEmpty || digits[0] & 0x80 != 0 { digits.insert(0, at: 0) }
            return DERNode(tag: 0x02, digits)
        }
        return DERNode(tag: 0x30, children: numbers).bytes
    }

    /// A row of RFC 7518 §3.1, RFC 8037 §3.1, RFC 8812 §3.2 or RFC 9864.
    private struct Method {
        let keys: [String]
        let digest: OpaquePointer?
        var isPSS = false
        var coordinateBytes: Int?

        func fits(_ key: String) -> Bool { keys.contains(key) }

        init?(_ name: String) {
            switch name {
            case "EdDSA": (keys, digest) = (["ed25519", "ed448"], nil)
            case "Ed25519": (keys, digest) = (["ed25519"], nil)
            case "Ed448": (keys, digest) = (["ed448"], nil)
            case "ES256": (keys, digest, coordinateBytes) = (["p256"], EVP_sha256(), 32)
            case "ES256K": (keys, digest, coordinateBytes) = (["secp256k1"], EVP_sha256(), 32)
            case "ES384": (keys, digest, coordinateBytes) = (["p384"], EVP_sha384(), 48)
            case "ES512": (keys, digest, coordinateBytes) = (["p521"], EVP_sha512(), 66)
            case "HS256", "HS384", "HS512", "RS256", "RS384", "RS512", "PS256", "PS384", "PS512":
                keys = [name.hasPrefix("HS") ? "secret" : "rsa"]
                digest =
                    name.hasSuffix("256") ? EVP_sha256() : name.hasSuffix("384") ? EVP_sha384() : EVP_sha512()
                isPSS = name.hasPrefix("PS")
            default: return nil
            }
        }
    }
}
