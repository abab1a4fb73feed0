package import JOSE
package import OpenSSL
package import PKI

/// A platform's or a standard's rules for one kind of token and for the key that signs it, as data. Each platform has
/// its own file, and users may have files of their own. Signing, verifying, making keys and certificates, and the manual
/// all read these rules.
package struct Profile: Sendable {
    /// For users and programs.
    package let name: String
    package let platform: String
    /// The purpose of the tokens.
    package let tokens: String
    /// What the rules are silent about, or how they differ from the platform's document.
    package let notes: String
    /// The source of the rules for the algorithm, `kid` and the claims.
    package let source: RuleSource
    package let header: HeaderRule
    /// Nil if every key is accepted that the algorithm is.
    package let key: KeyRule?
    package let claims: [ClaimRule]
    package let lifetime: LifetimeRule
    /// The allowed units of its times. The first is the default for writing.
    package let timeUnits: [TimeUnit]
    /// Whether other claims are attributes of the user, which must not replace the platform's own.
    package let hasAttributes: Bool
    /// The requirements for a certificate of the key; nil if the platform takes no certificate.
    package let certificate: CertificateProfile?

    func violation(_ fact: ProfileError.Fact, _ source: RuleSource) -> ProfileError {
        ProfileError(profile: name, source: source, fact: fact)
    }
}

extension Profile {
    /// - Parameter type: nil for an HMAC secret.
    package func checkKey(_ type: KeyType?) throws(ProfileError) {
        guard let key else { return }
        if type != key.type { throw violation(.key(rsaBits: key.bits), key.source) }
    }

    /// The algorithms that a new token may have.
    ///
    /// - Parameter fitting: those of the key.
    /// - Throws: if there is none.
    package func allowed(among fitting: [Algorithm]) throws(ProfileError) -> [Algorithm] {
        let allowed = fitting.filter(header.allows)
        if allowed.isEmpty, !fitting.isEmpty {
            throw violation(.keyAlgorithm(expected: header.algorithms.map(\.name)), source)
        }
        return allowed
    }

    /// Checks the form in which a new private key is to be written.
    package func checkKeyForm(_ form: KeyForm?, isPEM: Bool) throws(ProfileError) {
        if let key, key.isFormFixed, form != key.form || !isPEM {
            throw violation(.keyForm(key.form), .sdks)
        }
    }
}
