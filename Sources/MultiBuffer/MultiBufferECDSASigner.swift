internal import CMultiBuffer
package import OpenSSL

/// Signs with ECDSA in groups of up to 64. Signatures have the fixed-length form of RFC 7518 §3.4.
package final class MultiBufferECDSASigner: GroupSigner {
    private let key: PrivateKey
    private let curve: mb_curve_id
    private let kernel: MultiBuffer.Kernel
    private let sizes: mb_curve_sizes
    private let hasher: Hasher
    private let scalar: Secret
    /// For small groups, and for signatures that the engine got wrong.
    private let openSSL: Signer
    /// The engine's scratch area, and the nonces.
    private let scratch, nonces: LockedMemory
    /// The key in the engine's form.
    let engineKey: LockedMemory
    private var isEngineReady = false
    private var digests: [UInt8] = []
    private var random: [UInt8] = []

    package var mismatches = 0
    package var engineCount = 0

    /// - Precondition: ``MultiBuffer/supports(_:_:)`` accepts the key, and the key is not in a store.
    package static func make(
        _ key: PrivateKey, _ scheme: SignatureScheme, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws(OpenSSLError) -> MultiBufferECDSASigner {
        guard case .ec(let curve) = key.type, let id = curve.multiBufferID, case .ecdsa(let digest) = scheme,
            let scalar = try key.ecScalar()
        else { preconditionFailure("not a key and a scheme for ECDSA") }
        let sizes = mb_sizes(kernel.id, id)
        return MultiBufferECDSASigner(
            key, id, kernel, sizes, try Hasher.make(digest), scalar,
            try Signer.make(key, scheme), try LockedMemory(count: sizes.scratch),
            try LockedMemory(count: MultiBuffer.curveGroupSize * sizes.nonce),
            try LockedMemory(count: sizes.key))
    }

    private init(
        _ key: PrivateKey, _ curve: mb_curve_id, _ kernel: MultiBuffer.Kernel, _ sizes: mb_curve_sizes,
        _ hasher: consuming Hasher, _ scalar: Secret, _ openSSL: consuming Signer,
        _ scratch: LockedMemory, _ nonces: LockedMemory, _ engineKey: LockedMemory
    ) {
        self.key = key
        self.curve = curve
        self.kernel = kernel
        self.sizes = sizes
        self.hasher = hasher
        self.scalar = scalar
        self.openSSL = openSSL
        self.scratch = scratch
        self.nonces = nonces
        self.engineKey = engineKey
    }

    package var groupSize: Int { MultiBuffer.curveGroupSize }
    package var leastCount: Int { Int(sizes.least_group) }
    package var signatureByteCount: Int { 2 * sizes.scalar }
    package var count: Int { digests.count / sizes.digest }

    package func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        precondition(count < groupSize)
        let start = digests.count
        digests.setCount(start + sizes.digest)
        try unsafe digests.withUnsafeMutableBufferPointer { (digests) throws(OpenSSLError) in
            try unsafe hasher.hash(message, to: digests.baseAddress! + start)
        }
    }

    package func removeAll() { digests.removeAll(keepingCapacity: true) }

    package func signWithEngine(into signatures: inout [UInt8]) throws(OpenSSLError) -> UInt64 {
        let used = count
        let engine = MultiBufferCurve.of(curve, kernel)
        if !isEngineReady { isEngineReady = try prepare(engine) }
        guard isEngineReady else { return 0 }
        random.setCount(used * Int(mb_random_size))
        try unsafe random.withUnsafeMutableBufferPointer { (random) throws(OpenSSLError) in
            var fresh = unsafe MutableSpan(_unsafeElements: random)
            try Random.fillPrivately(&fresh)
        }
        let room = nonces.base.assumingMemoryBound(to: UInt8.self)
        defer { nonces.wipe() }
        scalar.withBytes { scalar in
            unsafe scalar.withUnsafeBufferPointer {
                unsafe mb_ecdsa_nonces(engine.pointer, $0.baseAddress!, UInt32(used), random, digests, room)
            }
        }
        return unsafe mb_ecdsa_sign(
            engine.pointer, engineKey.pointer, scratch.pointer, UInt32(used), room, digests,
            &signatures)
    }

    /// - Returns: whether the key was loaded without a fault.
    private func prepare(_ engine: MultiBufferCurve) throws(OpenSSLError) -> Bool {
        guard let point = try key.publicKey.ecPoint() else { preconditionFailure("not an EC key") }
        return scalar.withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer {
                unsafe mb_ecdsa_key_set(
                    engine.pointer, engineKey.pointer, scratch.pointer, $0.baseAddress!, point.x + point.y)
            }
        }
    }

    package func signWithOpenSSL(_ place: Int) throws(OpenSSLError) -> [UInt8] {
        let (digests, start) = (digests, place * sizes.digest)
        var signature: [UInt8] = []
        try openSSL.sign(digest: digests.span.extracting(start..<start + sizes.digest), into: &signature)
        return signature
    }
}
