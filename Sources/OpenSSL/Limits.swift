/// What a file from somebody else may cost: the one table of it, from which signet-limits(7) is made.
///
/// A file says itself how large its numbers are and how often something is to be computed, and a small one can ask
/// for hours. Each attempt within a limit takes some seconds at most; a wrong passphrase may be several attempts, because
/// there are several ways to encode it.
package enum Limits {
    // MARK: keys from passphrases

    /// The iterations of all derivations of one file together, each counted once for every block of the key that is
    /// derived. `--max-iterations` lifts it.
    package static let iterations = 10_000_000
    /// The memory that libcrypto grants scrypt (EVP_PBE_scrypt(3)), in bytes.
    package static let scryptBytes = 32 << 20

    // MARK: RSA

    /// What libcrypto computes with (OPENSSL_RSA_MAX_MODULUS_BITS).
    package static let rsaBits = 16_384
    /// The size in which p and q are looked for, where a JWK leaves them out.
    package static let rsaBitsWithoutFactors = 4_096
    package static let rsaExponentBits = 256
    /// What libcrypto verifies with beyond 3,072 bits (OPENSSL_RSA_SMALL_MODULUS_BITS, OPENSSL_RSA_MAX_PUBEXP_BITS).
    package static let rsaExponentBitsOfLargeKeys = 64
    /// The size of a key that is made because certificate parameters ask for it. `--new-key` lifts it.
    package static let requestedRSABits = 4_096

    // MARK: files, in bytes

    package static let keyFileBytes = 4 << 20
    package static let requestFileBytes = 4 << 20
    /// A bundle of all public roots has a quarter of a megabyte.
    package static let certificateFileBytes = 16 << 20
    package static let pkcs12FileBytes = 16 << 20
    /// The lists of large CAs have tens of megabytes.
    package static let revocationListFileBytes = 64 << 20
    package static let parametersFileBytes = 1 << 20
    /// Longer than anybody types, and short enough to be hashed in no time.
    package static let passphraseBytes = 64 << 10

    // MARK: PKCS#12

    /// What PBMAC1 derives; the longest digest is the longest key of an HMAC that makes sense.
    package static let macKeyBytes = 64
    /// A bundle of all public roots has 150.
    package static let bags = 10_000
    package static let bagDepth = 4

    // MARK: paths of certificates

    /// What verifying one signature may take, in about a millisecond (``KeyFacts/verificationCost``). RSA of 16,384 bits
    /// with the usual exponent takes 2.
    package static let signatureCost = 4
    /// Signatures that are verified for one leaf, and for all leaves of a run together. One under a key that is far too
    /// large counts for several.
    package static let pathSignatures = 1_000
    package static let runSignatures = 20_000
    /// Steps from a certificate to an issuer.
    package static let pathSteps = 10_000
    /// Complete paths that are judged.
    package static let paths = 30
    package static let pathCertificates = 40
}
