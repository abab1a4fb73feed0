import OpenSSL
import Synchronization

/// What computes the signatures of a batch: libcrypto, one after the other, or for RSA eight at a time. Made once for
/// all workers.
package final class SigningEngine: Sendable {
    /// Nil for libcrypto.
    private let key: MultiBufferPrivateKey?
    private let mismatchCount = Atomic(0)

    private init(_ key: MultiBufferPrivateKey?) { self.key = key }

    package static let openSSL = SigningEngine(nil)

    /// The best one for a key.
    ///
    /// - Throws: ``EngineRefusal`` where another one than libcrypto was asked for and cannot serve.
    package static func make(
        _ choice: EngineChoice, _ key: Key, _ algorithm: Algorithm
    ) throws(EngineRefusal) -> SigningEngine {
        if choice == .openSSL { return .openSSL }
        guard MultiBuffer.isSupported else {
            if choice == .multiBuffer { throw .processor }
            return .openSSL
        }
        if case .rsa = algorithm.key, case .privateKey(let privateKey) = key.material,
            let prepared = try? MultiBufferPrivateKey.make(privateKey)
        {
            return SigningEngine(prepared)
        }
        if choice == .multiBuffer { throw .key }
        return .openSSL
    }

    package var choice: EngineChoice { key == nil ? .openSSL : .multiBuffer }

    /// How many signatures did not turn back into their messages, and were made again by libcrypto.
    package var mismatches: Int { mismatchCount.load(ordering: .relaxed) }

    func add(mismatches: Int) {
        if mismatches > 0 { mismatchCount.add(mismatches, ordering: .relaxed) }
    }

    /// - Returns: nil where signatures are made one after the other.
    func group(_ scheme: SignatureScheme) throws(OpenSSLError) -> SigningGroup? {
        guard let key, let signer = try MultiBufferSigner.make(key, scheme) else { return nil }
        return SigningGroup(signer, signatureByteCount: key.byteCount, self)
    }
}

/// Which engine is asked for.
package enum EngineChoice: String, CaseIterable, Sendable {
    /// The fastest that the processor and the key allow.
    case auto
    case openSSL = "openssl"
    case multiBuffer = "multibuffer"
}

/// Why the multi-buffer engine cannot serve.
package enum EngineRefusal: Error, Equatable, Sendable {
    /// The processor, or the system, has no AVX-512 IFMA.
    case processor
    /// It is for RSA keys of 2048, 3072 and 4096 bits with two factors of equal length.
    case key
}
