package import OpenSSL

/// A program, or a kind of programs, that is to open a PKCS#12, with what it opens. The first is the default; which
/// programs each is, and why it gets what it gets, is said in `Commands/Words`.
package enum PKCS12Reader: String, CaseIterable, Sendable {
    case modern
    case apple
    case android
    case windows
    case java8
    case openssl1

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

    package var algorithms: PKCS12Algorithms {
        switch self {
        // As many iterations as .NET 9 and later derive unasked (X509CertificateLoader: 300,000 for the MAC, as many
        // for each key, 1,000,000 for all keys); the JDK goes up to 5,000,000.
        case .modern, .openssl1:
            PKCS12Algorithms(encryption: .aes256, macDigest: .sha256, iterations: 300_000)
        // Old algorithms on old devices: a passphrase that is guessed fails elsewhere too.
        case .apple, .android, .windows, .java8:
            PKCS12Algorithms(encryption: .tripleDES, macDigest: .sha1, iterations: 100_000)
        }
    }

    /// What becomes of a file that is to have no passphrase.
    package var withoutPassphrase: WithoutPassphrase {
        switch self {
        case .modern, .android, .openssl1: .unprotected
        case .apple, .windows, .java8: .derivedFromNothing
        }
    }

    /// Which passphrases its programs agree on.
    package var passphrases: Passphrases {
        switch self {
        case .modern, .apple, .android, .windows: .any
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
