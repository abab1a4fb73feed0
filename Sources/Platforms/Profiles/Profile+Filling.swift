package import JOSE
package import JSON
package import OpenSSL
package import System

extension Profile {
    /// Adds the claims that the profile generates and that the caller did not give.
    ///
    /// - Parameters:
    ///   - unit: the unit of the times to write.
    ///   - uuids: the source of generated UUIDs.
    package func fill(
        _ claims: inout JSONObjectText, now: Timestamp, unit: TimeUnit, uuids: inout UUIDSource
    ) throws(OpenSSLError) {
        // A claim may be the same as one that stands after it.
        var (missing, last) = (0, 0)
        repeat {
            last = missing
            missing = try fillOnce(&claims, now, unit, &uuids)
        } while missing > 0 && missing != last
    }

    /// - Returns: how many claims are the same as one that is missing.
    private func fillOnce(
        _ claims: inout JSONObjectText, _ now: Timestamp, _ unit: TimeUnit, _ uuids: inout UUIDSource
    ) throws(OpenSSLError) -> Int {
        var missing = 0
        for rule in self.claims where !claims.has(rule.name) {
            switch rule.source {
            case .given, .optional, .forbidden: continue
            case .uuid:
                let uuid = try uuids.next()
                claims.set(rule.name, toPlain: uuid.span)
            case .now: claims.set(rule.name, to: .integer(unit.number(for: now)))
            case .lifetime:
                let start =
                    claims.member(lifetime.start).flatMap { unit.time($0, in: claims) } ?? now
                guard let end = start.adding(lifetime.standard) else { continue }
                claims.set(rule.name, to: .integer(unit.number(for: end)))
            case .kind:
                switch rule.kind {
                case .constant(let text): claims.set(rule.name, to: .string(text))
                case .same(let other):
                    if let value = claims[other] { claims.set(rule.name, to: value) } else { missing += 1 }
                case .text, .nameAndUUID, .time, .audience, .json: continue
                }
            }
        }
        return missing
    }

    /// The rule that a user attribute with this name breaks.
    package func attributeViolation(_ name: String) -> ProfileError? {
        hasAttributes && hasClaim(name) ? violation(.attribute(claim: name), .signet) : nil
    }

    /// Whether the platform has a rule for this claim.
    func hasClaim(_ name: String) -> Bool {
        claims.contains { $0.name.text.utf8.elementsEqual(name.utf8) }
    }

    /// Whether the caller gives only a name for the subject, to which each token adds a UUID.
    package var namesSubject: Bool {
        claims.contains { rule in
            if case .nameAndUUID = rule.kind { rule.name.text == "sub" } else { false }
        }
    }

    /// Whether a subject that the caller gives is a name, without a UUID.
    package func adds(uuidTo subject: String) -> Bool { namesSubject && NameAndUUID(subject) == nil }

    /// The names by which a caller may refer to a subject.
    package func names(ofSubject subject: String) -> [String] {
        guard let name = NameAndUUID(subject)?.name, adds(uuidTo: name) else {
            return [subject]
        }
        return [subject, name]
    }
}

extension Profile {
    /// The header that the platform requires.
    ///
    /// - Parameter keyID: for `kid`. If it is nil or empty, the profile may have a default.
    /// - Throws: if `kid` is required but there is none.
    package func header(_ algorithm: Algorithm, keyID: String?) throws(ProfileError) -> JSONObjectText {
        var members: [(String, JSONValue)] = [("alg", .string(algorithm.name))]
        if let type = header.standardType { members.append(("typ", .string(type))) }
        if let keyID = try self.keyID(keyID), !header.hasKey { members.append(("kid", .string(keyID))) }
        return JSONObjectText(JSONObject(members))
    }

    private func keyID(_ given: String?) throws(ProfileError) -> String? {
        guard case .required(let standard) = header.keyID, given?.isEmpty ?? true else { return given }
        guard let standard else { throw violation(.keyIDMissing, source) }
        return standard
    }

    /// How a token's header differs from those that the SDKs write.
    ///
    /// - Throws: if the header breaks another rule.
    package func departures(of header: Header) throws(ProfileError) -> [ProfileError] {
        let violations = headerViolations(header)
        if let violation = violations.first(where: { !$0.isDeparture }) { throw violation }
        return violations
    }

    /// The rules that a token's header breaks.
    package func headerViolations(_ header: Header) -> [ProfileError] {
        let rule = self.header
        var violations: [ProfileError] = []
        if !allows(header.algorithmName) {
            violations.append(
                violation(
                    .algorithm(found: header.algorithmName, expected: rule.algorithms.map(\.name)), source))
        }
        if !rule.type.allows(header) {
            violations.append(
                violation(.type(found: header.type, expected: rule.standardType), rule.source))
        }
        if rule.requiresKeyID, header.keyID?.isEmpty ?? true {
            violations.append(violation(.keyIDMissing, source))
        }
        if rule.hasKey, !header.text.has("jwk") { violations.append(violation(.publicKeyMissing, source)) }
        if !rule.allowsOthers, let member = otherMember(of: header) {
            violations.append(violation(.headerMember(member, known: rule.members), rule.source))
        }
        return violations
    }

    /// Whether a token may have this algorithm.
    package func allows(_ algorithm: String) -> Bool {
        header.algorithms.isEmpty || header.algorithms.contains { $0.name == algorithm }
    }

    /// A member that the profile does not use. `typ` has a rule of its own.
    package func otherMember(of header: Header) -> String? {
        header.text.memberNames.first { $0 != "typ" && !self.header.members.contains($0) }
    }
}

extension HeaderRule.TypeRule {
    fileprivate func allows(_ header: Header) -> Bool {
        switch self {
        case .absent: header.type == nil
        case .exactly(let type): header.type?.utf8.elementsEqual(type.utf8) ?? false
        case .mediaType(let type): header.hasType(type)
        case .any: true
        }
    }
}
