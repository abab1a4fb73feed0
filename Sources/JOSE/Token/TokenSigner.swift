import MultiBuffer
package import OpenSSL

/// A key that may sign with an algorithm. It is judged once, for all threads.
package struct SigningKey: Sendable {
    package let key: Key
    package let algorithm: Algorithm

    /// Checks the key, and that it may sign with this algorithm.
    package init(_ key: Key, _ algorithm: Algorithm) throws {
        try key.permit(.sign, algorithm)
        try key.judge()
        self.key = key
        self.algorithm = algorithm
    }

    /// Each thread makes its own.
    package func signer(_ backend: SignatureBackend = .openSSL) throws -> TokenSigner {
        switch (algorithm.method, key.material) {
        case (.signature(let scheme), .privateKey(let privateKey)):
            if let group = try backend.group(scheme) { return TokenSigner(.group(group), backend.counts) }
            return TokenSigner(.signature(try Signer.make(privateKey, scheme)), backend.counts)
        case (.hmac(let digest), .secret(let secret)):
            return TokenSigner(.hmac(try HMAC.make(digest: digest, key: secret)), backend.counts)
        default: throw KeyRuleError.privateKeyNeeded
        }
    }
}

/// Makes compact tokens (RFC 7515 §7.1) with one key and one algorithm. It must not be shared between threads: each
/// thread makes its own.
///
/// `begin` takes a token's header and payload in, and `end` writes the token. All tokens begun in between are signed
/// together, ``groupSize`` at most.
package struct TokenSigner: ~Copyable {
    enum Method: ~Copyable {
        case signature(Signer)
        case hmac(HMAC)
        case group(any GroupSigner)
    }

    private let method: Method
    /// The tokens that were begun, one after another, without their signatures, and where each ends. An array would ask
    /// at each change whether it is shared.
    private var tokens = SecretBuffer()
    private var ends: [Int] = []
    /// How many of `ends` are those of the group.
    private var begunCount = 0
    /// Whether the next token is the first of a new group.
    private var isGroupOver = false
    /// Those of the last group, one after another; the last one, if tokens are signed one by one.
    private var signatures: [UInt8] = []
    /// Why the last group has no signatures.
    private var problem: OpenSSLError?

    /// The number of tokens that were signed one by one.
    private var count = 0
    private let counts: SignatureCounts

    init(_ method: consuming Method, _ counts: SignatureCounts) {
        self.method = method
        self.counts = counts
    }

    deinit { counts.add(engine: 0, of: count) }

    /// The number of tokens that may be begun before they are signed.
    package var groupSize: Int { group?.groupSize ?? 1 }

    private var group: (any GroupSigner)? {
        switch method {
        case .group(let group): group
        case .signature: nil
        case .hmac: nil
        }
    }

    /// Takes in the header and the payload of a token.
    ///
    /// - Parameters:
    ///   - encodedHeader: the first part, in base64url.
    ///   - payload: the payload, not encoded.
    package mutating func begin(_ encodedHeader: [UInt8], payload: Span<UInt8>) throws(OpenSSLError) {
        begin(encodedHeader)
        Base64URL.append(payload, to: &tokens)
        try takeIn()
    }

    /// Takes in the header and a payload that is already encoded.
    ///
    /// - Parameter encodedPayload: the second part, in base64url.
    package mutating func begin(
        _ encodedHeader: [UInt8], encodedPayload: Span<UInt8>
    ) throws(OpenSSLError) {
        begin(encodedHeader)
        tokens.append(encodedPayload)
        try takeIn()
    }

    private mutating func begin(_ encodedHeader: [UInt8]) {
        if isGroupOver {
            begunCount = 0
            isGroupOver = false
        }
        // The last group is forgotten, and what was not taken in.
        tokens.removeLast(tokens.count - start(of: begunCount))
        tokens.append(encodedHeader.span)
        tokens.append(UInt8(ascii: "."))
    }

    private mutating func takeIn() throws(OpenSSLError) {
        if let group {
            try tokens.withBytes { (tokens) throws(OpenSSLError) in
                try group.add(tokens.extracting(start(of: begunCount)...))
            }
        }
        if begunCount < ends.count { ends[begunCount] = tokens.count } else { ends.append(tokens.count) }
        begunCount += 1
    }

    /// Where a token of the group begins in `tokens`.
    private func start(of place: Int) -> Int { place == 0 ? 0 : ends[place - 1] }

    /// Signs the tokens that were begun, if they are signed together.
    package mutating func sign() {
        isGroupOver = true
        guard let group else { return }
        let before = (total: group.count, engine: group.engineCount, wrong: group.mismatches)
        problem = nil
        do throws(OpenSSLError) {
            try group.sign(into: &signatures)
        } catch {
            problem = error
        }
        let wrong = group.mismatches - before.wrong
        counts.add(engine: group.engineCount - before.engine - wrong, of: before.total, mismatches: wrong)
    }

    /// Appends a token that was begun.
    ///
    /// - Parameters:
    ///   - place: the index of the token in its group, from 0.
    ///   - payloadCount: the number of payload characters to leave out, for a detached payload (appendix F).
    /// - Returns: the length of the token, in characters.
    @discardableResult
    package mutating func end(
        _ place: Int = 0, withoutPayload payloadCount: Int = 0, to output: inout [UInt8]
    ) throws(OpenSSLError) -> Int {
        precondition(place < begunCount)
        let token = start(of: place)..<ends[place]
        var signatures: [UInt8] = []
        swap(&signatures, &self.signatures)
        defer { swap(&signatures, &self.signatures) }
        var signature: Range<Int>?
        switch method {
        case .signature(let signer):
            try tokens.withBytes { (tokens) throws(OpenSSLError) in
                try signer.sign(tokens.extracting(token), into: &signatures)
            }
            count += 1
        case .hmac(let hmac):
            try tokens.withBytes { (tokens) throws(OpenSSLError) in
                try hmac.makeCode(for: tokens.extracting(token), into: &signatures)
            }
            count += 1
        case .group(let group):
            if let problem { throw problem }
            let size = group.signatureByteCount
            signature = place * size..<(place + 1) * size
        }
        let signed = signatures.span.extracting(signature ?? signatures.indices)
        let start = output.count
        tokens.withBytes { tokens in
            tokens.extracting(token.lowerBound..<token.upperBound - payloadCount).withUnsafeBufferPointer {
                output.append(contentsOf: $0)
            }
        }
        output.append(UInt8(ascii: "."))
        Base64URL.append(signed, to: &output)
        return output.count - start
    }
}
