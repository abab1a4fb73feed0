internal import COpenSSL

/// The name of a subject or an issuer (RFC 5280 §4.1.2.4), as it was encoded.
package struct DistinguishedName: Hashable, Sendable {
    package let der: [UInt8]
    /// RFC 4514 §2: the most specific part first, as text.
    package let text: String

    init(copying pointer: OpaquePointer?) {
        der = unsafe encoded { unsafe i2d_X509_NAME(pointer, $0) }
        text = unsafe Self.text(of: pointer)
    }

    package var isEmpty: Bool { der.count <= 2 }

    private static func text(of pointer: OpaquePointer?) -> String {
        guard let pointer = unsafe pointer, let output = try? MemoryBIO.empty() else { return "" }
        // UTF-8 as it is; everything else as RFC 2253 and its successor 4514 have it.
        let flags = signet_XN_FLAG_RFC2253 & ~UInt(ASN1_STRFLGS_ESC_MSB)
        guard unsafe X509_NAME_print_ex(output.pointer, pointer, 0, flags) >= 0 else {
            discardErrors()
            return ""
        }
        return output.secret().withBytes { bytes in
            unsafe bytes.withUnsafeBufferPointer { unsafe String(decoding: $0, as: UTF8.self) }
        }
    }
}
