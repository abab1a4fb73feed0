internal import COpenSSL

/// A certificate revocation list (RFC 5280 §5), as it was encoded.
///
/// libcrypto sorts the entries when it is first asked for one, under a lock of its own.
package final class RevocationList: @unchecked Sendable {
    let pointer: OpaquePointer
    package let extensions: [CertificateExtension]

    private init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        extensions = unsafe (0..<max(0, X509_CRL_get_ext_count(pointer))).compactMap { index in
            unsafe X509_CRL_get_ext(pointer, index).map { unsafe CertificateExtension(copying: $0) }
        }
    }

    deinit { unsafe X509_CRL_free(pointer) }

    /// DER, byte for byte as it was read.
    package var der: [UInt8] {
        get throws(OpenSSLError) { try unsafe encoding("i2d_X509_CRL") { unsafe i2d_X509_CRL(pointer, $0) } }
    }

    /// One list that is all of `der`.
    package static func decode(_ der: Span<UInt8>) throws(CertificateError) -> RevocationList {
        let (pointer, rest) = unsafe decoded(der) { unsafe d2i_X509_CRL(nil, &$0, $1) }
        guard let pointer = unsafe pointer else {
            throw .malformed(OpenSSLError.taken("d2i_X509_CRL").summary)
        }
        let list = unsafe RevocationList(takingOwnershipOf: pointer)
        if rest > 0 { throw .trailingBytes }
        return list
    }

    /// Every list of a file: PEM with other blocks around them, or DER.
    ///
    /// - Throws: ``CertificateError/empty`` for PEM without one.
    package static func all(in bytes: Span<UInt8>) throws(CertificateError) -> [RevocationList] {
        guard PEMBlock.isPresent(in: bytes) else { return [try decode(bytes)] }
        let blocks: [PEMBlock]
        do {
            blocks = try PEMBlock.all(in: bytes)
        } catch {
            if case .malformed(_, let reason) = error { throw .malformed(reason) }
            throw .malformed("PEM")
        }
        var found: [RevocationList] = []
        for block in blocks where block.label == "X509 CRL" {
            found.append(try block.data.withBytes { (der) throws(CertificateError) in try decode(der) })
        }
        if found.isEmpty { throw .empty }
        return found
    }
}
