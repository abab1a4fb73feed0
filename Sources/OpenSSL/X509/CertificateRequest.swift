internal import COpenSSL
import Words

/// A certificate request (PKCS#10, RFC 2986), as it was encoded.
package final class CertificateRequest: @unchecked Sendable {
    let pointer: OpaquePointer

    init(takingOwnershipOf pointer: OpaquePointer) { unsafe self.pointer = unsafe pointer }

    deinit { unsafe X509_REQ_free(pointer) }

    /// Decodes one request that takes up all of `der`.
    package static func decode(_ der: Span<UInt8>) throws -> CertificateRequest {
        try unsafe CertificateRequest(
            takingOwnershipOf: decodedWhole(
                der, "PKCS#10", "d2i_X509_REQ", { unsafe d2i_X509_REQ(nil, &$0, $1) },
                free: { unsafe X509_REQ_free($0) }))
    }

    /// Reads the request of a file: PEM with text around it, DER, or bare base64 of DER.
    package static func read(_ bytes: Span<UInt8>) throws -> CertificateRequest {
        switch StoredEncoding(bytes) {
        case .der: try readDER(bytes)
        case .pem: try readPEM(bytes)
        case .base64(let der): try der.withBytes { try readDER($0) }
        case .other: throw notARequest
        }
    }

    private static func readDER(_ der: Span<UInt8>) throws -> CertificateRequest {
        try DERShape(der).requireSigned("PKCS#10", else: notARequest)
        return try decode(der)
    }

    private static var notARequest: InputError {
        InputError(
            "expected a certificate request, found something else",
            hint: "use PKCS#10 in PEM, DER or base64")
    }

    private static func readPEM(_ bytes: Span<UInt8>) throws -> CertificateRequest {
        let blocks = try PEMBlock.all(in: bytes) { InputError.malformed("PKCS#10", $0) }
        let requests = blocks.filter { StoredObject(pemLabel: $0.label) == .request }
        if requests.count > 1 {
            throw InputError(
                "expected one certificate request, found \(requests.count)", hint: "split the file")
        }
        guard let block = requests.first else {
            throw InputError(
                "expected a certificate request, found the PEM label \((blocks.first?.label ?? "").quoted)")
        }
        return try block.data.withBytes { try decode($0) }
    }

    /// DER exactly as it was read.
    package var der: [UInt8] {
        get throws(OpenSSLError) { try unsafe encoding("i2d_X509_REQ") { unsafe i2d_X509_REQ(pointer, $0) } }
    }

    package func pem() throws(OpenSSLError) -> [UInt8] {
        try PEMBlock.text(label: "CERTIFICATE REQUEST", der)
    }
}

extension CertificateRequest {
    /// Makes a request for a certificate of `key`, signed by that key.
    ///
    /// - Parameters:
    ///   - extensions: the extensions to request (RFC 2985 §5.4.2); if there are none, the attribute is left out.
    ///   - digest: nil for keys that sign the message itself.
    package static func make(
        subject: DistinguishedName, key: PrivateKey, extensions: [CertificateExtension],
        digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> CertificateRequest {
        let request = unsafe CertificateRequest(takingOwnershipOf: try check(X509_REQ_new(), "X509_REQ_new"))
        let pointer = unsafe request.pointer
        try unsafe check(X509_REQ_set_version(pointer, 0), "X509_REQ_set_version")
        let name = try unsafe subject.pointer()
        defer { unsafe X509_NAME_free(name) }
        try unsafe check(X509_REQ_set_subject_name(pointer, name), "X509_REQ_set_subject_name")
        try unsafe check(
            X509_REQ_set_pubkey(pointer, key.publicKey.handle.pointer), "X509_REQ_set_pubkey")
        if !extensions.isEmpty { try unsafe add(extensions, to: pointer) }
        try unsafe unsigned(pointer).sign(by: key, digest: digest)
        return request
    }

    private static func unsigned(_ request: OpaquePointer) -> UnsignedStructure {
        var signature: UnsafePointer<ASN1_BIT_STRING>?
        var algorithm: UnsafePointer<X509_ALGOR>?
        unsafe X509_REQ_get0_signature(request, &signature, &algorithm)
        return unsafe UnsignedStructure(
            algorithms: [algorithm], signature: signature,
            encode: { unsafe i2d_re_X509_REQ_tbs(request, $0) },
            sign: { unsafe X509_REQ_sign_ctx(request, $0) })
    }

    private static func add(
        _ extensions: [CertificateExtension], to request: OpaquePointer
    ) throws(OpenSSLError) {
        let stack = try unsafe Stack.make { unsafe X509_EXTENSION_free($0) }
        for part in extensions { try unsafe stack.append(takingOwnershipOf: part.pointer()) }
        try unsafe check(X509_REQ_add_extensions(request, stack.pointer), "X509_REQ_add_extensions")
    }
}
