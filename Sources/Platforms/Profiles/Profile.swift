package import JOSE
package import OpenSSL
package import PKI

/// A platform's rules for one kind of its tokens, and for the key that signs them, as data. Each platform has a file
/// of its own, and whatever reads profiles (signing, verifying, making keys and certificates, the manual) reads this.
package struct Profile: Sendable {
    /// The raw values are the names that programs and people call the profiles by.
    package enum ID: String, Sendable {
        case ims
        case sudoFSSO = "sudo-fsso"
        case sudoTest = "sudo-test"
        case sudoSignIn = "sudo-signin"
    }

    package let id: ID
    package let platform: String
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
    /// What it demands of a certificate of the key; nil where it takes none.
    package let certificate: CertificateProfile?

    package var name: String { id.rawValue }

    package static let all: [Profile] = [.ims, .sudoFSSO, .sudoTest, .sudoSignIn]

    package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

    func violation(_ fact: ProfileViolation.Fact) -> ProfileViolation {
        ProfileViolation(profile: name, section: section, fact: fact)
    }
}

extension Profile {
    /// - Parameter type: nil for a secret.
    package func checkKey(_ type: KeyType?) throws(ProfileViolation) {
        if type != key.type { throw keyViolation(.key(rsaBits: key.bits)) }
    }

    /// Checks the form that a new private key is to be written in.
    package func checkKeyForm(_ form: KeyForm?, isPEM: Bool) throws(ProfileViolation) {
        if key.isFormFixed, form != key.form || !isPEM {
            throw keyViolation(.keyForm(key.form))
        }
    }

    private func keyViolation(_ fact: ProfileViolation.Fact) -> ProfileViolation {
        ProfileViolation(profile: name, section: key.section, fact: fact)
    }
}
