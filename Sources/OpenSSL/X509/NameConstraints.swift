internal import COpenSSL

/// The names that a CA may certify (RFC 5280 §4.2.1.10).
package struct NameConstraints: Equatable, Sendable {
    package let permitted: [GeneralName]
    package let excluded: [GeneralName]
    /// Whether a subtree has a minimum other than 0 or a maximum, which the profile does not use.
    package let hasDistances: Bool

    package var isEmpty: Bool { permitted.isEmpty && excluded.isEmpty }

    /// - Returns: nil if `der` is not the DER of name constraints.
    package init?(der: [UInt8]) {
        let found = unsafe withDecoded(
            der, { next, count in unsafe ASN1_item_d2i(nil, next, count, NAME_CONSTRAINTS_it()) },
            free: { unsafe NAME_CONSTRAINTS_free(UnsafeMutablePointer($0)) }
        ) { pointer -> ([GeneralName], [GeneralName], Bool) in
            let constraints = unsafe UnsafeMutablePointer<NAME_CONSTRAINTS>(pointer)
            let permitted = unsafe Self.subtrees(constraints.pointee.permittedSubtrees)
            let excluded = unsafe Self.subtrees(constraints.pointee.excludedSubtrees)
            return (permitted.names, excluded.names, permitted.hasDistances || excluded.hasDistances)
        }
        guard let found else { return nil }
        (permitted, excluded, hasDistances) = found
    }

    private static func subtrees(_ stack: OpaquePointer?) -> (names: [GeneralName], hasDistances: Bool) {
        var names: [GeneralName] = []
        var hasDistances = false
        for index in unsafe 0..<max(0, signet_GENERAL_SUBTREES_count(stack)) {
            guard let subtree = unsafe signet_GENERAL_SUBTREES_subtree_at(stack, index) else { continue }
            if let base = unsafe subtree.pointee.base { unsafe names.append(GeneralName(copying: base)) }
            if unsafe subtree.pointee.maximum != nil { hasDistances = true }
            if let minimum = unsafe subtree.pointee.minimum, unsafe ASN1_INTEGER_get(minimum) != 0 {
                hasDistances = true
            }
        }
        return (names, hasDistances)
    }
}
