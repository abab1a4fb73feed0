package import JOSE
package import JSON
package import OpenSSL
package import System

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

    /// What a claim is on the platform.
    package enum Meaning: Equatable, Sendable {
        case issuer
        case hostAPIKey
        case registeredProvider
        case enrolledUser
        case userName
        case userID
        case testUser
        case audience
        case challengeAudience
        case challengeNonce
        case tokenID
        case issuedAt
        case validFrom
        case validUntil
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
    package let meaning: Meaning

    init(_ name: String, _ kind: Kind, _ source: Source, _ meaning: Meaning) {
        self.name = MemberName(name)
        self.kind = kind
        self.source = source
        self.meaning = meaning
    }

    package var isRequired: Bool { if case .optional = source { false } else { true } }
}

/// What a platform demands of a token's header.
package struct HeaderRule: Sendable {
    package enum KeyID: Sendable {
        case optional
        /// It must be there; the text is what it is where the caller gives none.
        case required(standard: String?)
    }

    package let algorithm: Algorithm
    /// `typ`; nil where there must be none.
    package let type: String?
    package let keyID: KeyID
    /// Whether a token with more members than these is the platform's all the same.
    package let allowsOthers: Bool

    package var members: [String] { type == nil ? ["alg", "kid"] : ["alg", "typ", "kid"] }

    package var requiresKeyID: Bool { if case .required = keyID { true } else { false } }
}

/// What a platform demands of the RSA key that signs its tokens.
package struct KeyRule: Sendable {
    /// Of the modulus.
    package let bits: Int
    /// The section of the platform's document that says so.
    package let section: String
    /// The form that whoever reads the private key there can read.
    package let form: KeyForm
    /// Whether it can read no other.
    package let isFormFixed: Bool
    /// The form of the public key that it is given.
    package let publicForm: KeyForm

    package var type: KeyType { .rsa(bits: bits) }
}

/// How long a token may be valid: `exp` may be so long after another claim, inclusive, and not longer. It is also how
/// long a token is valid that signet makes.
package struct LifetimeRule: Sendable {
    /// The claim that it is counted from.
    package let start: MemberName
    package let longest: TimeSpan
}
