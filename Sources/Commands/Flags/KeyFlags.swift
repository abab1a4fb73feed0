import Arguments
import JOSE
import OpenSSL
import Words

/// The format in which a key file is read.
enum KeyFileFormat: String, CaseIterable {
    case auto, raw
}

/// The flags of every command that reads a key.
enum KeyFlags {
    static func key(_ summary: String) -> Flag<String?> {
        Flag("key", short: "k", .text("KEY", .file), group: "Key", summary, details: keyDetails)
            .proposed(for: otherNames)
    }

    static func requiredKey(_ summary: String) -> Flag<String> {
        Flag(required: "key", short: "k", .text("KEY", .file), group: "Key", summary, details: keyDetails)
            .proposed(for: otherNames)
    }

    /// For commands that take the key without a flag.
    static let operand = Operand(.file, "the key; standard input if omitted or `-`")
        .proposed(for: "key", "k", "in", "i", "file", "input", "infile", "private-key", "pub")

    private static let otherNames = [
        "private-key", "privkey", "public-key", "pubkey", "pub", "secret", "key-file", "inkey", "signkey",
    ]

    private static let keyDetails: [Block] = [
        .paragraph(
            """
            PEM or DER (PKCS#8, encrypted PKCS#8, PKCS#1, SEC1, SubjectPublicKeyInfo, PKCS#1 public, X.509), OpenSSH \
            (private keys without a passphrase, and public keys), PKCS#12 with one key, JWK, JWKS (with `--kid`), or a \
            URI; `-` is standard input. The format is detected automatically. A file of several certificates means the \
            leaf, the one that issued no other. \(consistency)
            """),
        .paragraph(
            """
            Two or more characters and a colon begin the URI of a key in a token, such as `pkcs11:object=ca` or \
            `handle:0x81000001`: signet-hsm(7). A file with such a name is `./NAME`.
            """),
    ]

    /// The note on private keys in all manuals.
    static let consistency =
        "A private key is refused if its parts do not match each other, or if it contains another key's public key."

    static let format = Flag(
        "key-format", .choice("FORMAT"), default: KeyFileFormat.auto, group: "Key",
        "raw: the file is an HMAC secret, byte for byte",
        details: ["A newline at the end of the file is then part of the secret."])

    static let allowShortSecret = Flag(
        "allow-short-secret", group: "Key", "accept an HMAC secret that is too short, with a warning",
        details: [
            """
            RFC 7518 requires at least 32 bytes for HS256, 48 for HS384 and 64 for HS512. Whoever has one token can guess \
            a shorter secret. Some vendors nevertheless issue them.
            """
        ])

    /// Adds to the error about a short secret that a flag allows it.
    static func proposingShortSecrets<Result: ~Copyable>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as KeyRuleError {
            let failure = CommandError(error)
            guard case .secretTooShort = error, let hint = failure.hint else { throw failure }
            throw CommandError(failure.status, failure.message, hint: "\(hint), or use --allow-short-secret")
        }
    }

    /// Warns of a secret that only `--allow-short-secret` allows.
    static func warn(ofShort key: Key, for algorithms: [Algorithm], _ source: String) {
        let short = key.shortfall(for: algorithms).map(\.name)
        if short.isEmpty { return }
        Console.warn(
            "\(source.printable): the secret is shorter than RFC 7518 requires for \(short.joined(separator: ", ")), so it may be guessed"
        )
    }

    static let passphrase = PassphraseFlags(of: "the key")

    static let maximumIterations = Flag(
        "max-iterations", .number(1...Int(Int32.max)), default: Limits.iterations, group: "Passphrase",
        "allow at most N iterations of key derivation",
        details: [
            """
            A file specifies its own iteration count, so even a small one can take hours to open. The counts are \
            added up before anything is derived. An iteration counts once for each block of the derived key; for \
            scrypt, each block operation counts.
            """
        ])

    static let provider = Flag(
        "provider", .text("NAME"), group: "Key", "load this OpenSSL provider for a key in a token",
        details: [
            """
            Loads the provider beside those of OpenSSL's configuration, and opens the key's URI with it alone. \
            `tpm2` opens `handle:`, `pkcs11` opens `pkcs11:`. signet-hsm(7) is a walk-through.
            """
        ])

    /// All flags except `--key`, which is an operand in some commands.
    static let all: [any AnyFlag] = [format, provider] + passphrase.all + [maximumIterations]

    static let rules = [passphrase.rule]

    /// The provider for one of several keys, or one beside the key that the flag is usually for: a file needs none.
    static func provider(forURI path: String, _ arguments: ParsedArguments) -> String? {
        StoreURI(path) == nil ? nil : arguments[provider]
    }

    /// The provider for the key at `path`.
    ///
    /// - Parameter other: the path of another key of the command. If neither is a URI, the file gets the provider too, so
    ///   that reading it refuses the flag.
    static func provider(
        for path: String, beside other: String?, _ arguments: ParsedArguments
    ) -> String? {
        isProvider(for: other, not: path) ? nil : arguments[provider]
    }

    /// Whether the provider is for another key of the command, because that is a URI and this one is a file.
    static func isProvider(for other: String?, not path: String) -> Bool {
        StoreURI(path) == nil && other.flatMap(StoreURI.init) != nil
    }

    /// The location of the key at `path`, with the flags that were typed.
    ///
    /// - Parameters:
    ///   - id: the kid of the requested key in a set.
    ///   - writtenID: the kid to write.
    ///   - other: the path of another key, which may need the provider.
    static func location(
        _ path: String, id: String? = nil, writing writtenID: String? = nil, beside other: String? = nil,
        _ arguments: ParsedArguments
    ) -> KeyLocation {
        KeyLocation(
            path: path, id: id, isRaw: arguments[format] == .raw, mayBeRaw: arguments.allows(format),
            isKept: writtenID == ComputedKeyID.x5t.rawValue,
            provider: provider(for: path, beside: other, arguments),
            passphrase: passphrase.origin(arguments), maximumIterations: arguments[maximumIterations])
    }
}

/// The location of a key and how to open it. ``InputFiles`` reads it.
struct KeyLocation: Sendable {
    /// A file, `-`, or the URI of a key in a store.
    var path: String
    /// The kid of the requested key in a set.
    var id: String?
    /// Whether a flag can give it.
    var mayHaveID = true
    /// Whether the whole file is an HMAC secret.
    var isRaw = false
    /// Whether a flag can say so.
    var mayBeRaw = false
    /// Whether a single key will do, or only a set.
    var expected = Expectation.key
    /// Whether the bytes of the file are needed after the key was read.
    var isKept = false
    /// The OpenSSL provider that has the store.
    var provider: String?
    let passphrase: PassphraseOrigin
    let maximumIterations: Int

    var opening: PKCS12Opening {
        PKCS12Opening(passphrase: passphrase, maximumIterations: maximumIterations)
    }

    /// The name that errors show.
    var source: String { StoreURI(path)?.source ?? sourceName(path) }
}

/// The flags that state in a JWK what its key is for.
enum JWKFlags {
    static let use = Flag(
        "use", .choice("USE", of: KeyUse.self), group: "Key", "put this use into the JWK: sig or enc")
    static let algorithm = Flag(
        "alg", short: "a", .algorithm, group: "Key", "put this alg into the JWK",
        details: ["The key can then be used with this algorithm only (RFC 7517 §4.4)."])

    static let all: [any AnyFlag] = [use, algorithm]

    /// Every algorithm that signet knows is for signatures.
    static let rule = Rule.excludes(
        use.isOne(of: .encryption), algorithm, because: "these algorithms are for signatures")

    /// The flags require one of `conditions`.
    static func requiring(_ conditions: any Conditional...) -> [Rule] {
        [rule, .requires(use, conditions), .requires(algorithm, conditions)]
    }

    static func restriction(_ arguments: ParsedArguments) -> KeyRestriction {
        KeyRestriction(use: arguments[use], algorithm: arguments[algorithm])
    }
}

/// What `--use` and `--alg` state.
struct KeyRestriction: Sendable {
    let use: KeyUse?
    let algorithm: Algorithm?

    /// The key with them in place of its own.
    func applied(to key: Key) throws -> Key {
        var key = key
        try key.restrict(to: use, algorithm)
        return key
    }

    /// The key with them where it has none.
    func filled(into key: Key) throws -> Key {
        var key = key
        try key.restrict(to: key.use == nil ? use : nil, key.algorithm == nil ? algorithm : nil)
        return key
    }
}
