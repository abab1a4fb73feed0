internal import COpenSSL

/// What it costs to derive bytes from a passphrase with a digest, as PBKDF2 (RFC 8018 §5.2) and PKCS#12 (RFC 7292
/// §B.2) do: the iterations run once for every block of the result, and a block is as long as a digest.
enum DerivationCost {
    /// - Parameters:
    ///   - byteCounts: of each result that is derived by itself.
    ///   - digest: libcrypto's number for it. One that libcrypto does not have is never computed.
    static func of(_ iterations: Int, byteCounts: [Int], digest: Int32) -> Int {
        let name = unsafe OBJ_nid2sn(digest)
        let size = unsafe EVP_get_digestbyname(name).map { unsafe Int(EVP_MD_get_size($0)) } ?? 1
        let blocks = byteCounts.reduce(0) { $0 + ($1 + size - 1) / size }
        return saturatingProduct(iterations, max(blocks, 1))
    }
}

/// What a cipher takes, in bytes.
struct CipherSizes {
    let key: Int
    let vector: Int

    /// - Parameter number: libcrypto's. A cipher that libcrypto does not have takes nothing.
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
