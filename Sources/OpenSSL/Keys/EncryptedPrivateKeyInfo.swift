internal import COpenSSL

/// Encrypted PKCS#8 (RFC 5208 §6) with the schemes of RFC 8018 and RFC 7292.
enum EncryptedPrivateKeyInfo {
    /// What key derivation may cost: a few seconds. A tiny file can ask for half an hour otherwise.
    static let maximumIterations = 10_000_000

    static func decrypt(_ der: Secret, _ passphrase: Secret) throws(KeyError) -> PrivateKey {
        let parsed = der.withBytes { bytes in
            bytes.withUnsafeBufferPointer { buffer in
                var next = buffer.baseAddress
                return d2i_X509_SIG(nil, &next, buffer.count)
            }
        }
        guard let parsed else { throw .malformed(.encryptedPKCS8, reason: OpenSSLError.taken("d2i_X509_SIG").summary) }
        defer { X509_SIG_free(parsed) }
        var algorithm: UnsafePointer<X509_ALGOR>?
        X509_SIG_get0(parsed, &algorithm, nil)
        try checkCost(algorithm!)

        guard let info = try decrypt(parsed, passphrase, algorithm!) else { throw .wrongPassphrase }
        defer { PKCS8_PRIV_KEY_INFO_free(info) }
        guard let key = EVP_PKCS82PKEY(info) else {
            throw .malformed(.encryptedPKCS8, reason: OpenSSLError.taken("EVP_PKCS82PKEY").summary)
        }
        discardErrors()
        return PrivateKey(try KeyHandle(takingOwnershipOf: key))
    }

    /// - Returns: nil for a wrong passphrase.
    private static func decrypt(
        _ parsed: OpaquePointer, _ passphrase: Secret, _ algorithm: UnsafePointer<X509_ALGOR>
    ) throws(KeyError) -> OpaquePointer? {
        if let info = attempt(parsed, passphrase) { return info }
        var error = OpenSSLError.taken("PKCS8_decrypt")
        if isWrongPassphrase(error) { return nil }
        // DES, RC2 and RC4 have moved to the legacy provider.
        if Library.loadLegacyProvider() {
            if let info = attempt(parsed, passphrase) { return info }
            error = .taken("PKCS8_decrypt")
            if isWrongPassphrase(error) { return nil }
        }
        throw .unsupportedEncryption(name: name(of: algorithm))
    }

    private static func attempt(_ parsed: OpaquePointer, _ passphrase: Secret) -> OpaquePointer? {
        passphrase.withBytes { bytes in
            bytes.withUnsafeBufferPointer { buffer in
                buffer.withMemoryRebound(to: CChar.self) {
                    PKCS8_decrypt(parsed, $0.baseAddress, Int32($0.count))
                }
            }
        }
    }

    /// Bad padding, or what came out is no PrivateKeyInfo.
    static func isWrongPassphrase(_ error: OpenSSLError) -> Bool {
        error.has(reason: EVP_R_BAD_DECRYPT) && error.reasons.contains { $0.text == "bad decrypt" }
            || error.reasons.contains { $0.text == "decode error" || $0.library == "asn1 encoding routines" }
    }

    private static func name(of algorithm: UnsafePointer<X509_ALGOR>) -> String {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, algorithm)
        var scheme = text(object)
        if OBJ_obj2nid(object) == NID_pbes2, let parameters = pbes2(algorithm) {
            defer { PBE2PARAM_free(parameters) }
            var cipher: OpaquePointer?
            X509_ALGOR_get0(&cipher, nil, nil, parameters.pointee.encryption)
            scheme += " with \(text(cipher))"
        }
        return scheme
    }

    private static func text(_ object: OpaquePointer?) -> String {
        var name = [CChar](repeating: 0, count: 80)
        let length = OBJ_obj2txt(&name, Int32(name.count), object, 0)
        return String(decoding: name.prefix(Int(max(0, min(length, 79)))).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    // MARK: what the derivation costs

    private static func checkCost(_ algorithm: UnsafePointer<X509_ALGOR>) throws(KeyError) {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, algorithm)
        let cost: Int?
        if OBJ_obj2nid(object) == NID_pbes2 {
            guard let parameters = pbes2(algorithm) else {
                throw .malformed(.encryptedPKCS8, reason: "PBES2 parameters")
            }
            defer { PBE2PARAM_free(parameters) }
            cost = derivationCost(parameters.pointee.keyfunc)
        } else {
            cost = parameter(of: algorithm) { next, count in
                guard let parameters = d2i_PBEPARAM(nil, &next, count) else { return nil }
                defer { PBEPARAM_free(parameters) }
                return integer(parameters.pointee.iter)
            }
        }
        discardErrors()
        guard let cost else { throw .malformed(.encryptedPKCS8, reason: "parameters of the key derivation") }
        if cost > maximumIterations {
            throw .derivationTooCostly(iterations: cost, limit: maximumIterations)
        }
    }

    private static func pbes2(_ algorithm: UnsafePointer<X509_ALGOR>) -> UnsafeMutablePointer<PBE2PARAM>? {
        parameter(of: algorithm) { next, count in d2i_PBE2PARAM(nil, &next, count) }
    }

    /// PBKDF2's iterations, or for scrypt the number of its block operations, 2·N·r·p.
    private static func derivationCost(_ keyFunction: UnsafePointer<X509_ALGOR>) -> Int? {
        var object: OpaquePointer?
        X509_ALGOR_get0(&object, nil, nil, keyFunction)
        switch OBJ_obj2nid(object) {
        case NID_id_pbkdf2:
            return parameter(of: keyFunction) { next, count in
                guard let parameters = d2i_PBKDF2PARAM(nil, &next, count) else { return nil }
                defer { PBKDF2PARAM_free(parameters) }
                return integer(parameters.pointee.iter)
            }
        case NID_id_scrypt:
            return parameter(of: keyFunction) { next, count in
                guard let parameters = d2i_SCRYPT_PARAMS(nil, &next, count) else { return nil }
                defer { SCRYPT_PARAMS_free(parameters) }
                guard let n = integer(parameters.pointee.costParameter),
                    let r = integer(parameters.pointee.blockSize),
                    let p = integer(parameters.pointee.parallelizationParameter)
                else { return nil }
                let (blocks, tooMany) = n.multipliedReportingOverflow(by: r)
                let (cost, tooCostly) = blocks.multipliedReportingOverflow(by: p)
                return tooMany || tooCostly || cost > Int.max / 2 ? .max : 2 * cost
            }
        default: return nil
        }
    }

    /// The DER of an algorithm's parameters, which are a SEQUENCE.
    private static func parameter<Result>(
        of algorithm: UnsafePointer<X509_ALGOR>, _ body: (inout UnsafePointer<UInt8>?, Int) -> Result?
    ) -> Result? {
        var type: Int32 = 0
        var value: UnsafeRawPointer?
        X509_ALGOR_get0(nil, &type, &value, algorithm)
        guard type == V_ASN1_SEQUENCE, let value else { return nil }
        let sequence = value.assumingMemoryBound(to: ASN1_STRING.self)
        var next = sequence.pointee.data.map { UnsafePointer($0) }
        return body(&next, Int(sequence.pointee.length))
    }

    /// - Returns: nil for what is no positive number; a very large one for what does not fit.
    private static func integer(_ number: UnsafePointer<ASN1_INTEGER>?) -> Int? {
        var value: Int64 = 0
        guard ASN1_INTEGER_get_int64(&value, number) == 1 else { return .max }
        return value > 0 ? Int(value) : nil
    }
}
