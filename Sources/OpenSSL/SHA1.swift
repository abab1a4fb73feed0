internal import COpenSSL

/// SHA-1 as a name for something, where a standard or a habit asks for it: key identifiers (RFC 5280 §4.2.1.2),
/// fingerprints. Nothing is signed with it.
package enum SHA1 {
    package static func digest(of bytes: Span<UInt8>) throws(OpenSSLError) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 20)
        let status = unsafe bytes.withUnsafeBufferPointer {
            unsafe EVP_Digest($0.baseAddress, $0.count, &digest, nil, EVP_sha1(), nil)
        }
        try check(status, "EVP_Digest")
        return digest
    }
}
