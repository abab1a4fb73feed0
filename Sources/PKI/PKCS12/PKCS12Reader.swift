package import OpenSSL

/// A program or a group of programs that must be able to open a PKCS#12 file, with the options that it supports.
/// ``allCases`` has one row for each; the first is the default.
package struct PKCS12Reader: RawRepresentable, CaseIterable, Sendable {
    package enum WithoutPassphrase: Sendable {
        /// Neither encryption nor MAC.
        case unprotected
        /// Keys are derived from no passphrase. This is for programs that require a MAC and take an empty field for
        /// no passphrase.
        case derivedFromNothing
    }

    package let rawValue: String
    package let algorithms: PKCS12Algorithms
    /// How to write a file without a passphrase.
    package let withoutPassphrase: WithoutPassphrase
    /// Whether its programs encode other characters of passphrases in different ways, or reject them.
    package let requiresASCII: Bool
    /// For the manual.
    package let programs: String
    /// The reason for its algorithms.
    package let reason: String

    private init(
        _ name: String, _ algorithms: PKCS12Algorithms, _ withoutPassphrase: WithoutPassphrase,
        requiresASCII: Bool = false, programs: String, reason: String
    ) {
        (rawValue, self.algorithms, self.withoutPassphrase) = (name, algorithms, withoutPassphrase)
        (self.requiresASCII, self.programs, self.reason) = (requiresASCII, programs, reason)
    }

    // .NET 9 and later accept this many iterations by default (X509CertificateLoader: 300,000 for the MAC,
    // 300,000 for each key, 1,000,000 for all keys). The JDK accepts up to 5,000,000.
    private static let aes = PKCS12Algorithms(encryption: .aes256, mac: .sha256, iterations: 300_000)
    private static let approved = PKCS12Algorithms(encryption: .aes256, mac: .pbmac1, iterations: 300_000)
    // Old devices need old algorithms. More iterations would not protect a passphrase that can be guessed.
    private static let old = PKCS12Algorithms(encryption: .tripleDES, mac: .sha1, iterations: 100_000)

    package static let modern = PKCS12Reader(
        "modern", aes, .unprotected,
        programs:
            "OpenSSL 1.1 and 3, Java 8u301, 11.0.12 and later, .NET, NSS (Firefox), GnuTLS, Windows 10 1709 and Server 2019",
        reason: "nothing weaker is required; .NET's loader rejects more iterations by default")

    package static let apple = PKCS12Reader(
        "apple", old, .derivedFromNothing,
        programs: "macOS and iOS (Keychain, configuration profiles, SecPKCS12Import)",
        reason:
            "most versions report \"wrong password\" for AES and for a MAC with SHA-256, and reject a file without a MAC"
    )

    package static let allCases = [
        modern, apple,
        PKCS12Reader(
            "android", old, .unprotected,
            programs: "Android 13 and older (the system's certificate installer)",
            reason: "it reports \"wrong password\" for PBES2, and does not support RC2"),
        PKCS12Reader(
            "windows", old, .derivedFromNothing,
            programs: "all versions of Windows, including Server 2016 and Windows 10 1703 and older",
            reason:
                "the old versions support neither PBES2 nor a MAC with SHA-256; Windows derives keys even without a passphrase"
        ),
        PKCS12Reader(
            "java8", old, .derivedFromNothing, requiresASCII: true,
            programs: "Java before 8u301 and 11.0.12",
            reason: "it supports neither PBES2 in PKCS#12 nor HmacPBESHA256, and only ASCII passphrases"),
        PKCS12Reader(
            "openssl1", aes, .unprotected, requiresASCII: true,
            programs: "OpenSSL 1.0 and 1.1, and programs that are linked with them",
            reason:
                "1.0.0 and later also open AES and SHA-256; 1.0 and 1.1 encode passphrases outside ASCII differently"
        ),
        PKCS12Reader(
            "fips", approved, .unprotected,
            programs:
                "programs that may use only algorithms approved by FIPS 140-3, such as OpenSSL 3.4 and later in FIPS mode",
            reason:
                "the key derivation of the older MAC is not approved, so the MAC is PBMAC1 (RFC 9879); most programs cannot verify it yet"
        ),
    ]

    package init?(rawValue: String) {
        guard let reader = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = reader
    }

    package func protection(_ passphrase: Secret?) -> PKCS12Protection {
        passphrase == nil && withoutPassphrase == .unprotected ? .none : .passphrase(passphrase, algorithms)
    }
}
