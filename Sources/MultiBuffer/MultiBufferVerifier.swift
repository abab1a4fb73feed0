internal import CMultiBuffer
package import OpenSSL

/// Verifies signatures in groups of up to eight, with one RSA key. Its results are those of ``Verifier``. It must not
/// be shared between threads: each thread makes its own from the same key. It does not allocate after it is made.
package struct MultiBufferVerifier: ~Copyable {
    private let key: MultiBufferPublicKey
    private let encoding: MessageEncoding
    private let scratch: LockedMemory
    private var digests: [UInt8]
    private var signatures: [UInt8]
    private var messages: [UInt8]
    /// One bit for each signature, the lowest for the first: whether its length is right.
    private var wellFormed: UInt8 = 0

    /// The number of signatures that wait to be verified.
    package private(set) var count = 0

    /// - Precondition: the scheme is for RSA.
    package static func make(
        _ key: MultiBufferPublicKey, _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> MultiBufferVerifier {
        MultiBufferVerifier(
            key, try MessageEncoding.make(scheme, size: key.byteCount),
            try LockedMemory(count: mb_scratch_size()))
    }

    private init(
        _ key: MultiBufferPublicKey, _ encoding: consuming MessageEncoding, _ scratch: LockedMemory
    ) {
        self.key = key
        digests = [UInt8](repeating: 0, count: MultiBuffer.lanes * encoding.digestByteCount)
        signatures = [UInt8](repeating: 0, count: MultiBuffer.lanes * key.byteCount)
        messages = signatures
        self.encoding = encoding
        self.scratch = scratch
    }

    package var isFull: Bool { count == MultiBuffer.lanes }

    /// Adds a signature and its message to the group.
    ///
    /// - Precondition: not ``isFull``.
    package mutating func add(_ signature: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError) {
        precondition(!isFull)
        let (start, lane) = (count * encoding.digestByteCount, count)
        try unsafe digests.withUnsafeMutableBufferPointer { (digests) throws(OpenSSLError) in
            try unsafe encoding.hash(message, to: digests.baseAddress! + start)
        }
        // RFC 8017 §8.1.2 and §8.2.2, step 1.
        if signature.count == key.byteCount {
            unsafe signature.withUnsafeBufferPointer { signature in
                unsafe signatures.withUnsafeMutableBufferPointer {
                    unsafe ($0.baseAddress! + lane * signature.count).update(
                        from: signature.baseAddress!, count: signature.count)
                }
            }
            wellFormed |= 1 << UInt8(lane)
        }
        count += 1
    }

    /// Verifies the signatures that were added, and empties the group. A partial group takes as long as a full one.
    ///
    /// - Returns: one bit for each signature, the lowest for the first: whether it is valid for its message.
    package mutating func verify() throws(OpenSSLError) -> UInt8 {
        let (size, digestSize, used) = (key.byteCount, encoding.digestByteCount, count)
        var valid = wellFormed
        (count, wellFormed) = (0, 0)
        if valid == 0 { return 0 }
        valid &= unsafe mb_open(key.pointer, scratch.pointer, signatures, &messages)
        return try unsafe messages.withUnsafeMutableBufferPointer { (messages) throws(OpenSSLError) in
            try unsafe digests.withUnsafeBufferPointer { (digests) throws(OpenSSLError) in
                for lane in 0..<used where valid >> UInt8(lane) & 1 == 1 {
                    let isValid = try unsafe encoding.verify(
                        messages.baseAddress! + lane * size, digests.baseAddress! + lane * digestSize)
                    if !isValid { valid &= ~(1 << UInt8(lane)) }
                }
                return valid
            }
        }
    }
}
