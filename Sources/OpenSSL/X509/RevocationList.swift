internal import COpenSSL

/// A certificate revocation list (RFC 5280 §5), as it was encoded.
///
/// libcrypto sorts the entries when it first looks one up, under its own lock.
package final class RevocationList: @unchecked Sendable {
    let pointer: OpaquePointer
    package let extensions: [CertificateExtension]

    private init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        extensions = unsafe (0..<max(0, X509_CRL_get_ext_count(pointer))).compactMap { index in
            unsafe X509_CRL_get_ext(pointer, index).map { unsafe CertificateExtension(copying: $0) }
        }
    }

    deinit { unsafe X509_CRL_free(pointer) }

    /// DER exactly as it was read.
    package var der: [UInt8] {
        get throws(OpenSSLError) { try unsafe encoding("i2d_X509_CRL") { unsafe i2d_X509_CRL(pointer, $0) } }
    }

    /// Decodes one list that takes up all of `der`.
    package static func decode(_ der: Span<UInt8>) throws(CertificateError) -> RevocationList {
        let (pointer, rest) = unsafe decoded(der) { unsafe d2i_X509_CRL(nil, &$0, $1) }
        guard let pointer = unsafe pointer else {
            throw .malformed(OpenSSLError.taken("d2i_X509_CRL").summary)
        }
        let list = unsafe RevocationList(takingOwnershipOf: pointer)
        if rest > 0 { throw .trailingBytes }
        return list
    }

    /// All lists of a file: PEM with other blocks around them, or DER.
    ///
    /// - Throws: ``CertificateError/empty`` for PEM without lists.
    package static func all(in bytes: Span<UInt8>) throws(CertificateError) -> [RevocationList] {
        guard PEMBlock.isPresent(in: bytes) else { return [try decode(bytes)] }
        let blocks: [PEMBlock]
        do {
            blocks = try PEMBlock.all(in: bytes)
        } catch {
            if case .malformed(_, let reason) = error { throw .malformed(reason) }
            throw .malformed("PEM")
        }
        var found: [RevocationList] = []
        for block in blocks where block.label == "X509 CRL" {
            found.append(try block.data.withBytes { (der) throws(CertificateError) in try decode(der) })
        }
        if found.isEmpty { throw .empty }
        return found
    }
}

extension RevocationList {
    /// The version as it is encoded: 1 means version 2 (RFC 5280 §5.1.2.1). It may be any number; libcrypto returns
    /// -1 for one that does not fit.
    package var encodedVersion: Int { unsafe X509_CRL_get_version(pointer) }

    /// Seconds since 1970; nil if it is not a valid time.
    package var thisUpdate: Int64? { unsafe EncodedTime.seconds(X509_CRL_get0_lastUpdate(pointer)) }

    /// Seconds since 1970; nil if it is missing or not a valid time.
    package var nextUpdate: Int64? { unsafe EncodedTime.seconds(X509_CRL_get0_nextUpdate(pointer)) }

    package var signatureFacts: SignatureFacts {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_CRL_get0_signature(pointer, nil, &outer)
        var digest: Int32 = NID_undef
        if let outer = unsafe outer {
            _ = unsafe OBJ_find_sigid_algs(ObjectName(of: outer).number, &digest, nil)
        }
        // libcrypto compares the inner algorithm with this one before it verifies the signature.
        return unsafe SignatureFacts(outer: outer, inner: outer, digestNumber: digest)
    }

    /// Whether `certificate` names the issuer of this list as its own (RFC 5280 §7.1).
    package func isOfIssuer(of certificate: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_get_issuer_name(certificate.pointer)) == 0
    }

    /// Whether the key of `issuer` made the signature.
    package func isSigned(by issuer: Certificate) -> Bool {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return false }
        return unsafe X509_CRL_verify(pointer, key) == 1
    }

    /// The entry of the list for one certificate.
    package struct Entry: Equatable, Sendable {
        /// Seconds since 1970.
        package let date: Int64?
        /// The number of the CRLReason (RFC 5280 §5.3.1); nil if none is given.
        package let reason: Int?
    }

    /// - Returns: nil if the certificate is not on the list or was removed from it (removeFromCRL).
    package func entry(for certificate: Certificate) -> Entry? {
        defer { discardErrors() }
        var found: OpaquePointer?
        guard unsafe X509_CRL_get0_by_serial(pointer, &found, X509_get_serialNumber(certificate.pointer)) == 1
        else { return nil }
        var reason: Int?
        if let value = unsafe X509_REVOKED_get_ext_d2i(found, NID_crl_reason, nil, nil) {
            unsafe reason = ASN1_ENUMERATED_get(OpaquePointer(value).asString)
            unsafe ASN1_ENUMERATED_free(OpaquePointer(value).asMutableString)
        }
        return unsafe Entry(
            date: EncodedTime.seconds(X509_REVOKED_get0_revocationDate(found)), reason: reason)
    }

    /// The identifiers of critical extensions in entries, without duplicates.
    package var criticalEntryExtensions: Set<String> {
        let entries = unsafe X509_CRL_get_REVOKED(pointer)
        var found: Set<String> = []
        for index in unsafe 0..<max(0, signet_X509_REVOKED_count(entries)) {
            let entry = unsafe signet_X509_REVOKED_at(entries, index)
            for position in unsafe 0..<max(0, X509_REVOKED_get_ext_count(entry)) {
                let item = unsafe X509_REVOKED_get_ext(entry, position)
                guard unsafe X509_EXTENSION_get_critical(item) == 1 else { continue }
                unsafe found.insert(ObjectName.dotted(X509_EXTENSION_get_object(item)))
            }
        }
        return found
    }
}

extension OpaquePointer {
    fileprivate var asString: UnsafePointer<ASN1_ENUMERATED> { unsafe UnsafePointer(self) }
    fileprivate var asMutableString: UnsafeMutablePointer<ASN1_ENUMERATED> {
        unsafe UnsafeMutablePointer(self)
    }
}

/// The scope of a CRL (RFC 5280 §5.2.5).
package struct IssuingDistributionPoint: Equatable, Sendable {
    /// The names of its distribution point; empty if it has none, or a name relative to its issuer.
    package let names: [GeneralName]
    package let hasPoint: Bool
    package let isOnlyUserCertificates: Bool
    package let isOnlyCACertificates: Bool
    package let isOnlyAttributeCertificates: Bool
    package let isOnlySomeReasons: Bool
    package let isIndirect: Bool

    /// - Returns: nil if `der` is not the DER of an issuing distribution point.
    package init?(der: [UInt8]) {
        let found = unsafe withDecoded(
            der, { unsafe d2i_ISSUING_DIST_POINT(nil, $0, $1) }, free: { unsafe ISSUING_DIST_POINT_free($0) }
        ) { unsafe IssuingDistributionPoint($0) }
        guard let found else { return nil }
        self = found
    }

    private init(_ pointer: UnsafeMutablePointer<ISSUING_DIST_POINT>) {
        let point = unsafe pointer.pointee
        names = unsafe GeneralName.all(in: signet_DIST_POINT_NAME_full(point.distpoint))
        hasPoint = unsafe point.distpoint != nil
        isOnlyUserCertificates = unsafe point.onlyuser > 0
        isOnlyCACertificates = unsafe point.onlyCA > 0
        isOnlyAttributeCertificates = unsafe point.onlyattr > 0
        isOnlySomeReasons = unsafe point.onlysomereasons != nil
        isIndirect = unsafe point.indirectCRL > 0
    }
}
