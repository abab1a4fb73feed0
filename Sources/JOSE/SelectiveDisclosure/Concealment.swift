package import JSON
import OpenSSL

/// Moves claims out of a payload, into disclosures (RFC 9901 §6).
package struct Concealment: Sendable {
    /// What happens to a value, and to those in it.
    private struct Node: Sendable {
        let step: JSONPath.Step
        /// For errors, from the top.
        let path: String
        var isConcealed = false
        var children = Nodes()

        var name: [UInt8] { Array(step.name.text.utf8) }
    }

    /// Those in one value, in the order of the paths.
    private struct Nodes: Sendable {
        var all: [Node] = []
        /// By name.
        var places: [[UInt8]: Int] = [:]
    }

    private var nodes = Nodes()
    private let digest = DisclosureDigest.standard
    private let decoys: Int

    private static let indispensable: Set<String> = ["iss", "aud", "exp", "nbf", "cnf", "status"]

    /// Whether a verifier cannot judge a token without the claim (RFC 9901 §9.7). The elements of `aud` may be concealed.
    package static func isIndispensable(_ path: JSONPath) -> Bool {
        let name = path.steps[0].name.text
        return indispensable.contains(name) && (path.steps.count == 1 || name != "aud")
    }

    /// - Parameter decoys: the number of digests without a disclosure that each object and each array gets in which
    ///   something is concealed (§4.2.5).
    package init(_ paths: [JSONPath], decoys: Int = 0) {
        self.decoys = decoys
        for path in paths { Self.add(path.steps[...], "", to: &nodes) }
    }

    private static func add(_ steps: ArraySlice<JSONPath.Step>, _ prefix: String, to nodes: inout Nodes) {
        guard let step = steps.first else { return }
        let new = Node(step: step, path: prefix + step.name.text)
        let place = nodes.places[new.name] ?? nodes.all.count
        if place == nodes.all.count {
            nodes.all.append(new)
            nodes.places[new.name] = place
        }
        if steps.count == 1 { nodes.all[place].isConcealed = true }
        add(steps.dropFirst(), new.path + ".", to: &nodes.all[place].children)
    }

    /// - Returns: the payload with digests, and the disclosures, in base64url.
    /// - Throws: a ``DisclosureError``, or an `OpenSSLError`.
    package func conceal(_ claims: JSONObject) throws -> (payload: JSONObject, disclosures: [[UInt8]]) {
        if claims["_sd_alg"] != nil { throw DisclosureError("the claims must not have '_sd_alg'") }
        try Self.refuseReserved(.object(claims))
        var disclosures: [[UInt8]] = []
        var payload = try conceal(in: claims, nodes, &disclosures)
        payload.set("_sd_alg", to: .string(digest.name))
        return (payload, disclosures)
    }

    /// These names belong to digests (§4.1).
    private static func refuseReserved(_ value: JSONValue) throws(DisclosureError) {
        switch value {
        case .object(let object):
            for member in object.members {
                if member.name == "_sd" || member.name == "..." {
                    throw DisclosureError("the claims must not have '\(member.name)'")
                }
                try refuseReserved(member.value)
            }
        case .array(let elements): for element in elements { try refuseReserved(element) }
        default: break
        }
    }

    private func conceal(
        in object: JSONObject, _ nodes: Nodes, _ disclosures: inout [[UInt8]]
    ) throws -> JSONObject {
        let places = Dictionary(
            uniqueKeysWithValues: object.members.enumerated().map { (Array($1.name.utf8), $0) })
        var members = object.members.map(Optional.some)
        var digests: [String] = []
        for node in nodes.all {
            guard let place = places[node.name] else { throw Self.missing(node) }
            let member = object.members[place]
            let inner = try conceal(in: member.value, node, &disclosures)
            if node.isConcealed {
                digests.append(try add(member.name, inner, to: &disclosures))
                members[place] = nil
            } else {
                members[place] = JSONObject.Member(name: member.name, value: inner)
            }
        }
        var concealed = JSONObject()
        concealed.members = members.compactMap { $0 }
        if digests.isEmpty { return concealed }
        for _ in 0..<decoys { digests.append(try digest.decoy()) }
        // §4.2.4.1: their order must not show that of the claims.
        concealed.set("_sd", to: .array(digests.sorted().map(JSONValue.string)))
        return concealed
    }

    private func conceal(
        in value: JSONValue, _ node: Node, _ disclosures: inout [[UInt8]]
    ) throws -> JSONValue {
        if node.children.all.isEmpty { return value }
        switch value {
        case .object(let object): return .object(try conceal(in: object, node.children, &disclosures))
        case .array(var elements):
            for child in node.children.all {
                guard let index = child.step.index, elements.indices.contains(index) else {
                    throw Self.missing(child)
                }
                let inner = try conceal(in: elements[index], child, &disclosures)
                elements[index] =
                    child.isConcealed ? Self.element(try add(nil, inner, to: &disclosures)) : inner
            }
            if node.children.all.contains(where: \.isConcealed) {
                for _ in 0..<decoys {
                    elements.insert(Self.element(try digest.decoy()), at: .random(in: 0...elements.count))
                }
            }
            return .array(elements)
        default: throw Self.missing(node.children.all[0])
        }
    }

    /// What takes the place of an element (§4.2.4.2).
    private static func element(_ digest: String) -> JSONValue {
        .object(JSONObject([("...", .string(digest))]))
    }

    private func add(
        _ name: String?, _ value: JSONValue, to disclosures: inout [[UInt8]]
    ) throws(OpenSSLError) -> String {
        let text = try Disclosure.text(name: name, value: value)
        disclosures.append(text)
        return String(decoding: try digest.text(of: text.span), as: UTF8.self)
    }

    private static func missing(_ node: Node) -> DisclosureError {
        let names = node.path.split(separator: ",").map(String.init)
        return DisclosureError(
            "there is no claim '\(node.path)'", listed: node.path.contains(",") ? names : [])
    }
}
