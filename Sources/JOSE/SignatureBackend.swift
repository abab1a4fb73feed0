package import MultiBuffer
import OpenSSL
import Synchronization

/// Computes the signatures of a batch: either libcrypto, one by one, or the multi-buffer kernels, many at a time. It
/// is created once for all workers.
package final class SignatureBackend: Sendable {
    private enum EngineKey {
        case rsa(MultiBufferPrivateKey)
        case curve(PrivateKey)
    }

    /// Nil for libcrypto.
    private let key: EngineKey?
    package let counts = SignatureCounts()

    private init(_ key: EngineKey?) { self.key = key }

    package static let openSSL = SignatureBackend(nil)

    /// The fastest backend for a key.
    ///
    /// - Throws: ``BackendError`` if the multi-buffer kernels were requested and cannot be used.
    package static func make(
        _ choice: BackendChoice, _ signing: SigningKey
    ) throws -> SignatureBackend {
        let (key, algorithm) = (signing.key, signing.algorithm)
        if choice == .openSSL { return .openSSL }
        if case .rsa = algorithm.key, MultiBuffer.kernel != .ifma {
            if choice == .multiBuffer { throw BackendError.processor }
            return .openSSL
        }
        if case .rsa = algorithm.key, case .privateKey(let privateKey) = key.material,
            let prepared = try MultiBufferPrivateKey.make(privateKey)
        {
            return SignatureBackend(.rsa(prepared))
        }
        if case .signature(let scheme) = algorithm.method, case .privateKey(let privateKey) = key.material,
            MultiBuffer.supports(privateKey.type, scheme), !privateKey.staysInStore
        {
            return SignatureBackend(.curve(privateKey))
        }
        if choice == .multiBuffer { throw BackendError.key }
        return .openSSL
    }

    /// The kernel that computes the signatures; nil for libcrypto.
    package var kernel: MultiBuffer.Kernel? { key == nil ? nil : MultiBuffer.kernel }

    /// - Returns: nil if signatures are made one by one.
    func group(_ scheme: SignatureScheme) throws(OpenSSLError) -> (any GroupSigner)? {
        switch key {
        case .rsa(let key):
            return try MultiBufferSigner.make(key, scheme)
        case .curve(let key) where key.type == .ed25519:
            return try MultiBufferEdDSASigner.make(key)
        case .curve(let key):
            return try MultiBufferECDSASigner.make(key, scheme)
        case nil: return nil
        }
    }
}

/// The requested backend.
package enum BackendChoice: String, CaseIterable, Sendable {
    /// The fastest that the processor and the key allow.
    case auto
    case openSSL = "openssl"
    case multiBuffer = "multibuffer"

    /// In FIPS mode, only a provider computes, unless the user says otherwise.
    package var resolved: BackendChoice { self == .auto && Library.isInFIPSMode ? .openSSL : self }
}

/// Why the multi-buffer kernels cannot be used.
package enum BackendError: Error, Equatable {
    /// The processor or the system does not support AVX-512 IFMA, which RSA keys require.
    case processor
    /// The key is not supported. Supported are RSA keys of 2048, 3072 and 4096 bits with two factors of equal length,
    /// EC keys and Ed25519 keys.
    case key
}

/// The numbers of signatures that all threads have computed in groups.
package final class SignatureCounts: Sendable {
    private let engineCount = Atomic(0)
    private let totalCount = Atomic(0)
    private let mismatchCount = Atomic(0)

    func add(engine: Int, of total: Int, mismatches: Int = 0) {
        engineCount.add(engine, ordering: .relaxed)
        totalCount.add(total, ordering: .relaxed)
        mismatchCount.add(mismatches, ordering: .relaxed)
    }

    /// Those that the multi-buffer engine made or verified.
    package var multiBuffer: Int { engineCount.load(ordering: .relaxed) }
    /// Those that libcrypto made or verified.
    package var openSSL: Int { totalCount.load(ordering: .relaxed) - multiBuffer }
    /// Those that failed the check before output and were made again by libcrypto.
    package var mismatches: Int { mismatchCount.load(ordering: .relaxed) }
}
