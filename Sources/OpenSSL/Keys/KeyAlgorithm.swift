internal import COpenSSL

/// Recognises unsupported key types and curves by their object identifiers, before libcrypto decodes them.
/// libcrypto's own errors for them differ between versions.
enum KeyAlgorithm {
    /// Checks a structure that was recognised. If it cannot be read, the check passes and the decoder rejects it.
    static func check(_ form: KeyForm, _ der: Secret) throws {
        try der.withBytes { (bytes) in
            try unsafe bytes.withUnsafeBufferPointer { (buffer) in
                var next = buffer.baseAddress
                switch form {
                case .spki:
                    guard let key = unsafe d2i_X509_PUBKEY(nil, &next, buffer.count) else { return }
                    defer { unsafe X509_PUBKEY_free(key) }
                    try unsafe check(publicKey: key, in: form)
                case .certificate:
                    guard let certificate = unsafe d2i_X509(nil, &next, buffer.count) else { return }
                    defer { unsafe X509_free(certificate) }
                    try unsafe check(publicKey: X509_get_X509_PUBKEY(certificate), in: form)
                case .sec1: try unsafe checkECPrivateKey(buffer, in: form, curve: nil)
                case .pkcs1Public:
                    if let fault = unsafe PublicKeyFault(encodingOfRSA: buffer) {
                        throw KeyError.malformed(form, reason: fault.message)
                    }
                // These are RSA, or checked when they are decoded.
                case .pkcs1, .pkcs8, .encryptedPKCS8: return
                case .openSSH, .openSSHPublic: return
                }
            }
        }
    }

    /// - Parameter info: a PrivateKeyInfo.
    static func check(_ info: OpaquePointer) throws {
        var key: UnsafePointer<UInt8>?
        var count: Int32 = 0
        var algorithm: UnsafePointer<X509_ALGOR>?
        guard unsafe PKCS8_pkey_get0(nil, &key, &count, &algorithm, info) == 1,
            let algorithm = unsafe algorithm
        else { return }
        if let curve = try unsafe check(algorithm) {
            try unsafe checkECPrivateKey(
                UnsafeBufferPointer(start: key, count: Int(count)), in: .pkcs8, curve: curve)
        }
    }

    /// - Parameters:
    ///   - publicKey: a SubjectPublicKeyInfo.
    ///   - form: the structure that contains it.
    static func check(publicKey: OpaquePointer?, in form: KeyForm) throws {
        var algorithm: UnsafeMutablePointer<X509_ALGOR>?
        guard let publicKey = unsafe publicKey,
            unsafe X509_PUBKEY_get0_param(nil, nil, nil, &algorithm, publicKey) == 1,
            let algorithm = unsafe algorithm
        else { return }
        _ = try unsafe check(UnsafePointer(algorithm))
        if let fault = unsafe PublicKeyFault(encodingOf: publicKey) {
            throw KeyError.malformed(form, reason: fault.message)
        }
    }

    /// - Returns: the named curve of an EC key.
    private static func check(_ algorithm: UnsafePointer<X509_ALGOR>) throws -> Int32? {
        var object: OpaquePointer?
        var type: Int32 = 0
        var value: UnsafeRawPointer?
        unsafe X509_ALGOR_get0(&object, &type, &value, algorithm)
        let name = unsafe ObjectName(object)
        switch name.number {
        // Of RSA-PSS, KeyHandle checks the parameters, wherever the key comes from.
        case NID_rsaEncryption, NID_rsassaPss: return nil
        case NID_X9_62_id_ecPublicKey:
            if type == V_ASN1_SEQUENCE { throw KeyError.unsupportedCurve(name: Curve.explicitParameters) }
            guard type == V_ASN1_OBJECT, let value = unsafe value else { return nil }
            let curve = unsafe ObjectName(OpaquePointer(value))
            try checkCurve(curve)
            return curve.number
        case NID_dsa: throw KeyError.unsupportedType(name: "DSA")
        case NID_dhKeyAgreement, NID_dhpublicnumber: throw KeyError.unsupportedType(name: "DH")
        default:
            guard let type = name.byteKeyType else { throw KeyError.unsupportedType(name: name.text) }
            try type.requireAvailable()
            return nil
        }
    }

    /// Checks the version of an ECPrivateKey and its parameters, the optional third member (RFC 5915 §3). libcrypto
    /// ignores the version, and prefers the curve of the parameters to the one that the PrivateKeyInfo names.
    ///
    /// - Parameter curve: the curve that the PrivateKeyInfo names.
    private static func checkECPrivateKey(
        _ buffer: UnsafeBufferPointer<UInt8>, in form: KeyForm, curve: Int32?
    ) throws {
        if let version = unsafe DERElement.members(buffer)?.first, unsafe !version.contents.elementsEqual([1])
        {
            throw KeyError.malformed(form, reason: "the version of the ECPrivateKey is not 1")
        }
        guard let parameters = unsafe DERElement.firstMember(taggedZero: buffer) else { return }
        var next: UnsafePointer<UInt8>? = parameters.baseAddress
        guard let value = unsafe d2i_ASN1_TYPE(nil, &next, parameters.count) else { return }
        defer { unsafe ASN1_TYPE_free(value) }
        switch unsafe ASN1_TYPE_get(value) {
        case V_ASN1_OBJECT:
            let inner = unsafe ObjectName(value.pointee.value.object)
            try checkCurve(inner)
            if let curve, curve != inner.number {
                throw KeyError.inconsistent(
                    "the PKCS#8 structure and the key in it name different curves")
            }
        case V_ASN1_SEQUENCE: throw KeyError.unsupportedCurve(name: Curve.explicitParameters)
        default: return
        }
    }

    private static func checkCurve(_ curve: ObjectName) throws {
        guard curve.number != NID_undef, let group = unsafe OBJ_nid2sn(curve.number) else {
            throw KeyError.unsupportedCurve(name: curve.text)
        }
        let name = unsafe String(cString: group)
        if Curve(groupName: name) == nil {
            throw KeyError.unsupportedCurve(name: Curve.readableName(groupName: name))
        }
    }
}
