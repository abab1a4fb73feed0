import Arguments
import JOSE
import OpenSSL
import PKI
import Platforms
import Words

enum CSRCreate: SignetCommand {
    static let key = KeyFlags.key("the private key to request a certificate for")
    static let newKey = Flag(
        "new-key", .newKey, group: "Key",
        "make a key: \((["rsa:2048", "ec:P-256"] + ByteKeyType.all.map(\.word)).orList)",
        details: [
            .paragraph(
                """
                With `--params`, this flag can be left out: the key at `--key-out` is then made as the parameters require. An RSA \
                key with more than \(Limits.requestedRSABits) bits takes long to make, so it must be requested with \
                `--new-key` as well.
                """)
        ]
    )
    .proposed(for: "newkey")
    .proposed(["x509": "make a certificate with signet cert create"])
    static let keyOut = Flag("key-out", .output, group: "Key", "write the new key to FILE, as PKCS#8 PEM")
        .proposed(for: "keyout")
    static let encrypt = Flag(
        "encrypt", group: "Key", "encrypt the new key with a passphrase",
        details: ["The encryption is that of `signet keygen`."]
    )
    .passphrase(from: "passphrase")
    .proposed(["nodes": "leave it out: without --encrypt, the key is not encrypted"])
    static let subject = PurposeFlags.subject(details: [
        """
        The section SUBJECTS describes how names are written. With `--params`, the flag gives the subject if the parameters \
        have none.
        """
    ])
    static let parameters = Flag(
        "params", .file, group: "Names", "read certificate parameters from FILE, as JSON")
    static let ignoreUnknown = Flag(
        "ignore-unknown", group: "Names", "ignore unknown members of the parameters")
    static let passphrase = PassphraseFlags(of: "the key", proposedFor: ["passin", "passout"])

    private static let flags: [any AnyFlag] =
        [
            key, SigningFlags.kid, newKey, keyOut, encrypt, SigningFlags.digest, subject, parameters,
            ignoreUnknown,
        ] + PurposeFlags.all + [SharedFlags.encoding, SharedFlags.out, SharedFlags.force] + passphrase.all + [
            KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help,
        ]

    private static let rules: [Rule] =
        [
            .excludes(key, newKey, encrypt),
            .requires(newKey, keyOut),
            .requires(encrypt, keyOut),
            .exactlyOne(key, keyOut),
            .requires(keyOut, newKey, parameters),
            .requires(SigningFlags.kid, key),
            .requires(KeyFlags.provider, key),
            .requires(key, subject, parameters),
            .requires(keyOut, subject, parameters),
            .requires(ignoreUnknown, parameters),
            passphrase.rule,
        ] + passphrase.requiring(key, encrypt)

    static let declaration = Command(
        name: "create",
        synonyms: ["req", "csr generate", "csr new", "csr gen", "csr make"],
        summary: "create a certificate request (PKCS#10)",
        discussion: [
            """
            Creates a certificate request (PKCS#10, RFC 2986) for a key and signs the request with it. The contents come \
            from flags, or from certificate parameters (`--params`). The key is an \
            existing one (`--key`) or a new one (`--new-key`, written to `--key-out` with mode 0600). The request and a \
            new key appear together or not at all.
            """,
            """
            Without `--key-usage` and `--ext-key-usage` the request contains only names, and the issuer decides what the \
            certificate may be used for. `--params` reads the requirements of an issuer as JSON; the request is checked \
            against them before it is written.
            """,
        ],
        flags: flags,
        rules: rules,
        examples: [
            Example(
                "With an existing key",
                "signet csr create --key key.pem --subject CN=example.org --san dns:example.org"),
            Example(
                "For a web server, with a new key",
                "signet csr create --new-key ec:P-256 --key-out key.pem --subject CN=example.org --san dns:example.org --san dns:www.example.org --out request.pem"
            ),
            Example(
                "With a longer subject, for a user",
                "signet csr create --key key.pem --subject 'CN=Jo Do,O=Acme\\, Inc.,C=DE' --san email:jo@example.org --out request.pem"
            ),
            Example(
                "For SAP Secure Login Server, which requires DER",
                "signet csr create --params params.json --key-out key.pem --encoding der --out request.der"),
            Example("Show the request", "signet csr inspect request.pem"),
        ],
        exitStatuses: .standard(
            badInput: "the key or the parameters are malformed, or do not match each other"),
        sections: PurposeFlags.sections + [parametersSection],
        seeAlso: ["signet-csr-inspect(1)", "signet-cert-create(1)", "signet-keygen(1)", "signet-sls(7)"])
}

struct CSRCreateRequest: CommandRequest {
    enum KeySource {
        case existing(KeyLocation)
        /// - Parameters:
        ///   - type: nil for what the parameters require.
        ///   - passphrase: nil if the key is not encrypted.
        case new(type: KeyType?, path: String, passphrase: PassphraseOrigin?)
    }

    let key: KeySource
    let digest: DigestAlgorithm?
    /// Nil: that of the parameters.
    let subject: DistinguishedName?
    /// Without those of the parameters.
    let purposes: Purposes
    /// A file of certificate parameters, or `-`.
    let parameters: String?
    let ignoresUnknown: Bool
    let encoding: Encoding
    let output: Output

    init(_ arguments: ParsedArguments) {
        let passphrase = CSRCreate.passphrase
        if let path = arguments[CSRCreate.keyOut] {
            key = .new(
                type: arguments[CSRCreate.newKey], path: path,
                passphrase: arguments[CSRCreate.encrypt] ? passphrase.origin(arguments) : nil)
        } else {
            key = .existing(
                SigningFlags.location(
                    arguments[CSRCreate.key] ?? "-", passphrase.origin(arguments), arguments))
        }
        digest = arguments[SigningFlags.digest]
        subject = arguments[CSRCreate.subject]
        purposes = PurposeFlags.purposes(arguments)
        parameters = arguments[CSRCreate.parameters]
        ignoresUnknown = arguments[CSRCreate.ignoreUnknown]
        encoding = arguments[SharedFlags.encoding]
        output = Output(arguments)
    }
}

extension CSRCreate {
    static let parametersSection = Section(
        "CERTIFICATE PARAMETERS",
        [
            """
            `--params FILE` reads a JSON object, for example one made from the response of a Secure Login Server. Every \
            member is optional. An unknown member is an error unless `--ignore-unknown` is given; even then, one member \
            must be known. A member whose name differs from a known one only in case is always an error. The answer to \
            a log-in that failed (its `status` says error, failed or denied) is refused.
            """,
            .definitions(CertificateParameters.Member.allCases.map { ($0.rawValue, $0.meaning) }),
            .verbatim(
                """
                {"subject": "CN=JDO", "keyType": "RSA", "keySize": 2048, "signatureAlgorithm": "SHA256withRSA",
                 "subjectAltNamesRfc822": "jo@example.org", "keyUsage": ["digitalSignature", "keyEncipherment"],
                 "extendedKeyUsage": ["clientAuth"]}
                """),
            """
            If neither the parameters nor the flags name usages, the request contains those that are known to work with \
            SAP's server: key usage `digitalSignature` and `keyEncipherment` (EC and Ed25519: `digitalSignature`), \
            extended key usage `clientAuth`. An empty array means no usage.
            """,
            """
            Names from `--san` are added to those of the parameters. A key of another type or size, another subject, and \
            flags that contradict the parameters are refused.
            """,
        ])
}

extension CertificateParameters.Member {
    /// What the member is, for the manual.
    fileprivate var meaning: String {
        switch self {
        case .subject: "the subject, in RFC 4514 form"
        case .keyType: "`RSA`, `EC` (or `ECDSA`) or `Ed25519`; the default is `RSA`"
        case .keySize:
            "bits of the key, as a number or a string: 2048 to 16384 for RSA, 256, 384 or 521 for EC. If it is missing, a new key has 2048 or 256"
        case .signatureAlgorithm:
            "`SHA256withRSA`, `SHA384withRSA`, `SHA512withRSA`, the same with `ECDSA`, or `Ed25519`; OpenSSL's names (`sha256WithRSAEncryption`, `ecdsa-with-SHA256`) too"
        case .emailAddresses: "email addresses: a comma-separated list, or an array"
        case .hosts: "host names: a comma-separated list, or an array"
        case .keyUsage: "an array of the names that `--key-usage` accepts"
        case .extendedKeyUsage: "an array of the names or OIDs that `--ext-key-usage` accepts"
        case .clientKeySize: "the same as `keySize`"
        }
    }
}

extension ValueFormat where Result == KeyType {
    /// A key to make: `rsa`, `rsa:2048`, `ec`, `ec:P-256`, `ed25519`.
    static var newKey: Self {
        let examples =
            RSAKeyRules.usualBits.map { "rsa:\($0)" } + Curve.names.map { "ec:\($0)" }
            + ByteKeyType.all.map(\.word)
        return Self("SPEC", .suggestion(examples.map { Value.Choice($0) })) { word in
            let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let size = parts.count > 1 ? String(parts[1]) : nil
            switch (parts.first?.lowercased(), size) {
            case ("rsa", let size): return .rsa(bits: try size.map(rsaBits) ?? RSAKeyRules.defaultBits)
            case ("ec", let size): return .ec(try size.map(curve) ?? .p256)
            case (let type, nil):
                if let type = ByteKeyType.all.first(where: { $0.word == type }) { return .bytes(type) }
                fallthrough
            default:
                throw InvalidValue.unknown(
                    word, among: ["rsa:BITS", "ec:CURVE"] + ByteKeyType.all.map(\.word))
            }
        }
    }

    private static func rsaBits(_ text: String) throws -> Int {
        guard let bits = Int(text), RSAKeyRules.isSize(bits) else {
            throw InvalidValue.because(
                "the size of an RSA key must be \(RSAKeyRules.sizeWords)",
                hint: "use --new-key rsa:\(RSAKeyRules.defaultBits)")
        }
        return bits
    }

    private static func curve(_ text: String) throws -> Curve {
        guard let curve = Curve.allCases.first(where: { $0.rawValue.lowercased() == text.lowercased() })
        else { throw InvalidValue.unknown(text, among: Curve.names) }
        return curve
    }
}
