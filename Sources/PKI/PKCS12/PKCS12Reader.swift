package import OpenSSL

/// A program, or a kind of programs, that is to open a PKCS#12, with what it opens.
package struct PKCS12Reader: Sendable {
    /// What `--for` takes: `modern`.
    package let name: String
    /// Which programs that is.
    package let programs: String
    package let algorithms: PKCS12Algorithms
    /// What becomes of a file that is to have no passphrase.
    package let withoutPassphrase: WithoutPassphrase
    /// Which passphrases its programs agree on.
    package let passphrases: Passphrases
    /// Why these algorithms, and where that is known from.
    package let reason: String

    package enum WithoutPassphrase: Sendable {
        /// Neither encryption nor MAC.
        case unprotected
        /// Keys derived from no passphrase at all, for programs that want a MAC in any case and take an empty field
        /// for that.
        case derivedFromNothing
    }

    package enum Passphrases: Sendable {
        case any
        /// The programs encode others in ways of their own, or refuse them.
        case ascii
    }

    package func protection(_ passphrase: Secret?) -> PKCS12Protection {
        guard let passphrase else {
            return withoutPassphrase == .unprotected ? .none : .passphrase(nil, algorithms)
        }
        return .passphrase(passphrase, algorithms)
    }

    /// The first is the default.
    package static let all = [modern, apple, android, windows, java8, openssl1]

    package static func named(_ name: String) -> PKCS12Reader? { all.first { $0.name == name } }

    /// As many as .NET 9 and later derive unasked (X509CertificateLoader: 300,000 for the MAC, as many for each key,
    /// 1,000,000 for all keys); the JDK goes up to 5,000,000.
    private static let strongIterations: Int32 = 300_000

    /// Old algorithms on old devices: a passphrase that is guessed fails elsewhere too.
    private static let legacyIterations: Int32 = 100_000

    private static let strong = PKCS12Algorithms(
        encryption: .aes256, macDigest: .sha256, iterations: strongIterations)

    private static let legacy = PKCS12Algorithms(
        encryption: .tripleDES, macDigest: .sha1, iterations: legacyIterations)

    package static let modern = PKCS12Reader(
        name: "modern",
        programs:
            "OpenSSL 1.1 and 3, Java 8u301, 11.0.12 and later, .NET, NSS (Firefox), GnuTLS, Windows 10 1709 and Server 2019",
        algorithms: strong, withoutPassphrase: .unprotected, passphrases: .any,
        reason: "nothing weaker is needed; more iterations .NET's loader refuses by default")

    package static let apple = PKCS12Reader(
        name: "apple",
        programs: "macOS and iOS (Keychain, configuration profiles, SecPKCS12Import)",
        algorithms: legacy, withoutPassphrase: .derivedFromNothing, passphrases: .any,
        reason:
            "most versions answer \"wrong password\" to AES and to a MAC with SHA-256, and refuse a file without a MAC"
    )

    package static let android = PKCS12Reader(
        name: "android",
        programs: "Android 13 and older (the system's certificate installer)",
        algorithms: legacy, withoutPassphrase: .unprotected, passphrases: .any,
        reason: "answers \"wrong password\" to PBES2, and has no RC2")

    package static let windows = PKCS12Reader(
        name: "windows",
        programs: "Windows up to Server 2016 and Windows 10 1703, and all later ones",
        algorithms: legacy, withoutPassphrase: .derivedFromNothing, passphrases: .any,
        reason:
            "knows neither PBES2 nor a MAC with SHA-256; without a passphrase Windows itself derives keys from nothing"
    )

    package static let java8 = PKCS12Reader(
        name: "java8",
        programs: "Java before 8u301 and 11.0.12",
        algorithms: legacy, withoutPassphrase: .derivedFromNothing, passphrases: .ascii,
        reason: "knows no PBES2 in PKCS#12 and no HmacPBESHA256; passphrases are ASCII")

    package static let openssl1 = PKCS12Reader(
        name: "openssl1",
        programs: "OpenSSL 1.0 and 1.1, and what is linked with them",
        algorithms: strong, withoutPassphrase: .unprotected, passphrases: .ascii,
        reason:
            "1.0.0 and later open AES and SHA-256 as well; 1.0 and 1.1 encode other passphrases than ASCII differently"
    )
}
