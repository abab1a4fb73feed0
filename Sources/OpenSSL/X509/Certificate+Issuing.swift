internal import COpenSSL

extension Certificate {
    /// Whether the subject of this certificate is the issuer that `other` names (RFC 5280 §7.1).
    package func isNamedAsIssuer(by other: Certificate) -> Bool {
        unsafe X509_NAME_cmp(X509_get_subject_name(pointer), X509_get_issuer_name(other.pointer)) == 0
    }

    /// Whether this certificate may have issued `other`, judged by names, key identifiers, key usage and type of key.
    /// The signature is not verified.
    package func hasIssued(_ other: Certificate) -> Bool {
        defer { discardErrors() }
        return unsafe X509_check_issued(pointer, other.pointer) == X509_V_OK
    }

    /// Whether subject and issuer are the same name (RFC 5280 §6.1).
    package var isSelfIssued: Bool { isNamedAsIssuer(by: self) }

    /// Names that ``isNamedAsIssuer(by:)`` considers equal have the same hash.
    package var subjectHash: UInt { unsafe X509_NAME_hash_ex(X509_get_subject_name(pointer), nil, nil, nil) }

    package var issuerHash: UInt { unsafe X509_NAME_hash_ex(X509_get_issuer_name(pointer), nil, nil, nil) }

    /// Whether the key of `issuer` made the signature. False if that key cannot be read or takes too long.
    package func isSigned(by issuer: Certificate) -> Bool {
        defer { discardErrors() }
        guard let key = unsafe issuer.verificationKey else { return false }
        return unsafe X509_verify(pointer, key) == 1
    }

    /// The key, for verifying signatures from anybody. Nil if it cannot be read, or if one signature costs more than
    /// ``Limits/signatureCost``.
    var verificationKey: OpaquePointer? {
        guard keyFacts.verificationCost <= Limits.signatureCost else { return nil }
        return unsafe X509_get0_pubkey(pointer)
    }

    /// libcrypto's verdict on the certificate policies along a path (RFC 5280 §6.1), with any policy acceptable.
    ///
    /// - Parameter path: from the end entity to the trust anchor.
    package static func policyVerdict(along path: [Certificate]) throws(OpenSSLError) -> PolicyVerdict {
        let stack = try unsafe check(signet_X509_stack(), "sk_X509_new")
        defer { unsafe signet_X509_free_stack(stack) }
        for certificate in path {
            guard unsafe signet_X509_push(stack, certificate.pointer) > 0 else {
                throw .taken("sk_X509_push")
            }
        }
        var tree: OpaquePointer?
        var isExplicit: Int32 = 0
        let status = unsafe X509_policy_check(&tree, &isExplicit, stack, nil, 0)
        defer {
            unsafe X509_policy_tree_free(tree)
            discardErrors()
        }
        switch status {
        case X509_PCY_TREE_VALID, X509_PCY_TREE_EMPTY: return .valid
        case X509_PCY_TREE_FAILURE: return .noneFits
        case X509_PCY_TREE_INVALID: return .inconsistent
        default: throw .taken("X509_policy_check")
        }
    }
}

/// The result of policy processing along a path.
package enum PolicyVerdict: Sendable {
    case valid
    /// A policy is required, but none is valid along the whole path.
    case noneFits
    /// An extension of the path contradicts itself or is malformed.
    case inconsistent
}
