internal import COpenSSL
import Words

/// A certificate revocation list (RFC 5280 §5), as it was encoded.
///
/// libcrypto sorts the entries when it first looks one up, under its own lock.
package final class RevocationList: @unchecked Sendable {
    let pointer: OpaquePointer
    package let extensions: [CertificateExtension]
    /// Nil without issuingDistributionPoint, or if it cannot be read; libcrypto does not use such a list.
    package let scope: Scope?

    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        extensions = unsafe CertificateExtension.all(X509_CRL_get_ext_count(pointer)) {
            unsafe X509_CRL_get_ext(pointer, $0)
        }
        scope = unsafe Scope(of: pointer)
    }

    deinit { unsafe X509_CRL_free(pointer) }

    /// DER exactly as it was read.
    package var der: [UInt8] {
        get throws(OpenSSLError) { try unsafe encoding("i2d_X509_CRL") { unsafe i2d_X509_CRL(pointer, $0) } }
    }

    /// Decodes one list that takes up all of `der`.
    package static func decode(_ der: Span<UInt8>) throws -> RevocationList {
        let pointer = try unsafe decodedWhole(
            der, "revocation list", "d2i_X509_CRL", { unsafe d2i_X509_CRL(nil, &$0, $1) },
            free: { unsafe X509_CRL_free($0) })
        guard unsafe X509_CRL_get_ext_count(pointer) <= Limits.listExtensions else {
            unsafe X509_CRL_free(pointer)
            throw InputError("the revocation list has more than \(Limits.listExtensions) extensions")
        }
        return unsafe RevocationList(takingOwnershipOf: pointer)
    }

    /// All lists of a file: PEM with other blocks around them, DER, or bare base64 of DER.
    package static func all(in bytes: Span<UInt8>) throws -> [RevocationList] {
        switch StoredEncoding(bytes) {
        case .der: [try readDER(bytes)]
        case .pem: try allPEM(bytes)
        case .base64(let der): [try der.withBytes { try readDER($0) }]
        case .other: throw notAList
        }
    }

    private static func readDER(_ der: Span<UInt8>) throws -> RevocationList {
        do {
            return try decode(der)
        } catch {
            // Only now, because a list in BER has no such shape.
            try DERShape(der).requireSigned("revocation list", else: notAList)
            throw error
        }
    }

    private static var notAList: InputError {
        InputError(
            "expected a revocation list, found something else", hint: "use PEM, DER or base64 of DER")
    }

    /// Whether a PEM text has a block that is not a revocation list.
    package static func isBesideOthers(in bytes: Span<UInt8>) -> Bool {
        PEMBlock.first(in: bytes) { $0 != .revocationList } != nil
    }

    private static func allPEM(_ bytes: Span<UInt8>) throws -> [RevocationList] {
        let blocks = try PEMBlock.all(in: bytes) { InputError.malformed("revocation list", $0) }
        var found: [RevocationList] = []
        for block in blocks {
            if StoredObject(pemLabel: block.label) == .revocationList {
                found.append(try block.data.withBytes { try decode($0) })
            } else if block.data.withBytes({ DERShape($0).signedObject }) == .revocationList {
                throw InputError("the PEM label is \(block.label.quoted); expected 'X509 CRL'")
            }
        }
        if found.isEmpty { throw InputError("expected a revocation list, found none") }
        if found.count > Limits.certificates {
            throw InputError("expected at most \(Limits.certificates) revocation lists, found more")
        }
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

    package func signatureFacts() throws(OpenSSLError) -> SignatureFacts {
        var outer: UnsafePointer<X509_ALGOR>?
        unsafe X509_CRL_get0_signature(pointer, nil, &outer)
        let inner = unsafe try innerAlgorithm()
        defer { unsafe X509_ALGOR_free(inner) }
        return unsafe SignatureFacts(outer: outer!, inner: inner)
    }

    /// The algorithm in the signed part: its first SEQUENCE (RFC 5280 §5.1). libcrypto does not give it, and compares
    /// it with the other one in certificates only.
    private func innerAlgorithm() throws(OpenSSLError) -> UnsafeMutablePointer<X509_ALGOR> {
        let bytes = try der
        let found = unsafe bytes.withUnsafeBufferPointer { bytes -> UnsafeMutablePointer<X509_ALGOR>? in
            guard let start = bytes.baseAddress else { return nil }
            var next: UnsafePointer<UInt8>? = unsafe start
            var rest: UnsafeBufferPointer<UInt8> {
                unsafe UnsafeBufferPointer(rebasing: bytes[(next! - start)...])
            }
            // The list and its signed part may be BER of indefinite length.
            for _ in 0..<2 {
                var length = 0
                var tag: Int32 = 0
                var tagClass: Int32 = 0
                let status = unsafe ASN1_get_object(&next, &length, &tag, &tagClass, rest.count)
                guard status & 0x80 == 0 else { return nil }
            }
            if let version = unsafe DERElement(rest), version.tag == V_ASN1_INTEGER {
                unsafe next = next! + version.encoding.count
            }
            return unsafe d2i_X509_ALGOR(nil, &next, rest.count)
        }
        return try unsafe check(found, "d2i_X509_ALGOR")
    }

    /// Whether `certificate` names the issuer of this list as its own (RFC 5280 §7.1).
    package func isOfIssuer(of certificate: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_get_issuer_name(certificate.pointer)) == 0
    }

    /// Whether its issuer has this name, which a distribution point gives.
    func isIssued(by name: UnsafeMutablePointer<GENERAL_NAME>) -> Bool {
        unsafe name.pointee.type == GEN_DIRNAME
            && X509_NAME_cmp(X509_CRL_get_issuer(pointer), name.pointee.d.directoryName) == 0
    }

    package func hasSameIssuer(as other: RevocationList) -> Bool {
        unsafe X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_CRL_get_issuer(other.pointer)) == 0
    }

    /// Whether it has the name of the issuer of this list.
    package func isNamedAsIssuer(_ certificate: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_CRL_get_issuer(pointer), X509_get_subject_name(certificate.pointer)) == 0
    }

    /// The hash of the issuer's name, comparable with ``Certificate/subjectHash``.
    package var issuerHash: UInt { unsafe X509_NAME_hash_ex(X509_CRL_get_issuer(pointer), nil, nil, nil) }

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
        guard unsafe X509_CRL_get0_by_cert(pointer, &found, certificate.pointer) == 1 else { return nil }
        return unsafe Entry(
            date: EncodedTime.seconds(X509_REVOKED_get0_revocationDate(found)), reason: Self.reason(of: found)
        )
    }

    /// Whether an entry, of whatever issuer, has the serial number of a certificate.
    ///
    /// - Precondition: ``entryKinds`` was asked, so that the entries are sorted.
    package func hasEntry(withSerialNumberOf certificate: Certificate) -> Bool {
        let entries = unsafe X509_CRL_get_REVOKED(pointer)
        let wanted = unsafe X509_get0_serialNumber(certificate.pointer)
        var (start, end) = unsafe (Int32(0), max(0, OPENSSL_sk_num(entries)))
        while start < end {
            let middle = start + (end - start) / 2
            let entry = unsafe OpaquePointer(OPENSSL_sk_value(entries, middle))
            let order = unsafe ASN1_STRING_cmp(X509_REVOKED_get0_serialNumber(entry), wanted)
            if order == 0 { return true }
            if order < 0 { start = middle + 1 } else { end = middle }
        }
        return false
    }

    /// What issuingDistributionPoint says (RFC 5280 §5.2.5).
    package struct Scope: Equatable, Sendable {
        /// Entries may be about certificates of other issuers.
        package let isIndirect: Bool
        package let isForSomeReasons: Bool
        /// The number of names of the place where the list is.
        package let placeCount: Int
        /// No certificate can match it: it is only for two of users, CAs and attributes, for no reason, or from a place
        /// without a name.
        package let excludesAll: Bool

        fileprivate init?(of list: OpaquePointer) {
            defer { discardErrors() }
            guard let found = unsafe X509_CRL_get_ext_d2i(list, NID_issuing_distribution_point, nil, nil)
            else { return nil }
            let point = unsafe found.assumingMemoryBound(to: ISSUING_DIST_POINT.self)
            defer { unsafe ISSUING_DIST_POINT_free(point) }
            isIndirect = unsafe point.pointee.indirectCRL > 0
            isForSomeReasons = unsafe point.pointee.onlysomereasons != nil
            let place = unsafe point.pointee.distpoint
            placeCount =
                unsafe place.map {
                    unsafe $0.pointee.type == 0
                        ? items(of: $0.pointee.name.fullname).count
                        : min(1, items(of: $0.pointee.name.relativename).count)
                } ?? 0
            let kinds = unsafe [point.pointee.onlyuser, point.pointee.onlyCA, point.pointee.onlyattr]
            excludesAll =
                unsafe kinds.count { $0 > 0 } > 1 || place != nil && placeCount == 0
                || reasonFlags(point.pointee.onlysomereasons) == 0
        }
    }

    /// What entries have, looked for in all of them.
    package struct EntryKinds: Sendable {
        /// An entry is, or may be, of a certificate of another issuer.
        package var namesIssuer = false
        /// An entry takes another back (removeFromCRL).
        package var removes: Bool { removals > 0 }
        /// How many do.
        fileprivate var removals = 0
        /// A date or an extension of an entry is malformed, a reason is larger than libcrypto keeps, a certificateIssuer has
        /// no directory name, an extension is repeated, there are more of them, or of the names in one, than ``Limits``
        /// allows, or removeFromCRL stands beside another entry with the same serial number. libcrypto does not report it:
        /// it attributes no later entry to its issuer, and uses only the first of several entries.
        package var isMalformed = false
        /// The largest number of entries with one serial number: to find an entry, libcrypto looks at all of them.
        package var sameSerialNumbers = 0

        fileprivate mutating func addExtensions(of entry: OpaquePointer) {
            let extensions = unsafe max(0, X509_REVOKED_get_ext_count(entry))
            // Behind them, there may be an issuer.
            if extensions > Limits.entryExtensions { (isMalformed, namesIssuer) = (true, true) }
            for place in 0..<min(extensions, Int32(Limits.entryExtensions)) {
                let part = unsafe X509_REVOKED_get_ext(entry, place)
                let type = unsafe X509_EXTENSION_get_object(part)
                if place > 0, unsafe X509_REVOKED_get_ext_by_OBJ(entry, type, -1) < place {
                    isMalformed = true
                }
                let number = unsafe OBJ_obj2nid(type)
                guard [NID_crl_reason, NID_certificate_issuer, NID_invalidity_date].contains(number) else {
                    continue
                }
                let decoded = unsafe X509V3_EXT_d2i(part)
                // libcrypto ignores what follows the value.
                let value = unsafe X509_EXTENSION_get_data(part)
                let element = unsafe DERElement(
                    UnsafeBufferPointer(
                        start: ASN1_STRING_get0_data(value), count: Int(ASN1_STRING_length(value))))
                if unsafe decoded == nil || element?.encoding.count != Int(ASN1_STRING_length(value)) {
                    isMalformed = true
                }
                switch number {
                case NID_crl_reason:
                    let reason = unsafe decoded?.assumingMemoryBound(to: ASN1_ENUMERATED.self)
                    let value = unsafe ASN1_ENUMERATED_get(reason)
                    // libcrypto keeps 32 bits of it.
                    if Int32(exactly: value) == nil { isMalformed = true }
                    if value == Int(CRL_REASON_REMOVE_FROM_CRL) { removals += 1 }
                    unsafe ASN1_ENUMERATED_free(reason)
                case NID_certificate_issuer:
                    namesIssuer = true
                    let names = unsafe decoded.map { OpaquePointer($0) }
                    let isDirectory = unsafe items(of: names, as: GENERAL_NAME.self).contains {
                        unsafe $0.pointee.type == GEN_DIRNAME
                            && X509_NAME_entry_count($0.pointee.d.directoryName) > 0
                    }
                    // An entry without an issuer's name is of nobody's certificate (§5.3.3).
                    if unsafe !isDirectory || OPENSSL_sk_num(names) > Limits.issuerNames {
                        isMalformed = true
                    }
                    unsafe GENERAL_NAMES_free(names)
                default:
                    unsafe ASN1_GENERALIZEDTIME_free(
                        decoded?.assumingMemoryBound(to: ASN1_GENERALIZEDTIME.self))
                }
            }
        }
    }

    /// What follows "the list", if ``EntryKinds/isMalformed``.
    package static let hasMalformedEntry =
        "has a malformed entry, one that repeats an extension, or removeFromCRL beside another entry with the same serial number"

    package var entryKinds: EntryKinds {
        defer { discardErrors() }
        var kinds = EntryKinds()
        // The first search sorts the entries by their serial numbers.
        let zero = unsafe ASN1_INTEGER_new()
        defer { unsafe ASN1_INTEGER_free(zero) }
        _ = unsafe X509_CRL_get0_by_serial(pointer, nil, zero)
        var last: UnsafePointer<ASN1_INTEGER>?
        // The entries with one serial number, and the removals before them.
        var (count, removalsBefore) = (0, 0)
        for entry in unsafe items(of: X509_CRL_get_REVOKED(pointer)) {
            let number = unsafe X509_REVOKED_get0_serialNumber(entry)
            if unsafe last == nil || ASN1_INTEGER_cmp(last, number) != 0 {
                (count, removalsBefore) = (0, kinds.removals)
            }
            count += 1
            unsafe last = unsafe number
            kinds.sameSerialNumbers = max(kinds.sameSerialNumbers, count)
            if unsafe EncodedTime.seconds(X509_REVOKED_get0_revocationDate(entry)) == nil {
                kinds.isMalformed = true
            }
            unsafe kinds.addExtensions(of: entry)
            let removals = kinds.removals - removalsBefore
            if removals > 0, removals < count { kinds.isMalformed = true }
        }
        return kinds
    }

    private static func reason(of entry: OpaquePointer?) -> Int? {
        guard let value = unsafe X509_REVOKED_get_ext_d2i(entry, NID_crl_reason, nil, nil) else { return nil }
        let number = unsafe value.assumingMemoryBound(to: ASN1_ENUMERATED.self)
        defer { unsafe ASN1_ENUMERATED_free(number) }
        return unsafe ASN1_ENUMERATED_get(number)
    }
}
