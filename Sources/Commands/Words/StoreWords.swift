import OpenSSL

extension Failure {
    /// Why a store gives no key.
    init(store error: StoreError) {
        switch error {
        case .noModules:
            self.init(
                .badInput, "a static signet cannot use keys in tokens",
                hint: "use a signet that is linked with the system's OpenSSL")
        case .noProvider(let name):
            self.init(
                .badInput, "OpenSSL does not find the provider '\(name.printable)'",
                hint: "install it into the folder that `openssl version -m` prints, or set OPENSSL_MODULES")
        case .providerFailed(let error):
            self.init(
                .badInput, "the OpenSSL provider does not start\(error.inStore)",
                hint: "check that its token is reachable; for a TPM, TPM2OPENSSL_TCTI names it")
        case .noStore(let scheme):
            let hint =
                switch scheme {
                case "handle": "use --provider tpm2"
                case "pkcs11": "use --provider pkcs11"
                default: "use ./NAME for a file whose name contains a colon"
                }
            self.init(.badInput, "no loaded OpenSSL provider opens keys with such a URI", hint: hint)
        case .notFound:
            self.init(.badInput, "the token has no key with this name", hint: "list the keys of the token")
        case .several(let count):
            self.init(
                .badInput, "expected one key, found \(count) in the token",
                hint: "name the key with ;id= or ;object=")
        case .failed(let error):
            self.init(
                .badInput, "the token did not return a key with this name\(error.inStore)",
                hint:
                    "check the URI and the passphrase; for a TPM, tpm2_getcap handles-persistent lists the handles"
            )
        }
    }

    /// The provider of a stored key failed when it was to sign.
    init(signingInStore error: OpenSSLError) {
        if error.isAboutPassphrase {
            self.init(
                .badInput, "the token does not accept the key's passphrase\(error.inStore)",
                hint: "check the passphrase; it is used only if a handle: URI ends with ?pass")
        } else {
            self.init(
                .badInput, "the token does not sign with the key\(error.inStore)",
                hint: "use an algorithm that the token allows for the key")
        }
    }
}

extension OpenSSLError {
    /// What the provider says, in parentheses. libcrypto's own reasons mislead here: it also tries to open a file.
    fileprivate var inStore: String {
        guard let reason = reasons.first(where: \.isForeign) else { return "" }
        return " (\((reason.detail.isEmpty ? reason.text : "\(reason.text): \(reason.detail)").printable))"
    }

    /// No code says so in all providers.
    fileprivate var isAboutPassphrase: Bool {
        reasons.contains { reason in
            "\(reason.text) \(reason.detail)".split { !$0.isLetter }.contains {
                $0.hasPrefix("authorization") || $0 == "PIN"
            }
        }
    }
}
