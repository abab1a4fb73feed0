package import OpenSSL

extension Profile {
    /// - Parameter type: nil for a secret.
    package func checkKey(_ type: KeyType?) throws(ProfileViolation) {
        if type != key.type { throw keyViolation(.key(expected: "RSA with \(key.bits) bits")) }
    }

    /// Checks the form that a new private key is to be written in.
    package func checkKeyForm(_ form: KeyForm?, isPEM: Bool) throws(ProfileViolation) {
        if key.isFormFixed, form != key.form || !isPEM {
            throw keyViolation(.keyForm(expected: "\(key.form.rawValue) in PEM"))
        }
    }

    private func keyViolation(_ fact: ProfileViolation.Fact) -> ProfileViolation {
        ProfileViolation(profile: name, section: key.section, fact: fact)
    }
}
