internal import COpenSSL
import Words

extension CertificateRequest {
    /// The version as it is encoded: 0 means version 1, the only one (RFC 2986 §4.1). It may be any number; libcrypto
    /// returns -1 for one that does not fit.
    package var encodedVersion: Int { unsafe X509_REQ_get_version(pointer) }

    package var subject: DistinguishedName {
        unsafe DistinguishedName(copying: X509_REQ_get_subject_name(pointer))
    }

    package var keyInfo: SubjectPublicKeyInfo {
        unsafe SubjectPublicKeyInfo(copying: X509_REQ_get_X509_PUBKEY(pointer))
    }

    /// - Throws: for a key whose type or parameters signet does not support, or that is malformed.
    package func publicKey() throws -> PublicKey {
        try unsafe PublicKey(copying: X509_REQ_get_X509_PUBKEY(pointer), in: .spki)
    }

    /// libcrypto's long name for the signature algorithm, or its dotted numbers.
    package var signatureAlgorithm: String {
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_REQ_get0_signature(pointer, nil, &algorithm)
        return unsafe ObjectName(of: algorithm!).text
    }

    /// Whether the holder of the private key made the request, and whether this can be checked.
    package enum SignatureVerdict: Equatable, Sendable {
        case valid
        case invalid
        /// Nobody may rely on the key, so the signature was not verified.
        case badKey(PublicKeyFault)
        /// This libcrypto does not have the algorithm or cannot use the key.
        case unknown(String)
    }

    package func verifySignature() -> SignatureVerdict {
        defer { discardErrors() }
        guard let key = unsafe X509_REQ_get0_pubkey(pointer) else {
            return .unknown(keyInfo.facts.obstacle ?? OpenSSLError.taken("X509_REQ_get0_pubkey").summary)
        }
        if let fault = keyInfo.facts.fault { return .badKey(fault) }
        if unsafe X509_REQ_verify(pointer, key) == 1 { return .valid }
        let error = OpenSSLError.taken("X509_REQ_verify")
        let unknown = [ASN1_R_UNKNOWN_SIGNATURE_ALGORITHM, ASN1_R_UNKNOWN_MESSAGE_DIGEST_ALGORITHM]
        // The last is for a digest that is known by name, but not loaded.
        let isUnknown =
            unknown.contains { error.has(reason: $0, in: Int32(ERR_LIB_ASN1)) }
            || error.has(reason: Int32(ERR_R_UNSUPPORTED), in: Int32(ERR_LIB_EVP))
        return isUnknown ? .unknown(error.summary) : .invalid
    }

    /// The requested extensions, by RFC 2985 §5.4.2 or Microsoft's attribute, in order.
    ///
    /// - Throws: also for several lists or a repeated extension, because CAs may read different ones.
    package func extensions() throws -> [CertificateExtension] {
        let lists = attributes.filter { Self.extensionRequests.contains($0.oid) }
        if lists.isEmpty { return [] }
        let count = lists.reduce(0) { $0 + $1.values.count }
        if lists.count > 1 || count > 1 {
            throw InputError(
                "malformed PKCS#10: expected one list of extensions, found \(max(lists.count, count))")
        }
        let malformed = InputError("malformed PKCS#10: the requested extensions are malformed")
        if count == 0 { throw malformed }
        defer { discardErrors() }
        guard let list = unsafe X509_REQ_get_extensions(pointer) else { throw malformed }
        let extensions = unsafe Stack(takingOwnershipOf: list) { unsafe X509_EXTENSION_free($0) }
        let parts = unsafe items(of: extensions.pointer).map { unsafe CertificateExtension(copying: $0) }
        var seen: Set<String> = []
        for part in parts where !seen.insert(part.oid).inserted {
            throw InputError("malformed PKCS#10: the extension \(part.oid) is repeated")
        }
        return parts
    }

    package static let extensionRequests = ["1.2.840.113549.1.9.14", "1.3.6.1.4.1.311.2.1.14"]

    /// An attribute (RFC 2986 §4.1): a type and the DER of its values.
    package struct Attribute: Sendable {
        /// Dotted decimal.
        package let oid: String
        package let values: [[UInt8]]
    }

    package var attributes: [Attribute] {
        unsafe (0..<max(0, X509_REQ_get_attr_count(pointer))).compactMap { index in
            guard let attribute = unsafe X509_REQ_get_attr(pointer, index) else { return nil }
            return unsafe Attribute(
                oid: ObjectName.dotted(X509_ATTRIBUTE_get0_object(attribute)),
                values: (0..<max(0, X509_ATTRIBUTE_count(attribute))).map { number in
                    unsafe encoded { unsafe i2d_ASN1_TYPE(X509_ATTRIBUTE_get0_type(attribute, number), $0) }
                })
        }
    }
}
