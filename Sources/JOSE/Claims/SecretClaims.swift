package import JSON

extension JSONObjectText {
    /// Whether a private key or a secret is within a claim: in `cnf` (RFC 7800 §3.2, §3.3), in `jwks` or anywhere else.
    func holdsSecret(_ claim: Member) -> Bool {
        claim.isContainer && mentions(Self.ofKeys, in: claim) && value(of: claim).holdsSecret
    }

    private static let ofKeys: [MemberName] = ["kty", "jwk"]
}

extension JSONValue {
    /// Whether it is a private JWK or a secret, or has one in it. A `jwk` in it, as in `cnf`, is a key even without its type.
    package var holdsSecret: Bool {
        if let elements = arrayValue { return elements.contains(where: \.holdsSecret) }
        guard let object = objectValue else { return false }
        // The kty of a schema is an object.
        let isKey = object["kty"]?.stringValue != nil
        let keys = [isKey ? object : nil, object["jwk"]?.objectValue].compactMap { $0 }
        return keys.flatMap(\.members).contains { member in
            // Some programs write every member that a key could have.
            if case .null = member.value { false } else { JWK.secretMembers.contains(member.name) }
        } || object.members.contains { $0.value.holdsSecret }
    }
}
