internal import CMultiBuffer
package import OpenSSL

/// A public key on a curve, for ``MultiBufferCurveVerifier``. It must not be shared between threads: each thread
/// makes its own.
///
/// Computing its comb, a table of multiples, takes as long as verifying a few signatures with libcrypto. So the comb
/// is only made after a few signatures.
package final class MultiBufferCurveKey {
    let curve: MultiBufferCurve
    /// For signatures that libcrypto verifies.
    package let verifier: Verifier
    /// x and y, or the encoding of RFC 8032.
    let point: [UInt8]
    private(set) var comb: AlignedMemory?
    private var uses = 0

    /// The number of signatures that libcrypto verifies before the comb is made.
    package static let usesBeforeComb = 8

    /// - Returns: nil for a key that ``MultiBuffer/supports(_:_:)`` does not accept.
    package static func make(
        _ key: PublicKey, _ scheme: SignatureScheme, _ kernel: MultiBuffer.Kernel = MultiBuffer.kernel
    ) throws(OpenSSLError) -> MultiBufferCurveKey? {
        guard MultiBuffer.supports(key.type, scheme) else { return nil }
        let verifier = try Verifier.make(key, scheme)
        if case .ec(let curve) = key.type, let point = try key.ecPoint() {
            return MultiBufferCurveKey(.of(curve, kernel), point.x + point.y, verifier)
        }
        guard let point = try key.edwardsPublicKey() else { return nil }
        return MultiBufferCurveKey(.of(mb_ed25519, kernel), point, verifier)
    }

    private init(_ curve: MultiBufferCurve, _ point: [UInt8], _ verifier: consuming Verifier) {
        self.curve = curve
        self.point = point
        self.verifier = verifier
    }

    /// Counts a signature, and returns whether the engine must verify it.
    package func isReady() -> Bool {
        if comb != nil { return true }
        uses += 1
        if uses == Self.usesBeforeComb + 1 { comb = Self.comb(of: point, on: curve) }
        return comb != nil
    }

    /// - Returns: nil for bytes that do not encode a point of Ed25519.
    static func comb(of point: [UInt8], on curve: MultiBufferCurve) -> AlignedMemory? {
        let comb = AlignedMemory(count: curve.sizes.comb)
        let work = AlignedMemory(count: curve.sizes.work)
        return unsafe mb_comb_set(curve.pointer, comb.pointer, point, work.pointer) ? comb : nil
    }
}
