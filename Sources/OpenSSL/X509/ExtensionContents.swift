internal import COpenSSL

/// The contents of an extension, if its type is supported (RFC 5280 §4.2.1, §4.2.2.1).
package enum ExtensionContents: Sendable {
    /// The path length is nil if there is none.
    case basicConstraints(isCA: Bool, pathLength: PathLength?)
    case keyUsage(KeyUsage)
    /// Dotted decimal.
    case extendedKeyUsage([String])
    case subjectAltName([GeneralName])
    case issuerAltName([GeneralName])
    case subjectKeyIdentifier([UInt8])
    case authorityKeyIdentifier(key: [UInt8]?, issuer: [GeneralName], serialNumber: [UInt8]?)
    /// The names of all distribution points together.
    case crlDistributionPoints([GeneralName])
    case authorityInformationAccess([(method: String, location: GeneralName)])
    /// Dotted decimal.
    case certificatePolicies([String])
    case nameConstraints(NameConstraints)
    case certificateTimestamps([CertificateTimestamp])
    /// An extension of an unsupported type.
    case unknown
    /// The value is not the required DER.
    case malformed
    /// The value has more than ``maximumBytes``.
    case tooLarge

    /// A list of 10,000 names has a quarter of a megabyte.
    package static let maximumBytes = 1 << 20
}

/// The promise of a log to publish the certificate: an SCT (RFC 6962 §3.2). Its signature is not verified.
package struct CertificateTimestamp: Equatable, Sendable {
    /// SHA-256 of the log's key; empty if the version of the timestamp is unknown.
    package let log: [UInt8]
    /// Since 1970.
    package let milliseconds: UInt64
}

/// The number of intermediates that may follow below a CA (RFC 5280 §4.2.1.9).
package enum PathLength: Equatable, Sendable {
    case atMost(Int)
    /// A negative number, which is invalid, or one that is too large to be meant.
    case impossible
}

extension CertificateExtension {
    /// libcrypto's long name, or the dotted numbers: `X509v3 Subject Alternative Name`.
    package var name: String {
        guard let object = unsafe OBJ_txt2obj(oid, 1) else {
            discardErrors()
            return oid
        }
        defer { unsafe ASN1_OBJECT_free(object) }
        return unsafe ObjectName(object).text
    }

    package var contents: ExtensionContents {
        if value.count > ExtensionContents.maximumBytes { return .tooLarge }
        switch oid {
        case ExtensionID.subjectKeyIdentifier: return subjectKeyIdentifier ?? .malformed
        case ExtensionID.keyUsage: return keyUsage ?? .malformed
        case ExtensionID.subjectAltName:
            return GeneralName.decode(value).map { .subjectAltName($0) } ?? .malformed
        case ExtensionID.issuerAltName:
            return GeneralName.decode(value).map { .issuerAltName($0) } ?? .malformed
        case ExtensionID.basicConstraints: return basicConstraints ?? .malformed
        case ExtensionID.nameConstraints:
            return NameConstraints(der: value).map { .nameConstraints($0) } ?? .malformed
        case ExtensionID.crlDistributionPoints: return distributionPoints ?? .malformed
        case ExtensionID.certificatePolicies: return policies ?? .malformed
        case ExtensionID.authorityKeyIdentifier: return authorityKeyIdentifier ?? .malformed
        case ExtensionID.extendedKeyUsage: return extendedKeyUsage ?? .malformed
        case ExtensionID.authorityInformationAccess: return informationAccess ?? .malformed
        case ExtensionID.certificateTimestamps: return timestamps ?? .malformed
        default: return .unknown
        }
    }

    private var basicConstraints: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_BASIC_CONSTRAINTS(nil, &$0, $1) }, free: { unsafe BASIC_CONSTRAINTS_free($0) }
        ) { constraints in
            .basicConstraints(
                isCA: unsafe constraints.pointee.ca != 0,
                pathLength: unsafe constraints.pointee.pathlen.map { unsafe Self.pathLength($0) })
        }
    }

    private static func pathLength(_ integer: UnsafePointer<ASN1_INTEGER>) -> PathLength {
        defer { discardErrors() }
        var number: Int64 = 0
        guard unsafe ASN1_INTEGER_get_int64(&number, integer) == 1, number >= 0 else { return .impossible }
        return .atMost(Int(number))
    }

    private var keyUsage: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_ASN1_BIT_STRING(nil, &$0, $1) }, free: { unsafe ASN1_BIT_STRING_free($0) }
        ) { bits in
            let set = KeyUsage.allNames.indices.filter {
                unsafe ASN1_BIT_STRING_get_bit(bits, Int32($0)) == 1
            }
            return .keyUsage(KeyUsage(set.map { KeyUsage(rawValue: 1 << $0) }))
        }
    }

    private var extendedKeyUsage: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_EXTENDED_KEY_USAGE(nil, &$0, $1) },
            free: { unsafe EXTENDED_KEY_USAGE_free($0) }
        ) { usages in
            unsafe .extendedKeyUsage(items(of: usages).map { unsafe ObjectName.dotted($0) })
        }
    }

    private var subjectKeyIdentifier: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_ASN1_OCTET_STRING(nil, &$0, $1) }, free: { unsafe ASN1_OCTET_STRING_free($0) }
        ) { unsafe .subjectKeyIdentifier(bytes(of: $0)) }
    }

    private var authorityKeyIdentifier: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_AUTHORITY_KEYID(nil, &$0, $1) }, free: { unsafe AUTHORITY_KEYID_free($0) }
        ) { identifier in
            unsafe .authorityKeyIdentifier(
                key: identifier.pointee.keyid.map { unsafe bytes(of: $0) },
                issuer: GeneralName.all(in: identifier.pointee.issuer),
                serialNumber: identifier.pointee.serial.map { unsafe bytes(of: $0) })
        }
    }

    private var distributionPoints: ExtensionContents? {
        unsafe withDistributionPoints { points in
            unsafe .crlDistributionPoints(
                points.compactMap { unsafe $0.pointee.distpoint }.flatMap { place in
                    // 0 is a full name.
                    unsafe place.pointee.type == 0
                        ? GeneralName.all(in: place.pointee.name.fullname) : []
                })
        }
    }

    /// Whether a distribution point has neither a name nor a cRLIssuer, or one of them is empty (RFC 5280 §4.2.1.13).
    package var hasNamelessDistributionPoint: Bool {
        unsafe withDistributionPoints { points in
            unsafe points.contains { point in
                let (place, issuer) = unsafe (point.pointee.distpoint, point.pointee.CRLissuer)
                let name =
                    unsafe place?.pointee.type == 0
                    ? place?.pointee.name.fullname : place?.pointee.name.relativename
                return unsafe place == nil && issuer == nil || place != nil && items(of: name).isEmpty
                    || issuer != nil && items(of: issuer).isEmpty
            }
        } ?? false
    }

    /// Whether a distribution point has no full name, or is for some reasons or of another issuer (RFC 5280 §4.2.1.13).
    package var hasPartialDistributionPoint: Bool {
        unsafe withDistributionPoints { points in
            unsafe points.contains { point in
                unsafe point.pointee.distpoint?.pointee.type != 0 || point.pointee.reasons != nil
                    || point.pointee.CRLissuer != nil
            }
        } ?? false
    }

    /// The number of names in the distribution points, of places and of issuers of lists.
    package var distributionPointNames: Int {
        unsafe withDistributionPoints { points in
            unsafe points.reduce(0) { sum, point in
                let place = unsafe point.pointee.distpoint
                let names =
                    unsafe place?.pointee.type == 0 ? items(of: place?.pointee.name.fullname).count : 1
                return unsafe sum + names + items(of: point.pointee.CRLissuer).count
            }
        } ?? 0
    }

    private func withDistributionPoints<Result>(
        _ body: ([UnsafeMutablePointer<DIST_POINT>]) -> Result?
    ) -> Result? {
        unsafe withDecoded(
            value, { unsafe d2i_CRL_DIST_POINTS(nil, &$0, $1) }, free: { unsafe CRL_DIST_POINTS_free($0) }
        ) { unsafe body(items(of: $0, as: DIST_POINT.self)) }
    }

    private var informationAccess: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_AUTHORITY_INFO_ACCESS(nil, &$0, $1) },
            free: { unsafe AUTHORITY_INFO_ACCESS_free($0) }
        ) { places in
            unsafe .authorityInformationAccess(
                items(of: places, as: ACCESS_DESCRIPTION.self).compactMap { place in
                    guard let location = unsafe place.pointee.location else { return nil }
                    return unsafe (ObjectName.dotted(place.pointee.method), GeneralName(copying: location))
                })
        }
    }

    private var timestamps: ExtensionContents? {
        unsafe withDecoded(
            value, { unsafe d2i_SCT_LIST(nil, &$0, $1) }, free: { unsafe SCT_LIST_free($0) }
        ) { list in
            unsafe .certificateTimestamps(
                items(of: list).map { timestamp in
                    var log: UnsafeMutablePointer<UInt8>?
                    let count = unsafe SCT_get0_log_id(timestamp, &log)
                    return unsafe CertificateTimestamp(
                        log: Array(UnsafeBufferPointer(start: log, count: count)),
                        milliseconds: SCT_get_timestamp(timestamp))
                })
        }
    }

    private var policies: ExtensionContents? {
        unsafe withPolicies { policies in
            unsafe .certificatePolicies(policies.map { unsafe ObjectName.dotted($0.pointee.policyid) })
        }
    }

    /// Whether certificatePolicies has a qualifier that RFC 5280 §4.2.1.4 does not define.
    package var hasUnknownPolicyQualifier: Bool {
        unsafe withPolicies { policies in
            unsafe policies.flatMap { unsafe Self.qualifiers(of: $0) }.contains {
                ![NID_id_qt_cps, NID_id_qt_unotice].contains(unsafe OBJ_obj2nid($0.pointee.pqualid))
            }
        } ?? false
    }

    /// The qualifiers of certificatePolicies: the URI of a CPS pointer, and nil for any other one (RFC 5280 §4.2.1.4).
    package var policyQualifiers: [String?] {
        unsafe withPolicies { policies in
            unsafe policies.flatMap { unsafe Self.qualifiers(of: $0) }.map { qualifier in
                guard unsafe OBJ_obj2nid(qualifier.pointee.pqualid) == NID_id_qt_cps,
                    let uri = unsafe qualifier.pointee.d.cpsuri
                else { return nil }
                return unsafe String(decoding: bytes(of: uri), as: UTF8.self)
            }
        } ?? []
    }

    private static func qualifiers(
        of policy: UnsafeMutablePointer<POLICYINFO>
    ) -> [UnsafeMutablePointer<POLICYQUALINFO>] {
        unsafe items(of: policy.pointee.qualifiers, as: POLICYQUALINFO.self)
    }

    private func withPolicies<Result>(
        _ body: ([UnsafeMutablePointer<POLICYINFO>]) -> Result?
    ) -> Result? {
        unsafe withDecoded(
            value, { unsafe d2i_CERTIFICATEPOLICIES(nil, &$0, $1) },
            free: { unsafe CERTIFICATEPOLICIES_free($0) }
        ) { unsafe body(items(of: $0, as: POLICYINFO.self)) }
    }
}

/// The uses of a key (RFC 5280 §4.2.1.3), each represented by its bit number.
package struct KeyUsage: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let digitalSignature = KeyUsage(rawValue: 1 << 0)
    /// Newer standards call it contentCommitment.
    package static let nonRepudiation = KeyUsage(rawValue: 1 << 1)
    package static let keyEncipherment = KeyUsage(rawValue: 1 << 2)
    package static let dataEncipherment = KeyUsage(rawValue: 1 << 3)
    package static let keyAgreement = KeyUsage(rawValue: 1 << 4)
    package static let keyCertSign = KeyUsage(rawValue: 1 << 5)
    package static let cRLSign = KeyUsage(rawValue: 1 << 6)
    package static let encipherOnly = KeyUsage(rawValue: 1 << 7)
    package static let decipherOnly = KeyUsage(rawValue: 1 << 8)

    /// The standard's names, in the order of the bits.
    package static let allNames = [
        "digitalSignature", "nonRepudiation", "keyEncipherment", "dataEncipherment", "keyAgreement",
        "keyCertSign", "cRLSign", "encipherOnly", "decipherOnly",
    ]

    package var names: [String] {
        Self.allNames.enumerated().filter { contains(KeyUsage(rawValue: 1 << $0.offset)) }.map(\.element)
    }

    /// - Parameter name: one of ``allNames`` or `contentCommitment`; case is ignored.
    package init?(named name: String) {
        let wanted = name.lowercased() == "contentcommitment" ? "nonrepudiation" : name.lowercased()
        guard let bit = Self.allNames.firstIndex(where: { $0.lowercased() == wanted }) else { return nil }
        self.init(rawValue: 1 << bit)
    }
}

/// The names that a CA may certify (RFC 5280 §4.2.1.10).
package struct NameConstraints: Equatable, Sendable {
    package let permitted: [GeneralName]
    package let excluded: [GeneralName]
    /// Whether a subtree has a minimum other than 0 or a maximum, which the profile does not use.
    package let hasDistances: Bool
    /// Whether there is a list without a subtree, or no list.
    package let hasEmptyList: Bool

    /// - Returns: nil if `der` is not the DER of name constraints.
    package init?(der: [UInt8]) {
        let found = unsafe withDecoded(
            der, { next, count in unsafe ASN1_item_d2i(nil, &next, count, NAME_CONSTRAINTS_it()) },
            free: { unsafe NAME_CONSTRAINTS_free(UnsafeMutablePointer($0)) }
        ) { pointer -> ([GeneralName], [GeneralName], Bool, Bool) in
            let constraints = unsafe UnsafeMutablePointer<NAME_CONSTRAINTS>(pointer)
            let lists = unsafe [
                constraints.pointee.permittedSubtrees, constraints.pointee.excludedSubtrees,
            ]
            let (permitted, excluded) = unsafe (Self.subtrees(lists[0]), Self.subtrees(lists[1]))
            let given = unsafe lists.compactMap { unsafe $0 }
            return unsafe (
                permitted.names, excluded.names, permitted.hasDistances || excluded.hasDistances,
                given.isEmpty || given.contains { unsafe items(of: $0).isEmpty }
            )
        }
        guard let found else { return nil }
        (permitted, excluded, hasDistances, hasEmptyList) = found
    }

    private static func subtrees(_ stack: OpaquePointer?) -> (names: [GeneralName], hasDistances: Bool) {
        var names: [GeneralName] = []
        var hasDistances = false
        for subtree in unsafe items(of: stack, as: GENERAL_SUBTREE.self) {
            if let base = unsafe subtree.pointee.base { unsafe names.append(GeneralName(copying: base)) }
            if unsafe subtree.pointee.maximum != nil { hasDistances = true }
            if let minimum = unsafe subtree.pointee.minimum, unsafe ASN1_INTEGER_get(minimum) != 0 {
                hasDistances = true
            }
        }
        return (names, hasDistances)
    }
}
