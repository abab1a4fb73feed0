package import OpenSSL

/// Makes compact tokens (RFC 7515 §7.1) with one key and one algorithm. Not for several threads at once: each
/// makes its own.
///
/// A token is begun with its header and payload, and ended with its signature. In between, the tokens that were begun
/// are signed together, ``groupSize`` of them at most.
package struct TokenSigner: ~Copyable {
    enum Method: ~Copyable {
        case signature(Signer)
        case hmac(HMAC)
        case group(any SigningGroup)
    }

    private let method: Method
    /// The last signature; its memory serves the next one.
    private var signature: [UInt8] = []
    /// Where the token that was begun starts in its output, where only one is begun at a time.
    private var start = 0

    private init(_ method: consuming Method) { self.method = method }

    /// Judges the key, and whether it may sign with this algorithm, before anything is signed.
    package static func make(
        _ key: Key, _ algorithm: Algorithm, _ backend: SignatureBackend = .openSSL
    ) throws(KeyRefusal) -> TokenSigner {
        try key.permit(.sign, algorithm)
        try key.judge()
        switch (algorithm.method, key.material) {
        case (.signature(let scheme), .privateKey(let privateKey)):
            return try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                if let group = try backend.group(scheme) { return TokenSigner(.group(group)) }
                return TokenSigner(.signature(try Signer.make(privateKey, scheme)))
            }
        case (.hmac(let digest), .secret(let secret)):
            return try mappingErrors(KeyRefusal.library) { () throws(OpenSSLError) in
                TokenSigner(.hmac(try HMAC.make(digest: digest, key: secret)))
            }
        default: throw .privateKeyNeeded
        }
    }

    /// How many tokens may be begun before they are signed.
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
    ///   - payload: the payload itself.
    package mutating func begin(
        _ encodedHeader: [UInt8], payload: Span<UInt8>, to output: inout [UInt8]
    ) throws(OpenSSLError) {
        start = output.count
        output.append(contentsOf: encodedHeader)
        output.append(UInt8(ascii: "."))
        Base64URL.append(payload, to: &output)
        try addToGroup(output)
    }

    /// The same with a payload that stays as it is.
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

    /// Signs the tokens that were begun, where that is done together.
    package func sign() {
        group?.sign()
    }

    /// Appends the signature of a token that was begun.
    ///
    /// - Parameters:
    ///   - place: which one of the group, from 0.
    ///   - payloadCount: characters of the payload that the token is to go without (appendix F).
    ///   - output: where it was begun, with nothing behind it.
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
        output.removeLast(payloadCount)
        output.append(UInt8(ascii: "."))
        Base64URL.append(signature.span, to: &output)
        return output.count - start
    }
}
