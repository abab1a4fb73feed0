package import JSON

/// What a platform demands of a claim, and where it comes from when signet makes the token.
package struct ClaimRule: Sendable {
    package enum Kind: Sendable {
        /// A string that is not empty.
        case text
        /// This string, always.
        case constant(String)
        /// A name, a hyphen, and a UUID.
        case nameAndUUID
        /// The same string as another claim.
        case same(as: MemberName)
        /// A whole number of the unit, since 1970.
        case time
    }

    package enum Source: Sendable {
        /// The caller gives it.
        case given
        /// Made where claims lack it: a random UUID, the time now, the end of the lifetime, the constant or the other
        /// claim that it is.
        case uuid, now, lifetime, kind
        /// Nobody: it need not be there.
        case optional
    }

    package let name: MemberName
    package let kind: Kind
    package let source: Source
    package let meaning: String

    init(_ name: String, _ kind: Kind, _ source: Source, _ meaning: String) {
        self.name = MemberName(name)
        self.kind = kind
        self.source = source
        self.meaning = meaning
    }

    package var isRequired: Bool { if case .optional = source { false } else { true } }

    /// What the value is, for whoever finds another.
    package var expected: String {
        switch kind {
        case .text: "a non-empty string"
        case .constant(let text): text
        case .nameAndUUID: "NAME-UUID"
        case .same(let other): "the same as \(other.text)"
        case .time: "a time"
        }
    }
}
