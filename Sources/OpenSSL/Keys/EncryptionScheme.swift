internal import COpenSSL
import Words

/// How a PKCS#8 key or a part of a PKCS#12 file is encrypted (RFC 8018 §6, RFC 7292 appendix C). The parameters are
/// read before any key is derived from a passphrase.
struct EncryptionScheme: Sendable {
    /// For errors: `PBES2 with aes-256-cbc`.
    let name: String
    /// libcrypto's numbers for the parts of the scheme.
    private let cipher: Int32
    private let digest: Int32?
    /// The iterations times the number of derived blocks; for scrypt, the number of its block operations.
    let cost: Int
    /// The memory that scrypt needs, in bytes; 0 for other schemes.
    private let memory: Int
    /// The parameters that a report shows.
    let parameters: EncryptionParameters

    /// Whether PBKDF2 or scrypt takes the passphrase byte for byte. The schemes of RFC 7292 take a BMPString.
    let takesOctets: Bool

    init(_ algorithm: UnsafePointer<X509_ALGOR>) throws {
        defer { discardErrors() }
        let scheme = unsafe ObjectName(of: algorithm)
        if scheme.number == NID_pbes2 {
            unsafe try self.init(pbes2: algorithm, scheme.text)
        } else {
            unsafe try self.init(pbes1: algorithm, scheme)
        }
    }

    private init(pbes2 algorithm: UnsafePointer<X509_ALGOR>, _ scheme: String) throws {
        guard
            let parameters = unsafe OpenSSL.parameters(of: algorithm, { unsafe d2i_PBE2PARAM(nil, &$0, $1) })
        else { throw KeyError.malformed(.encryptedPKCS8, reason: "parameters of PBES2") }
        defer { unsafe PBE2PARAM_free(parameters) }
        let cipher = unsafe ObjectName(of: parameters.pointee.encryption)
        self.cipher = cipher.number
        name = "\(scheme) with \(cipher.text)"
        takesOctets = true
        let keyFunction = unsafe ObjectName(of: parameters.pointee.keyfunc)
        switch keyFunction.number {
        case NID_id_pbkdf2:
            let derivation = unsafe try PBKDF2Parameters(parameters.pointee.keyfunc, in: name)
            (digest, memory) = (derivation.digest, 0)
            cost = derivation.cost(byteCount: CipherSizes(cipher.number).key)
            self.parameters = EncryptionParameters(
                scheme: scheme, cipher: cipher.text, keyDerivation: keyFunction.text,
                prf: derivation.prf, iterations: derivation.iterations,
                saltByteCount: derivation.salt.count)
        case NID_id_scrypt:
            let (scrypt, saltByteCount) = unsafe try Self.scrypt(parameters.pointee.keyfunc)
            (cost, memory, digest) = (scrypt.cost, scrypt.memory, nil)
            self.parameters = EncryptionParameters(
                scheme: scheme, cipher: cipher.text, keyDerivation: keyFunction.text, scrypt: scrypt,
                saltByteCount: saltByteCount)
        default: throw KeyError.unsupportedEncryption(name: "\(scheme) with \(keyFunction.text)")
        }
    }

    private init(pbes1 algorithm: UnsafePointer<X509_ALGOR>, _ scheme: ObjectName) throws {
        var cipher: Int32 = 0
        var digest: Int32 = 0
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_OUTER), scheme.number, &cipher, &digest, nil) == 1
        else {
            throw KeyError.unsupportedEncryption(name: scheme.text)
        }
        let found = unsafe OpenSSL.parameters(of: algorithm) { unsafe d2i_PBEPARAM(nil, &$0, $1) }
        defer { unsafe PBEPARAM_free(found) }
        guard let found = unsafe found, let iterations = unsafe iterationCount(found.pointee.iter) else {
            throw KeyError.malformed(.encryptedPKCS8, reason: "parameters of \(scheme.text)")
        }
        let salt = unsafe Int(ASN1_STRING_length(found.pointee.salt))
        (name, self.cipher, self.digest) = (scheme.text, cipher, digest)
        (memory, takesOctets) = (0, Self.isPKCS5(scheme.number))
        // PKCS#5 version 1.5 derives key and vector together; PKCS#12 derives them separately.
        let sizes = CipherSizes(cipher)
        cost =
            takesOctets
            ? iterations
            : derivationCost(iterations, byteCounts: [sizes.key, sizes.vector], digest: digest)
        parameters = EncryptionParameters(scheme: scheme.text, iterations: iterations, saltByteCount: salt)
    }

    /// - Parameter limit: in iterations.
    func checkCost(limit: Int) throws {
        // The caller's limit cannot make libcrypto grant more memory.
        if memory > Limits.scryptBytes {
            throw InputError(
                "the key derivation (scrypt) requires "
                    + (memory == .max
                        ? "more memory than the limit of \(Limits.scryptBytes) bytes"
                        : "\(memory) bytes of memory; the limit is \(Limits.scryptBytes)"))
        }
        if cost > limit { throw KeyError.derivationTooCostly(iterations: cost, limit: limit) }
    }

    /// Checks the cost, and that libcrypto has the cipher and the digest, if necessary in its legacy provider.
    func requireUsable(limit: Int) throws {
        try checkCost(limit: limit)
        guard Library.hasCipher(number: cipher), digest.map(Library.hasDigest(number:)) ?? true else {
            throw KeyError.unsupportedEncryption(name: name)
        }
    }

    /// The schemes of PKCS#5 version 1.5 (RFC 8018 §6.1).
    private static func isPKCS5(_ scheme: Int32) -> Bool {
        [
            NID_pbeWithMD2AndDES_CBC, NID_pbeWithMD5AndDES_CBC, NID_pbeWithMD2AndRC2_CBC,
            NID_pbeWithMD5AndRC2_CBC, NID_pbeWithSHA1AndDES_CBC, NID_pbeWithSHA1AndRC2_CBC,
        ].contains(scheme)
    }

    private static func scrypt(
        _ algorithm: UnsafePointer<X509_ALGOR>
    ) throws -> (ScryptParameters, saltByteCount: Int) {
        let found = unsafe OpenSSL.parameters(of: algorithm) { unsafe d2i_SCRYPT_PARAMS(nil, &$0, $1) }
        defer { unsafe SCRYPT_PARAMS_free(found) }
        guard let found = unsafe found, let n = unsafe iterationCount(found.pointee.costParameter),
            let r = unsafe iterationCount(found.pointee.blockSize),
            let p = unsafe iterationCount(found.pointee.parallelizationParameter)
        else { throw KeyError.malformed(.encryptedPKCS8, reason: "parameters of scrypt") }
        return (
            ScryptParameters(n: n, r: r, p: p), unsafe Int(ASN1_STRING_length(found.pointee.salt))
        )
    }
}

/// The DER of the parameters of an algorithm; nil unless they are a SEQUENCE.
func parameters(of algorithm: UnsafePointer<X509_ALGOR>) -> [UInt8]? {
    var type: Int32 = 0
    var value: UnsafeRawPointer?
    unsafe X509_ALGOR_get0(nil, &type, &value, algorithm)
    guard type == V_ASN1_SEQUENCE, let value = unsafe value else { return nil }
    return unsafe bytes(of: value.assumingMemoryBound(to: ASN1_STRING.self))
}

/// The same, decoded with one of libcrypto's `d2i` functions.
func parameters<Pointer>(
    of algorithm: UnsafePointer<X509_ALGOR>, _ decode: (inout UnsafePointer<UInt8>?, Int) -> Pointer?
) -> Pointer? {
    unsafe parameters(of: algorithm).flatMap { der in unsafe decoded(der.span, decode).pointer }
}

/// - Returns: nil if it is not a positive number; a very large one if it does not fit into an Int.
func iterationCount(_ number: UnsafePointer<ASN1_INTEGER>?) -> Int? {
    var value: Int64 = 0
    guard unsafe ASN1_INTEGER_get_int64(&value, number) == 1 else {
        discardErrors()
        return unsafe isNegative(number) ? nil : .max
    }
    return value > 0 ? Int(value) : nil
}

private func isNegative(_ number: UnsafePointer<ASN1_INTEGER>?) -> Bool {
    unsafe ASN1_STRING_type(number) & V_ASN1_NEG != 0
}
