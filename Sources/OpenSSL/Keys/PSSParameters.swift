internal import COpenSSL
import Words

/// The parameters of an RSA-PSS signature, or of a key, whose signatures they restrict (RFC 4055 §3.1 and §3.3). The
/// trailer field is always 1.
package struct PSSParameters: Hashable, Sendable {
    /// The digest of the message: `SHA-256`. libcrypto's name if it is not one of signet's.
    package let digest: String
    /// The digest of MGF1.
    package let maskDigest: String
    /// In bytes: the length in a signature, the least length that a key allows.
    package let saltLength: Int

    /// Why no algorithm of RFC 7518 §3.5 satisfies the parameters: a clause. There both digests are the same, and the
    /// salt is as long as they are. Nil if ``allowedDigest`` exists.
    package var fault: String? {
        let requires = "the RSA-PSS key requires"
        guard let digest = DigestAlgorithm(rawValue: digest) else {
            return
                "\(requires) \(digest.printable); expected \(DigestAlgorithm.allCases.map(\.rawValue).orList)"
        }
        let name = digest.rawValue
        if maskDigest != name {
            return "\(requires) \(name), but MGF1 with \(maskDigest.printable); expected \(name) for both"
        }
        return saltLength > digest.byteCount
            ? "\(requires) a salt of at least \(saltLength) bytes; signatures with \(name) have \(digest.byteCount)"
            : nil
    }

    /// The only digest that can be used, for MGF1 too and with a salt of its length.
    package var allowedDigest: DigestAlgorithm? {
        fault == nil ? DigestAlgorithm(rawValue: digest) : nil
    }

    /// Restricts the key that is generated.
    func restrict(_ context: OpaquePointer) throws(OpenSSLError) {
        try unsafe check(
            EVP_PKEY_CTX_set_rsa_pss_keygen_md_name(context, digest, nil),
            "EVP_PKEY_CTX_set_rsa_pss_keygen_md_name")
        try unsafe check(
            EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md_name(context, maskDigest),
            "EVP_PKEY_CTX_set_rsa_pss_keygen_mgf1_md_name")
        try unsafe check(
            EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen(context, Int32(saltLength)),
            "EVP_PKEY_CTX_set_rsa_pss_keygen_saltlen")
    }

    /// - Returns: nil for a key without parameters, which any algorithm may use.
    /// - Throws: ``KeyError/malformed(_:reason:)``, for another trailer field or mask generation function too.
    static func read(from key: OpaquePointer) throws -> PSSParameters? {
        var info: OpaquePointer?
        guard unsafe X509_PUBKEY_set(&info, key) == 1 else { throw OpenSSLError.taken("X509_PUBKEY_set") }
        defer { unsafe X509_PUBKEY_free(info) }
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        unsafe X509_PUBKEY_get0_param(nil, nil, nil, &algorithm, info)
        return try unsafe decode(algorithm)
    }

    /// - Returns: nil unless the algorithm has parameters, as a SEQUENCE.
    /// - Throws: ``KeyError/malformed(_:reason:)``, for another trailer field or mask generation function too.
    static func decode(_ algorithm: UnsafePointer<X509_ALGOR>?) throws -> PSSParameters? {
        defer { discardErrors() }
        guard let der = unsafe algorithm.flatMap({ unsafe parameters(of: $0) }) else { return nil }
        guard let decoded = unsafe decoded(der.span, { unsafe d2i_RSA_PSS_PARAMS(nil, &$0, $1) }).pointer
        else {
            throw Self.malformed("the parameters cannot be decoded")
        }
        defer { unsafe RSA_PSS_PARAMS_free(decoded) }
        return try unsafe PSSParameters(decoded.pointee)
    }

    private static func malformed(_ reason: String) -> KeyError {
        .malformed(.spki, reason: "RSA-PSS: \(reason)")
    }

    private init(_ decoded: RSA_PSS_PARAMS) throws {
        // An absent trailer field is 1, and an absent salt length 20.
        guard unsafe decoded.trailerField == nil || ASN1_INTEGER_get(decoded.trailerField) == 1 else {
            throw Self.malformed("the trailer field must be 1")
        }
        saltLength = unsafe decoded.saltLength == nil ? 20 : ASN1_INTEGER_get(decoded.saltLength)
        // libcrypto cuts off what is beyond 32 bits. No salt is longer than the largest key.
        guard (0...Limits.rsaBits / 8).contains(saltLength) else {
            throw Self.malformed("the salt length is negative or too large")
        }
        digest = unsafe Self.digestName(decoded.hashAlgorithm)
        maskDigest = try unsafe Self.maskDigestName(decoded.maskGenAlgorithm)
    }

    /// The default is SHA-1.
    private static func digestName(_ algorithm: UnsafeMutablePointer<X509_ALGOR>?) -> String {
        guard let algorithm = unsafe algorithm else { return "SHA-1" }
        let name = unsafe ObjectName(of: algorithm)
        if name.number == NID_sha1 { return "SHA-1" }
        let known = DigestAlgorithm.allCases.first { unsafe EVP_MD_get_type($0.md) == name.number }
        return known?.rawValue ?? name.text
    }

    private static func maskDigestName(
        _ algorithm: UnsafeMutablePointer<X509_ALGOR>?
    ) throws -> String {
        guard let algorithm = unsafe algorithm else { return unsafe digestName(nil) }
        guard unsafe ObjectName(of: algorithm).number == NID_mgf1, let der = unsafe parameters(of: algorithm)
        else { throw malformed("the mask generation function must be MGF1") }
        guard let digest = unsafe decoded(der.span, { unsafe d2i_X509_ALGOR(nil, &$0, $1) }).pointer else {
            throw malformed("the digest of MGF1 cannot be decoded")
        }
        defer { unsafe X509_ALGOR_free(digest) }
        return unsafe digestName(digest)
    }
}
