internal import CMultiBuffer
package import OpenSSL

/// Signs messages in groups of up to eight, with one RSA key. It must not be shared between threads: each thread
/// makes its own from the same key.
package struct MultiBufferSigner: GroupSigner, ~Copyable {
    private let key: MultiBufferPrivateKey
    private let encoding: MessageEncoding
    /// For small groups, and for signatures that the engine got wrong.
    private let openSSL: Signer
    private let scratch: LockedMemory
    private var digests: [UInt8]
    private var messages: [UInt8]
    private var results: [UInt8]

    /// The smallest group for which the engine is used. It takes as long for one message as for eight, and libcrypto
    /// makes two RSA-2048 signatures, or one with a longer key, in less time.
    private var leastCount: Int { key.byteCount > 256 ? 2 : 3 }

    /// The number of messages that wait to be signed.
    package private(set) var count = 0
    /// The number of signatures that did not verify and were recomputed by libcrypto.
    package private(set) var mismatches = 0
    package private(set) var engineCount = 0

    /// - Precondition: the scheme is for RSA.
    package static func make(
        _ key: MultiBufferPrivateKey, _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> MultiBufferSigner {
        MultiBufferSigner(
            key, try MessageEncoding.make(scheme, size: key.byteCount),
            try Signer.make(key.key, scheme), try LockedMemory(count: mb_scratch_size()))
    }

    private init(
        _ key: MultiBufferPrivateKey, _ encoding: consuming MessageEncoding,
        _ openSSL: consuming Signer, _ scratch: LockedMemory
    ) {
        self.key = key
        digests = [UInt8](repeating: 0, count: MultiBuffer.lanes * encoding.digestByteCount)
        messages = [UInt8](repeating: 0, count: MultiBuffer.lanes * key.byteCount)
        results = messages
        self.encoding = encoding
        self.openSSL = openSSL
        self.scratch = scratch
    }

    package var groupSize: Int { MultiBuffer.lanes }
    package var signatureByteCount: Int { key.byteCount }
    package var isFull: Bool { count == MultiBuffer.lanes }

    /// Adds a message to the group.
    ///
    /// - Precondition: not ``isFull``.
    package mutating func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        precondition(!isFull)
        let start = count * encoding.digestByteCount
        try unsafe digests.withUnsafeMutableBufferPointer { (digests) throws(OpenSSLError) in
            try unsafe encoding.hash(message, to: digests.baseAddress! + start)
        }
        count += 1
    }

    /// Signs the messages that were added, in order, and empties the group. If libcrypto is faster for a small group,
    /// it signs the group. Otherwise a partial group takes as long as a full one.
    ///
    /// - Parameter signatures: replaced by the signatures, one after another, each as long as the modulus. Its memory
    ///   is reused. Every signature that the engine made has been verified.
    package mutating func sign(into signatures: inout [UInt8]) throws(OpenSSLError) {
        defer { count = 0 }
        signatures.removeAll(keepingCapacity: true)
        if count < leastCount {
            for lane in 0..<count { signatures += try signWithOpenSSL(lane) }
        } else {
            try signWithEngine(into: &signatures)
        }
    }

    private mutating func signWithEngine(into signatures: inout [UInt8]) throws(OpenSSLError) {
        try encodeMessages()
        let good = unsafe mb_sign(
            key.pointer, key.publicKey.pointer, scratch.pointer, messages, &results)
        signatures += results[..<(count * key.byteCount)]
        engineCount += count
        for lane in 0..<count where good >> UInt8(lane) & 1 == 0 {
            mismatches += 1
            let start = lane * key.byteCount
            signatures.replaceSubrange(start..<start + key.byteCount, with: try signWithOpenSSL(lane))
        }
    }

    /// Unused lanes get a copy of the first message.
    private mutating func encodeMessages() throws(OpenSSLError) {
        let (size, digestSize, used) = (key.byteCount, encoding.digestByteCount, count)
        try unsafe messages.withUnsafeMutableBufferPointer { (messages) throws(OpenSSLError) in
            let base = messages.baseAddress!
            try unsafe digests.withUnsafeBufferPointer { (digests) throws(OpenSSLError) in
                for lane in 0..<used {
                    try unsafe encoding.encode(
                        digests.baseAddress! + lane * digestSize, to: base + lane * size)
                }
            }
            for lane in used..<MultiBuffer.lanes {
                unsafe (base + lane * size).update(from: base, count: size)
            }
        }
    }

    private func signWithOpenSSL(_ lane: Int) throws(OpenSSLError) -> [UInt8] {
        let start = lane * encoding.digestByteCount
        var signature: [UInt8] = []
        try openSSL.sign(
            digest: digests.span.extracting(start..<start + encoding.digestByteCount), into: &signature)
        return signature
    }
}
