internal import COpenSSL

/// A certificate that a list revokes (RFC 5280 §5.1.2.6).
package struct RevokedCertificate: Equatable, Sendable {
    /// The content octets of the INTEGER: two's complement, most significant byte first, at least one.
    package var serialNumber: [UInt8]
    /// Seconds since 1970.
    package var date: Int64
    package var extensions: [CertificateExtension]

    package init(serialNumber: [UInt8], date: Int64, extensions: [CertificateExtension]) {
        self.serialNumber = serialNumber
        self.date = date
        self.extensions = extensions
    }

    /// - Returns: nil if the entry has a time that is not valid.
    init?(copying entry: OpaquePointer) {
        guard let date = unsafe EncodedTime.seconds(X509_REVOKED_get0_revocationDate(entry)) else {
            return nil
        }
        serialNumber = unsafe Certificate.contents(of: X509_REVOKED_get0_serialNumber(entry))
        self.date = date
        extensions = unsafe CertificateExtension.all(X509_REVOKED_get_ext_count(entry)) {
            unsafe X509_REVOKED_get_ext(entry, $0)
        }
    }

    /// An X509_REVOKED, which the caller must free.
    fileprivate func pointer() throws(OpenSSLError) -> OpaquePointer {
        let entry = try unsafe check(X509_REVOKED_new(), "X509_REVOKED_new")
        do throws(OpenSSLError) {
            let number = try unsafe integer()
            defer { unsafe ASN1_INTEGER_free(number) }
            try unsafe check(X509_REVOKED_set_serialNumber(entry, number), "X509_REVOKED_set_serialNumber")
            let time = try unsafe check(ASN1_TIME_set(nil, Int(date)), "ASN1_TIME_set")
            defer { unsafe ASN1_TIME_free(time) }
            try unsafe check(X509_REVOKED_set_revocationDate(entry, time), "X509_REVOKED_set_revocationDate")
            for part in extensions {
                let pointer = try unsafe part.pointer()
                defer { unsafe X509_EXTENSION_free(pointer) }
                try unsafe check(X509_REVOKED_add_ext(entry, pointer, -1), "X509_REVOKED_add_ext")
            }
        } catch {
            unsafe X509_REVOKED_free(entry)
            throw error
        }
        return unsafe entry
    }

    private func integer() throws(OpenSSLError) -> UnsafeMutablePointer<ASN1_INTEGER> {
        let isNegative = serialNumber.first ?? 0 >= 0x80
        // The magnitude of a negative number is its complement, plus one.
        let octets = isNegative ? serialNumber.map { ~$0 } : serialNumber
        let number = try BigNumber(bigEndian: octets.span)
        if isNegative {
            try unsafe check(BN_add_word(number.pointer, 1), "BN_add_word")
            unsafe BN_set_negative(number.pointer, 1)
        }
        return try unsafe check(BN_to_ASN1_INTEGER(number.pointer, nil), "BN_to_ASN1_INTEGER")
    }
}

extension RevocationList {
    /// The entries in the order of encoding; nil if one has a time that is not valid.
    package var entries: [RevokedCertificate]? {
        var found: [RevokedCertificate] = []
        for entry in unsafe items(of: X509_CRL_get_REVOKED(pointer)) {
            guard let revoked = unsafe RevokedCertificate(copying: entry) else { return nil }
            found.append(revoked)
        }
        return found
    }

    package var issuer: DistinguishedName {
        unsafe DistinguishedName(copying: X509_CRL_get_issuer(pointer))
    }

    /// Whether the key of `issuer` made the signature. False if that key cannot be read or takes too long,
    /// or if nobody may rely on it.
    package func isSigned(by issuer: Certificate) -> Bool {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return false }
        return unsafe X509_CRL_verify(pointer, key) == 1
    }

    /// A PEM block (RFC 7468 §6).
    package func pem() throws(OpenSSLError) -> [UInt8] {
        try PEMBlock.text(label: "X509 CRL", der)
    }

    /// Makes a list of version 2. libcrypto sets the algorithm, also for a key of a store, because it does not give the
    /// place in the signed part.
    ///
    /// - Parameters:
    ///   - thisUpdate: seconds since 1970.
    ///   - nextUpdate: seconds since 1970.
    ///   - digest: nil for keys that sign the message itself.
    package static func make(
        issuer: DistinguishedName, thisUpdate: Int64, nextUpdate: Int64, entries: [RevokedCertificate],
        extensions: [CertificateExtension], by key: PrivateKey, digest: DigestAlgorithm?
    ) throws(OpenSSLError) -> RevocationList {
        let list = unsafe RevocationList(takingOwnershipOf: try check(X509_CRL_new(), "X509_CRL_new"))
        let pointer = unsafe list.pointer
        try unsafe check(X509_CRL_set_version(pointer, Int(X509_CRL_VERSION_2)), "X509_CRL_set_version")
        let name = try unsafe issuer.pointer()
        defer { unsafe X509_NAME_free(name) }
        try unsafe check(X509_CRL_set_issuer_name(pointer, name), "X509_CRL_set_issuer_name")
        // libcrypto chooses UTCTime through 2049 and GeneralizedTime after that (RFC 5280 §5.1.2.4).
        let start = try unsafe check(ASN1_TIME_set(nil, Int(thisUpdate)), "ASN1_TIME_set")
        defer { unsafe ASN1_TIME_free(start) }
        try unsafe check(X509_CRL_set1_lastUpdate(pointer, start), "X509_CRL_set1_lastUpdate")
        let end = try unsafe check(ASN1_TIME_set(nil, Int(nextUpdate)), "ASN1_TIME_set")
        defer { unsafe ASN1_TIME_free(end) }
        try unsafe check(X509_CRL_set1_nextUpdate(pointer, end), "X509_CRL_set1_nextUpdate")
        for entry in entries {
            let entry = try unsafe entry.pointer()
            guard unsafe X509_CRL_add0_revoked(pointer, entry) == 1 else {
                unsafe X509_REVOKED_free(entry)
                throw .taken("X509_CRL_add0_revoked")
            }
        }
        try unsafe check(X509_CRL_sort(pointer), "X509_CRL_sort")
        for part in extensions {
            let part = try unsafe part.pointer()
            defer { unsafe X509_EXTENSION_free(part) }
            try unsafe check(X509_CRL_add_ext(pointer, part, -1), "X509_CRL_add_ext")
        }
        let context = try DigestContext.signing(key.handle, digest)
        guard unsafe X509_CRL_sign_ctx(pointer, context.pointer) > 0 else {
            throw .taken("X509_CRL_sign_ctx")
        }
        // What is read from the encoding, such as the scope, is read again.
        let der = try list.der
        return unsafe RevocationList(
            takingOwnershipOf: try check(
                decoded(der.span) { unsafe d2i_X509_CRL(nil, &$0, $1) }.pointer, "d2i_X509_CRL"))
    }
}

extension CertificateExtension {
    /// - Parameter number: not negative (RFC 5280 §5.2.3).
    package static func crlNumber(_ number: Int64) throws(OpenSSLError) -> CertificateExtension {
        CertificateExtension(ExtensionID.crlNumber, isCritical: false, try integer(number))
    }

    /// Critical: this list only changes the complete list with the number (RFC 5280 §5.2.4).
    package static func deltaCRLIndicator(_ number: Int64) throws(OpenSSLError) -> CertificateExtension {
        CertificateExtension(ExtensionID.deltaCRLIndicator, isCritical: true, try integer(number))
    }

    /// - Parameter number: of the CRLReason (RFC 5280 §5.3.1).
    package static func reasonCode(_ number: Int) throws(OpenSSLError) -> CertificateExtension {
        let reason = try unsafe check(ASN1_ENUMERATED_new(), "ASN1_ENUMERATED_new")
        defer { unsafe ASN1_ENUMERATED_free(reason) }
        try unsafe check(ASN1_ENUMERATED_set(reason, number), "ASN1_ENUMERATED_set")
        return CertificateExtension(
            ExtensionID.reasonCode, isCritical: false,
            try unsafe encoding("i2d_ASN1_ENUMERATED") { unsafe i2d_ASN1_ENUMERATED(reason, $0) })
    }

    private static func integer(_ number: Int64) throws(OpenSSLError) -> [UInt8] {
        let integer = try unsafe check(ASN1_INTEGER_new(), "ASN1_INTEGER_new")
        defer { unsafe ASN1_INTEGER_free(integer) }
        try unsafe check(ASN1_INTEGER_set_int64(integer, number), "ASN1_INTEGER_set_int64")
        return try unsafe encoding("i2d_ASN1_INTEGER") { unsafe i2d_ASN1_INTEGER(integer, $0) }
    }

    /// Whether a cRLNumber or a deltaCRLIndicator is larger than 63 bits, and not malformed.
    package var isLargeNumber: Bool {
        unsafe withDecoded(
            value, { unsafe d2i_ASN1_INTEGER(nil, &$0, $1) }, free: { unsafe ASN1_STRING_free($0) }
        ) {
            var number: Int64 = 0
            return unsafe ASN1_STRING_type($0) == V_ASN1_INTEGER && ASN1_INTEGER_get_int64(&number, $0) == 0
        } ?? false
    }

    /// The number of a cRLNumber, a deltaCRLIndicator or a reasonCode; nil if it is malformed, negative or larger than
    /// 63 bits.
    package var number: Int64? {
        let (decode, read) =
            unsafe oid == ExtensionID.reasonCode
            ? (d2i_ASN1_ENUMERATED, ASN1_ENUMERATED_get_int64) : (d2i_ASN1_INTEGER, ASN1_INTEGER_get_int64)
        return unsafe withDecoded(
            value, { unsafe decode(nil, &$0, $1) }, free: { unsafe ASN1_STRING_free($0) }
        ) {
            var number: Int64 = 0
            return unsafe read(&number, $0) == 1 && number >= 0 ? number : nil
        }
    }
}
