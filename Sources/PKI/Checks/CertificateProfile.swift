package import OpenSSL

/// What a platform demands of the certificates that it is given: rules as data.
package struct CertificateProfile: Sendable {
    package let name: String
    /// The section of the platform's document.
    package let section: String
    package let rsaBits: Int
    /// libcrypto's name, and the digest that is part of it.
    package let signatureAlgorithm: String
    package let digest: DigestAlgorithm
    package let isCA: Bool

    package init(
        name: String, section: String, rsaBits: Int, signatureAlgorithm: String, digest: DigestAlgorithm,
        isCA: Bool
    ) {
        self.name = name
        self.section = section
        self.rsaBits = rsaBits
        self.signatureAlgorithm = signatureAlgorithm
        self.digest = digest
        self.isCA = isCA
    }

    /// The profile with the section that has its rules.
    var words: String { "\(name) (\"\(section)\")" }
}
