import Arguments
import JOSE
import OpenSSL
import Platforms
import Words

enum Keygen: SignetCommand {
    enum KeyKind: Hashable, CaseIterable {
        case rsa, ec
        case bytes(ByteKeyType)
        case hmac

        static let allCases = pairs + [.hmac]
        static let pairs = [.rsa, .ec] + ByteKeyType.all.map(bytes)
        static let ofOpenSSH = [.rsa, .ec] + ByteKeyType.all.filter { $0.sshName != nil }.map(bytes)
    }

    static let type = Flag(
        "type", short: "t",
        .choice("TYPE").proposing([
            "ml-dsa": "ml-dsa-65", "mldsa": "ml-dsa-65", "dilithium": "ml-dsa-65", "akp": "ml-dsa-65",
            "mldsa44": "ml-dsa-44", "mldsa65": "ml-dsa-65", "mldsa87": "ml-dsa-87",
            "ecc": "ec", "ecdsa": "ec", "eddsa": "ed25519", "okp": "ed25519", "oct": "hmac",
            "x25519": "ed25519", "hs256": "hmac", "hs384": "--type hmac --bits 384",
            "hs512": "--type hmac --bits 512", "rs256": "rsa", "secret": "hmac", "symmetric": "hmac",
        ]).proposing(sizes), default: KeyKind.rsa, group: "Key",
        "the type of key; hmac is a secret",
        details: [
            "ML-DSA (FIPS 204) requires OpenSSL 3.5. PKCS#8 and JWK then have the seed of the key (RFC 9881, RFC 9964)."
        ]
    )
    .proposed(for: "algorithm", "kty", "key-type", "kind")
    /// Types with a size, as other tools spell them.
    private static var sizes: [String: String] {
        var flags: [String: String] = [:]
        for bits in RSAKeyRules.usualBits {
            for word in ["rsa\(bits)", "rsa:\(bits)", "rsa-\(bits)"] {
                flags[word] = "--type rsa --bits \(bits)"
            }
        }
        for curve in Curve.allCases {
            for word in curve.spellings + curve.spellings.map({ "ec:\($0)" }) + [
                curve.algorithmName.lowercased()
            ] {
                flags[word] = "--type ec --curve \(curve.rawValue)"
            }
        }
        return flags
    }
    static let bits = Flag(
        "bits", .number(256...RSAKeyRules.maximumBits),
        absent: "\(RSAKeyRules.defaultBits) for rsa, 256 for hmac", group: "Key",
        "size of an RSA key or an HMAC secret",
        details: [
            """
            RSA: 2048 to 16384. HMAC: 256 to 8192; HS384 requires 384, HS512 requires 512. The public exponent of RSA \
            keys is 65537.
            """
        ]
    )
    .proposed(for: "b", "size", "key-size", "length", "numbits", "modulus")
    static let curve = Flag(
        "curve",
        .choice("CURVE", of: Curve.self).proposing(
            Dictionary(
                Curve.allCases.flatMap { curve in curve.spellings.map { ($0, curve.rawValue) } }
                    + ByteKeyType.all.map { ($0.word, "--type \($0.word)") }
            ) { $1 }), absent: "P-256",
        group: "Key",
        "curve of an EC key"
    )
    .proposed(for: "crv", "ec-curve", "named-curve")
    static let kid = Flag(
        "kid", .keyID(ComputedKeyID.ofKeys, orNone: false), group: "Key",
        "write this kid, or one made from the key",
        details: [
            ComputedKeyID.details(ComputedKeyID.ofKeys, orNone: false),
            "An OpenSSH key has the kid as its comment.",
        ]
    )
    .proposed(for: "C", "comment", "id", "key-id")
    static let profile = SharedFlags.profile(
        "Key", "make a key that a platform accepts",
        details: [
            "The key is RSA with the size that the platform requires, and both keys have the formats that it reads; see signet-profiles(7)."
        ], of: Profile.all.filter { $0.key != nil })
    static let format = Flag(
        "format", short: "f", .keyFormat(KeyFormat.ofPrivateKeys), absent: "pkcs8; jwk for hmac",
        group: "Output", "format of the private key")
    static let encrypt = Flag(
        "encrypt", group: "Output", "encrypt the private key with a passphrase",
        details: [
            """
            PKCS#8 with PBES2: AES-256-CBC, PBKDF2 with HMAC-SHA-256 and 600,000 iterations. The passphrase \
            comes from one of the passphrase flags; otherwise it is asked for on the terminal, twice.
            """
        ]
    )
    .passphrase(from: "passphrase")
    .proposed(for: "cipher", "aes256", "aes-256-cbc", "aes128", "aes192", "des3")
    static let publicOut = Flag(
        "public-out", .output, group: "Output", "write the public key to FILE",
        details: [
            """
            If two commands replace the same two files at the same time, at least one fails, because the files may then \
            belong to two keys.
            """
        ]
    )
    .proposed(for: "pub", "pubout", "public", "public-key", "out-public")
    static let publicFormat = Flag(
        "public-format", .keyFormat(KeyFormat.ofPublicKeys), absent: "spki", group: "Output",
        "format of the public key", details: [KeyFormat.commentNote])
    static let count = Flag(
        "count", .number(1...10_000_000), group: "Output", "make N keys, on all cores, in `--out-dir`",
        details: [
            """
            The files are `key-1.pem`, … and `key-1.pub.pem`, …, numbered with leading zeros (`.der`, `.jwk`, \
            `.openssh`, `.bin` in other formats). If one of the files exists, no key is made, unless \
            `--force` is given. If the command is interrupted or fails, the existing files are complete, and a note says how \
            many keys were made. Progress is shown if standard error is a terminal.
            """
        ])
    static let outDir = Flag(
        "out-dir", .directory, group: "Output", "the folder for `--count`; created if missing"
    )
    .proposed(for: "dir", "output-dir")
    static let passphrase = PassphraseFlags(of: "the new key", proposedFor: ["passout"])

    private static let rules: [Rule] =
        [
            .requires(bits, type.isOne(of: .rsa, .hmac)),
            .requires(curve, type.isOne(of: .ec)),
        ] + typeRules(format, KeyFormat.ofPrivateKeys) + typeRules(publicFormat, KeyFormat.ofPublicKeys) + [
            .excludes(
                curve.isOne(of: Curve.allCases.filter { $0.sshName == nil }), format.isOne(of: .openssh),
                publicFormat.isOne(of: .openssh)),
            .excludes(
                type.isOne(of: .hmac), isOne(format) { !$0.types.contains(.hmac) },
                because: "use --format jwk or raw"),
            .excludes(
                type.isOne(of: .hmac), publicOut, publicFormat, because: "an HMAC secret has no public key"),
            .excludes(type.isOne(of: .hmac), encrypt, SharedFlags.encoding.isOne(of: .der)),
            .requires(publicFormat, publicOut, count),
            .excludes(encrypt, isOne(format) { !$0.isEncryptable }),
            .excludes(SharedFlags.encoding.isOne(of: .der), isOne(format) { !$0.isASN1 }),
            .requires(
                kid, isOne(format, where: \.hasKeyID), type.isOne(of: .hmac),
                publicFormat.isOne(of: KeyFormat.ofPublicKeys.filter(\.hasKeyID))),
            .excludes(format.isOne(of: .raw), kid, JWKFlags.use, JWKFlags.algorithm),
            .requires(count, outDir),
            .requires(outDir, count),
            .excludes(count, SharedFlags.out, publicOut),
            passphrase.rule,
        ]

    private static let jwkRules = JWKFlags.requiring(
        isOne(format, where: \.isJWK), type.isOne(of: .hmac), isOne(publicFormat, where: \.isJWK))

    private static func isOne(
        _ flag: Flag<KeyFormat?>, where isMeant: (KeyFormat) -> Bool
    ) -> Condition { flag.isOne(of: KeyFormat.ofPrivateKeys.filter(isMeant)) }

    /// Some formats are for some types alone.
    private static func typeRules(_ flag: Flag<KeyFormat?>, _ formats: [KeyFormat]) -> [Rule] {
        formats.filter { !KeyKind.pairs.allSatisfy($0.types.contains) }.map {
            .requires(flag.isOne(of: $0), type.isOne(of: $0.types))
        }
    }

    static let declaration = Command(
        name: "keygen",
        synonyms: [
            "genkey", "genpkey", "genrsa", "ssh-keygen", "key create", "key generate", "key new", "key gen",
            "key make",
            "generate", "gen", "genpair", "jwk create", "crypto keypair",
        ],
        summary: "make a key pair or an HMAC secret",
        discussion: [
            """
            Makes a private key and writes it to standard output or to `--out`; `--public-out` writes the public \
            key beside it. Without flags: RSA with 2048 bits, PKCS#8, PEM.
            """,
            """
            A file that holds a private key or a secret has mode 0600 from its first byte on. It appears complete or \
            not at all, and does not replace an existing file unless `--force` is given.
            """,
        ],
        flags: [
            type, bits, curve, kid, JWKFlags.use, JWKFlags.algorithm, profile, format, SharedFlags.encoding,
            encrypt, SharedFlags.out,
            publicOut,
            publicFormat, count, outDir, SharedFlags.force,
        ] + passphrase.all + [SharedFlags.help],
        rules: rules + jwkRules + passphrase.requiring(encrypt),
        examples: [
            Example("An RSA key and its public key", "signet keygen --out key.pem --public-out pub.pem"),
            Example(
                "A P-256 key as JWK, named by its thumbprint",
                "signet keygen --type ec --format jwk --kid thumbprint --out key.jwk --public-out pub.jwks --public-format jwks"
            ),
            Example(
                "An encrypted key", "signet keygen --encrypt --passphrase-file secret.txt --out key.pem"),
            Example(
                "A key for the Sudo Platform's tests",
                "signet keygen --profile sudo-test --out test.pem --public-out test.pub.pem"),
            Example("A secret for HS256", "signet keygen --type hmac --out secret.jwk"),
            Example("A thousand keys", "signet keygen --type ed25519 --count 1000 --out-dir keys"),
        ],
        exitStatuses: .standard(badInput: "the passphrase cannot be used, or a key cannot have that format"),
        seeAlso: [
            "signet-key-inspect(1)", "signet-key-public(1)", "signet-key-convert(1)", "signet-profiles(7)",
            "signet-batch(7)",
        ])
}

extension Keygen.KeyKind: RawRepresentable {
    init?(rawValue: String) {
        guard let kind = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
        self = kind
    }

    var rawValue: String {
        switch self {
        case .rsa: "rsa"
        case .ec: "ec"
        case .bytes(let type): type.word
        case .hmac: "hmac"
        }
    }
}

struct KeygenRequest: CommandRequest, Sendable {
    enum Material {
        case pair(KeyType)
        case secret(bytes: Int)

        /// Nil for an HMAC secret.
        var type: KeyType? {
            if case .pair(let type) = self { type } else { nil }
        }
    }

    /// Many keys at once, in a folder.
    struct Batch {
        let count: Int
        let folder: String
    }

    let material: Material
    let format: KeyFormat
    let encoding: Encoding
    let publicFormat: KeyFormat
    let id: String?
    let restriction: KeyRestriction
    /// The source of the new key's passphrase; nil if the key is not encrypted.
    let passphrase: PassphraseOrigin?
    let output: Output
    let publicOut: String?
    let batch: Batch?

    init(_ arguments: ParsedArguments) throws {
        let kind = arguments[Keygen.type]
        let profile = arguments[Keygen.profile]
        material = try Self.material(kind, bits: arguments[Keygen.bits], curve: arguments[Keygen.curve])
        let (form, publicForm) = (profile?.key?.form ?? .pkcs8, profile?.key?.publicForm ?? .spki)
        format =
            arguments[Keygen.format]
            ?? (kind == .hmac ? .jwk : KeyFormat.ofPrivateKeys.first { $0.privateForm == form } ?? .pkcs8)
        encoding = arguments[SharedFlags.encoding]
        publicFormat =
            arguments[Keygen.publicFormat]
            ?? KeyFormat.ofPublicKeys.first { $0.publicForm == publicForm } ?? .spki
        id = arguments[Keygen.kid]
        restriction = JWKFlags.restriction(arguments)
        passphrase = arguments[Keygen.encrypt] ? Keygen.passphrase.origin(arguments) : nil
        output = Output(arguments)
        publicOut = arguments[Keygen.publicOut]
        batch = arguments[Keygen.count].flatMap { count in
            arguments[Keygen.outDir].map { Batch(count: count, folder: $0) }
        }
        if let profile { try check(by: profile) }
        if let algorithm = restriction.algorithm, !algorithm.fits(material.type) {
            let fitting = Algorithm.all.filter { $0.fits(material.type) }.map(\.name)
            // A type does not go with the size of another one.
            let hasSize = arguments.isGiven(Keygen.bits)
            let isTyped = hasSize || arguments.isGiven(Keygen.type) || arguments.isGiven(Keygen.curve)
            let flags = [
                hasSize ? nil : try Self.type(for: algorithm), isTyped ? "--alg \(fitting.orList)" : nil,
            ]
            throw CommandError(
                .usage,
                KeyRuleError.algorithmDoesNotFit(algorithm: algorithm.name, fitting: fitting).message,
                hint: "use \(flags.compactMap(\.self).joined(separator: ", or "))")
        }
        // A profile may set another default format.
        if passphrase != nil, !format.isEncryptable {
            throw CommandError(.usage, "--encrypt requires --format pkcs8")
        }
    }

    /// JSON and OpenSSH have no DER, so `--encoding der` then applies only to the private key.
    var publicEncoding: Encoding { publicFormat.isASN1 ? encoding : .pem }

    private static func material(
        _ kind: Keygen.KeyKind, bits: Int?, curve: Curve?
    ) throws -> Material {
        switch kind {
        case .rsa:
            .pair(
                .rsa(
                    bits: try checked(bits, RSAKeyRules.defaultBits, RSAKeyRules.sizes)))
        case .ec: .pair(.ec(curve ?? .p256))
        case .bytes(let type): .pair(.bytes(type))
        case .hmac: .secret(bytes: try checked(bits, 256, 256...8192) / 8)
        }
    }

    /// What makes a key for an algorithm.
    private static func type(for algorithm: Algorithm) throws -> String? {
        if let curve = Curve.allCases.first(where: { algorithm.fits(.ec($0)) }) {
            return "--type ec --curve \(curve.rawValue)"
        }
        if case .secret(let bytes) = algorithm.key { return "--type hmac --bits \(bytes * 8)" }
        return try Keygen.KeyKind.allCases.first {
            algorithm.fits(try material($0, bits: nil, curve: nil).type)
        }.map { "--type \($0.rawValue)" }
    }

    private static func checked(_ bits: Int?, _ standard: Int, _ range: ClosedRange<Int>) throws -> Int {
        guard let bits else { return standard }
        guard range.contains(bits), bits % 8 == 0 else {
            throw CommandError(
                .usage,
                "--bits must be a multiple of 8 from \(range.lowerBound) to \(range.upperBound), not \(bits)",
                hint: "use --bits \(standard)")
        }
        return bits
    }

    private func check(by profile: Profile) throws {
        do {
            try profile.checkKey(material.type)
            // An encrypted key is always PKCS#8.
            let form = passphrase == nil ? format.privateForm : .pkcs8
            try profile.checkKeyForm(form, isPEM: encoding == .pem)
        } catch {
            throw CommandError(
                .usage, CommandError(error).message, hint: "leave out the flags that --profile decides")
        }
    }
}
