import Arguments
import JOSE
import OpenSSL
import PKI
import Platforms
import Words

/// The flags that say how a request or a certificate is signed.
enum SigningFlags {
    static let digest: Flag<DigestAlgorithm?> = Flag(
        "digest",
        .choice("DIGEST", DigestAlgorithm.allCases) { $0.flagWord }.proposing([
            "sha-256": "sha256", "sha-384": "sha384", "sha-512": "sha512",
        ]),
        absent: "sha256; for EC keys it depends on the curve", group: "Key", "sign with this digest",
        details: [
            .paragraph(
                """
                RSA keys sign with RSASSA-PKCS1-v1_5, RSA-PSS keys with RSASSA-PSS and the digest of their parameters, if \
                they have any. By default, \(Self.digestsOfCurves). \
                \(ByteKeyType.names.andList) have their own digest, so the flag is refused for them.
                """)
        ]
    )
    .proposed(
        Dictionary(
            uniqueKeysWithValues: DigestAlgorithm.allCases.map {
                ($0.flagWord, "use --digest \($0.flagWord)")
            }))

    private static let digestsOfCurves = Curve.allCases.filter { $0.digest != .sha256 }.map {
        "\($0.rawValue) keys use \($0.digest.rawValue)"
    }.andList

    static let kid = SharedFlags.kid()

    /// The platforms that have rules about certificates.
    static func profile(_ group: String, _ summary: String, details: [Block] = []) -> Flag<Profile?> {
        SharedFlags.profile(
            group, summary, details: details, of: Profile.all.filter { $0.certificate != nil })
    }

    /// Where the key at `path` is. There is no `--key-format`: an HMAC secret signs no certificate.
    ///
    /// - Parameter other: the path of another key, which may need the provider.
    static func location(
        _ path: String, beside other: String? = nil, _ passphrase: PassphraseOrigin,
        _ arguments: ParsedArguments
    ) -> KeyLocation {
        KeyLocation(
            path: path, id: arguments[kid],
            provider: KeyFlags.provider(for: path, beside: other, arguments),
            passphrase: passphrase, maximumIterations: arguments[KeyFlags.maximumIterations])
    }
}

extension DigestAlgorithm {
    fileprivate var flagWord: String { rawValue.lowercased().filter { $0 != "-" } }
}

extension KeyType {
    /// The digest of a signature: the one that `--digest` gives, or the usual one of the key. Nil for keys that have
    /// their own.
    ///
    /// - Parameter wanted: replaces the usual one.
    func digest(_ given: DigestAlgorithm?, wanted: DigestAlgorithm? = nil) throws -> DigestAlgorithm? {
        if case .bytes(let type) = self, given != nil {
            throw CommandError(
                .usage,
                "--digest cannot be used with \(name) keys, which have their own digest (\(type.family.standard))",
                hint: "leave out --digest")
        }
        if let given, case .rsaPSS(_, let parameters?) = self, given != parameters.allowedDigest {
            throw CommandError(
                .usage, "the RSA-PSS key requires \(parameters.digest), not \(given.rawValue)",
                hint: "leave out --digest")
        }
        return given ?? wanted ?? usualDigest
    }
}

extension InputFiles {
    /// A private key that is fit to sign.
    func signingKey(at location: KeyLocation) throws -> PrivateKey {
        let key = try privateKey(at: location)
        try about(location.source) { try Key(.privateKey(key)).judge() }
        return key
    }

    /// The private key of a file.
    func privateKey(at location: KeyLocation) throws -> PrivateKey {
        let loaded = try self.key(at: location)
        let key = try loaded.key(id: location.id, location.source)
        try loaded.refusePublic(key, location.source)
        guard case .privateKey(let privateKey) = key.material else {
            throw CommandError(.badInput, "expected a private key, found an HMAC secret").about(
                location.source)
        }
        return privateKey
    }

    /// The public key of a file with a private or a public key.
    func publicKey(at location: KeyLocation) throws -> PublicKey {
        let key = try oneKey(at: location)
        guard let publicKey = key.material.publicKey else {
            throw CommandError(.badInput, "expected a private or public key, found an HMAC secret").about(
                location.source)
        }
        return publicKey
    }
}
