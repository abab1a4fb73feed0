internal import COpenSSL

/// The parameters of PBKDF2 (RFC 8018 §A.2).
struct PBKDF2Parameters {
    /// libcrypto's number for the digest of the HMAC.
    let digest: Int32
    /// `hmacWithSHA256`.
    let prf: String
    let iterations: Int
    let salt: [UInt8]
    /// In bytes.
    let keyLength: Int?

    /// - Parameter name: of the scheme that it is a part of, for errors.
    init(_ algorithm: UnsafePointer<X509_ALGOR>, in name: String) throws(KeyError) {
        guard
            let parameters = unsafe EncryptionScheme.parameters(
                of: algorithm, { next, count in unsafe d2i_PBKDF2PARAM(nil, &next, count) })
        else { throw .malformed(.encryptedPKCS8, reason: "parameters of PBKDF2") }
        defer { unsafe PBKDF2PARAM_free(parameters) }
        guard let iterations = unsafe iterationCount(parameters.pointee.iter) else {
            throw .malformed(.encryptedPKCS8, reason: "iterations of PBKDF2")
        }
        guard let salt = unsafe Self.octets(parameters.pointee.salt) else {
            throw .malformed(.encryptedPKCS8, reason: "salt of PBKDF2")
        }
        self.iterations = iterations
        self.salt = salt
        keyLength = unsafe parameters.pointee.keylength.flatMap { unsafe iterationCount($0) }
        // HMAC with SHA-1 where none is named.
        guard let function = unsafe parameters.pointee.prf else {
            (digest, prf) = (NID_sha1, "hmacWithSHA1")
            return
        }
        let object = unsafe ObjectName(of: function)
        var digest: Int32 = 0
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_PRF), object.number, nil, &digest, nil) == 1 else {
            throw .unsupportedEncryption(name: "\(name) and \(object.text)")
        }
        (self.digest, prf) = (digest, object.text)
    }

    /// - Parameter byteCount: of what is derived.
    func cost(byteCount: Int) -> Int {
        DerivationCost.of(iterations, byteCounts: [byteCount], digest: digest)
    }

    /// The specified salt; that of another source is known to nobody.
    private static func octets(_ value: UnsafeMutablePointer<ASN1_TYPE>?) -> [UInt8]? {
        guard let value = unsafe value, unsafe ASN1_TYPE_get(value) == V_ASN1_OCTET_STRING else { return nil }
        return unsafe Array(copying: value.pointee.value.octet_string)
    }
}

extension Array where Element == UInt8 {
    /// The contents of an ASN.1 string.
    init(copying string: UnsafePointer<ASN1_STRING>?) {
        self = unsafe Array(
            UnsafeBufferPointer(start: ASN1_STRING_get0_data(string), count: Int(ASN1_STRING_length(string))))
    }
}
