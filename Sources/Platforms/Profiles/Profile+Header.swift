package import JOSE
package import JSON

extension Profile {
    /// The header that the platform requires.
    ///
    /// - Parameter keyID: for `kid`. If it is nil or empty, the profile may have a default.
    /// - Throws: if `kid` is required but there is none.
    package func header(keyID: String?) throws(ProfileViolation) -> JSONObjectText {
        var members: [(String, JSONValue)] = [("alg", .string(header.algorithm.name))]
        if let type = header.type { members.append(("typ", .string(type))) }
        if let keyID = try self.keyID(keyID) { members.append(("kid", .string(keyID))) }
        return JSONObjectText(JSONObject(members))
    }

    private func keyID(_ given: String?) throws(ProfileViolation) -> String? {
        guard case .required(let standard) = header.keyID, given?.isEmpty ?? true else { return given }
        guard let standard else { throw violation(.keyIDMissing) }
        return standard
    }

    /// Whether a header needs no change: it has what the platform requires, and nothing else.
    package func accepts(_ header: Header) -> Bool {
        headerViolation(header) == nil && otherMember(of: header) == nil
    }

    /// The rule that a token's header breaks.
    package func headerViolation(_ header: Header) -> ProfileViolation? {
        if header.algorithmName != self.header.algorithm.name {
            return violation(.algorithm(found: header.algorithmName, expected: self.header.algorithm.name))
        }
        if header.type != self.header.type {
            return violation(.type(found: header.type, expected: self.header.type))
        }
        if self.header.requiresKeyID, header.keyID?.isEmpty ?? true { return violation(.keyIDMissing) }
        if !self.header.allowsOthers, let member = otherMember(of: header) {
            return violation(.headerMember(member, known: self.header.members))
        }
        return nil
    }

    /// A member that the platform does not use.
    package func otherMember(of header: Header) -> String? {
        header.text.memberNames.first { !self.header.members.contains($0) }
    }

}
