internal import CMultiBuffer
package import OpenSSL

/// A curve in the form that the multi-buffer engine uses, with multiples of its base point. It is created when it is
/// first used, which takes about as long as a few of libcrypto's signatures. Any number of threads may share it.
final class MultiBufferCurve: Sendable {
    let id: mb_curve_id
    let sizes: mb_curve_sizes
    private let memory: AlignedMemory

    static let p256 = MultiBufferCurve(mb_p256)
    static let p384 = MultiBufferCurve(mb_p384)
    static let p521 = MultiBufferCurve(mb_p521)
    static let secp256k1 = MultiBufferCurve(mb_secp256k1)
    static let ed25519 = MultiBufferCurve(mb_ed25519)

    private init(_ id: mb_curve_id) {
        self.id = id
        sizes = mb_sizes(id)
        memory = AlignedMemory(count: sizes.curve)
        let work = AlignedMemory(count: sizes.work)
        unsafe mb_curve_set(id, memory.pointer, work.pointer)
    }

    static func of(_ curve: Curve) -> MultiBufferCurve {
        switch curve {
        case .p256: p256
        case .p384: p384
        case .p521: p521
        case .secp256k1: secp256k1
        }
    }

    var pointer: OpaquePointer { unsafe memory.pointer }
}

extension Curve {
    /// The engine's identifier of the curve.
    var multiBufferID: mb_curve_id {
        switch self {
        case .p256: mb_p256
        case .p384: mb_p384
        case .p521: mb_p521
        case .secp256k1: mb_secp256k1
        }
    }

    /// The digest that the curve is used with in JOSE (RFC 7518 §3.4, RFC 8812 §3.2) and in the engine.
    fileprivate var digest: DigestAlgorithm {
        switch self {
        case .p256, .secp256k1: .sha256
        case .p384: .sha384
        case .p521: .sha512
        }
    }
}

extension MultiBuffer {
    /// The number of signatures on curves that are made or verified at a time.
    package static let curveGroupSize = Int(mb_curve_group)

    /// Whether the engine supports this type of key with this scheme on this processor.
    package static func supports(_ type: KeyType, _ scheme: SignatureScheme) -> Bool {
        guard isSupported else { return false }
        switch (type, scheme) {
        case (.ec(let curve), .ecdsa(let digest)): return curve.digest == digest
        case (.ed25519, .edDSA): return true
        default: return false
        }
    }
}
