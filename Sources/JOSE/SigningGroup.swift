import MultiBuffer
import OpenSSL

/// Signatures that are made together. It belongs to one thread, its worker's.
protocol SigningGroup: AnyObject {
    /// The number of messages that may be added before they are signed.
    var size: Int { get }

    func add(_ message: Span<UInt8>) throws(OpenSSLError)

    /// Signs all messages that were added. An error is thrown later, when a signature is copied.
    func sign()

    /// - Parameters:
    ///   - place: the index of the message among those that were added, from 0.
    ///   - signature: replaced by the signature. Its memory is reused.
    func copySignature(_ place: Int, to signature: inout [UInt8]) throws(OpenSSLError)
}

/// A group that uses one kind of signer.
final class SigningGroupOf<Signer: GroupSigner & ~Copyable>: SigningGroup {
    private var signer: Signer
    private let backend: SignatureBackend
    /// The last signatures, one after another; their memory is reused.
    private var signatures: [UInt8] = []
    private var problem: OpenSSLError?

    init(_ signer: consuming Signer, _ backend: SignatureBackend) {
        self.signer = signer
        self.backend = backend
    }

    var size: Int { signer.groupSize }

    func add(_ message: Span<UInt8>) throws(OpenSSLError) {
        // A new group must not report the error of the last one.
        if signer.count == 0 {
            signatures.removeAll(keepingCapacity: true)
            problem = nil
        }
        try signer.add(message)
    }

    func sign() {
        let before = (total: signer.count, engine: signer.engineCount, wrong: signer.mismatches)
        do throws(OpenSSLError) {
            try signer.sign(into: &signatures)
        } catch {
            problem = error
        }
        let wrong = signer.mismatches - before.wrong
        backend.counts.add(
            engine: signer.engineCount - before.engine - wrong, of: before.total, mismatches: wrong)
    }

    func copySignature(_ place: Int, to signature: inout [UInt8]) throws(OpenSSLError) {
        if let problem { throw problem }
        let count = signer.signatureByteCount
        signature.removeAll(keepingCapacity: true)
        signature.append(contentsOf: signatures[place * count..<(place + 1) * count])
    }
}
