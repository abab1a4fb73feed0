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
