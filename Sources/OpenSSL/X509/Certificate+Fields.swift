internal import COpenSSL

extension Certificate {
    /// The version as it is encoded: 2 means version 3 (RFC 5280 §4.1.2.1). It may be any number; libcrypto returns
    /// -1 for one that does not fit.
    package var encodedVersion: Int { unsafe X509_get_version(pointer) }

    /// The content octets of the INTEGER: two's complement, most significant byte first, at least one.
    package var serialNumber: [UInt8] { unsafe Self.contents(of: X509_get0_serialNumber(pointer)) }

    static func contents(of integer: UnsafePointer<ASN1_INTEGER>?) -> [UInt8] {
        let der = unsafe encoded { unsafe i2d_ASN1_INTEGER(integer, $0) }
        return der.withUnsafeBufferPointer { bytes in
            unsafe DERElement(bytes).map { unsafe Array($0.contents) } ?? []
        }
    }

    package var subject: DistinguishedName {
        unsafe DistinguishedName(copying: X509_get_subject_name(pointer))
    }

    package var issuer: DistinguishedName { unsafe DistinguishedName(copying: X509_get_issuer_name(pointer)) }

    /// Seconds since 1970; nil if it is not a valid time.
    package var notBefore: Int64? { unsafe EncodedTime.seconds(X509_get0_notBefore(pointer)) }

    /// The last second of validity, in seconds since 1970 (RFC 5280 §4.1.2.5); nil if it is not a valid time.
    package var notAfter: Int64? { unsafe EncodedTime.seconds(X509_get0_notAfter(pointer)) }

    /// In the order of encoding. A repeated extension is listed repeatedly.
    package var extensions: [CertificateExtension] {
        unsafe CertificateExtension.all(X509_get_ext_count(pointer)) { unsafe X509_get_ext(pointer, $0) }
    }
}

/// One extension of a certificate, a request or a CRL (RFC 5280 §4.2).
package struct CertificateExtension: Equatable, Sendable {
    /// Dotted decimal.
    package let oid: String
    package let isCritical: Bool
    /// The contents of the OCTET STRING.
    package let value: [UInt8]

    init(copying pointer: OpaquePointer) {
        oid = unsafe ObjectName.dotted(X509_EXTENSION_get_object(pointer))
        isCritical = unsafe X509_EXTENSION_get_critical(pointer) == 1
        value = unsafe bytes(of: X509_EXTENSION_get_data(pointer))
    }

    /// Those that libcrypto gives by their index; the count is negative if it has no list.
    static func all(_ count: Int32, _ item: (Int32) -> OpaquePointer?) -> [CertificateExtension] {
        (0..<max(0, count)).compactMap { unsafe item($0).map { unsafe CertificateExtension(copying: $0) } }
    }
}

extension Certificate {
    /// The first commonName of the subject; nil if there is none or it is not text.
    package var subjectCommonName: String? {
        defer { discardErrors() }
        let subject = unsafe X509_get_subject_name(pointer)
        let index = unsafe X509_NAME_get_index_by_NID(subject, NID_commonName, -1)
        guard index >= 0 else { return nil }
        var text: UnsafeMutablePointer<UInt8>?
        let count = unsafe ASN1_STRING_to_UTF8(
            &text, X509_NAME_ENTRY_get_data(X509_NAME_get_entry(subject, index)))
        guard count > 0, let text = unsafe text else { return nil }
        defer { unsafe signet_free(text) }
        return unsafe String(decoding: UnsafeBufferPointer(start: text, count: Int(count)), as: UTF8.self)
    }
}

/// How a certificate or a CRL was signed.
package struct SignatureFacts: Equatable, Sendable {
    /// libcrypto's long name, or the dotted numbers: `sha256WithRSAEncryption`.
    package let algorithm: String
    /// The AlgorithmIdentifier outside the signed part.
    package let encodedAlgorithm: [UInt8]
    /// libcrypto's short name: `SHA256`; nil if the algorithm has no separate digest (Ed25519) or is unknown.
    package let digest: String?
    /// Whether it is RSASSA-PSS.
    package let isPSS: Bool
    /// Nil for other algorithms than RSASSA-PSS, and if the parameters are missing or malformed.
    package let pssParameters: PSSParameters?
    /// Whether the signed part names the same algorithm (RFC 5280 §4.1.1.2).
    package let isNamedTwiceAlike: Bool

    init(outer: UnsafePointer<X509_ALGOR>, inner: UnsafePointer<X509_ALGOR>, digestNumber: Int32) {
        let name = unsafe ObjectName(of: outer)
        algorithm = name.text
        encodedAlgorithm = unsafe encoded { unsafe i2d_X509_ALGOR(outer, $0) }
        digest =
            digestNumber == NID_undef
            ? nil : unsafe OBJ_nid2sn(digestNumber).map { unsafe String(cString: $0) }
        isPSS = name.number == NID_rsassaPss
        pssParameters = isPSS ? unsafe (try? PSSParameters.decode(outer)) ?? nil : nil
        isNamedTwiceAlike = unsafe X509_ALGOR_cmp(outer, inner) == 0
    }

    /// For a list or a response. With RSASSA-PSS, the parameters name the digest.
    init(outer: UnsafePointer<X509_ALGOR>, inner: UnsafePointer<X509_ALGOR>) {
        var number: Int32 = NID_undef
        _ = unsafe OBJ_find_sigid_algs(ObjectName(of: outer).number, &number, nil)
        unsafe self.init(outer: outer, inner: inner, digestNumber: number)
    }
}

extension Certificate {
    package var signatureFacts: SignatureFacts {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_get0_signature(nil, &outer, pointer)
        var digest: Int32 = NID_undef
        _ = unsafe X509_get_signature_info(pointer, &digest, nil, nil, nil)
        discardErrors()
        return unsafe SignatureFacts(
            outer: outer!, inner: X509_get0_tbs_sigalg(pointer), digestNumber: digest)
    }

    /// A PEM block (RFC 7468 §5).
    package func pem() throws(OpenSSLError) -> [UInt8] {
        try PEMBlock.text(label: KeyForm.certificate.pemLabel, der)
    }
}

/// A time in a certificate or a CRL, as it was encoded.
package struct EncodedTime: Equatable, Sendable {
    package enum Kind: Sendable {
        case utcTime
        case generalizedTime
        case other
    }

    package let kind: Kind
    /// The characters of the encoding.
    package let text: [UInt8]

    init(copying time: UnsafePointer<ASN1_TIME>?) {
        kind =
            switch unsafe ASN1_STRING_type(time) {
            case V_ASN1_UTCTIME: .utcTime
            case V_ASN1_GENERALIZEDTIME: .generalizedTime
            default: .other
            }
        text = unsafe bytes(of: time)
    }

    /// Whether a time has a fraction of a second. False if there is no time.
    static func hasFraction(_ time: UnsafePointer<ASN1_TIME>?) -> Bool {
        unsafe bytes(of: time).contains(UInt8(ascii: "."))
    }

    /// The years 1 to 9999. A GeneralizedTime can have the year 0, but RFC 3339 and calendars cannot.
    private static let range: ClosedRange<Int64> = -62_135_596_800...253_402_300_799

    /// Seconds since 1970; nil if it is not a valid time.
    static func seconds(_ time: UnsafePointer<ASN1_TIME>?) -> Int64? {
        defer { discardErrors() }
        guard let time = unsafe time, let epoch = unsafe ASN1_TIME_set(nil, 0) else { return nil }
        defer { unsafe ASN1_TIME_free(epoch) }
        var days: Int32 = 0
        var seconds: Int32 = 0
        guard unsafe ASN1_TIME_diff(&days, &seconds, epoch, time) == 1 else { return nil }
        let sum = Int64(days) * 86_400 + Int64(seconds)
        return range.contains(sum) ? sum : nil
    }
}

extension Certificate {
    package var encodedNotBefore: EncodedTime { unsafe EncodedTime(copying: X509_get0_notBefore(pointer)) }

    package var encodedNotAfter: EncodedTime { unsafe EncodedTime(copying: X509_get0_notAfter(pointer)) }
}
