internal import COpenSSL
import Words

extension OCSPResponse {
    /// The only response of a file: DER, or its base64 with any line breaks.
    package static func read(_ bytes: Span<UInt8>) throws -> OCSPResponse {
        switch StoredEncoding(bytes) {
        case .der: try decode(bytes)
        case .pem: throw found("PEM")
        case .base64(let der): try der.withBytes { try decode($0) }
        // A proxy answers with a page.
        case .other:
            throw found(bytes.firstVisible == UInt8(ascii: "<") ? "HTML or XML" : "something else")
        }
    }

    /// Decodes one response that takes up all of `der`.
    package static func decode(_ der: Span<UInt8>) throws -> OCSPResponse {
        let (response, rest) = unsafe decoded(der) { unsafe d2i_OCSP_RESPONSE(nil, &$0, $1) }
        guard let response = unsafe response else { throw otherContent(der) }
        defer { unsafe OCSP_RESPONSE_free(response) }
        if rest > 0 { throw InputError.trailingBytes("OCSP response") }
        let status = unsafe Int(OCSP_response_status(response))
        if status != 0 {
            // It answers nothing (RFC 6960 §4.2.1).
            let name = statuses[status] ?? "status \(status)"
            throw InputError("expected an answer, found the OCSP error response \(name)")
        }
        guard let basic = unsafe OCSP_response_get1_basic(response) else {
            let error = OpenSSLError.taken("OCSP_response_get1_basic")
            let isOtherType = error.has(reason: OCSP_R_NOT_BASIC_RESPONSE, in: Int32(ERR_LIB_OCSP))
            throw isOtherType
                ? InputError(
                    "expected an OCSP response of the type id-pkix-ocsp-basic, found another type")
                : malformed(error.summary)
        }
        let answer = unsafe OCSPResponse(takingOwnershipOf: basic)
        if !answer.isOfVersion1 { throw malformed("its version is not 1") }
        return answer
    }

    /// OCSPResponseStatus (RFC 6960 §4.2.1); 4 is not used.
    private static let statuses = [
        1: "malformedRequest", 2: "internalError", 3: "tryLater", 5: "sigRequired", 6: "unauthorized",
    ]

    /// What was found instead of a response. libcrypto's reason must be the last in the error queue.
    private static func otherContent(_ der: Span<UInt8>) -> InputError {
        let reason = OpenSSLError.taken("d2i_OCSP_RESPONSE").summary
        defer { discardErrors() }
        guard der.count > 0, der[0] == 0x30 else { return found("something else") }
        if (try? Certificate.decode(der)) != nil { return found("a certificate") }
        if (try? RevocationList.decode(der)) != nil { return found("a revocation list") }
        let (request, _) = unsafe decoded(der) { unsafe d2i_OCSP_REQUEST(nil, &$0, $1) }
        if let request = unsafe request {
            unsafe OCSP_REQUEST_free(request)
            return found("an OCSP request")
        }
        if DERShape(der).byteCount == 0 { return malformed("DER: it is truncated") }
        let first = unsafe der.withUnsafeBufferPointer { unsafe DERElement.members($0)?.first?.tag }
        return first == nil || first == V_ASN1_ENUMERATED
            ? malformed(reason) : found("something else")
    }

    private static func found(_ content: String) -> InputError {
        InputError("expected an OCSP response, found \(content)", hint: "use DER or its base64")
    }

    private static func malformed(_ reason: String) -> InputError {
        .malformed("OCSP response", reason)
    }

    /// Version 1 is the default, and encoded as 0.
    private var isOfVersion1: Bool {
        let data = unsafe encoded { unsafe i2d_OCSP_RESPDATA(OCSP_resp_get0_respdata(pointer), $0) }
        return data.withUnsafeBufferPointer { bytes in
            guard let version = unsafe DERElement.firstMember(taggedZero: bytes) else { return true }
            return unsafe version.elementsEqual([0x02, 0x01, 0x00])
        }
    }
}
