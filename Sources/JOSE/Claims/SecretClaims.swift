package import JSON

extension JSONObjectText {
    /// Refuses private keys and secrets within claims, in `cnf` (RFC 7800 §3.2, §3.3), in `jwks` and anywhere else: the
    /// token would publish them.
    package func refuseSecrets() throws(ClaimsError) {
        for index in 0..<count {
            let member = member(at: index)
            if member.isContainer, mentions(Self.ofKeys, in: member), value(of: member).holdsSecret {
                throw .secret(claim: memberNames[index])
            }
        }
    }

    private static let ofKeys: [MemberName] = ["kty", "jwk"]
}

extension JSONValue {
    /// Whether it is a private JWK or a secret, or has one in it. A `jwk` in it, as in `cnf`, is a key even without its type.
    fileprivate var holdsSecret: Bool {
        if let elements = arrayValue { return elements.contains(where: \.holdsSecret) }
        guard let object = objectValue else { return false }
        let keys = [object["kty"] == nil ? nil : object, object["jwk"]?.objectValue].compactMap { $0 }
        return keys.flatMap(\.members).contains { member in
            // Some programs write every member that a key could have.
            if case .null = member.value { false } else { JWK.secretMembers.contains(member.name) }
        } || object.members.contains { $0.value.holdsSecret }
    }
}
