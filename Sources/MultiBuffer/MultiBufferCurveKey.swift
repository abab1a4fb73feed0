internal import CMultiBuffer
package import OpenSSL

/// A public key on a curve, for ``MultiBufferCurveVerifier``. Not for several threads at once: each makes its own.
///
/// Its multiples, its comb, take as long to make as libcrypto takes to verify a few signatures. So they are made when as
/// many have come.
package final class MultiBufferCurveKey {
    let curve: MultiBufferCurve
    /// libcrypto's way.
    package let verifier: Verifier
    /// x and y, or as RFC 8032 encodes it.
    let point: [UInt8]
    private(set) var comb: AlignedMemory?
    private var uses = 0

    /// How many signatures libcrypto verifies first.
    package static let usesBeforeComb = 8

    /// - Returns: nil for a key for which ``MultiBuffer/supports(_:_:)`` says no.
    package static func make(
        _ key: PublicKey, _ scheme: SignatureScheme
    ) throws(OpenSSLError) -> MultiBufferCurveKey? {
        guard MultiBuffer.supports(key.type, scheme) else { return nil }
        let verifier = try Verifier.make(key, scheme)
        if case .ec(let curve) = key.type, let point = try key.ecPoint() {
            return MultiBufferCurveKey(.of(curve), point.x + point.y, verifier)
        }
        guard let point = try key.edwardsPublicKey() else { return nil }
        return MultiBufferCurveKey(.ed25519, point, verifier)
    }

    private init(_ curve: MultiBufferCurve, _ point: [UInt8], _ verifier: consuming Verifier) {
        self.curve = curve
        self.point = point
        self.verifier = verifier
    }

    /// Counts a signature that came, and says whether the engine is to verify it.
    package func isReady() -> Bool {
        if comb != nil { return true }
        uses += 1
        if uses == Self.usesBeforeComb + 1 { comb = Self.comb(of: point, on: curve) }
        return comb != nil
    }

    /// - Returns: nil for bytes that are not a point of Ed25519.
    static func comb(of point: [UInt8], on curve: MultiBufferCurve) -> AlignedMemory? {
        let comb = AlignedMemory(count: curve.sizes.comb)
        let work = AlignedMemory(count: curve.sizes.work)
        return unsafe mb_comb_set(curve.id, curve.pointer, comb.pointer, point, work.pointer) ? comb : nil
    }
}
