package import JSON
import OpenSSL

/// A payload with the claims that are disclosed (RFC 9901 §7.1).
package struct Revelation {
    /// Without digests.
    package let payload: JSONObject
    /// Where each disclosure has its claim, step by step; an element of an array by its index in ``payload``.
    package let paths: [[String]]

    /// - Parameter disclosures: in base64url.
    /// - Throws: a ``DisclosureError``, or an `OpenSSLError`.
    package init(_ payload: JSONObject, _ disclosures: [[UInt8]]) throws {
        var revealer = try Revealer(disclosures, try DisclosureDigest(of: payload))
        self.payload = try revealer.reveal(payload)
        paths = try revealer.paths.map { path throws(DisclosureError) in
            // Step 5.
            guard let path else { throw DisclosureError("a disclosure does not belong to the token") }
            return path
        }
    }
}

private struct Revealer {
    private let disclosures: [Disclosure]
    private let places: [[UInt8]: Int]
    /// For each disclosure that was needed.
    private(set) var paths: [[String]?]
    /// The digests that were met, with or without a disclosure.
    private var met: Set<[UInt8]> = []
    /// Of the value at hand, from the top.
    private var path: [String] = []

    init(_ texts: [[UInt8]], _ digest: DisclosureDigest) throws {
        disclosures = try texts.map { text throws(DisclosureError) in try Disclosure(parsing: text.span) }
        var places: [[UInt8]: Int] = [:]
        for (place, text) in texts.enumerated() {
            if places.updateValue(place, forKey: try digest.text(of: text.span)) != nil {
                throw DisclosureError("a disclosure occurs twice")
            }
        }
        self.places = places
        paths = Array(repeating: nil, count: texts.count)
    }

    mutating func reveal(_ object: JSONObject) throws(DisclosureError) -> JSONObject {
        try checkDepth()
        var members: [JSONObject.Member] = []
        var names: Set<[UInt8]> = []
        var digests: JSONValue?
        for member in object.members {
            if member.name == "_sd" {
                digests = member.value
                continue
            }
            if member.name == "..." {
                throw DisclosureError("'...' must be alone in an element of an array, with a digest")
            }
            names.insert(Array(member.name.utf8))
            if path.isEmpty, member.name == "_sd_alg" { continue }
            let value = try reveal(member.value, at: member.name)
            members.append(JSONObject.Member(name: member.name, value: value))
        }
        for digest in try Self.digests(digests) {
            guard let place = try disclosure(for: digest) else { continue }
            guard let name = disclosures[place].name else {
                throw DisclosureError("a disclosure of a claim has no name")
            }
            if name == "_sd" || name == "..." {
                throw DisclosureError("a disclosure has the reserved name '\(name)'")
            }
            if !names.insert(Array(name.utf8)).inserted {
                throw DisclosureError("a disclosed claim is in the token already")
            }
            paths[place] = path + [name]
            let value = try reveal(disclosures[place].value, at: name)
            if path.isEmpty, name == "_sd_alg" { continue }
            members.append(JSONObject.Member(name: name, value: value))
        }
        var revealed = JSONObject()
        revealed.members = members
        return revealed
    }

    /// - Parameter step: the last one of the value's path.
    private mutating func reveal(_ value: JSONValue, at step: String) throws(DisclosureError) -> JSONValue {
        path.append(step)
        defer { path.removeLast() }
        switch value {
        case .object(let object): return .object(try reveal(object))
        case .array(let elements):
            try checkDepth()
            var revealed: [JSONValue] = []
            for element in elements {
                let step = String(revealed.count)
                guard let digest = Self.digest(ofElement: element) else {
                    revealed.append(try reveal(element, at: step))
                    continue
                }
                guard let place = try disclosure(for: digest) else { continue }
                if disclosures[place].name != nil {
                    throw DisclosureError("a disclosure of an array's element has a name")
                }
                paths[place] = path + [step]
                revealed.append(try reveal(disclosures[place].value, at: step))
            }
            return .array(revealed)
        default: return value
        }
    }

    /// A disclosure can have the digest of another one in it, and so on.
    private func checkDepth() throws(DisclosureError) {
        if path.count >= JSONLimits.standard.maximumDepth {
            throw DisclosureError(
                "the claims are nested deeper than \(JSONLimits.standard.maximumDepth) levels")
        }
    }

    /// - Returns: nil if the claim is not disclosed.
    private mutating func disclosure(for digest: String) throws(DisclosureError) -> Int? {
        let digest = Array(digest.utf8)
        // Step 4.
        if !met.insert(digest).inserted { throw DisclosureError("a digest occurs twice") }
        return places[digest]
    }

    private static func digests(_ value: JSONValue?) throws(DisclosureError) -> [String] {
        guard let value else { return [] }
        let digests = value.arrayValue?.map(\.stringValue)
        guard let digests, !digests.contains(nil) else {
            throw DisclosureError("_sd must be an array of strings")
        }
        return digests.compactMap { $0 }
    }

    /// Nil for an ordinary element.
    private static func digest(ofElement element: JSONValue) -> String? {
        guard case .object(let object) = element, object.members.count == 1, object.members[0].name == "..."
        else { return nil }
        return object.members[0].value.stringValue
    }
}
