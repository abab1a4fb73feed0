internal import COpenSSL
import Words

/// The integrity protection of a PKCS#12 file: an HMAC with a key that is derived from the passphrase.
package struct PKCS12MAC: Sendable {
    package enum Method: Equatable, Sendable {
        /// RFC 7292 appendix B. The digest is used for both the key derivation and the HMAC: `SHA256`.
        case pkcs12(digest: String)
        /// RFC 9879: PBKDF2 with a function such as `hmacWithSHA256`, and another one for the code.
        case pbmac1(prf: String, hmac: String)
    }

    package let method: Method
    package let iterations: Int
    package let saltByteCount: Int
    /// The iterations times the number of derived blocks.
    let cost: Int

    private let salt: [UInt8]
    private let code: [UInt8]
    /// libcrypto's numbers of the digests of the key derivation and the HMAC.
    private let digests: (derivation: Int32, code: Int32)
    /// The length of the derived key, in bytes.
    private let keyLength: Int

    /// - Returns: nil for a file without a MAC.
    init?(of file: OpaquePointer) throws {
        guard unsafe PKCS12_mac_present(file) == 1 else { return nil }
        var code: UnsafePointer<ASN1_OCTET_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        var salt: UnsafePointer<ASN1_OCTET_STRING>?
        var iterations: UnsafePointer<ASN1_INTEGER>?
        unsafe PKCS12_get0_mac(&code, &algorithm, &salt, &iterations, file)
        guard let algorithm = unsafe algorithm else { throw malformedPKCS12("MAC without an algorithm") }
        self.code = unsafe bytes(of: code)
        let name = unsafe ObjectName(of: algorithm)
        if name.number == NID_pbmac1 {
            let (derivation, hmac) = try unsafe Self.pbmac1(algorithm)
            guard let keyLength = derivation.keyLength, (20...Limits.macKeyBytes).contains(keyLength) else {
                throw malformedPKCS12(
                    "PBMAC1 without a keyLength of 20 to \(Limits.macKeyBytes) bytes (RFC 9879 §4)")
            }
            method = .pbmac1(prf: derivation.prf, hmac: hmac.name)
            (self.salt, self.iterations, self.keyLength) = (derivation.salt, derivation.iterations, keyLength)
            digests = (derivation.digest, hmac.digest)
        } else {
            self.salt = unsafe bytes(of: salt)
            // The default is 1, which is deprecated (RFC 7292 §4).
            guard let count = unsafe iterations == nil ? 1 : iterationCount(iterations) else {
                throw malformedPKCS12("iterations of the MAC")
            }
            self.iterations = count
            digests = (name.number, name.number)
            guard let digest = unsafe EVP_get_digestbyname(OBJ_nid2sn(name.number)),
                Library.hasDigest(number: name.number)
            else {
                discardErrors()
                throw Self.unsupported(name.text)
            }
            keyLength = unsafe Int(EVP_MD_get_size(digest))
            method = unsafe .pkcs12(digest: String(cString: OBJ_nid2sn(name.number)))
        }
        saltByteCount = self.salt.count
        cost = derivationCost(self.iterations, byteCounts: [keyLength], digest: digests.derivation)
    }

    private static func unsupported(_ name: String) -> InputError {
        InputError("signet does not support the MAC algorithm \(name.printable)")
    }

    /// PBMAC1-params (RFC 8018 §A.5) has the same structure as the parameters of PBES2.
    private static func pbmac1(
        _ algorithm: UnsafePointer<X509_ALGOR>
    ) throws -> (PBKDF2Parameters, hmac: (name: String, digest: Int32)) {
        guard
            let parameters = unsafe parameters(of: algorithm, { unsafe d2i_PBE2PARAM(nil, &$0, $1) })
        else { throw malformedPKCS12("parameters of PBMAC1") }
        defer { unsafe PBE2PARAM_free(parameters) }
        let function = unsafe ObjectName(of: parameters.pointee.keyfunc)
        guard function.number == NID_id_pbkdf2 else {
            throw unsupported("PBMAC1 with \(function.text)")
        }
        let derivation = try inPKCS12 {
            try unsafe PBKDF2Parameters(parameters.pointee.keyfunc, in: "PBMAC1")
        }
        let hmac = unsafe ObjectName(of: parameters.pointee.encryption)
        var digest: Int32 = 0
        guard unsafe EVP_PBE_find(Int32(EVP_PBE_TYPE_PRF), hmac.number, nil, &digest, nil) == 1 else {
            discardErrors()
            throw unsupported("PBMAC1 with \(hmac.text)")
        }
        return (derivation, (hmac.text, digest))
    }

    /// The byte strings that the key may have been derived from, in one encoding of the passphrase.
    func passphrases(_ encoding: PassphraseEncoding) -> [Secret] {
        switch method {
        case .pkcs12: [encoding.bmp]
        case .pbmac1: encoding.octets
        }
    }

    /// Whether the MAC matches `contents` and one of the ``passphrases(_:)``.
    func verify(_ contents: Secret, _ passphrase: Secret) throws -> Bool {
        let computed = try code(of: contents, passphrase)
        return constantTimeEqual(computed.span, code.span)
    }

    /// The code that `contents` should have.
    ///
    /// - Parameter passphrase: one of the ``passphrases(_:)``.
    func code(of contents: Secret, _ passphrase: Secret) throws -> [UInt8] {
        switch method {
        case .pkcs12:
            return try code(of: contents) { key, digest in
                unsafe passphrase.withPointer { start, count in
                    unsafe salt.withUnsafeBufferPointer { salt in
                        // libcrypto does not write to the passphrase or the salt, although it takes mutable pointers.
                        // A null pointer means no passphrase.
                        unsafe PKCS12_key_gen_uni(
                            count == 0 ? nil : UnsafeMutablePointer(mutating: start), Int32(count),
                            UnsafeMutablePointer(mutating: salt.baseAddress), Int32(salt.count),
                            PKCS12_MAC_ID,
                            Int32(iterations), Int32(keyLength), key, digest)
                    }
                }
            }
        case .pbmac1:
            return try code(of: contents) { key, digest in
                unsafe withCharacters(of: passphrase) { start, count in
                    unsafe PKCS5_PBKDF2_HMAC(
                        start, count, salt, Int32(salt.count), Int32(iterations), digest, Int32(keyLength),
                        key)
                }
            }
        }
    }

    private func code(
        of contents: Secret, deriving derive: (UnsafeMutablePointer<UInt8>, OpaquePointer?) -> Int32
    ) throws -> [UInt8] {
        var key = SecretBuffer(capacity: keyLength)
        var status: Int32 = 0
        key.append(upTo: keyLength) { room in
            unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe status = derive(
                    room.baseAddress!, EVP_get_digestbyname(OBJ_nid2sn(digests.derivation)))
            }
            return keyLength
        }
        guard status == 1 else { throw OpenSSLError.taken("PKCS12_key_gen_uni") }
        var computed = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
        var length = 0
        let result = unsafe Secret(key).withPointer { key, count in
            unsafe contents.withPointer { contents, contentCount in
                unsafe EVP_Q_mac(
                    nil, "HMAC", nil, OBJ_nid2sn(digests.code), nil, key, count, contents, contentCount,
                    &computed, computed.count, &length)
            }
        }
        guard unsafe result != nil else { throw OpenSSLError.taken("EVP_Q_mac") }
        return Array(computed.prefix(length))
    }
}
