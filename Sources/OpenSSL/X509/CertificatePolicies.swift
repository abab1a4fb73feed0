internal import COpenSSL

/// What a relying party asks of the certificate policies of a path (RFC 5280 §6.1.1 (c), (e) to (g)).
package struct PolicyRequirements: Equatable, Sendable {
    /// user-initial-policy-set, in dotted decimal; empty for any policy.
    package var acceptable: [String] = []
    /// initial-explicit-policy: the path must be valid for one of the acceptable policies.
    package var isExplicit = false
    /// initial-policy-mapping-inhibit.
    package var inhibitsMapping = false
    /// initial-any-policy-inhibit.
    package var inhibitsAnyPolicy = false

    package init() {}
}

/// The result of policy processing along a path.
package enum PolicyVerdict: Equatable, Sendable {
    /// The acceptable policies for which the path is valid, in dotted decimal. It may be none if none is required.
    case valid([String])
    /// A policy is required, but none is valid along the whole path.
    case noneFits
    /// An extension of the path contradicts itself or is malformed.
    case inconsistent
}

extension PolicyRequirements {
    /// libcrypto's verdict on the certificate policies along a path (RFC 5280 §6.1).
    ///
    /// - Parameter path: from the end entity to the trust anchor.
    package func verdict(along path: [Certificate]) throws(OpenSSLError) -> PolicyVerdict {
        let stack = try Stack.make(path)
        let objects = try unsafe Stack.make { unsafe ASN1_OBJECT_free($0) }
        // libcrypto takes an empty set for no policy at all.
        for oid in acceptable.isEmpty ? [Self.anyPolicy] : acceptable {
            try unsafe objects.append(takingOwnershipOf: check(OBJ_txt2obj(oid, 1), "OBJ_txt2obj"))
        }
        var tree: OpaquePointer?
        var isExplicit: Int32 = 0
        let status = unsafe X509_policy_check(&tree, &isExplicit, stack.pointer, objects.pointer, flags)
        defer {
            unsafe X509_policy_tree_free(tree)
            discardErrors()
        }
        switch status {
        case X509_PCY_TREE_VALID, X509_PCY_TREE_EMPTY:
            let nodes = unsafe X509_policy_tree_get0_user_policies(tree)
            return .valid(
                unsafe items(of: nodes).map { unsafe ObjectName.dotted(X509_policy_node_get0_policy($0)) })
        case X509_PCY_TREE_FAILURE: return .noneFits
        case X509_PCY_TREE_INVALID: return .inconsistent
        default: throw .taken("X509_policy_check")
        }
    }

    package static let anyPolicy = "2.5.29.32.0"

    private var flags: UInt32 {
        var flags: Int32 = 0
        if isExplicit { flags |= X509_V_FLAG_EXPLICIT_POLICY }
        if inhibitsMapping { flags |= X509_V_FLAG_INHIBIT_MAP }
        if inhibitsAnyPolicy { flags |= X509_V_FLAG_INHIBIT_ANY }
        return UInt32(flags)
    }
}
