package import JOSE
package import PKI

/// A platform's rules for one kind of its tokens, and for the key that signs them, as data. Each platform has a file
/// of its own, and whatever reads profiles (signing, verifying, making keys and certificates, the manual) reads this.
package struct Profile: Sendable {
    /// What `--profile` takes.
    package let name: String
    package let platform: String
    /// What the tokens are.
    package let tokens: String
    /// The section of the platform's document that has them.
    package let section: String
    package let header: HeaderRule
    package let key: KeyRule
    package let claims: [ClaimRule]
    package let lifetime: LifetimeRule
    /// What its times may count. The first is what signet writes where nobody chooses.
    package let timeUnits: [TimeUnit]
    /// Whether claims beyond the platform's own are its users' attributes, which must not change those.
    package let hasAttributes: Bool
    /// What is not as the document has it, or not in it, for people.
    package let notes: String
    /// What it demands of a certificate of the key; nil where it takes none.
    package let certificate: CertificateProfile?

    package static let all: [Profile] = [.ims, .sudoFSSO, .sudoTest, .sudoSignIn]

    package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

    func violation(_ fact: ProfileViolation.Fact) -> ProfileViolation {
        ProfileViolation(profile: name, section: section, fact: fact)
    }
}
