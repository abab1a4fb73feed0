package import OpenSSL

/// Makes compact tokens (RFC 7515 §7.1) with one key and one algorithm. Not for several threads at once: each
/// makes its own.
package struct TokenSigner: ~Copyable {
    enum Method: ~Copyable {
        case signature(Signer)
        case hmac(HMAC)
    }

    private let method: Method
    /// The last signature; its memory serves the next one.
    private var signature: [UInt8] = []

    private init(_ method: consuming Method) { self.method = method }

    /// Judges the key, and whether it may sign with this algorithm, before anything is signed.
    package static func make(_ key: Key, _ algorithm: Algorithm) throws(KeyRefusal) -> TokenSigner {
        try key.permit(.sign, algorithm)
        try key.judge()
        switch (algorithm.method, key.material) {
        case (.signature(let scheme), .privateKey(let privateKey)):
            let signer = try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                try Signer.make(privateKey, scheme)
            }
            return TokenSigner(.signature(signer))
        case (.hmac(let digest), .secret(let secret)):
            let hmac = try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                try HMAC.make(digest: digest, key: secret)
            }
            return TokenSigner(.hmac(hmac))
        default: throw .privateKeyNeeded
        }
    }

    /// Appends the token of a header and a payload.
    ///
    /// - Parameters:
    ///   - encodedHeader: the first part, in base64url.
    ///   - payload: the payload itself.
    ///   - isDetached: leaves the payload out of the token (appendix F).
    package mutating func append(
        _ encodedHeader: [UInt8], payload: Span<UInt8>, isDetached: Bool = false, to output: inout [UInt8]
    ) throws(OpenSSLError) {
        let start = output.count
        output.append(contentsOf: encodedHeader)
        output.append(UInt8(ascii: "."))
        let payloadStart = output.count
        Base64URL.append(payload, to: &output)
        try sign(output.span.extracting(start..<output.count))
        if isDetached { output.removeLast(output.count - payloadStart) }
        appendSignature(to: &output)
    }

    /// Appends the token of a header and a payload that stays as it is.
    ///
    /// - Parameter encodedPayload: the second part, in base64url.
    package mutating func append(
        _ encodedHeader: [UInt8], encodedPayload: Span<UInt8>, to output: inout [UInt8]
    ) throws(OpenSSLError) {
        let start = output.count
        output.append(contentsOf: encodedHeader)
        output.append(UInt8(ascii: "."))
        encodedPayload.withUnsafeBufferPointer { output.append(contentsOf: $0) }
        try sign(output.span.extracting(start..<output.count))
        appendSignature(to: &output)
    }

    private func appendSignature(to output: inout [UInt8]) {
        output.append(UInt8(ascii: "."))
        Base64URL.append(signature.span, to: &output)
    }

    private mutating func sign(_ signingInput: Span<UInt8>) throws(OpenSSLError) {
        switch method {
        case .signature(let signer): try signer.sign(signingInput, into: &signature)
        case .hmac(let hmac): try hmac.makeCode(for: signingInput, into: &signature)
        }
    }
}
