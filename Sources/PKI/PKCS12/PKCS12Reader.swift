package import OpenSSL

/// A program or a group of programs that must be able to open a PKCS#12 file, with the options that it supports. The
/// first is the default. `Commands/Words` describes the programs and the reasons for the options.
package enum PKCS12Reader: String, CaseIterable, Sendable {
    case modern
    case apple
    case android
    case windows
    case java8
    case openssl1
    case fips

    package enum WithoutPassphrase: Sendable {
        /// Neither encryption nor MAC.
        case unprotected
        /// Keys are derived from no passphrase. This is for programs that require a MAC and take an empty field for
        /// no passphrase.
        case derivedFromNothing
    }

    package enum Passphrases: Sendable {
        case any
        /// Programs encode other characters in different ways or reject them.
        case ascii
    }

    package var algorithms: PKCS12Algorithms {
        switch self {
        // .NET 9 and later accept this many iterations by default (X509CertificateLoader: 300,000 for the MAC,
        // 300,000 for each key, 1,000,000 for all keys). The JDK accepts up to 5,000,000.
        case .modern, .openssl1:
            PKCS12Algorithms(encryption: .aes256, mac: .sha256, iterations: 300_000)
        case .fips: PKCS12Algorithms(encryption: .aes256, mac: .pbmac1, iterations: 300_000)
        // Old devices need old algorithms. More iterations would not protect a passphrase that can be guessed.
        case .apple, .android, .windows, .java8:
            PKCS12Algorithms(encryption: .tripleDES, mac: .sha1, iterations: 100_000)
        }
    }

    /// How to write a file without a passphrase.
    package var withoutPassphrase: WithoutPassphrase {
        switch self {
        case .modern, .android, .openssl1, .fips: .unprotected
        case .apple, .windows, .java8: .derivedFromNothing
        }
    }

    /// The passphrases that its programs encode alike.
    package var passphrases: Passphrases {
        switch self {
        case .modern, .apple, .android, .windows, .fips: .any
        case .java8, .openssl1: .ascii
        }
    }

    package func protection(_ passphrase: Secret?) -> PKCS12Protection {
        guard let passphrase else {
            return withoutPassphrase == .unprotected ? .none : .passphrase(nil, algorithms)
        }
        return .passphrase(passphrase, algorithms)
    }
}

extension PKCS12Reader {
    /// For the manual.
    package var programs: String {
        switch self {
        case .modern:
            "OpenSSL 1.1 and 3, Java 8u301, 11.0.12 and later, .NET, NSS (Firefox), GnuTLS, Windows 10 1709 and Server 2019"
        case .apple: "macOS and iOS (Keychain, configuration profiles, SecPKCS12Import)"
        case .android: "Android 13 and older (the system's certificate installer)"
        case .windows: "all versions of Windows, including Server 2016 and Windows 10 1703 and older"
        case .java8: "Java before 8u301 and 11.0.12"
        case .openssl1: "OpenSSL 1.0 and 1.1, and programs that are linked with them"
        case .fips:
            "programs that may use only algorithms approved by FIPS 140-3, such as OpenSSL 3.4 and later in FIPS mode"
        }
    }

    /// The reason for its algorithms.
    package var reason: String {
        switch self {
        case .modern:
            "nothing weaker is required; .NET's loader rejects more iterations by default"
        case .apple:
            "most versions report \"wrong password\" for AES and for a MAC with SHA-256, and reject a file without a MAC"
        case .android: "it reports \"wrong password\" for PBES2, and does not support RC2"
        case .windows:
            "the old versions support neither PBES2 nor a MAC with SHA-256; Windows derives keys even without a passphrase"
        case .java8:
            "it supports neither PBES2 in PKCS#12 nor HmacPBESHA256, and only ASCII passphrases"
        case .openssl1:
            "1.0.0 and later also open AES and SHA-256; 1.0 and 1.1 encode passphrases outside ASCII differently"
        case .fips:
            "the key derivation of the older MAC is not approved, so the MAC is PBMAC1 (RFC 9879); most programs cannot verify it yet"
        }
    }
}
