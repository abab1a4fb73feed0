package import OpenSSL

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
