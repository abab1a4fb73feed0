internal import COpenSSL

/// A certificate or a request that is to be signed: what libcrypto has for either.
struct UnsignedStructure {
    /// The places of the signature algorithm: two in a certificate (RFC 5280 §4.1.1.2), one in a request.
    let algorithms: [UnsafePointer<X509_ALGOR>?]
    let signature: UnsafePointer<ASN1_BIT_STRING>?
    /// Encodes the part that is signed, with the algorithm that it now has.
    let encode: (UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    /// Signs it with an EVP_MD_CTX, and sets the algorithm. Returns the length of the signature.
    let sign: (OpaquePointer) -> Int32
}

extension UnsignedStructure {
    /// - Parameter digest: nil for keys that sign the message itself.
    func sign(by key: PrivateKey, digest: DigestAlgorithm?) throws(OpenSSLError) {
        switch (key.type, digest) {
        case (.rsa, let digest?) where key.staysInStore:
            try setAlgorithm(NID_rsaEncryption, digest, parameters: V_ASN1_NULL)
            try setSignature(by: key, .rsaPKCS1(digest))
        case (.ec, let digest?) where key.staysInStore:
            try setAlgorithm(NID_X9_62_id_ecPublicKey, digest, parameters: V_ASN1_UNDEF)
            try setSignature(by: key, .ecdsa(digest))
        default:
            let context = try DigestContext.signing(key.handle, digest)
            guard unsafe sign(context.pointer) > 0 else { throw .taken("ASN1_item_sign_ctx") }
        }
    }

    /// Sets the algorithm for a key of a store. Providers set it too, but some of them set a wrong one: ECDSA with
    /// parameters, which RFC 5758 §3.2 forbids.
    ///
    /// - Parameter parameters: the type of the parameters, which have no value.
    private func setAlgorithm(
        _ keyNumber: Int32, _ digest: DigestAlgorithm, parameters: Int32
    ) throws(OpenSSLError) {
        var number = NID_undef
        try unsafe check(
            OBJ_find_sigid_by_algs(&number, EVP_MD_get_type(digest.md), keyNumber), "OBJ_find_sigid_by_algs")
        for algorithm in unsafe algorithms {
            // libcrypto lends them as constants, although the structure is being made.
            try unsafe check(
                X509_ALGOR_set0(
                    UnsafeMutablePointer(mutating: algorithm), OBJ_nid2obj(number), parameters, nil),
                "X509_ALGOR_set0")
        }
    }

    private func setSignature(by key: PrivateKey, _ scheme: SignatureScheme) throws(OpenSSLError) {
        let message = try encoding("i2d_re_X509_tbs", encode)
        let signer = try Signer.make(key, scheme)
        var signature: [UInt8] = []
        try signer.sign(message.span, into: &signature)
        if case .ec(let curve) = key.type,
            let der = try ECDSASignature.der(fromFixedLength: signature.span, curve)
        {
            signature = der
        }
        let place = unsafe UnsafeMutablePointer(mutating: self.signature!)
        try unsafe check(ASN1_STRING_set(place, signature, Int32(signature.count)), "ASN1_STRING_set")
        // No bit of the last byte is unused.
        unsafe place.pointee.flags = Int(ASN1_STRING_FLAG_BITS_LEFT)
    }
}

extension DigestContext {
    /// For signing with a key of libcrypto. An RSA-PSS key makes a salt as long as the digest, as RFC 4055 §3.1
    /// recommends; libcrypto's own choice is the longest that fits.
    static func signing(
        _ key: KeyHandle, _ digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> DigestContext {
        let context = try DigestContext()
        var settings: OpaquePointer?
        try unsafe check(
            EVP_DigestSignInit_ex(
                context.pointer, &settings, digest?.rawValue, nil, key.properties, key.pointer, nil),
            "EVP_DigestSignInit_ex")
        if case .rsaPSS = key.type {
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_pss_saltlen(settings, RSA_PSS_SALTLEN_DIGEST),
                "EVP_PKEY_CTX_set_rsa_pss_saltlen")
        }
        return context
    }
}
