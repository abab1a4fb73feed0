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
    /// The section recommends it, and many tokens do not follow.
    case recommended(section: String)
    /// signet's own caution, or a rule of the user's own file.
    case signet

    /// What follows the name of the profile.
    var words: String {
        switch self {
        case .document(let section), .recommended(let section): ", \"\(section)\""
        case .sdks: ", as in the platform's SDKs"
        case .signet: ""
        }
    }

    /// In brackets.
    package var remark: String {
        switch self {
        case .document(let section), .recommended(let section): " (\"\(section)\")"
        case .sdks: " (from the platform's SDKs)"
        case .signet: ""
        }
    }
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
        /// A number of the profile's unit since 1970; in new tokens a whole one.
        case time
        /// A string that is not empty, or an array of such strings.
        case audience
        /// Any value.
        case json
    }

    package enum Source: Sendable {
        /// The caller must give it.
        case given
        /// Generated if it is missing: a random UUID, the current time, the end of the lifetime, or the constant or
        /// other claim that its kind names.
        case uuid, now, lifetime, kind
        /// The claim is optional and never generated.
        case optional
        /// The token must not have the claim.
        case forbidden
    }

    package let name: MemberName
    package let kind: Kind
    package let source: Source
    /// The meaning of the claim on the platform.
    package let meaning: String

    init(_ name: String, _ kind: Kind, _ source: Source, _ meaning: String) {
        self.name = MemberName(name)
        self.kind = kind
        self.source = source
        self.meaning = meaning
    }

    package var isRequired: Bool {
        switch source {
        case .given, .uuid, .now, .lifetime, .kind: true
        case .optional, .forbidden: false
        }
    }

    // Claims that many platforms have.
    static let tokenID = ClaimRule("jti", .text, .uuid, "a unique identifier of the token")
    static let issuedAt = ClaimRule("iat", .time, .now, "when the token was issued")
    static let notBefore = ClaimRule("nbf", .time, .optional, "when the token becomes valid")
    static let expiry = ClaimRule("exp", .time, .lifetime, "when the token expires")
}

/// A platform's rule for the header of a token.
package struct HeaderRule: Sendable {
    package enum KeyID: Sendable {
        case optional
        /// Required; the text is the default if the caller gives none.
        case required(standard: String?)
    }

    package enum TypeRule: Equatable, Sendable {
        case absent
        /// Byte for byte.
        case exactly(String)
        /// A media type, compared as RFC 7515 §4.1.9 says.
        case mediaType(String)
        /// Any type or none; new tokens have this one.
        case any(standard: String)
    }

    /// The algorithms that are allowed. If empty, every algorithm that the key allows. If there is only one, no flag
    /// selects another.
    package let algorithms: [Algorithm]
    /// The rule for `typ`.
    package let type: TypeRule
    package let keyID: KeyID
    /// Whether the header contains the public key, as `jwk`.
    package var hasKey = false
    /// Whether a token with other members is accepted nevertheless.
    package let allowsOthers: Bool
    /// The source of the rules for `typ` and for other members.
    package let source: RuleSource

    package var members: [String] {
        ["alg"] + (type == .absent ? [] : ["typ"]) + (hasKey ? ["jwk"] : ["kid"])
    }

    /// `typ` of new tokens.
    package var standardType: String? {
        switch type {
        case .absent: nil
        case .exactly(let type), .mediaType(let type), .any(let type): type
        }
    }

    package func allows(_ algorithm: Algorithm) -> Bool {
        algorithms.isEmpty || algorithms.contains { $0.name == algorithm.name }
    }

    package var requiresKeyID: Bool { if case .required = keyID { true } else { false } }
}

/// A platform's rule for the RSA key that signs its tokens.
package struct KeyRule: Sendable {
    /// The size of the modulus.
    package let bits: Int
    package let source: RuleSource
    /// The form in which the platform's software reads the private key.
    package var form = KeyForm.pkcs8
    /// Whether it can read no other form.
    package var isFormFixed = false
    /// The form in which the platform takes the public key.
    package var publicForm = KeyForm.spki

    package var type: KeyType { .rsa(bits: bits) }
}

/// How long a token may be valid.
package struct LifetimeRule: Sendable {
    /// The claim from which the lifetime is counted.
    package let start: MemberName
    /// How long after it `exp` may be; nil for any time.
    package let longest: TimeSpan?
    /// How long a new token is valid if the caller does not give `exp`.
    package let standard: TimeSpan
    package let source: RuleSource

    /// - Parameter standard: nil for the longest.
    init(start: MemberName, longest: TimeSpan?, standard: TimeSpan? = nil, source: RuleSource) {
        self.start = start
        self.longest = longest
        self.standard = standard ?? longest ?? .zero
        self.source = source
    }
}
