import Arguments
import JOSE
import OpenSSL
import PKI

/// What signs a request or a certificate: a private key, and a digest that goes with it.
enum SigningFlags {
    static let digest = UntypedFlag(
        "digest", value: .choice("DIGEST", ["sha256", "sha384", "sha512"]),
        default: "sha256; with EC by the curve", group: "Key", "sign with this digest",
        details: [
            """
            RSA keys sign with RSASSA-PKCS1-v1_5. Without the flag, P-384 takes SHA-384 and P-521 SHA-512. Ed25519 and \
            Ed448 have a digest of their own, and refuse the flag.
            """
        ])

    static let keyID = UntypedFlag("kid", value: Value("ID"), group: "Key", "the key of a JWKS with this kid")

    /// A private key that is fit to sign.
    static func key(
        _ path: String, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> PrivateKey {
        let key: Key
        do {
            key = try KeyLoading(arguments, inputs).key(path, id: arguments.value("kid"))
        } catch {
            // There is no --key-format here.
            let error = Failure(error)
            let isNoKey = error.hint == Failure(key: .notAKey).hint
            throw isNoKey
                ? Failure(error.status, error.message, hint: "PEM, DER, JWK and JWKS are recognised") : error
        }
        guard case .privateKey(let privateKey) = key.material else {
            let words = key.material.type == nil ? "an HMAC secret" : "a public key"
            throw Failure(.badInput, "\(words) cannot sign", hint: "give the private key").about(
                sourceName(path))
        }
        do {
            try key.judge()
        } catch {
            throw Failure(refusal: error).about(sourceName(path))
        }
        return privateKey
    }

    /// `--digest`, or what is usual for the key.
    ///
    /// - Parameter wanted: what the parameters or the profile ask for.
    static func digest(
        for key: KeyType, _ arguments: ParsedArguments, wanted: DigestAlgorithm? = nil
    ) throws -> DigestAlgorithm? {
        guard let word = arguments.value("digest") else {
            return key.usualDigest.map { wanted ?? $0 }
        }
        guard key.usualDigest != nil else {
            throw Failure(
                .usage, "--digest does not go with \(key.name), which has a digest of its own (RFC 8032)",
                hint: "leave out --digest")
        }
        return switch word {
        case "sha384": .sha384
        case "sha512": .sha512
        default: .sha256
        }
    }
}
