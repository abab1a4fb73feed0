internal import CMultiBuffer
package import OpenSSL

/// Verifies signatures in groups of up to 64, with keys on one curve.
package final class MultiBufferCurveVerifier: GroupVerifier {
    private let form: KeyType
    private let kernel: MultiBuffer.Kernel
    private let curve: MultiBufferCurve
    private let hasher: Hasher
    private let scratch: AlignedMemory
    /// Digests; for Ed25519, challenges.
    private var hashes: [UInt8] = []
    /// Of Ed25519: what is hashed for the challenges, and where each message ends.
    private var heads: [UInt8] = []
    private var messages: [UInt8] = []
    private var ends: [Int] = []
    private var signatures: [UInt8] = []
    private var keys: [MultiBufferVerifyingKey] = []
    /// One bit for each signature, the lowest for the first: whether its length is right.
    private var wellFormed: UInt64 = 0

    package private(set) var engineCount = 0

    package var groupSize: Int { MultiBuffer.curveGroupSize }
    package var count: Int { keys.count }

    /// - Precondition: ``MultiBuffer/supports(_:_:)``.
    package static func make(
        _ type: KeyType, _ scheme: SignatureScheme, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws(OpenSSLError) -> MultiBufferCurveVerifier {
        switch (type, scheme) {
        case (.ec(let curve), .ecdsa(let digest)):
            MultiBufferCurveVerifier(type, kernel, .of(curve, kernel), try Hasher.make(digest))
        case (.ed25519, .pure):
            MultiBufferCurveVerifier(type, kernel, .of(mb_ed25519, kernel), try Hasher.make(.sha512))
        default: preconditionFailure("not a scheme on a curve")
        }
    }

    private init(
        _ form: KeyType, _ kernel: MultiBuffer.Kernel, _ curve: MultiBufferCurve, _ hasher: consuming Hasher
    ) {
        self.form = form
        self.kernel = kernel
        self.curve = curve
        self.hasher = hasher
        scratch = AlignedMemory(count: curve.sizes.scratch)
    }

    package func add(
        _ signature: Span<UInt8>, for message: Span<UInt8>, _ key: MultiBufferVerifyingKey
    ) throws(OpenSSLError) {
        precondition(
            count < groupSize && key.table != nil && key.key.form == form && key.key.kernel == kernel)
        let (hashStart, signatureStart) = (count * curve.sizes.digest, count * 2 * curve.sizes.scalar)
        hashes.setCount(hashStart + curve.sizes.digest)
        signatures.setCount(signatureStart)
        let isWellFormed = signature.count == 2 * curve.sizes.scalar
        if isWellFormed {
            unsafe signature.withUnsafeBufferPointer { unsafe signatures.append(contentsOf: $0) }
        } else {
            signatures.append(contentsOf: repeatElement(0, count: 2 * curve.sizes.scalar))
        }
        if curve.id == mb_ed25519 {
            // Ed25519 hashes R and the public key before the message.
            heads += signatures[signatureStart..<signatureStart + 32] + key.key.point
            unsafe message.withUnsafeBufferPointer { unsafe messages.append(contentsOf: $0) }
            ends.append(messages.count)
        } else {
            try unsafe hashes.withUnsafeMutableBufferPointer { (hashes) throws(OpenSSLError) in
                try unsafe hasher.hash(message, to: hashes.baseAddress! + hashStart)
            }
        }
        if isWellFormed { wellFormed |= 1 << UInt64(count) }
        keys.append(key)
    }

    package func verify() throws(OpenSSLError) -> UInt64 {
        if keys.isEmpty { return 0 }
        defer {
            for key in keys { key.release() }
            keys.removeAll(keepingCapacity: true)
            hashes.removeAll(keepingCapacity: true)
            heads.removeAll(keepingCapacity: true)
            messages.removeAll(keepingCapacity: true)
            ends.removeAll(keepingCapacity: true)
            signatures.removeAll(keepingCapacity: true)
            wellFormed = 0
        }
        let combs = unsafe keys.map { unsafe $0.table?.pointer }
        engineCount += count
        if curve.id == mb_ed25519 {
            unsafe mb_sha512(curve.pointer, UInt32(count), heads, 64, 64, messages, ends, &hashes)
            return unsafe wellFormed
                & mb_ed25519_verify(
                    curve.pointer, scratch.pointer, UInt32(count), combs, hashes, signatures)
        }
        var undecided: UInt64 = 0
        var valid = unsafe mb_ecdsa_verify(
            curve.pointer, scratch.pointer, UInt32(count), combs, hashes, signatures, &undecided)
        engineCount -= undecided.nonzeroBitCount
        for lane in 0..<count where undecided >> UInt64(lane) & 1 == 1 {
            if try verifyWithOpenSSL(lane) { valid |= 1 << UInt64(lane) }
        }
        return valid & wellFormed
    }

    private func verifyWithOpenSSL(_ lane: Int) throws(OpenSSLError) -> Bool {
        let (hashes, signatures) = (hashes, signatures)
        let (hash, signature) = (lane * curve.sizes.digest, lane * 2 * curve.sizes.scalar)
        return try keys[lane].verify(
            signatures.span.extracting(signature..<signature + 2 * curve.sizes.scalar),
            forDigest: hashes.span.extracting(hash..<hash + curve.sizes.digest))
    }
}
