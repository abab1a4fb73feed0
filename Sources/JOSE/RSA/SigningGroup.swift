import OpenSSL

/// RSA signatures that are made together. One thread has it: its worker's.
final class SigningGroup {
    private var signer: MultiBufferSigner
    private let signatureByteCount: Int
    private let engine: SigningEngine
    /// The last signatures, one after another; their memory serves the next ones.
    private var signatures: [UInt8] = []
    private var problem: OpenSSLError?

    init(_ signer: consuming MultiBufferSigner, signatureByteCount: Int, _ engine: SigningEngine) {
        self.signer = signer
        self.signatureByteCount = signatureByteCount
        self.engine = engine
    }

    func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        // A new group knows nothing of the last one.
        if signer.count == 0 {
            signatures.removeAll(keepingCapacity: true)
            problem = nil
        }
        try signer.add(message)
    }

    /// Signs all that was added. Why that failed is told where the signatures are asked for.
    func sign() {
        let before = signer.mismatches
        do throws(OpenSSLError) {
            try signer.sign(into: &signatures)
        } catch {
            problem = error
        }
        engine.add(mismatches: signer.mismatches - before)
    }

    /// - Parameters:
    ///   - place: of the message among those that were added, from 0.
    ///   - signature: becomes its signature. Its memory is used again.
    func copySignature(_ place: Int, to signature: inout [UInt8]) throws(OpenSSLError) {
        if let problem { throw problem }
        let start = place * signatureByteCount
        signature.removeAll(keepingCapacity: true)
        signature.append(contentsOf: signatures[start..<start + signatureByteCount])
    }
}
