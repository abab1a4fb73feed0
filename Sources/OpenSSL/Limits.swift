/// What an untrusted file may cost. signet-limits(7) is made from this one table.
///
/// A file specifies the sizes of its numbers and its iteration counts, so even a small one can take hours. Within these
/// limits, a file takes three to five seconds of processor time at most.
package enum Limits {
    // MARK: keys from passphrases

    /// The iterations of all derivations of one file, each multiplied by the number of derived blocks: three seconds of
    /// PBKDF2 with SHA-256, five with SHA-512. A PKCS#12 of GnuTLS has 600,000, for seven blocks; the largest count in
    /// advice is 1,300,000 with SHA-1 (OWASP), for two blocks. `--max-iterations` overrides it.
    package static let iterations = 5_000_000
    /// The memory that libcrypto grants to scrypt (EVP_PBE_scrypt(3)), in bytes.
    package static let scryptBytes = 32 << 20

    // MARK: RSA

    /// The largest key that libcrypto computes with (OPENSSL_RSA_MAX_MODULUS_BITS).
    package static let rsaBits = 16_384
    /// The largest key whose p and q are computed if a JWK omits them.
    package static let rsaBitsWithoutFactors = 4_096
    package static let rsaExponentBits = 256
    /// The largest exponent with which libcrypto verifies if the key has more than 3,072 bits
    /// (OPENSSL_RSA_SMALL_MODULUS_BITS, OPENSSL_RSA_MAX_PUBEXP_BITS).
    package static let rsaExponentBitsOfLargeKeys = 64
    /// The largest key that is made because certificate parameters request it. `--new-key` overrides it.
    package static let requestedRSABits = 4_096

    // MARK: files, in bytes

    package static let keyFileBytes = 4 << 20
    /// What the private keys of a set may cost when it is read: each is compared with its public key, which takes a
    /// millisecond or two. The set of an issuer has a few keys, and no private ones.
    package static let setPrivateKeys = 3_000
    /// What an RSA key costs whose p and q are computed.
    package static let privateKeyWithoutFactors = 70
    package static let requestFileBytes = 4 << 20
    /// A bundle of all public roots has a quarter of a megabyte. The contents of the largest PKCS#12 fit, in PEM.
    package static let certificateFileBytes = 24 << 20
    /// Reading and checking one without its signature takes a third of a millisecond.
    package static let certificates = 5_000
    /// DER elements of all certificates of a file: twice as many as 5,000 ordinary certificates have. Each takes up to 300
    /// bytes of memory.
    package static let elements = 1_000_000
    package static let pkcs12FileBytes = 16 << 20
    /// The lists of large CAs have tens of megabytes.
    package static let revocationListFileBytes = 64 << 20
    /// Of a list, besides those of its entries. RFC 5280 §5.2 knows seven.
    package static let listExtensions = 1_000
    /// Of an entry of a list. RFC 5280 §5.3 knows four.
    package static let entryExtensions = 100
    /// Of the issuer of an entry of an indirect list. One is enough.
    package static let issuerNames = 10
    /// A response about one certificate has a few kilobytes.
    package static let responseFileBytes = 1 << 20
    package static let parametersFileBytes = 1 << 20
    /// Some millions of names of parties that tokens are signed for.
    package static let allowListBytes = 256 << 20
    /// Longer than anybody types, and short enough to be hashed quickly.
    package static let passphraseBytes = 64 << 10

    // MARK: PKCS#12

    /// The longest key that PBMAC1 may derive. A key longer than the longest digest adds nothing to an HMAC.
    package static let macKeyBytes = 64
    /// A bundle of all public roots has 150.
    package static let bags = 5_000
    package static let bagDepth = 4

    // MARK: paths of certificates

    /// The cost of verifying one signature, in units of a signature of P-256, which takes a tenth of a millisecond
    /// (``KeyFacts/verificationCost``).
    package static let signatureCost = 50
    /// What the signatures that are verified for one leaf may cost, each once.
    package static let pathSignatures = 1_000
    /// Steps from a certificate to an issuer.
    package static let pathSteps = 10_000
    /// What the signatures of one file may cost together: thousands of certificates with one name may each be the issuer
    /// of every other. An ordinary certificate needs one signature of its issuer, and this allows 2,200 of P-384.
    package static let fileSignatures = 22_000
    /// Comparisons of names, to find the issuers of the certificates of one file.
    package static let fileComparisons = 2_000_000
    /// Complete paths that are checked.
    package static let paths = 30
    package static let pathCertificates = 40
    /// Certificates that may have signed revocation lists, and their issuers.
    package static let listSigners = 100
    /// Answers of an OCSP response about one certificate. One is enough.
    package static let answers = 100
    /// Certificates in an OCSP response. One is enough.
    package static let responseCertificates = 100
    /// Entries of a revocation list with one serial number. An indirect list may have one for each issuer.
    package static let sameSerialNumbers = 100
    /// The size of certificatePolicies and policyMappings in all certificates of a path together.
    package static let policyBytes = 16 << 10
    /// The same for all paths of a file, counted once for each certificate of a path that they apply to.
    package static let filePolicyBytes = 16 << 20
    /// Comparisons of names with the name constraints of the CAs above them, for one leaf, over all of its paths. A
    /// comparison counts once for each 16 bytes of the constraint, and preparing a name as much for each of its own.
    package static let nameComparisons = 500_000
    /// The same for all certificates of a file together.
    package static let fileNameComparisons = 5_000_000
    /// Lists that are considered for the certificates of a file, each once for each certificate, and once more for each
    /// thousand comparisons of the places and issuers that both name.
    package static let fileListComparisons = 300_000
    /// Searches for the certificates of a file in lists that libcrypto does not use, which may contradict the others.
    package static let fileListSearches = 1_000_000
}
