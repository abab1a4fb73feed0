package import JOSE
package import JSON
package import OpenSSL
package import System

/// Where a rule of a profile comes from. An error that names a document says only what is in it.
package enum RuleSource: Equatable, Sendable {
    /// A section of the platform's document.
    case document(section: String)
    /// The document does not say; the platform's SDKs do it this way.
    case sdks
    /// signet's own caution.
    case signet
}

/// A platform's rule for a claim, and the source of the claim when signet makes the token.
package struct ClaimRule: Sendable {
    package enum Kind: Sendable {
        /// A string that is not empty.
        case text
        /// Always this string.
        case constant(String)
        /// A name, a hyphen, and a UUID.
        case nameAndUUID
        /// The same string as another claim.
        case same(as: MemberName)
        /// A whole number of the profile's unit since 1970.
        case time
    }

    /// The meaning of a claim on the platform.
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
        /// The caller must give it.
        case given
        /// Generated if it is missing: a random UUID, the current time, the end of the lifetime, or the constant or
        /// other claim that its kind names.
        case uuid, now, lifetime, kind
        /// The claim is optional and never generated.
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

/// A platform's rule for the header of a token.
package struct HeaderRule: Sendable {
    package enum KeyID: Sendable {
        case optional
        /// Required; the text is the default if the caller gives none.
        case required(standard: String?)
    }

    package let algorithm: Algorithm
    /// `typ`; nil if it must be absent.
    package let type: String?
    package let keyID: KeyID
    /// Whether a token with other members is accepted nevertheless.
    package let allowsOthers: Bool
    /// The source of the rules for `typ` and for other members.
    package let source: RuleSource

    package var members: [String] { type == nil ? ["alg", "kid"] : ["alg", "typ", "kid"] }

    package var requiresKeyID: Bool { if case .required = keyID { true } else { false } }
}

/// A platform's rule for the RSA key that signs its tokens.
package struct KeyRule: Sendable {
    /// The size of the modulus.
    package let bits: Int
    package let source: RuleSource
    /// The form in which the platform's software reads the private key.
    package let form: KeyForm
    /// Whether it can read no other form.
    package let isFormFixed: Bool
    /// The form in which the platform takes the public key.
    package let publicForm: KeyForm

    package var type: KeyType { .rsa(bits: bits) }
}

/// How long a token may be valid. `exp` may be at most this long after another claim. Unless the caller gives `exp`,
/// signet makes tokens that are valid exactly this long.
package struct LifetimeRule: Sendable {
    /// The claim from which the lifetime is counted.
    package let start: MemberName
    package let longest: TimeSpan
    package let source: RuleSource
}
