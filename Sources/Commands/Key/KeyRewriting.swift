import Arguments
import JOSE
import Words

/// What `key convert` and `key public` have in common: they write a key of a file in another way.
struct KeyRewriting: Sendable {
    static let kid = Flag(
        "kid", .keyID(), group: "Key", "the kid to use from a JWKS, or to write",
        details: [ComputedKeyID.details()])

    let key: KeyLocation
    let id: String?
    /// The file with the certificate of the key; nil for the file of the key.
    private let certificate: String?
    let encoding: Encoding
    let restriction: KeyRestriction
    let output: Output

    init(_ arguments: ParsedArguments) {
        id = arguments[Self.kid]
        key = KeyFlags.location(arguments[KeyFlags.operand] ?? "-", writing: id, arguments)
        certificate = arguments[KeyFlags.certificate]
        encoding = arguments[SharedFlags.encoding]
        restriction = JWKFlags.restriction(arguments)
        output = Output(arguments)
    }

    /// Reads the file, and writes what `content` makes of it.
    func run(_ content: (LoadedKey, InputFiles) throws -> Outputs.Content) throws -> ExitStatus {
        try output.refuseTerminal(encoding)
        let inputs = InputFiles()
        try output.write(try content(try inputs.key(at: key), inputs), inputs)
        return .success
    }

    /// The key, or the one that `--kid` chooses, with what the flags say of it.
    func chosen(_ loaded: LoadedKey, _ inputs: InputFiles) throws -> Key {
        let found = try inputs.key(loaded, writing: id, at: key, certificate: certificate)
        return try about(key.source) { try restriction.applied(to: found) }
    }

    /// Warns of the members of JWKs that signet does not know, if the output could have them.
    static func warn(ofIgnored members: [String], _ source: String, _ format: KeyFormat) {
        guard case .jwk(let isSet) = format.structure, !members.isEmpty else { return }
        var seen: Set<String> = []
        let names = members.filter { seen.insert($0).inserted }.prefix(10).joined(separator: ", ")
        Console.warn("\(source.printable): the \(isSet ? "set" : "key") is written without \(names)")
    }

    /// Warns of the members of a JWK that forbid what the key can be used for in an output that cannot have them.
    static func warn(ofLimits key: Key, _ source: String, _ format: KeyFormat) {
        if case .jwk = format.structure { return }
        let usual = Algorithm.fitting(key.material).first
        let isUsual = { (name: String) in
            Algorithm.named(name).flatMap { usual?.isSynonym(of: $0, for: key.material) } ?? false
        }
        let limits = [
            key.algorithm.flatMap { isUsual($0) ? nil : "alg \($0.quoted)" },
            key.use.flatMap { $0 == "sig" ? nil : "use \($0.quoted)" },
            key.operations.flatMap { $0.contains("sign") || $0.contains("verify") ? nil : "key_ops" },
        ].compactMap { $0 }
        if limits.isEmpty { return }
        Console.warn(
            "\(source.printable): the key is written without \(limits.andList), so programs may use it with other algorithms or for other purposes"
        )
    }
}
