internal import COpenSSL

/// A basic OCSP response (RFC 6960 §4.2.1): what a responder says of one certificate or of several.
package final class OCSPResponse: @unchecked Sendable {
    /// An OCSP_BASICRESP, which nothing changes.
    let pointer: OpaquePointer
    package let answers: [Answer]
    /// The first critical extension of the response, dotted decimal. None of the standard ones is critical (§4.4).
    package let criticalExtension: String?
    /// Whether producedAt has a fraction of a second, which RFC 6960 §4.2.1 forbids.
    package let hasFraction: Bool

    /// What a response says of one certificate (RFC 6960 §4.2.1, SingleResponse).
    package struct Answer: Sendable {
        package enum Status: Equatable, Sendable {
            case good
            /// The number of the CRLReason (RFC 5280 §5.3.1); nil if none is given.
            case revoked(at: Int64?, reason: Int?)
            case unknown
        }

        package let status: Status
        /// The certificate that it is about.
        package let subject: CertificateID
        /// Seconds since 1970; nil if it is not a valid time.
        package let thisUpdate: Int64?
        /// Seconds since 1970; nil if it is missing or not a valid time.
        package let nextUpdate: Int64?
        package let hasNextUpdate: Bool
        /// Whether one of its times has a fraction of a second, which RFC 6960 §4.2.1 forbids.
        package let hasFraction: Bool
        /// The first critical extension, dotted decimal.
        package let criticalExtension: String?
    }

    /// What names a certificate in a response (RFC 6960 §4.1.1, CertID).
    package struct CertificateID: Hashable, Sendable {
        /// libcrypto's number of the digest of issuerNameHash and issuerKeyHash.
        package let digest: Int32
        private let issuerName: [UInt8]
        private let issuerKey: [UInt8]
        /// The contents of the INTEGER.
        private let serialNumber: [UInt8]

        fileprivate init(copying pointer: OpaquePointer?) {
            var object: OpaquePointer?
            var name: UnsafeMutablePointer<ASN1_OCTET_STRING>?
            var key: UnsafeMutablePointer<ASN1_OCTET_STRING>?
            var serial: UnsafeMutablePointer<ASN1_INTEGER>?
            _ = unsafe OCSP_id_get0_info(&name, &object, &key, &serial, pointer)
            digest = unsafe OBJ_obj2nid(object)
            issuerName = unsafe bytes(of: name)
            issuerKey = unsafe bytes(of: key)
            serialNumber = unsafe Certificate.contents(of: serial)
        }

        /// - Returns: nil if libcrypto does not know the digest.
        package init?(_ certificate: Certificate, of issuer: Certificate, digest: Int32) {
            defer { discardErrors() }
            guard let function = unsafe EVP_get_digestbyname(OBJ_nid2sn(digest)),
                let pointer = unsafe OCSP_cert_to_id(function, certificate.pointer, issuer.pointer)
            else { return nil }
            defer { unsafe OCSP_CERTID_free(pointer) }
            unsafe self.init(copying: pointer)
        }
    }

    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        answers = unsafe (0..<max(0, OCSP_resp_count(pointer))).compactMap { index in
            unsafe OCSP_resp_get0(pointer, index).map { unsafe Answer($0) }
        }
        criticalExtension =
            unsafe CertificateExtension.all(OCSP_BASICRESP_get_ext_count(pointer)) {
                unsafe OCSP_BASICRESP_get_ext(pointer, $0)
            }.first(where: \.isCritical)?.oid
        hasFraction = unsafe EncodedTime.hasFraction(OCSP_resp_get0_produced_at(pointer))
    }

    deinit { unsafe OCSP_BASICRESP_free(pointer) }
}

extension OCSPResponse.Answer {
    fileprivate init(_ single: OpaquePointer) {
        var reason: Int32 = -1
        var revocation: UnsafeMutablePointer<ASN1_TIME>?
        var start: UnsafeMutablePointer<ASN1_TIME>?
        var end: UnsafeMutablePointer<ASN1_TIME>?
        let status = unsafe OCSP_single_get0_status(single, &reason, &revocation, &start, &end)
        self.status =
            switch status {
            case V_OCSP_CERTSTATUS_GOOD: .good
            case V_OCSP_CERTSTATUS_REVOKED:
                .revoked(
                    at: unsafe EncodedTime.seconds(revocation), reason: reason < 0 ? nil : Int(reason))
            default: .unknown
            }
        thisUpdate = unsafe EncodedTime.seconds(start)
        nextUpdate = unsafe EncodedTime.seconds(end)
        hasNextUpdate = unsafe end != nil
        hasFraction =
            unsafe EncodedTime.hasFraction(start) || EncodedTime.hasFraction(end)
            || EncodedTime.hasFraction(revocation)
        criticalExtension =
            unsafe CertificateExtension.all(OCSP_SINGLERESP_get_ext_count(single)) {
                unsafe OCSP_SINGLERESP_get_ext(single, $0)
            }.first(where: \.isCritical)?.oid
        subject = unsafe OCSPResponse.CertificateID(copying: OCSP_SINGLERESP_get0_id(single))
    }
}

extension OCSPResponse {
    package var signatureFacts: SignatureFacts {
        let algorithm = unsafe OCSP_resp_get0_tbs_sigalg(pointer)!
        return unsafe SignatureFacts(outer: algorithm, inner: algorithm)
    }

    /// The number of certificates in the response.
    package var certificateCount: Int { unsafe max(0, Int(OPENSSL_sk_num(OCSP_resp_get0_certs(pointer)))) }

    /// The certificate that the response names as its signer's: `issuer`, or one in the response; nil if it is neither.
    package func signer(besides issuer: Certificate) throws(OpenSSLError) -> Certificate? {
        let known = try Stack.make([issuer])
        var signer: OpaquePointer?
        guard unsafe OCSP_resp_get0_signer(pointer, &signer, known.pointer) == 1,
            let signer = unsafe signer
        else { return nil }
        unsafe X509_up_ref(signer)
        return unsafe Certificate(takingOwnershipOf: signer)
    }

    /// libcrypto's verdict on the signature and on the right of its maker to answer for certificates of `issuer` (RFC
    /// 6960 §4.2.2.2). Only the issuer itself may, or a certificate that its key signed for this purpose. The
    /// responder's own revocation is not checked.
    ///
    /// - Parameters:
    ///   - second: the current time, in seconds since 1970.
    ///   - securityLevel: libcrypto's, for the keys and for the signature of the responder's certificate
    ///     (SSL_CTX_set_security_level(3)).
    package func responder(
        for issuer: Certificate, at second: Int64, securityLevel: Int
    ) throws(OpenSSLError) -> ResponderVerdict {
        defer { discardErrors() }
        guard let responder = try signer(besides: issuer) else { return .missing }
        let own = try Stack.make([issuer])
        // libcrypto verifies the signature before it knows whose key it uses.
        guard unsafe responder.verificationKey != nil else { return .wrongSignature }

        let store = try unsafe check(X509_STORE_new(), "X509_STORE_new")
        defer { unsafe X509_STORE_free(store) }
        try unsafe check(X509_STORE_add_cert(store, issuer.pointer), "X509_STORE_add_cert")
        try unsafe check(X509_STORE_set_flags(store, UInt(X509_V_FLAG_PARTIAL_CHAIN)), "X509_STORE_set_flags")
        let parameters = unsafe X509_STORE_get0_param(store)
        unsafe X509_VERIFY_PARAM_set_time(parameters, Int(second))
        unsafe X509_VERIFY_PARAM_set_auth_level(parameters, Int32(securityLevel))
        // The certificates of the response lead no further than the store, and trust settings of the issuer's
        // certificate do not authorize another responder.
        let flags = UInt(OCSP_NOCHAIN | OCSP_NOEXPLICIT)
        if unsafe OCSP_basic_verify(pointer, own.pointer, store, flags) == 1 {
            return responder == issuer ? .issuer : .delegate(responder)
        }
        return OpenSSLError.taken("OCSP_basic_verify").has(
            reason: OCSP_R_SIGNATURE_FAILURE, in: Int32(ERR_LIB_OCSP))
            ? .wrongSignature : .unauthorized(responder)
    }
}

/// Who signed an OCSP response.
package enum ResponderVerdict: Equatable, Sendable {
    /// The issuer of the certificate itself.
    case issuer
    /// A certificate that the issuer issued for this purpose (id-kp-OCSPSigning).
    case delegate(Certificate)
    /// Neither the issuer nor a certificate in the response has the name or the key that the response names.
    case missing
    /// The key of the responder did not make the signature.
    case wrongSignature
    /// The signature is right, but this responder may not answer for certificates of the issuer.
    case unauthorized(Certificate)
}
