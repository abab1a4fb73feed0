internal import CMultiBuffer
package import OpenSSL

/// Verifies RSA signatures in groups of up to eight, with keys of one size. It does not allocate after it is made.
package final class MultiBufferVerifier: GroupVerifier {
    private let encoding: MessageEncoding
    private let scratch: AlignedMemory
    /// The size of a signature, in bytes.
    private let size: Int
    private var digests: [UInt8]
    private var signatures: [UInt8]
    private var messages: [UInt8]
    private var keys: [MultiBufferVerifyingKey] = []
    /// One bit for each signature, the lowest for the first: whether its length is right.
    private var wellFormed: UInt8 = 0
    package private(set) var engineCount = 0

    package var groupSize: Int { MultiBuffer.lanes }
    package var count: Int { keys.count }

    /// The smallest group for which the engine is used. It takes as long for one signature as for eight, and libcrypto
    /// verifies two in less time.
    private static let leastCount = 3

    /// - Parameter size: that of the keys, in bytes.
    /// - Precondition: the scheme is for RSA.
    package static func make(_ size: Int, _ scheme: SignatureScheme) throws(OpenSSLError)
        -> MultiBufferVerifier
    {
        MultiBufferVerifier(try MessageEncoding.make(scheme, size: size), size)
    }

    private init(_ encoding: consuming MessageEncoding, _ size: Int) {
        digests = [UInt8](repeating: 0, count: MultiBuffer.lanes * encoding.digestByteCount)
        signatures = [UInt8](repeating: 0, count: MultiBuffer.lanes * size)
        messages = signatures
        self.encoding = encoding
        self.size = size
        scratch = AlignedMemory(count: mb_scratch_size())
        keys.reserveCapacity(MultiBuffer.lanes)
    }

    package func add(
        _ signature: Span<UInt8>, for message: Span<UInt8>, _ key: MultiBufferVerifyingKey
    ) throws(OpenSSLError) {
        precondition(count < groupSize && key.table != nil && key.key.form.rsaBits == 8 * size)
        let (start, lane) = (count * encoding.digestByteCount, count)
        try unsafe digests.withUnsafeMutableBufferPointer { (digests) throws(OpenSSLError) in
            try unsafe encoding.hash(message, to: digests.baseAddress! + start)
        }
        // RFC 8017 §8.1.2 and §8.2.2, step 1.
        if signature.count == size {
            unsafe signature.withUnsafeBufferPointer { signature in
                unsafe signatures.withUnsafeMutableBufferPointer {
                    unsafe ($0.baseAddress! + lane * signature.count).update(
                        from: signature.baseAddress!, count: signature.count)
                }
            }
            wellFormed |= 1 << UInt8(lane)
        }
        keys.append(key)
    }

    package func verify() throws(OpenSSLError) -> UInt64 {
        defer {
            for key in keys { key.release() }
            keys.removeAll(keepingCapacity: true)
            wellFormed = 0
        }
        if wellFormed == 0 { return 0 }
        return UInt64(count < Self.leastCount ? try verifyWithOpenSSL() : try verifyWithEngine())
    }

    private func verifyWithOpenSSL() throws(OpenSSLError) -> UInt8 {
        let (signatures, digests) = (signatures, digests)
        var valid: UInt8 = 0
        for lane in 0..<count where wellFormed >> UInt8(lane) & 1 == 1 {
            let digest = lane * encoding.digestByteCount
            let isValid = try keys[lane].verify(
                signatures.span.extracting(lane * size..<(lane + 1) * size),
                forDigest: digests.span.extracting(digest..<digest + encoding.digestByteCount))
            if isValid { valid |= 1 << UInt8(lane) }
        }
        return valid
    }

    private func verifyWithEngine() throws(OpenSSLError) -> UInt8 {
        let (size, digestSize, used) = (size, encoding.digestByteCount, count)
        engineCount += used
        // Lanes without a signature get any key.
        let tables = unsafe (0..<MultiBuffer.lanes).map { unsafe keys[$0 < used ? $0 : 0].table?.pointer }
        var valid = unsafe wellFormed & mb_open(tables, scratch.pointer, signatures, &messages)
        try unsafe messages.withUnsafeMutableBufferPointer { (messages) throws(OpenSSLError) in
            try unsafe digests.withUnsafeBufferPointer { (digests) throws(OpenSSLError) in
                for lane in 0..<used where valid >> UInt8(lane) & 1 == 1 {
                    let isValid = try unsafe encoding.verify(
                        messages.baseAddress! + lane * size, digests.baseAddress! + lane * digestSize)
                    if !isValid { valid &= ~(1 << UInt8(lane)) }
                }
            }
        }
        return valid
    }
}
