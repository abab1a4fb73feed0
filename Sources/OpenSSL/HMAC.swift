internal import COpenSSL

/// HMAC (RFC 2104) with one key, for any number of messages. Each thread must have its own.
///
/// Two digests take in the key once, and their states are copied for each message. The digests are libcrypto's, but
/// not those of its providers: to copy one of those takes nearly as long as to hash a token. In FIPS mode a provider
/// makes the codes.
package struct HMAC: ~Copyable {
    private let digest: DigestAlgorithm
    /// Two have taken in the key, combined with ipad and with opad; the third one takes in a message.
    private let inner, outer, current: SHA2State
    /// The key, if a provider makes the codes.
    private let provided: Secret?

    private init(
        _ digest: DigestAlgorithm, inner: consuming SHA2State, outer: consuming SHA2State,
        current: consuming SHA2State, provided: Secret?
    ) {
        self.digest = digest
        self.inner = inner
        self.outer = outer
        self.current = current
        self.provided = provided
    }

    package static func make(digest: DigestAlgorithm, key: Secret) throws(OpenSSLError) -> HMAC {
        try make(digest: digest, key: key, inProvider: Library.isInFIPSMode)
    }

    static func make(digest: DigestAlgorithm, key: Secret, inProvider: Bool) throws(OpenSSLError) -> HMAC {
        let block = try block(of: key, digest)
        let inner = try begin(digest, block, 0x36)
        let outer = try begin(digest, block, 0x5C)
        return HMAC(
            digest, inner: inner, outer: outer, current: try SHA2State(digest),
            provided: inProvider ? key : nil)
    }

    /// The key, or its digest if it is longer than a block, followed by zeros up to the length of a block (§2).
    private static func block(of key: Secret, _ digest: DigestAlgorithm) throws(OpenSSLError) -> Secret {
        let count = unsafe Int(EVP_MD_get_block_size(digest.md))
        var block = SecretBuffer(capacity: count)
        if key.count <= count {
            block.append(key)
        } else {
            let state = try SHA2State(digest)
            try state.update(key)
            try block.append(upTo: digest.byteCount) { (room) throws(OpenSSLError) in
                try unsafe room.withUnsafeMutableBufferPointer { (room) throws(OpenSSLError) in
                    try unsafe state.end(to: room.baseAddress!)
                }
                return room.count
            }
        }
        for _ in block.count..<count { block.append(0) }
        return Secret(block)
    }

    private static func begin(
        _ digest: DigestAlgorithm, _ block: Secret, _ pad: UInt8
    ) throws(OpenSSLError) -> SHA2State {
        var padded = SecretBuffer(capacity: block.count)
        block.withBytes { for index in $0.indices { padded.append($0[index] ^ pad) } }
        let state = try SHA2State(digest)
        try state.update(Secret(padded))
        return state
    }

    /// - Parameter code: receives the code, which is as long as the digest. Its memory is reused.
    package borrowing func makeCode(
        for message: Span<UInt8>, into code: inout [UInt8]
    ) throws(OpenSSLError) {
        code.setCount(digest.byteCount)
        try unsafe code.withUnsafeMutableBufferPointer { (code) throws(OpenSSLError) in
            try unsafe makeCode(for: message, to: code.baseAddress!)
        }
    }

    private borrowing func makeCode(
        for message: Span<UInt8>, to code: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        try unsafe message.withUnsafeBufferPointer { (message) throws(OpenSSLError) in
            if let provided {
                let made = unsafe provided.withPointer {
                    unsafe EVP_Q_mac(
                        nil, "HMAC", nil, digest.rawValue, nil, $0, $1, message.baseAddress, message.count,
                        code,
                        digest.byteCount, nil)
                }
                _ = try unsafe check(made, "EVP_Q_mac")
            } else {
                try unsafe hash(after: inner, message.baseAddress, message.count, to: code)
                try unsafe hash(after: outer, code, digest.byteCount, to: code)
            }
        }
    }

    private borrowing func hash(
        after start: borrowing SHA2State, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
        to digest: UnsafeMutablePointer<UInt8>
    ) throws(OpenSSLError) {
        current.copy(start)
        try unsafe current.update(bytes, count)
        try unsafe current.end(to: digest)
    }

    /// Whether `code` is the code of `message`, compared in constant time.
    package borrowing func verify(_ code: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError)
        -> Bool
    {
        try unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: digest.byteCount) {
            (expected) throws(OpenSSLError) in
            try unsafe makeCode(for: message, to: expected.baseAddress!)
            return unsafe constantTimeEqual(Span(_unsafeElements: UnsafeBufferPointer(expected)), code)
        }
    }
}

/// What a digest has taken in. It is wiped when it is freed.
private struct SHA2State: ~Copyable {
    private let state: UnsafeMutablePointer<signet_SHA2_CTX>
    /// Of the digest, in bytes.
    private let length: Int

    init(_ digest: DigestAlgorithm) throws(OpenSSLError) {
        unsafe state = .allocate(capacity: 1)
        length = digest.byteCount
        try unsafe check(signet_SHA2_Init(state, length), "SHA2_Init")
    }

    deinit {
        unsafe OPENSSL_cleanse(state, MemoryLayout<signet_SHA2_CTX>.size)
        unsafe state.deallocate()
    }

    func copy(_ other: borrowing SHA2State) { unsafe state.update(from: other.state, count: 1) }

    func update(_ bytes: UnsafePointer<UInt8>?, _ count: Int) throws(OpenSSLError) {
        try unsafe check(signet_SHA2_Update(state, length, bytes, count), "SHA2_Update")
    }

    func update(_ secret: Secret) throws(OpenSSLError) {
        let status = unsafe secret.withPointer { unsafe signet_SHA2_Update(state, length, $0, $1) }
        try check(status, "SHA2_Update")
    }

    func end(to digest: UnsafeMutablePointer<UInt8>) throws(OpenSSLError) {
        try unsafe check(signet_SHA2_Final(state, length, digest), "SHA2_Final")
    }
}
