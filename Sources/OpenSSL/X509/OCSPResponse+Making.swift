internal import COpenSSL

extension OCSPResponse {
    /// Makes a basic response that the issuer of the certificate signs itself (RFC 6960 §4.2.1). The certificate is named
    /// with SHA-1, as most clients ask, and the responder by its key.
    ///
    /// - Parameters:
    ///   - thisUpdate: seconds since 1970; also when the response was produced.
    ///   - nextUpdate: seconds since 1970.
    ///   - key: that of the issuer.
    ///   - digest: nil for keys that sign the message itself.
    /// - Returns: the DER.
    package static func make(
        issuer: Certificate, certificate: Certificate, status: Answer.Status,
        thisUpdate: Int64, nextUpdate: Int64, by key: PrivateKey, digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> [UInt8] {
        let basic = try unsafe check(OCSP_BASICRESP_new(), "OCSP_BASICRESP_new")
        defer { unsafe OCSP_BASICRESP_free(basic) }
        let start = try unsafe check(ASN1_GENERALIZEDTIME_set(nil, Int(thisUpdate)), "ASN1_TIME_set")
        defer { unsafe ASN1_GENERALIZEDTIME_free(start) }
        let end = try unsafe check(ASN1_GENERALIZEDTIME_set(nil, Int(nextUpdate)), "ASN1_TIME_set")
        defer { unsafe ASN1_GENERALIZEDTIME_free(end) }
        let name = try unsafe check(
            OCSP_cert_to_id(EVP_sha1(), certificate.pointer, issuer.pointer), "OCSP_cert_to_id")
        defer { unsafe OCSP_CERTID_free(name) }
        var kind = V_OCSP_CERTSTATUS_GOOD
        var reason = OCSP_REVOKED_STATUS_NOSTATUS
        var revocation: UnsafeMutablePointer<ASN1_TIME>?
        defer { unsafe ASN1_GENERALIZEDTIME_free(revocation) }
        switch status {
        case .good: break
        case .unknown: kind = V_OCSP_CERTSTATUS_UNKNOWN
        case .revoked(let time, let code):
            kind = V_OCSP_CERTSTATUS_REVOKED
            if let code { reason = Int32(code) }
            let second = Int(time ?? 0)
            unsafe revocation = try check(ASN1_GENERALIZEDTIME_set(nil, second), "ASN1_TIME_set")
        }
        _ = try unsafe check(
            OCSP_basic_add1_status(basic, name, kind, reason, revocation, start, end),
            "OCSP_basic_add1_status")
        // libcrypto lends the time as a constant, and would write the time of the clock into it.
        let produced = unsafe UnsafeMutablePointer(mutating: OCSP_resp_get0_produced_at(basic))
        _ = try unsafe check(ASN1_GENERALIZEDTIME_set(produced, Int(thisUpdate)), "ASN1_TIME_set")
        let context = try DigestContext.signing(key.handle, digest)
        let flags = UInt(OCSP_NOCERTS) | UInt(OCSP_RESPID_KEY) | UInt(OCSP_NOTIME)
        try unsafe check(
            OCSP_basic_sign_ctx(basic, issuer.pointer, context.pointer, nil, flags), "OCSP_basic_sign_ctx")
        let response = try unsafe check(
            OCSP_response_create(OCSP_RESPONSE_STATUS_SUCCESSFUL, basic), "OCSP_response_create")
        defer { unsafe OCSP_RESPONSE_free(response) }
        return try unsafe encoding("i2d_OCSP_RESPONSE") { unsafe i2d_OCSP_RESPONSE(response, $0) }
    }
}
