import MultiBuffer
import OpenSSL
import Synchronization

/// What computes the signatures of a batch: libcrypto, one after the other, or the multi-buffer kernels, many at a time.
/// Made once for all workers.
package final class SignatureBackend: Sendable {
    private enum EngineKey {
        case rsa(MultiBufferPrivateKey)
        case curve(PrivateKey)
    }

    /// Nil for libcrypto.
    private let key: EngineKey?
    private let mismatchCount = Atomic(0)

    private init(_ key: EngineKey?) { self.key = key }

    package static let openSSL = SignatureBackend(nil)

    /// The best one for a key.
    ///
    /// - Throws: ``BackendRefusal`` where another one than libcrypto was asked for and cannot serve.
    package static func make(
        _ choice: BackendChoice, _ key: Key, _ algorithm: Algorithm
    ) throws(BackendRefusal) -> SignatureBackend {
        if choice == .openSSL { return .openSSL }
        guard MultiBuffer.isSupported else {
            if choice == .multiBuffer { throw .processor }
            return .openSSL
        }
        if case .rsa = algorithm.key, case .privateKey(let privateKey) = key.material,
            let prepared = try? MultiBufferPrivateKey.make(privateKey)
        {
            return SignatureBackend(.rsa(prepared))
        }
        if case .signature(let scheme) = algorithm.method, case .privateKey(let privateKey) = key.material,
            MultiBuffer.supports(privateKey.type, scheme), !privateKey.staysInStore
        {
            return SignatureBackend(.curve(privateKey))
        }
        if choice == .multiBuffer { throw .key }
        return .openSSL
    }

    package var choice: BackendChoice { key == nil ? .openSSL : .multiBuffer }

    /// How many signatures did not pass the check before they leave, and were made again by libcrypto.
    package var mismatches: Int { mismatchCount.load(ordering: .relaxed) }

    func add(mismatches: Int) {
        if mismatches > 0 { mismatchCount.add(mismatches, ordering: .relaxed) }
    }

    /// - Returns: nil where signatures are made one after the other.
    func group(_ scheme: SignatureScheme) throws(OpenSSLError) -> (any SigningGroup)? {
        switch key {
        case .rsa(let key):
            guard let signer = try MultiBufferSigner.make(key, scheme) else { return nil }
            return SigningGroupOf(signer, self)
        case .curve(let key) where key.type == .ed25519:
            guard let signer = try MultiBufferEdDSASigner.make(key) else { return nil }
            return SigningGroupOf(signer, self)
        case .curve(let key):
            guard let signer = try MultiBufferECDSASigner.make(key, scheme) else { return nil }
            return SigningGroupOf(signer, self)
        case nil: return nil
        }
    }
}

/// Which backend is asked for.
package enum BackendChoice: String, CaseIterable, Sendable {
    /// The fastest that the processor and the key allow.
    case auto
    case openSSL = "openssl"
    case multiBuffer = "multibuffer"
}

/// Why the multi-buffer kernels cannot serve.
package enum BackendRefusal: Error, Equatable, Sendable {
    /// The processor, or the system, has no AVX-512 IFMA.
    case processor
    /// It is for RSA keys of 2048, 3072 and 4096 bits with two factors of equal length, EC keys and Ed25519 keys.
    case key
}
