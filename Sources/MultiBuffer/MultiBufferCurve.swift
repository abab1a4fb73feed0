internal import CMultiBuffer
package import OpenSSL
internal import Synchronization

/// A curve in the form that a kernel uses, with multiples of its base point. It is created when it is first used, which
/// takes about as long as a few of libcrypto's signatures. Any number of threads may share it.
final class MultiBufferCurve: Sendable {
    let id: mb_curve_id
    let sizes: mb_curve_sizes
    private let memory: AlignedMemory

    /// Those that were used, by kernel and identifier.
    private static let used = Mutex<[MultiBuffer.Kernel: [UInt32: MultiBufferCurve]]>([:])

    private init(_ id: mb_curve_id, _ kernel: MultiBuffer.Kernel) {
        self.id = id
        sizes = mb_sizes(kernel.id, id)
        memory = AlignedMemory(count: sizes.curve)
        let work = AlignedMemory(count: sizes.work)
        unsafe mb_curve_set(kernel.id, id, memory.pointer, work.pointer)
    }

    static func of(_ id: mb_curve_id, _ kernel: MultiBuffer.Kernel) -> MultiBufferCurve {
        used.withLock { used in
            if let curve = used[kernel]?[id.rawValue] { return curve }
            let curve = MultiBufferCurve(id, kernel)
            used[kernel, default: [:]][id.rawValue] = curve
            return curve
        }
    }

    /// - Precondition: the engine has the curve.
    static func of(_ curve: Curve, _ kernel: MultiBuffer.Kernel) -> MultiBufferCurve {
        guard let id = curve.multiBufferID else {
            preconditionFailure("the engine does not have \(curve.rawValue)")
        }
        return of(id, kernel)
    }

    var pointer: OpaquePointer { unsafe memory.pointer }

    /// Multiples of a public key's point: x and y, or the encoding of RFC 8032.
    ///
    /// - Returns: nil for bytes that do not encode a point of Ed25519.
    func comb(of point: [UInt8]) -> AlignedMemory? {
        let comb = AlignedMemory(count: sizes.comb)
        let work = AlignedMemory(count: sizes.work)
        return unsafe mb_comb_set(pointer, comb.pointer, point, work.pointer) ? comb : nil
    }
}

extension Curve {
    private static let multiBufferIDs: [Curve: mb_curve_id] = [
        .p256: mb_p256, .p384: mb_p384, .p521: mb_p521, .secp256k1: mb_secp256k1,
    ]

    /// The engine's identifier of the curve; nil if the engine does not have it.
    var multiBufferID: mb_curve_id? { Self.multiBufferIDs[self] }
}

extension MultiBuffer {
    /// The number of signatures on curves that are made or verified at a time.
    package static let curveGroupSize = Int(mb_curve_group)

    /// Whether the kernels support this type of key with this scheme.
    package static func supports(_ type: KeyType, _ scheme: SignatureScheme) -> Bool {
        switch (type, scheme) {
        case (.ec(let curve), .ecdsa(let digest)):
            return curve.multiBufferID != nil && curve.digest == digest
        case (.ed25519, .pure): return true
        default: return false
        }
    }
}
