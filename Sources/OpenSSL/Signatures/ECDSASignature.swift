internal import COpenSSL

/// The two forms of an ECDSA signature. libcrypto uses DER (RFC 3279 §2.2.3). JOSE uses the fixed-length form: r and
/// s side by side, each as long as the curve's order (RFC 7518 §3.4).
enum ECDSASignature {
    /// - Parameter bytes: the DER form, which becomes the fixed-length form.
    static func makeFixedLength(_ bytes: inout [UInt8], _ curve: Curve) throws(OpenSSLError) {
        let parsed = unsafe decoded(bytes.span) { unsafe d2i_ECDSA_SIG(nil, &$0, $1) }.pointer
        let signature = try unsafe check(parsed, "d2i_ECDSA_SIG")
        defer { unsafe ECDSA_SIG_free(signature) }
        let count = Int32(curve.byteCount)
        bytes.setCount(2 * curve.byteCount)
        let written = unsafe bytes.withUnsafeMutableBufferPointer {
            unsafe (
                BN_bn2binpad(ECDSA_SIG_get0_r(signature), $0.baseAddress, count),
                BN_bn2binpad(ECDSA_SIG_get0_s(signature), $0.baseAddress! + curve.byteCount, count)
            )
        }
        guard written == (count, count) else { throw .taken("BN_bn2binpad") }
    }

    /// - Returns: nil for a signature of another length. libcrypto checks that r and s are from 1 to n - 1.
    static func der(fromFixedLength bytes: Span<UInt8>, _ curve: Curve) throws(OpenSSLError)
        -> [UInt8]?
    {
        let count = curve.byteCount
        guard bytes.count == 2 * count else { return nil }
        let signature = try unsafe check(ECDSA_SIG_new(), "ECDSA_SIG_new")
        defer { unsafe ECDSA_SIG_free(signature) }
        let (r, s) = unsafe bytes.withUnsafeBufferPointer {
            unsafe (
                BN_bin2bn($0.baseAddress, Int32(count), nil),
                BN_bin2bn($0.baseAddress! + count, Int32(count), nil)
            )
        }
        // ECDSA_SIG_set0 takes ownership of both or of neither.
        guard let r = unsafe r, let s = unsafe s, unsafe ECDSA_SIG_set0(signature, r, s) == 1 else {
            unsafe BN_free(r)
            unsafe BN_free(s)
            throw .taken("ECDSA_SIG_set0")
        }
        return try unsafe encoding("i2d_ECDSA_SIG") { unsafe i2d_ECDSA_SIG(signature, $0) }
    }
}
