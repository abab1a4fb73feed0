import Arguments
import OpenSSL
import PKI

extension Failure {
    /// Why a file cannot be used as a PKCS#12.
    init(pkcs12 error: PKCS12Error) {
        switch error {
        case .notPKCS12:
            self.init(
                .badInput, "expected a PKCS#12, found something else",
                hint: "make one with signet pkcs12 pack")
        case .javaKeyStore:
            self.init(
                .badInput, "expected a PKCS#12, found an old Java keystore (JKS)",
                hint: "keytool -importkeystore -srckeystore OLD -destkeystore NEW -deststoretype pkcs12")
        case .malformed(let reason): self.init(.badInput, "malformed PKCS#12 (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed PKCS#12: more bytes follow its end")
        case .publicKeyIntegrity:
            self.init(.badInput, "signet does not support PKCS#12 with a signature instead of a MAC")
        case .unsupportedContents(let type):
            self.init(.badInput, "signet does not support parts of type \(type.printable)")
        case .unsupportedEncryption(let name): self.init(key: .unsupportedEncryption(name: name))
        case .unsupportedMAC(let name):
            self.init(.badInput, "signet does not support the MAC algorithm \(name.printable)")
        case .derivationTooCostly(let iterations, let limit):
            self.init(
                .badInput,
                iterations == .max
                    ? "the key derivations require more iterations than the limit of \(limit)"
                    : "the key derivations require \(iterations) iterations; the limit is \(limit)",
                hint: Self.moreIterations)
        case .tooManyBags(let limit):
            self.init(.badInput, "it contains more than \(limit) keys and certificates")
        case .nestedTooDeep(let limit): self.init(.badInput, "its bags are nested more than \(limit) deep")
        case .passphraseMissing:
            self.init(
                .badInput, "a passphrase is required",
                hint: "use --passphrase-file FILE, or --no-passphrase if there is none")
        case .wrongPassphrase:
            self.init(.badInput, "the passphrase is wrong, or everything that it protects is damaged")
        case .damaged(let part):
            self.init(
                .badInput,
                "the passphrase is right, but \(part) cannot be decrypted: it is damaged, or has another passphrase"
            )
        case .certificate(let error): self.init(certificate: error)
        case .key(.formMismatch):
            self.init(.badInput, "PKCS#12 cannot store a key of this type")
        case .key(let error): self.init(key: error)
        case .nameTooLong(let limit):
            self.init(.badInput, "the common name of a certificate has more than \(limit) characters")
        case .library(let error): self.init(openSSL: error)
        }
    }

    init(pkcs12 error: PKCS12Identity.Failure) {
        func list(_ names: [String]) -> String? {
            names.isEmpty
                ? nil
                : "use --name "
                    + names.prefix(5).map { ShellQuote.posix($0.printable) }.joined(separator: " or ")
        }
        switch error {
        case .file(let error): self.init(pkcs12: error)
        case .ambiguous(let keys, let names):
            self.init(.badInput, "expected one key, found \(keys)", hint: list(names))
        case .noSuchName(let known):
            let found =
                known.isEmpty ? "" : "; found \(known.prefix(10).map(\.quoted).joined(separator: ", "))"
            self.init(.badInput, "no key or certificate matches --name\(found)")
        case .empty: self.init(.badInput, "it contains neither keys nor certificates")
        }
    }
}

extension PKCS12Reader {
    var programs: String {
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
    var reason: String {
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
