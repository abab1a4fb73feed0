/// A private key in a bag, as it is stored there.
package enum BaggedKey: Sendable {
    /// PKCS#8, DER.
    case plain(Secret)
    /// Encrypted PKCS#8, DER.
    case shrouded(Secret, PartEncryption)
}
