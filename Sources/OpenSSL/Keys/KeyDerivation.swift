internal import COpenSSL

/// The parameters of PBKDF2 (RFC 8018 §A.2).
struct PBKDF2Parameters {
    /// libcrypto's number for the digest of the HMAC.
    let digest: Int32
    /// `hmacWithSHA256`.
    let prf: String
    let iterations: Int
    let salt: [UInt8]
    /// The length of the derived key, in bytes.
    let keyLength: Int?

    /// - Parameter name: the name of the surrounding scheme, for errors.
    init(_ algorithm: UnsafePointer<X509_ALGOR>, in name: String) throws {
        guard
            let parameters = unsafe parameters(of: algorithm, { unsafe d2i_PBKDF2PARAM(nil, &$0, $1) })
        else { throw KeyError.malformed(.encryptedPKCS8, reason: "parameters of PBKDF2") }
        defer { unsafe PBKDF2PARAM_free(parameters) }
        guard let iterations = unsafe iterationCount(parameters.pointee.iter) else {
            throw KeyError.malformed(.encryptedPKCS8, reason: "iterations of PBKDF2")
        }
        guard let salt = unsafe Self.octets(parameters.pointee.salt) else {
            throw KeyError.malformed(.encryptedPKCS8, reason: "salt of PBKDF2")
        }
        self.iterations = iterations
        self.salt = salt
        keyLength = unsafe parameters.pointee.keylength.flatMap { unsafe iterationCount($0) }
        // RFC 8018 §A.2 defaults to HMAC with SHA-1.
        guard let function = unsafe parameters.pointee.prf else {
            (digest, prf) = (NID_sha1, "hmacWithSHA1")
            return
        }
        let object = unsafe ObjectName(of: function)
        var digest: Int32 = 0
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_PRF), object.number, nil, &digest, nil) == 1 else {
            throw KeyError.unsupportedEncryption(name: "\(name) and \(object.text)")
        }
        (self.digest, prf) = (digest, object.text)
    }

    /// - Parameter byteCount: the number of bytes to derive.
    func cost(byteCount: Int) -> Int {
        derivationCost(iterations, byteCounts: [byteCount], digest: digest)
    }

    /// The salt, if it is given as bytes. RFC 8018 also allows another source, but none is defined.
    private static func octets(_ value: UnsafeMutablePointer<ASN1_TYPE>?) -> [UInt8]? {
        guard let value = unsafe value, unsafe ASN1_TYPE_get(value) == V_ASN1_OCTET_STRING else { return nil }
        return unsafe bytes(of: value.pointee.value.octet_string)
    }
}

/// The parameters of an encryption that are known without the passphrase, in libcrypto's names.
package struct EncryptionParameters: Equatable, Sendable {
    /// `PBES2`, `pbeWithSHA1And3-KeyTripleDES-CBC`.
    package let scheme: String
    /// `aes-256-cbc`; nil if the scheme's name says it.
    package internal(set) var cipher: String?
    /// `PBKDF2`, `scrypt`; nil if the scheme's name says it.
    package internal(set) var keyDerivation: String?
    /// `hmacWithSHA256`.
    package internal(set) var prf: String?
    /// Nil for other key derivations.
    package internal(set) var scrypt: ScryptParameters?
    /// Nil for scrypt and for unsupported schemes.
    package internal(set) var iterations: Int?
    package internal(set) var saltByteCount: Int?
}

/// The parameters of scrypt (RFC 7914 §2).
package struct ScryptParameters: Equatable, Sendable {
    package let n, r, p: Int

    /// The number of block operations, 2·N·r·p.
    var cost: Int { saturatingProduct(2, saturatingProduct(n, saturatingProduct(r, p))) }

    /// In bytes. scrypt mixes N + 2 blocks of 128·r bytes and begins with p of them.
    var memory: Int { saturatingProduct(128, saturatingProduct(r, saturatingSum(n, saturatingSum(p, 2)))) }
}

/// The cost of deriving bytes from a passphrase with a digest, as PBKDF2 (RFC 8018 §5.2) and PKCS#12 (RFC 7292 §B.2)
/// do. All iterations run once for every block of the result, and a block is as long as the digest.
///
/// - Parameters:
///   - byteCounts: the lengths of the results that are derived separately.
///   - digest: libcrypto's number for it. If libcrypto does not have it, nothing is ever computed.
func derivationCost(_ iterations: Int, byteCounts: [Int], digest: Int32) -> Int {
    let name = unsafe OBJ_nid2sn(digest)
    let size = unsafe EVP_get_digestbyname(name).map { unsafe Int(EVP_MD_get_size($0)) } ?? 1
    let blocks = byteCounts.reduce(0) { $0 + ($1 + size - 1) / size }
    return saturatingProduct(iterations, max(blocks, 1))
}

/// The key and vector lengths of a cipher, in bytes.
struct CipherSizes {
    let key: Int
    let vector: Int

    /// - Parameter number: libcrypto's number. If libcrypto does not have the cipher, all lengths are 0.
    init(_ number: Int32) {
        let cipher = unsafe EVP_get_cipherbyname(OBJ_nid2sn(number))
        key = unsafe cipher.map { unsafe Int(EVP_CIPHER_get_key_length($0)) } ?? 0
        vector = unsafe cipher.map { unsafe Int(EVP_CIPHER_get_iv_length($0)) } ?? 0
    }
}

/// The product, or the largest number.
func saturatingProduct(_ a: Int, _ b: Int) -> Int {
    let (result, overflow) = a.multipliedReportingOverflow(by: b)
    return overflow ? .max : result
}

/// The sum, or the largest number.
func saturatingSum(_ a: Int, _ b: Int) -> Int {
    let (result, overflow) = a.addingReportingOverflow(b)
    return overflow ? .max : result
}
