internal import COpenSSL

/// What a CA says of policies beside certificatePolicies.
extension CertificateExtension {
    /// The pairs of policyMappings, in dotted decimal (RFC 5280 §4.2.1.5); none if the value is malformed.
    package var policyMappings: [(issuerDomain: String, subjectDomain: String)] {
        unsafe withDecoded(
            value, { next, count in unsafe ASN1_item_d2i(nil, &next, count, POLICY_MAPPINGS_it()) },
            free: { unsafe ASN1_item_free($0, POLICY_MAPPINGS_it()) }
        ) { mappings in
            unsafe items(of: mappings, as: POLICY_MAPPING.self).map { mapping in
                unsafe (
                    ObjectName.dotted(mapping.pointee.issuerDomainPolicy),
                    ObjectName.dotted(mapping.pointee.subjectDomainPolicy)
                )
            }
        } ?? []
    }

    /// The two numbers of policyConstraints (RFC 5280 §4.2.1.11). One that is left out is nil.
    package var policyConstraints: (requireExplicitPolicy: Int?, inhibitPolicyMapping: Int?) {
        unsafe withDecoded(
            value, { next, count in unsafe ASN1_item_d2i(nil, &next, count, POLICY_CONSTRAINTS_it()) },
            free: { unsafe ASN1_item_free($0, POLICY_CONSTRAINTS_it()) }
        ) { decoded in
            let constraints = unsafe UnsafeMutablePointer<POLICY_CONSTRAINTS>(decoded)
            return unsafe (
                constraints.pointee.requireExplicitPolicy.map { unsafe Self.skipCertificates($0) },
                constraints.pointee.inhibitPolicyMapping.map { unsafe Self.skipCertificates($0) }
            )
        } ?? (nil, nil)
    }

    /// The value of inhibitAnyPolicy (RFC 5280 §4.2.1.14); nil if it is malformed.
    package var inhibitAnyPolicy: Int? {
        unsafe withDecoded(
            value, { unsafe d2i_ASN1_INTEGER(nil, &$0, $1) }, free: { unsafe ASN1_INTEGER_free($0) }
        ) { unsafe Self.skipCertificates($0) }
    }

    /// Whether a number of certificates (SkipCerts) is negative, which the type excludes.
    package var skipsNegative: Bool {
        switch oid {
        case ExtensionID.policyConstraints:
            let constraints = policyConstraints
            return [constraints.requireExplicitPolicy, constraints.inhibitPolicyMapping].contains {
                $0 ?? 0 < 0
            }
        case ExtensionID.inhibitAnyPolicy: return inhibitAnyPolicy ?? 0 < 0
        default: return false
        }
    }

    /// -1 for every negative number, and the largest one for every one that is too large.
    private static func skipCertificates(_ integer: UnsafePointer<ASN1_INTEGER>) -> Int {
        defer { discardErrors() }
        var number: Int64 = 0
        if unsafe ASN1_INTEGER_get_int64(&number, integer) == 1 { return max(-1, Int(number)) }
        return unsafe integer.pointee.type & V_ASN1_NEG == 0 ? .max : -1
    }
}
