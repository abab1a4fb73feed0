internal import CMultiBuffer
package import OpenSSL

/// Signs with Ed25519 (RFC 8032 §5.1.6) in groups of up to 64. Every signature is checked before output: a message
/// is always signed with the same nonce, so a wrong signature together with the right one reveals the key.
package final class MultiBufferEdDSASigner: GroupSigner {
    private let openSSL: Signer
    private let kernel: MultiBuffer.Kernel
    private let sizes: mb_curve_sizes
    /// The hash of the private key: the secret scalar and the prefix, 32 bytes each.
    let expanded: LockedMemory
    private let publicKey: [UInt8]
    /// The engine's scratch area, and the nonces.
    private let scratch, nonces: LockedMemory
    /// The key in the engine's form.
    let engineKey: LockedMemory
    private var isEngineReady = false
    private var messages: [UInt8] = []
    /// The index at which each message ends.
    private var ends: [Int] = []
    /// What is hashed before each message for its challenge.
    private var heads: [UInt8] = []
    private var challenges: [UInt8] = []
    private var points: [UInt8] = []
    private var scalars: [UInt8] = []

    package var mismatches = 0
    package var engineCount = 0

    private static let hashByteCount = 64

    /// - Precondition: ``MultiBuffer/supports(_:_:)`` accepts the key, and the key is not in a store.
    package static func make(
        _ key: PrivateKey, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws(OpenSSLError) -> MultiBufferEdDSASigner {
        guard key.type == .ed25519, let seed = try key.bytes(),
            let publicKey = try key.publicKey.bytes()
        else { preconditionFailure("not an Ed25519 key") }
        let sizes = mb_sizes(kernel.id, mb_ed25519)
        let expanded = try LockedMemory(count: hashByteCount)
        let hasher = try Hasher.make(.sha512)
        let hash = expanded.base.assumingMemoryBound(to: UInt8.self)
        try seed.withBytes { (seed) throws(OpenSSLError) in try unsafe hasher.hash(seed, to: hash) }
        // §5.1.5, step 2.
        unsafe hash[0] &= 0xF8
        unsafe hash[31] = unsafe hash[31] & 0x7F | 0x40
        return MultiBufferEdDSASigner(
            try Signer.make(key, .pure), kernel, sizes, expanded, publicKey,
            try LockedMemory(count: sizes.scratch),
            try LockedMemory(count: MultiBuffer.curveGroupSize * hashByteCount),
            try LockedMemory(count: sizes.key))
    }

    private init(
        _ openSSL: consuming Signer, _ kernel: MultiBuffer.Kernel, _ sizes: mb_curve_sizes,
        _ expanded: LockedMemory, _ publicKey: [UInt8], _ scratch: LockedMemory, _ nonces: LockedMemory,
        _ engineKey: LockedMemory
    ) {
        self.openSSL = openSSL
        self.kernel = kernel
        self.sizes = sizes
        self.expanded = expanded
        self.publicKey = publicKey
        self.scratch = scratch
        self.nonces = nonces
        self.engineKey = engineKey
    }

    package var groupSize: Int { MultiBuffer.curveGroupSize }
    package var leastCount: Int { Int(sizes.least_group) }
    package var signatureByteCount: Int { 64 }
    package var count: Int { ends.count }

    package func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        precondition(count < groupSize)
        unsafe message.withUnsafeBufferPointer { unsafe messages.append(contentsOf: $0) }
        ends.append(messages.count)
    }

    package func removeAll() {
        messages.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    package func signWithEngine(into signatures: inout [UInt8]) -> UInt64 {
        let (used, engine) = (count, MultiBufferCurve.of(mb_ed25519, kernel))
        if !isEngineReady { isEngineReady = prepare(engine) }
        guard isEngineReady else { return 0 }
        let room = nonces.base.assumingMemoryBound(to: UInt8.self)
        defer { nonces.wipe() }
        unsafe hashNonces(engine, to: room)
        points.setCount(32 * used)
        scalars.setCount(32 * used)
        unsafe mb_ed25519_commit(engine.pointer, scratch.pointer, UInt32(used), room, &points)
        hashChallenges(engine)
        unsafe mb_ed25519_respond(
            engine.pointer, engineKey.pointer, scratch.pointer, UInt32(used), challenges, &scalars)
        signatures.removeAll(keepingCapacity: true)
        for lane in 0..<used {
            signatures += points[32 * lane..<32 * (lane + 1)]
            signatures += scalars[32 * lane..<32 * (lane + 1)]
        }
        // Nonces and challenges are hashed twice, because a fault in one of them would reveal the key.
        unsafe hashNonces(engine, to: room)
        hashChallenges(engine)
        return unsafe mb_ed25519_check(
            engine.pointer, engineKey.pointer, scratch.pointer, UInt32(used), room, challenges, signatures)
    }

    /// Hashes the prefix and each message.
    private func hashNonces(_ engine: MultiBufferCurve, to room: UnsafeMutablePointer<UInt8>) {
        let prefix = unsafe expanded.base.assumingMemoryBound(to: UInt8.self) + 32
        unsafe mb_sha512(engine.pointer, UInt32(count), prefix, 32, 0, messages, ends, room)
    }

    /// Hashes each point, the public key and the message.
    private func hashChallenges(_ engine: MultiBufferCurve) {
        heads.removeAll(keepingCapacity: true)
        for lane in 0..<count {
            heads += points[32 * lane..<32 * (lane + 1)]
            heads += publicKey
        }
        challenges.setCount(count * Self.hashByteCount)
        unsafe mb_sha512(engine.pointer, UInt32(count), heads, 64, 64, messages, ends, &challenges)
    }

    /// - Returns: whether the key was stored without a fault.
    private func prepare(_ engine: MultiBufferCurve) -> Bool {
        unsafe mb_ed25519_key_set(
            engine.pointer, engineKey.pointer, scratch.pointer,
            expanded.base.assumingMemoryBound(to: UInt8.self),
            publicKey)
    }

    package func signWithOpenSSL(_ place: Int) throws(OpenSSLError) -> [UInt8] {
        let (messages, start) = (messages, place == 0 ? 0 : ends[place - 1])
        var signature: [UInt8] = []
        try openSSL.sign(messages.span.extracting(start..<ends[place]), into: &signature)
        return signature
    }
}
