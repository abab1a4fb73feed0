import OpenSSL
import PKI

extension Failure {
    /// What keeps a file from being a PKCS#12 that can be used.
    init(pkcs12 error: PKCS12Error) {
        switch error {
        case .notPKCS12:
            self.init(
                .badInput, "not a PKCS#12 file",
                hint: "signet pkcs12 pack makes one of a key and its certificates")
        case .javaKeyStore:
            self.init(
                .badInput, "a Java keystore of the old kind (JKS), not PKCS#12",
                hint: "keytool -importkeystore -deststoretype pkcs12 makes one of it")
        case .malformed(let reason): self.init(.badInput, "malformed PKCS#12 (\(reason.printable))")
        case .trailingBytes: self.init(.badInput, "malformed PKCS#12: more bytes follow its end")
        case .publicKeyIntegrity:
            self.init(.badInput, "its integrity is protected by a signature, which signet does not read")
        case .unsupportedContents(let type):
            self.init(.badInput, "a part of it is of the type \(type.printable), which signet does not open")
        case .unsupportedEncryption(let name): self.init(key: .unsupportedEncryption(name: name))
        case .unsupportedMAC(let name):
            self.init(.badInput, "its MAC is made with \(name.printable), which signet does not know")
        case .derivationTooCostly(let iterations, let limit):
            self.init(
                .badInput,
                iterations == .max
                    ? "its key derivations ask for more iterations than the limit of \(limit)"
                    : "its key derivations ask for \(iterations) iterations, and \(limit) is the limit",
                hint: Self.moreIterations)
        case .tooManyBags(let limit):
            self.init(.badInput, "more than \(limit) keys and certificates in one file")
        case .nestedTooDeep(let limit): self.init(.badInput, "bags in bags, more than \(limit) deep")
        case .passphraseMissing:
            self.init(
                .badInput, "a passphrase is needed",
                hint: "--passphrase-file FILE gives it; --no-passphrase says that there is none")
        case .wrongPassphrase: self.init(.badInput, "wrong passphrase (or all that it protects is damaged)")
        case .damaged(let part):
            self.init(
                .badInput,
                "the passphrase is right, and \(part) does not open: damaged, or encrypted with another")
        case .certificate(let error): self.init(certificate: error)
        case .key(.formMismatch):
            self.init(.badInput, "a key of this type cannot be stored in PKCS#12")
        case .key(let error): self.init(key: error)
        case .nameTooLong(let limit): self.init(.usage, "--name has more than \(limit) characters")
        case .library(let error): self.init(openSSL: error)
        }
    }

    init(pkcs12 error: PKCS12Identity.Failure) {
        func list(_ names: [String]) -> String? {
            names.isEmpty
                ? nil : "--name " + names.prefix(5).map { "'\($0.printable)'" }.joined(separator: " or ")
        }
        switch error {
        case .file(let error): self.init(pkcs12: error)
        case .ambiguous(let keys, let names):
            self.init(.badInput, "\(keys) keys, and nothing says which one", hint: list(names))
        case .noSuchName(let known): self.init(.badInput, "nothing in it has that name", hint: list(known))
        case .empty: self.init(.badInput, "neither keys nor certificates in it")
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
        }
    }

    /// Why it gets these algorithms.
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
        }
    }
}
