import Arguments
import JOSE
import OpenSSL
import Platforms
import System

enum Keygen: SignetCommand {
    enum KeyKind: String, CaseIterable {
        case rsa, ec, ed25519, ed448, hmac
    }

    static let declaration = Command(
        name: "keygen",
        summary: "make a key pair (or an HMAC secret)",
        discussion: [
            """
            Makes a private key and writes it to standard output or to `--out`; `--public-out` writes the public \
            half beside it. Without flags: RSA with 2048 bits, PKCS#8, PEM.
            """,
            """
            A file that holds a private key or a secret has mode 0600 from its first byte on. It appears whole or \
            not at all, and never in place of a file that exists, unless `--force` is given.
            """,
        ],
        flags: [
            Flag(
                "type", short: "t", value: .choice("TYPE", KeyKind.allCases.map(\.rawValue)), default: "rsa",
                group: "Key", "what to make: RSA, EC, Ed25519, Ed448, or a secret for HMAC"),
            Flag(
                "bits", value: Value("N"), default: "2048 for rsa, 256 for hmac", group: "Key",
                "size of an RSA key or an HMAC secret",
                details: [
                    """
                    RSA: 2048 to 16384. HMAC: 256 to 8192, a multiple of 8; HS384 needs 384, HS512 needs 512. The \
                    public exponent of RSA keys is 65537.
                    """
                ]),
            Flag(
                "curve", value: .choice("CURVE", Curve.allCases.map(\.rawValue)), default: "P-256",
                group: "Key",
                "curve of an EC key"),
            Flag(
                "kid", value: Value("ID|thumbprint", .suggestion([Value.Choice("thumbprint")])), group: "Key",
                "put this kid into a JWK; thumbprint: the RFC 7638 thumbprint"),
            ProfileFlag.flag(
                "Key", "make a key that a platform takes: signet-profiles(7)",
                details: [
                    "RSA with the bits that it asks for, the private and the public key in the forms that are read there."
                ]),
            Flag(
                "format", short: "f",
                value: .choice("FORMAT", PrivateFormat.allCases.map(\.rawValue)),
                default: "pkcs8; jwk for hmac", group: "Output", "form of the private key",
                details: [
                    "`pkcs1` is for RSA, `sec1` for EC, `raw` (the bytes and nothing else) for HMAC."
                ]),
            KeyWriting.encodingFlag,
            Flag(
                "encrypt", group: "Output", "encrypt the private key with a passphrase",
                details: [
                    """
                    PKCS#8 with PBES2: AES-256-CBC, PBKDF2 with HMAC-SHA-256 and 600,000 iterations. The passphrase \
                    comes from one of the passphrase flags, or is asked for on the terminal, twice.
                    """
                ]),
            SharedFlags.out,
            Flag("public-out", value: .output, group: "Output", "write the public half to FILE"),
            Flag(
                "public-format", value: .choice("FORMAT", PublicFormat.allCases.map(\.rawValue)),
                default: "spki",
                group: "Output", "form of the public half", details: PublicFormat.details),
            Flag(
                "count", value: Value("N"), group: "Output", "make N keys, on all cores, into `--out-dir`",
                details: [
                    """
                    The files are `key-1.pem`, … and `key-1.pub.pem`, …, numbered with leading zeros (`.der`, `.jwk`, \
                    `.bin` in other forms). If one of the names is taken, nothing is made. If making stops half-way, the \
                    files that are there are whole.
                    """
                ]),
            Flag(
                "out-dir", value: Value("DIR", .directory), group: "Output",
                "the folder for `--count`; made if missing"),
            SharedFlags.force,
        ] + PassphraseSource.flags(of: "the new key") + [SharedFlags.help],
        rules: PassphraseSource.rules() + [
            .requires("count", oneOf: ["out-dir"]),
            .requires("out-dir", oneOf: ["count"]),
            .excludes("count", ["out", "public-out"]),
            .requires("passphrase-file", oneOf: ["encrypt"]),
            .requires("passphrase-fd", oneOf: ["encrypt"]),
            .requires("passphrase-env", oneOf: ["encrypt"]),
        ],
        examples: [
            Example("An RSA key and its public half", "signet keygen --out key.pem --public-out pub.pem"),
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
        exitStatuses: SharedExitStatuses.standard(
            badInput: "the passphrase cannot be used, or a key cannot have that form"),
        seeAlso: [
            "signet-key-inspect(1)", "signet-key-public(1)", "signet-key-convert(1)", "signet-profiles(7)",
        ])

    static func run(_ arguments: ParsedArguments) throws(Failure) -> ExitStatus {
        let request = try KeygenRequest(arguments)
        let inputs = InputFiles()
        if let batch = request.batch { return try KeygenBatch(request, batch).run(inputs) }
        let passphrase = try request.newPassphrase(inputs)
        let key = try request.makeKey()
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(
            try KeyWriting.privateContent(key, request.format, request.encoding, passphrase: passphrase),
            to: request.out)
        if let path = request.publicOut {
            outputs.add(
                try KeyWriting.publicContent(key, request.publicFormat, request.publicEncoding), to: path)
        }
        try outputs.write(inputs: inputs)
        return .success
    }
}

/// What `signet keygen` was asked for.
struct KeygenRequest {
    enum Material {
        case pair(KeyType)
        case secret(bytes: Int)

        /// Nil for a secret.
        var type: KeyType? {
            if case .pair(let type) = self { type } else { nil }
        }
    }

    struct Batch {
        let count: Int
        let folder: String
    }

    let material: Material
    let format: PrivateFormat
    let encoding: Encoding
    let publicFormat: PublicFormat
    let id: String?
    let out: String?
    let publicOut: String?
    let mayReplace: Bool
    let batch: Batch?
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) throws(Failure) {
        self.arguments = arguments
        let kind = arguments.choice("type", as: Keygen.KeyKind.self) ?? .rsa
        material = try Self.material(kind, arguments)
        format = arguments.choice("format") ?? Self.standardFormat(kind, arguments.profile)
        encoding = arguments.choice("encoding") ?? .pem
        publicFormat =
            arguments.choice("public-format")
            ?? (arguments.profile?.key.publicForm == .pkcs1Public ? .pkcs1 : .spki)
        id = arguments.value("kid")
        out = arguments.value("out")
        publicOut = arguments.value("public-out")
        mayReplace = arguments.has("force")
        batch = try Self.batch(arguments)
        if let profile = arguments.profile { try check(by: profile) }
        try Self.check(kind, format, publicFormat, arguments)
    }

    private static func standardFormat(_ kind: Keygen.KeyKind, _ profile: Profile?) -> PrivateFormat {
        if kind == .hmac { return .jwk }
        return profile?.key.form == .pkcs1 ? .pkcs1 : .pkcs8
    }

    private func check(by profile: Profile) throws(Failure) {
        do {
            try profile.checkKey(material.type)
            try profile.checkKeyForm(format.form, isPEM: encoding == .pem)
        } catch {
            throw Failure(.usage, error.words, hint: "leave it to --profile")
        }
    }

    /// JSON has no DER, so `--encoding der` then speaks of the other half alone.
    var publicEncoding: Encoding { publicFormat.isJSON ? .pem : encoding }

    private static func material(_ kind: Keygen.KeyKind, _ arguments: ParsedArguments) throws(Failure)
        -> Material
    {
        if arguments.has("curve"), kind != .ec { throw Failure(.usage, "--curve goes with --type ec") }
        if arguments.has("bits"), kind != .rsa, kind != .hmac {
            throw Failure(
                .usage, "--bits goes with --type rsa or hmac", hint: kind == .ec ? "--curve P-384" : nil)
        }
        switch kind {
        case .rsa:
            return .pair(
                .rsa(bits: try bits(arguments, 2048, RSAKeyRules.minimumBits...RSAKeyRules.maximumBits)))
        case .ec: return .pair(.ec(arguments.choice("curve") ?? .p256))
        case .ed25519: return .pair(.ed25519)
        case .ed448: return .pair(.ed448)
        case .hmac: return .secret(bytes: try bits(arguments, 256, 256...8192) / 8)
        }
    }

    private static func bits(
        _ arguments: ParsedArguments, _ standard: Int, _ range: ClosedRange<Int>
    ) throws(Failure) -> Int {
        guard let text = arguments.value("bits") else { return standard }
        guard let bits = Int(text), range.contains(bits), bits % 8 == 0 else {
            throw Failure(
                .usage, "--bits is a multiple of 8 from \(range.lowerBound) to \(range.upperBound)",
                hint: "--bits \(standard)")
        }
        return bits
    }

    private static func batch(_ arguments: ParsedArguments) throws(Failure) -> Batch? {
        guard let folder = arguments.value("out-dir"),
            let count = try arguments.number("count", 1...10_000_000)
        else { return nil }
        return Batch(count: count, folder: folder)
    }

    private static func check(
        _ kind: Keygen.KeyKind, _ format: PrivateFormat, _ publicFormat: PublicFormat,
        _ arguments: ParsedArguments
    ) throws(Failure) {
        if kind == .hmac {
            if arguments.has("public-out") || arguments.has("public-format") {
                throw Failure(
                    .usage, "an HMAC secret has no public half: whoever verifies with it can sign too")
            }
            if arguments.has("encrypt") { throw Failure(.usage, "an HMAC secret has no encrypted form") }
            if ![.jwk, .jwks, .raw].contains(format) {
                throw Failure(
                    .usage, "an HMAC secret has no \(format.rawValue) form",
                    hint: "--format jwk or --format raw")
            }
        }
        if format == .raw, kind != .hmac { throw Failure(.usage, "--format raw goes with --type hmac") }
        if format == .pkcs1, kind != .rsa { throw Failure(.usage, "--format pkcs1 goes with --type rsa") }
        if format == .sec1, kind != .ec { throw Failure(.usage, "--format sec1 goes with --type ec") }
        if publicFormat == .pkcs1, kind != .rsa {
            throw Failure(.usage, "--public-format pkcs1 goes with --type rsa")
        }
        if arguments.has("public-format"), !arguments.has("public-out"), !arguments.has("count") {
            throw Failure(.usage, "--public-format goes with --public-out")
        }
        if arguments.has("encrypt"), format != .pkcs8 {
            throw Failure(.usage, "--encrypt goes with --format pkcs8")
        }
        if arguments.value("encoding") == "der", [.jwk, .jwks, .raw].contains(format) {
            throw Failure(.usage, "--encoding der does not go with --format \(format.rawValue)")
        }
        if arguments.has("kid"), ![.jwk, .jwks].contains(format), !publicFormat.isJSON {
            throw Failure(.usage, "--kid goes with a JWK", hint: "--format jwk or --public-format jwk")
        }
    }

    func newPassphrase(_ inputs: InputFiles) throws(Failure) -> Secret? {
        guard arguments.has("encrypt") else { return nil }
        return try PassphraseSource(arguments).new(for: out ?? "the new key", inputs)
    }

    func makeKey() throws(Failure) -> Key {
        var key: Key
        switch material {
        case .pair(let specification):
            key = Key(
                .privateKey(
                    try saying(Failure.init(key:)) { () throws(KeyError) in try .generate(specification) }))
        case .secret(let bytes):
            key = Key(
                .secret(
                    try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try Random.secret(bytes) }
                ))
        }
        key.id = try key.id(for: id)
        return key
    }
}
