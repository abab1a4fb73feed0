internal import COpenSSL

/// How a PKCS#8 key is encrypted (RFC 8018 §6, RFC 7292 appendix C): read from its parameters before anything
/// is derived from a passphrase.
struct EncryptionScheme {
    /// For errors: `PBES2 with aes-256-cbc`.
    let name: String
    /// libcrypto's numbers for what the scheme is made of.
    private let cipher: Int32
    private let digest: Int32?
    /// PBKDF2's iterations, or for scrypt the number of its block operations.
    private let cost: Int
    private let limit: Int

    /// What key derivation may cost: a few seconds. A tiny file can ask for half an hour otherwise.
    static let maximumIterations = 10_000_000

    /// The memory that libcrypto grants scrypt (EVP_PBE_scrypt(3)), in its blocks of 128 bytes.
    private static let maximumScryptBlocks = 32 * 1024 * 1024 / 128

    /// - Throws: ``KeyError/unsupportedEncryption(name:)``, ``KeyError/malformed(_:reason:)``.
    init(_ algorithm: UnsafePointer<X509_ALGOR>) throws(KeyError) {
        defer { discardErrors() }
        let scheme = unsafe ObjectName(of: algorithm)
        if scheme.number == NID_pbes2 {
            unsafe try self.init(pbes2: algorithm, scheme.text)
        } else {
            unsafe try self.init(pbes1: algorithm, scheme)
        }
    }

    private init(pbes2 algorithm: UnsafePointer<X509_ALGOR>, _ scheme: String) throws(KeyError) {
        guard
            let parameters = unsafe Self.parameters(
                of: algorithm, { next, count in unsafe d2i_PBE2PARAM(nil, &next, count) })
        else { throw .malformed(.encryptedPKCS8, reason: "parameters of PBES2") }
        defer { unsafe PBE2PARAM_free(parameters) }
        let cipher = unsafe ObjectName(of: parameters.pointee.encryption)
        self.cipher = cipher.number
        name = "\(scheme) with \(cipher.text)"
        let keyFunction = unsafe ObjectName(of: parameters.pointee.keyfunc)
        switch keyFunction.number {
        case NID_id_pbkdf2: (digest, cost) = unsafe try Self.pbkdf2(parameters.pointee.keyfunc, name)
        case NID_id_scrypt:
            (cost, limit) = unsafe try Self.scryptCost(parameters.pointee.keyfunc)
            digest = nil
            return
        default: throw .unsupportedEncryption(name: "\(scheme) with \(keyFunction.text)")
        }
        limit = Self.maximumIterations
    }

    private init(pbes1 algorithm: UnsafePointer<X509_ALGOR>, _ scheme: ObjectName) throws(KeyError) {
        var cipher: Int32 = 0
        var digest: Int32 = 0
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_OUTER), scheme.number, &cipher, &digest, nil) == 1
        else {
            throw .unsupportedEncryption(name: scheme.text)
        }
        let iterations = unsafe Self.parameters(of: algorithm) { next, count -> Int? in
            guard let parameters = unsafe d2i_PBEPARAM(nil, &next, count) else { return nil }
            defer { unsafe PBEPARAM_free(parameters) }
            return unsafe Self.integer(parameters.pointee.iter)
        }
        guard let iterations else {
            throw .malformed(.encryptedPKCS8, reason: "parameters of \(scheme.text)")
        }
        (name, self.cipher, self.digest) = (scheme.text, cipher, digest)
        (cost, limit) = (iterations, Self.maximumIterations)
    }

    /// - Throws: ``KeyError/derivationTooCostly(iterations:limit:)``.
    func checkCost() throws(KeyError) {
        if cost > limit { throw .derivationTooCostly(iterations: cost, limit: limit) }
    }

    /// Whether libcrypto has the cipher and the digest, from its legacy provider if need be.
    var isAvailable: Bool {
        Library.hasCipher(number: cipher) && digest.map(Library.hasDigest(number:)) ?? true
    }

    private static func pbkdf2(
        _ algorithm: UnsafePointer<X509_ALGOR>, _ name: String
    ) throws(KeyError) -> (digest: Int32, iterations: Int) {
        guard
            let parameters = unsafe parameters(
                of: algorithm, { next, count in unsafe d2i_PBKDF2PARAM(nil, &next, count) })
        else { throw .malformed(.encryptedPKCS8, reason: "parameters of PBKDF2") }
        defer { unsafe PBKDF2PARAM_free(parameters) }
        guard let iterations = unsafe integer(parameters.pointee.iter) else {
            throw .malformed(.encryptedPKCS8, reason: "iterations of PBKDF2")
        }
        // HMAC with SHA-1 where none is named (RFC 8018 §A.2).
        guard let function = unsafe parameters.pointee.prf else { return (NID_sha1, iterations) }
        var digest: Int32 = 0
        let object = unsafe ObjectName(of: function)
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_PRF), object.number, nil, &digest, nil) == 1 else {
            throw .unsupportedEncryption(name: "\(name) and \(object.text)")
        }
        return (digest, iterations)
    }

    /// The number of block operations, 2·N·r·p, or where memory is what it asks too much of, that of one lane.
    private static func scryptCost(
        _ algorithm: UnsafePointer<X509_ALGOR>
    ) throws(KeyError) -> (cost: Int, limit: Int) {
        let costs = unsafe parameters(of: algorithm) { next, count -> (Int, Int)? in
            guard let parameters = unsafe d2i_SCRYPT_PARAMS(nil, &next, count) else { return nil }
            defer { unsafe SCRYPT_PARAMS_free(parameters) }
            guard let n = unsafe integer(parameters.pointee.costParameter),
                let r = unsafe integer(parameters.pointee.blockSize),
                let p = unsafe integer(parameters.pointee.parallelizationParameter)
            else { return nil }
            // N + 2 blocks to mix, p to begin with.
            let blocks = product(r, sum(n, sum(p, 2)))
            if blocks > maximumScryptBlocks { return (product(2, blocks), 2 * maximumScryptBlocks) }
            return (product(2, product(n, product(r, p))), maximumIterations)
        }
        guard let costs else { throw .malformed(.encryptedPKCS8, reason: "parameters of scrypt") }
        return costs
    }

    private static func product(_ a: Int, _ b: Int) -> Int {
        let (result, overflow) = a.multipliedReportingOverflow(by: b)
        return overflow ? .max : result
    }

    private static func sum(_ a: Int, _ b: Int) -> Int {
        let (result, overflow) = a.addingReportingOverflow(b)
        return overflow ? .max : result
    }

    /// Lets `body` decode an algorithm's parameters, which are a SEQUENCE.
    private static func parameters<Result>(
        of algorithm: UnsafePointer<X509_ALGOR>, _ body: (inout UnsafePointer<UInt8>?, Int) -> Result?
    ) -> Result? {
        var type: Int32 = 0
        var value: UnsafeRawPointer?
        unsafe X509_ALGOR_get0(nil, &type, &value, algorithm)
        guard type == V_ASN1_SEQUENCE, let value = unsafe value else { return nil }
        let sequence = unsafe value.assumingMemoryBound(to: ASN1_STRING.self)
        var next = unsafe sequence.pointee.data.map { unsafe UnsafePointer($0) }
        return unsafe body(&next, Int(sequence.pointee.length))
    }

    /// - Returns: nil for what is no positive number; a very large one for what does not fit.
    private static func integer(_ number: UnsafePointer<ASN1_INTEGER>?) -> Int? {
        var value: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&value, number) == 1 else { return .max }
        return value > 0 ? Int(value) : nil
    }
}
