package import OpenSSL

/// Makes compact tokens (RFC 7515 §7.1) with one key and one algorithm. It must not be shared between threads: each
/// thread makes its own.
///
/// `begin` writes a token's header and payload, and `end` its signature. All tokens begun in between are signed
/// together, ``groupSize`` at most.
package struct TokenSigner: ~Copyable {
    enum Method: ~Copyable {
        case signature(Signer)
        case hmac(HMAC)
        case group(any SigningGroup)
    }

    private let method: Method
    /// The last signature; its memory is reused.
    private var signature: [UInt8] = []
    /// The index in the output at which the current token starts, if tokens are signed one by one.
    private var start = 0

    /// The number of tokens that were signed one by one.
    private var count = 0
    private let counts: SignatureCounts

    private init(_ method: consuming Method, _ counts: SignatureCounts) {
        self.method = method
        self.counts = counts
    }

    deinit { counts.add(engine: 0, of: count) }

    /// Checks the key, and that it may sign with this algorithm.
    package static func make(
        _ key: Key, _ algorithm: Algorithm, _ backend: SignatureBackend = .openSSL
    ) throws(KeyRefusal) -> TokenSigner {
        try key.permit(.sign, algorithm)
        try key.judge()
        switch (algorithm.method, key.material) {
        case (.signature(let scheme), .privateKey(let privateKey)):
            return try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                if let group = try backend.group(scheme) { return TokenSigner(.group(group), backend.counts) }
                return TokenSigner(.signature(try Signer.make(privateKey, scheme)), backend.counts)
            }
        case (.hmac(let digest), .secret(let secret)):
            return try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                TokenSigner(.hmac(try HMAC.make(digest: digest, key: secret)), backend.counts)
            }
        default: throw .privateKeyNeeded
        }
    }

    /// The number of tokens that may be begun before they are signed.
    package var groupSize: Int { group?.size ?? 1 }

    private var group: (any SigningGroup)? {
        switch method {
        case .group(let group): group
        case .signature: nil
        case .hmac: nil
        }
    }

    /// Appends the header and the payload of a token.
    ///
    /// - Parameters:
    ///   - encodedHeader: the first part, in base64url.
    ///   - payload: the payload, not encoded.
    package mutating func begin(
        _ encodedHeader: [UInt8], payload: Span<UInt8>, to output: inout [UInt8]
    ) throws(OpenSSLError) {
        start = output.count
        output.append(contentsOf: encodedHeader)
        output.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &output)
        try addToGroup(output)
    }

    /// Appends the header and a payload that is already encoded.
    ///
    /// - Parameter encodedPayload: the second part, in base64url.
    package mutating func begin(
        _ encodedHeader: [UInt8], encodedPayload: Span<UInt8>, to output: inout [UInt8]
    ) throws(OpenSSLError) {
        start = output.count
        output.append(contentsOf: encodedHeader)
        output.append(UInt8(ascii: "."))
        encodedPayload.withUnsafeBufferPointer { output.append(contentsOf: $0) }
        try addToGroup(output)
    }

    private func addToGroup(_ output: [UInt8]) throws(OpenSSLError) {
        try group?.add(output.span.extracting(start...))
    }

    /// Signs the tokens that were begun, if they are signed together.
    package func sign() {
        group?.sign()
    }

    /// Appends the signature of a token that was begun.
    ///
    /// - Parameters:
    ///   - place: the index of the token in its group, from 0.
    ///   - payloadCount: the number of payload characters to remove, for a detached payload (appendix F).
    ///   - output: the output in which the token was begun; nothing may follow the token.
    /// - Returns: the length of the token, in characters.
    @discardableResult
    package mutating func end(
        _ place: Int = 0, withoutPayload payloadCount: Int = 0, to output: inout [UInt8]
    ) throws(OpenSSLError) -> Int {
        switch method {
        case .signature(let signer): try signer.sign(output.span.extracting(start...), into: &signature)
        case .hmac(let hmac): try hmac.makeCode(for: output.span.extracting(start...), into: &signature)
        case .group(let group): try group.copySignature(place, to: &signature)
        }
        if group == nil { count += 1 }
        output.removeLast(payloadCount)
        output.append(UInt8(ascii: "."))
        Base64URL.append(signature.span, to: &output)
        return output.count - start
    }
}
