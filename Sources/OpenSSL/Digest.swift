internal import COpenSSL

/// The digests that are used in signatures.
package enum DigestAlgorithm: String, CaseIterable, Sendable {
    case sha256 = "SHA-256"
    case sha384 = "SHA-384"
    case sha512 = "SHA-512"

    /// Length of the digest, in bytes.
    package var byteCount: Int {
        switch self {
        case .sha256: 32
        case .sha384: 48
        case .sha512: 64
        }
    }

    /// libcrypto's own constant, which is valid as long as the process runs.
    var md: OpaquePointer {
        switch self {
        case .sha256: unsafe EVP_sha256()
        case .sha384: unsafe EVP_sha384()
        case .sha512: unsafe EVP_sha512()
        }
    }

    /// The digest of `bytes`.
    package func digest(of bytes: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        unsafe try OpenSSL.digest(of: bytes, md, byteCount: byteCount)
    }
}

/// SHA-1 for identifying things where a standard or a convention requires it: key identifiers (RFC 5280 §4.2.1.2) and
/// fingerprints. It is never used to sign.
package enum SHA1 {
    package static func digest(of bytes: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        unsafe try OpenSSL.digest(of: bytes, EVP_sha1(), byteCount: 20)
    }
}

/// - Parameter byteCount: the length of the digest.
private func digest(
    of bytes: Span<UInt8>, _ md: OpaquePointer, byteCount: Int
) throws(OpenSSLError) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: byteCount)
    let status = unsafe bytes.withUnsafeBufferPointer {
        unsafe EVP_Digest($0.baseAddress, $0.count, &digest, nil, md, nil)
    }
    try check(status, "EVP_Digest")
    return digest
}
