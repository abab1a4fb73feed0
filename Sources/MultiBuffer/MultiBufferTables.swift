internal import CMultiBuffer
package import OpenSSL
internal import Synchronization

/// A public key that the engine can verify with. Any number of threads may share it.
package final class MultiBufferKey: Sendable {
    let publicKey: PublicKey
    let kernel: MultiBuffer.Kernel
    /// Signatures with keys of one form can be in one group. RSA-PSS keys have the form of RSA keys.
    package let form: KeyType
    /// x and y, or the encoding of RFC 8032; empty for RSA.
    let point: [UInt8]
    fileprivate let state = Mutex(State())
    /// Whether it was used since the last search for a table to give up.
    fileprivate let isRecent = Atomic(false)

    fileprivate struct State {
        var table: AlignedMemory?
        /// The number of times that the table was wanted and not there.
        var misses = 0
        /// The table is being made, or cannot be made.
        var isTaken = false
    }

    /// - Returns: nil for keys that the engine does not support; libcrypto verifies with them.
    package static func make(
        _ key: PublicKey, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws(OpenSSLError) -> MultiBufferKey? {
        switch key.type {
        case .rsa, .rsaPSS:
            guard let bits = try MultiBufferPublicKey.supportedBits(key) else { return nil }
            return MultiBufferKey(key, kernel, .rsa(bits: bits), [])
        case .ec(let curve):
            guard curve.multiBufferID != nil, let point = try key.ecPoint() else { return nil }
            return MultiBufferKey(key, kernel, .ec(curve), point.x + point.y)
        case .bytes(.ed25519):
            guard let point = try key.bytes() else { return nil }
            return MultiBufferKey(key, kernel, .ed25519, point)
        case .bytes: return nil
        }
    }

    private init(_ key: PublicKey, _ kernel: MultiBuffer.Kernel, _ form: KeyType, _ point: [UInt8]) {
        publicKey = key
        self.kernel = kernel
        self.form = form
        self.point = point
    }

    /// Nil for RSA.
    fileprivate var curve: mb_curve_id? {
        switch form {
        case .ec(let curve): curve.multiBufferID
        case .ed25519: mb_ed25519
        default: nil
        }
    }

    /// The size of the table, in bytes.
    fileprivate var tableByteCount: Int { curve.map { mb_sizes(kernel.id, $0).comb } ?? mb_public_key_size() }

    /// - Returns: nil for bytes that do not encode a point of Ed25519.
    fileprivate func makeTable() throws(OpenSSLError) -> AlignedMemory? {
        if let curve { return MultiBufferCurve.of(curve, kernel).comb(of: point) }
        return try MultiBufferPublicKey.make(publicKey)?.memory
    }
}

/// The tables that the engine computes from public keys: numbers that belong to a modulus, and multiples of a point. All
/// threads share them. If they need more memory than allowed, those that have not been used for a while are given up.
///
/// The table of a point takes as long as several of libcrypto's verifications. So it is only made for a key that has
/// been used a few times, and for one that has been used many times if another must be given up.
package final class MultiBufferTables: Sendable {
    private struct Kept {
        var keys: [MultiBufferKey] = []
        /// Where the next search for an unused table begins.
        var hand = 0
        var byteCount = 0
    }

    private let kept = Mutex(Kept())
    private let maximumByteCount: Int

    /// The number of signatures that libcrypto verifies before the table of a point is made.
    static let usesBeforeTable = 8
    /// The same, if another table must be given up.
    static let usesBeforeReplacing = 64

    package init(maximumByteCount: Int = 32 << 20) { self.maximumByteCount = maximumByteCount }

    /// - Returns: nil if libcrypto is to verify the next signature.
    func table(of key: MultiBufferKey) throws(OpenSSLError) -> AlignedMemory? {
        if !key.isRecent.load(ordering: .relaxed) { key.isRecent.store(true, ordering: .relaxed) }
        let (table, mustMake) = key.state.withLock { state -> (AlignedMemory?, Bool) in
            if state.table != nil || state.isTaken { return (state.table, false) }
            state.isTaken = isWorthwhile(key, misses: state.misses)
            state.misses += 1
            return (nil, state.isTaken)
        }
        guard mustMake, let made = try key.makeTable() else { return table }
        key.state.withLock { $0 = MultiBufferKey.State(table: made) }
        for unused in keep(key) { unused.state.withLock { $0 = MultiBufferKey.State() } }
        return made
    }

    private func isWorthwhile(_ key: MultiBufferKey, misses: Int) -> Bool {
        if key.curve == nil || misses >= Self.usesBeforeReplacing { return true }
        if misses < Self.usesBeforeTable { return false }
        return kept.withLock { $0.byteCount } + key.tableByteCount <= maximumByteCount
    }

    /// - Returns: the keys whose tables must be given up instead.
    private func keep(_ key: MultiBufferKey) -> [MultiBufferKey] {
        kept.withLock { kept in
            var unused: [MultiBufferKey] = []
            kept.byteCount += key.tableByteCount
            while kept.byteCount > maximumByteCount, !kept.keys.isEmpty {
                kept.hand %= kept.keys.count
                if kept.keys[kept.hand].isRecent.exchange(false, ordering: .relaxed) {
                    kept.hand += 1
                } else {
                    // The last key takes its place, so that none has to move.
                    kept.keys.swapAt(kept.hand, kept.keys.count - 1)
                    unused.append(kept.keys.removeLast())
                    kept.byteCount -= unused.last!.tableByteCount
                }
            }
            kept.keys.append(key)
            return unused
        }
    }
}

/// A public key and a scheme, for one thread.
package final class MultiBufferVerifyingKey {
    let key: MultiBufferKey
    let scheme: SignatureScheme
    private let tables: MultiBufferTables
    /// The table, while signatures wait to be verified with it.
    private(set) var table: AlignedMemory?
    /// For signatures that libcrypto verifies; made for the first one.
    private var openSSL: Verifier?

    /// - Precondition: the scheme fits the key; for a curve, it is that of JOSE.
    package init(_ key: MultiBufferKey, _ scheme: SignatureScheme, _ tables: MultiBufferTables) {
        self.key = key
        self.scheme = scheme
        self.tables = tables
    }

    /// Whether the engine is to verify the next signature. It is counted.
    package func isReady() throws(OpenSSLError) -> Bool {
        if table == nil { table = try tables.table(of: key) }
        return table != nil
    }

    /// Lets the table go, so that it can be given up.
    func release() { table = nil }

    /// Verifies with libcrypto.
    package func verify(_ signature: Span<UInt8>, for message: Span<UInt8>) throws(OpenSSLError) -> Bool {
        try prepare()
        return try openSSL!.verify(signature, for: message)
    }

    /// Verifies with libcrypto.
    func verify(_ signature: Span<UInt8>, forDigest digest: Span<UInt8>) throws(OpenSSLError) -> Bool {
        try prepare()
        return try openSSL!.verify(signature, forDigest: digest)
    }

    private func prepare() throws(OpenSSLError) {
        if openSSL == nil { openSSL = try Verifier.make(key.publicKey, scheme) }
    }
}
