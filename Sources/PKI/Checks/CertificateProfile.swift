/// What a platform demands of the certificates that it is given: rules as data.
package struct CertificateProfile: Sendable {
    package let name: String
    package let rsaBits: Int
    /// libcrypto's name.
    package let signatureAlgorithm: String
    package let isCA: Bool

    /// IMS takes an X.509 certificate of an RSA key of 2048 bits, signed with SHA-256 with RSA.
    package static let ims = CertificateProfile(
        name: "ims", rsaBits: 2048, signatureAlgorithm: "sha256WithRSAEncryption", isCA: false)

    package static let all = [ims]
}
