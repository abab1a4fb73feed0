package import OpenSSL

/// Makes compact tokens (RFC 7515 §7.1) with one key and one algorithm. Not for several threads at once: each
/// makes its own.
package struct TokenSigner: ~Copyable {
    enum Method: ~Copyable {
        case signature(Signer)
        case hmac(HMAC)
    }

    private let method: Method

    private init(_ method: consuming Method) { self.method = method }

    /// Judges the key, and whether it may sign with this algorithm, before anything is signed.
    package static func make(_ key: Key, _ algorithm: Algorithm) throws(KeyRefusal) -> TokenSigner {
        try key.permit(.sign, algorithm)
        try key.judge()
        do {
            switch (algorithm.method, key.material) {
            case (.signature(let scheme), .privateKey(let privateKey)):
                return TokenSigner(.signature(try Signer.make(privateKey, scheme)))
            case (.hmac(let digest), .secret(let secret)):
                return TokenSigner(.hmac(try HMAC.make(digest: digest, key: secret)))
            default: throw KeyRefusal.privateKeyNeeded
            }
        } catch let error as OpenSSLError {
            throw .library(error)
        } catch let error as KeyRefusal {
            throw error
        } catch {
            fatalError("no other error is thrown here")
        }
    }

    /// - Parameters:
    ///   - encodedHeader: the first part, in base64url.
    ///   - encodedPayload: the second part, in base64url.
    ///   - isDetached: leaves the payload out of the token (appendix F).
    package borrowing func token(
        _ encodedHeader: [UInt8], _ encodedPayload: [UInt8], isDetached: Bool = false
    ) throws(OpenSSLError) -> [UInt8] {
        let signingInput = encodedHeader + [UInt8(ascii: ".")] + encodedPayload
        let signature = try sign(signingInput)
        var token = isDetached ? encodedHeader + [UInt8(ascii: ".")] : signingInput
        token.append(UInt8(ascii: "."))
        Base64URL.append(signature.span, to: &token)
        return token
    }

    private borrowing func sign(_ signingInput: [UInt8]) throws(OpenSSLError) -> [UInt8] {
        switch method {
        case .signature(let signer): try signer.sign(signingInput.span)
        case .hmac(let hmac): try hmac.code(for: signingInput.span)
        }
    }
}
