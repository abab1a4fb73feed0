import OpenSSL

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

    /// The acceptable policies for which a path is valid (RFC 5280 §6.1), in dotted decimal; none if it need not be valid
    /// for any. libcrypto's function for this accepts some paths that have no valid policy: it lets anyPolicy stand for
    /// a mapped one where it is inhibited, and applies the mappings of a leaf.
    ///
    /// - Parameter path: from the leaf to the trust anchor, whose own policies do not count.
    /// - Returns: nil if a policy is required, and none is valid along the path.
    func validPolicies(along path: [CertificateFacts]) -> [String]? {
        var graph = PolicyGraph()
        let never = path.count
        var explicit = isExplicit ? 0 : never
        var mapping = inhibitsMapping ? 0 : never
        var any = inhibitsAnyPolicy ? 0 : never
        for (index, facts) in path.enumerated().reversed().dropFirst() {
            let isLeaf = index == 0
            graph.append(facts.policies, withAny: any > 0 || !isLeaf && facts.isSelfIssued)
            if explicit == 0, graph.isEmpty { return nil }
            if !isLeaf {
                graph.map(facts.policyMappings, isAllowed: mapping > 0)
            }
            if isLeaf || !facts.isSelfIssued {
                explicit = max(0, explicit - 1)
                mapping = max(0, mapping - 1)
                any = max(0, any - 1)
            }
            let constraints = facts.extensions[ExtensionID.policyConstraints]?.policyConstraints
            if let limit = constraints?.requireExplicitPolicy, !isLeaf || limit == 0 {
                explicit = max(0, min(explicit, limit))
            }
            mapping = max(0, min(mapping, constraints?.inhibitPolicyMapping ?? mapping))
            any = max(
                0, min(any, facts.extensions[ExtensionID.inhibitAnyPolicy]?.inhibitAnyPolicy ?? any))
        }
        let valid = graph.validPolicies
        let isAny = acceptable.isEmpty || acceptable.contains(Self.anyPolicy)
        let accepted =
            isAny
            ? valid.sorted() : acceptable.filter { valid.contains($0) || valid.contains(Self.anyPolicy) }
        return explicit == 0 && accepted.isEmpty ? nil : accepted
    }

    static let anyPolicy = "2.5.29.32.0"
}

/// The policies of the certificates of a path, and which of them leads to which: valid_policy_tree with the nodes of a
/// policy joined, as RFC 9618 §5 has it, so that it cannot grow without bounds.
private struct PolicyGraph {
    private struct Node {
        /// expected_policy_set.
        var expected: Set<String>
        /// The policies of the certificate above that lead here.
        let parents: Set<String>
    }

    private static let any = PolicyRequirements.anyPolicy

    /// A level for the root, which has anyPolicy, and one for each certificate below it. A level without nodes stands
    /// for a tree that is null.
    private var levels: [[String: Node]] = [[any: Node(expected: [any], parents: [])]]

    var isEmpty: Bool { levels[levels.count - 1].isEmpty }

    /// RFC 5280 §6.1.3 (d), (e).
    ///
    /// - Parameter withAny: whether anyPolicy counts in this certificate.
    mutating func append(_ policies: [String], withAny: Bool) {
        let above = levels[levels.count - 1]
        var parents: [String: Set<String>] = [:]
        for (policy, node) in above {
            for expected in node.expected { parents[expected, default: []].insert(policy) }
        }
        var level: [String: Node] = [:]
        for policy in policies where policy != Self.any {
            let parents = parents[policy] ?? (above[Self.any] == nil ? [] : [Self.any])
            if !parents.isEmpty { level[policy] = Node(expected: [policy], parents: parents) }
        }
        if withAny, policies.contains(Self.any) {
            for (policy, parents) in parents where level[policy] == nil {
                level[policy] = Node(expected: [policy], parents: parents)
            }
        }
        levels.append(level)
    }

    /// RFC 5280 §6.1.4 (b).
    mutating func map(
        _ mappings: [(issuerDomain: String, subjectDomain: String)], isAllowed: Bool
    ) {
        let last = levels.count - 1
        let subjects = Dictionary(grouping: mappings, by: \.issuerDomain).mapValues {
            Set($0.map(\.subjectDomain))
        }
        for (policy, subjects) in subjects {
            if !isAllowed {
                levels[last][policy] = nil
            } else if levels[last][policy] != nil {
                levels[last][policy]?.expected = subjects
            } else if levels[last][Self.any] != nil {
                levels[last][policy] = Node(expected: subjects, parents: [Self.any])
            }
        }
    }

    /// The authority-constrained policies: those below anyPolicy that lead to the last certificate (RFC 9618 §5.5).
    var validPolicies: Set<String> {
        var leading = Set(levels[levels.count - 1].keys)
        var valid = leading.intersection([Self.any])
        for level in levels.dropFirst().reversed() {
            var parents: Set<String> = []
            for policy in leading {
                guard let node = level[policy] else { continue }
                if policy != Self.any, node.parents == [Self.any] { valid.insert(policy) }
                parents.formUnion(node.parents)
            }
            leading = parents
        }
        return valid
    }
}
