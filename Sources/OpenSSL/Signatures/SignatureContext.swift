internal import COpenSSL

/// An EVP_PKEY_CTX for one key and one scheme that hashes first (RSA or ECDSA). It is set up once and used for any
/// number of messages.
struct SignatureContext: ~Copyable {
    enum Operation { case sign, verify }

    let pointer: OpaquePointer
    let hasher: Hasher

    private init(_ pointer: OpaquePointer, _ hasher: consuming Hasher) {
        unsafe self.pointer = unsafe pointer
        self.hasher = hasher
    }

    deinit { unsafe EVP_PKEY_CTX_free(pointer) }

    static func make(
        _ key: KeyHandle, _ scheme: SignatureScheme, _ operation: Operation
    ) throws(OpenSSLError) -> SignatureContext {
        let digest: DigestAlgorithm
        var padding: Int32?
        switch scheme {
        case .rsaPKCS1(let algorithm): (digest, padding) = (algorithm, RSA_PKCS1_PADDING)
        case .rsaPSS(let algorithm): (digest, padding) = (algorithm, RSA_PKCS1_PSS_PADDING)
        case .ecdsa(let algorithm): digest = algorithm
        case .pure: preconditionFailure("the scheme does not hash first")
        }
        let hasher = try Hasher.make(digest)
        let pointer = try unsafe check(
            EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, key.properties), "EVP_PKEY_CTX_new_from_pkey")
        let context = unsafe SignatureContext(pointer, hasher)
        switch operation {
        case .sign: try unsafe check(EVP_PKEY_sign_init(pointer), "EVP_PKEY_sign_init")
        case .verify: try unsafe check(EVP_PKEY_verify_init(pointer), "EVP_PKEY_verify_init")
        }
        if let padding {
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_padding(pointer, padding), "EVP_PKEY_CTX_set_rsa_padding")
        }
        try unsafe check(
            EVP_PKEY_CTX_set_signature_md(pointer, digest.md), "EVP_PKEY_CTX_set_signature_md")
        // MGF1 has the same digest, unless the parameters of an RSA-PSS key say otherwise. Some providers do not let it
        // be set.
        if padding == RSA_PKCS1_PSS_PADDING {
            try unsafe check(
                EVP_PKEY_CTX_set_rsa_pss_saltlen(pointer, RSA_PSS_SALTLEN_DIGEST),
                "EVP_PKEY_CTX_set_rsa_pss_saltlen")
        }
        return context
    }
}

/// How a key signs or verifies: a digest of the message, or the message itself.
enum SignatureMethod: ~Copyable {
    case hashing(SignatureContext)
    case pure(DigestContext)

    /// - Precondition: the scheme fits the type of the key.
    static func make(
        _ key: KeyHandle, _ scheme: SignatureScheme, _ operation: SignatureContext.Operation
    ) throws(OpenSSLError) -> SignatureMethod {
        precondition(scheme.fits(key.type))
        if case .pure = scheme {
            let context = try DigestContext()
            switch operation {
            case .sign:
                try unsafe check(
                    EVP_DigestSignInit_ex(
                        context.pointer, nil, nil, nil, key.properties, key.pointer, nil),
                    "EVP_DigestSignInit_ex")
            case .verify:
                try unsafe check(
                    EVP_DigestVerifyInit(context.pointer, nil, nil, nil, key.pointer), "EVP_DigestVerifyInit")
            }
            return .pure(context)
        }
        return .hashing(try SignatureContext.make(key, scheme, operation))
    }
}

extension SignatureScheme {
    /// Whether the scheme fits keys of this type.
    package func fits(_ type: KeyType) -> Bool {
        switch (self, type) {
        case (.rsaPKCS1, .rsa), (.rsaPSS, .rsa), (.ecdsa, .ec): true
        case (.rsaPSS, .rsaPSS(_, nil)): true
        case (.rsaPSS(let digest), .rsaPSS(_, let parameters?)): digest == parameters.allowedDigest
        case (.pure, .bytes): true
        default: false
        }
    }
}
