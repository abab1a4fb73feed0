package import JOSE
package import OpenSSL
package import PKI

/// A platform's rules for one kind of token and for the key that signs it, as data. Each platform has its own file.
/// Signing, verifying, making keys and certificates, and the manual all read these rules.
package struct Profile: Sendable {
    /// The raw values are the names of the profiles for users and programs.
    package enum ID: String, Sendable {
        case ims
        case sudoFSSO = "sudo-fsso"
        case sudoTest = "sudo-test"
        case sudoSignIn = "sudo-signin"
    }

    package let id: ID
    package let platform: String
    /// The source of the rules for the algorithm, `kid` and the claims.
    package let source: RuleSource
    package let header: HeaderRule
    package let key: KeyRule
    package let claims: [ClaimRule]
    package let lifetime: LifetimeRule
    /// The allowed units of its times. The first is the default for writing.
    package let timeUnits: [TimeUnit]
    /// Whether other claims are attributes of the user, which must not replace the platform's own.
    package let hasAttributes: Bool
    /// The requirements for a certificate of the key; nil if the platform takes no certificate.
    package let certificate: CertificateProfile?

    package var name: String { id.rawValue }

    package static let all: [Profile] = [.ims, .sudoFSSO, .sudoTest, .sudoSignIn]

    package static func named(_ name: String) -> Profile? { all.first { $0.name == name } }

    func violation(_ fact: ProfileViolation.Fact, _ source: RuleSource) -> ProfileViolation {
        ProfileViolation(profile: name, source: source, fact: fact)
    }
}

extension Profile {
    /// - Parameter type: nil for an HMAC secret.
    package func checkKey(_ type: KeyType?) throws(ProfileViolation) {
        if type != key.type { throw violation(.key(rsaBits: key.bits), key.source) }
    }

    /// Checks the form in which a new private key is to be written.
    package func checkKeyForm(_ form: KeyForm?, isPEM: Bool) throws(ProfileViolation) {
        if key.isFormFixed, form != key.form || !isPEM {
            throw violation(.keyForm(key.form), .sdks)
        }
    }
}
