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
                    if let value = claims[other] { claims.set(rule.name, to: value) }
                case .text, .nameAndUUID, .time, .audience, .json: continue
                }
            }
        }
    }

    /// The rule that a user attribute with this name breaks.
    package func attributeViolation(_ name: String) -> ProfileViolation? {
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

    /// The names by which a caller may refer to a subject.
    package func names(ofSubject subject: String) -> [String] {
        guard namesSubject, let name = NameAndUUID(subject)?.name else { return [subject] }
        return [subject, name]
    }
}
