package import JOSE

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
