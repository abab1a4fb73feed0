import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

enum KeyJWKS: SignetCommand {
    static let file = Operand(
        repeatable: .file, "keys, certificates and sets; standard input if omitted or `-`"
    )
    .proposed(for: "key", "k", "in", "i", "file", "input", "jwks", "cert", "add")
    static let remove = Flag(
        repeatable: "remove", .text("KID"), group: "Key", "leave out the key with this kid",
        details: [
            """
            The key is left out even if another input contains it without a kid. A kid that no key has is an error.
            """
        ]
    )
    .proposed(for: "delete", "exclude", "without", "rm")

    private static let discussion: [Block] = [
        """
        Writes one JWKS of the public keys of all inputs, in their order, for verifiers to download. An input is a \
        private or public key, a certificate, a JWK, an existing set, or a PEM file with several of them. Private keys \
        and sets of private keys are read, but only their public keys are written. HMAC secrets are refused. The values of \
        `--use` and `--alg` are added to every key that has none.
        """,
        """
        A key that occurs several times, such as a private key and its certificate, becomes one entry; keys are \
        compared by their RFC 7638 thumbprint. A key without a kid gets this thumbprint as its kid; \
        signet-rotation(7) shows how its tokens name it. signet refuses two different keys with the same kid, and one key \
        with two different kids, uses or algorithms.
        """,
        """
        Of the certificates of a file, those that issued another one in the same file are ignored, so that a chain \
        adds only the key of its leaf. Members of a JWK that signet does not know, such as `x5c`, are left out with a \
        warning. So are the keys of unknown types in a set, which are counted (RFC 7517 §5). signet also warns of a \
        set whose keys name several issuers, because verifiers would accept a token of one that another signed.
        """,
        .paragraph(
            """
            An output cannot be an input. To change a set, write a new file and rename it, as signet-rotation(7) \
            shows. \(KeyFlags.consistency)
            """),
    ]

    static let declaration = Command(
        name: "jwks",
        synonyms: ["jwks", "keyset", "key set", "key rotate", "key add", "key remove"],
        summary: "make one JWKS of the public keys of many files",
        discussion: discussion,
        operands: [file],
        flags: JWKFlags.all + [remove, SharedFlags.out, SharedFlags.force, KeyFlags.provider]
            + KeyFlags.passphrase.all + [
                KeyFlags.maximumIterations, SharedFlags.help,
            ],
        rules: [JWKFlags.rule] + KeyFlags.rules,
        examples: [
            Example("A set for a JWKS endpoint", "signet key jwks key.pem --use sig --out jwks.json"),
            Example("Add a key", "signet key jwks jwks.json new.pem --out jwks.new && mv jwks.new jwks.json"),
            Example(
                "Remove a key",
                "signet key jwks jwks.json --remove old --out jwks.new && mv jwks.new jwks.json"),
        ],
        exitStatuses: .standard(
            badInput: "not a key, a wrong passphrase, an HMAC secret, or keys that contradict each other"),
        seeAlso: ["signet-rotation(7)", "signet-key-public(1)", "signet-jwt-verify(1)", "signet-keygen(1)"])
}

struct KeyJWKSRequest: CommandRequest {
    let keys: [KeyLocation]
    let restriction: KeyRestriction
    /// The kids of the keys to leave out.
    let removed: [String]
    let output: Output

    init(_ arguments: ParsedArguments) {
        let files = arguments[KeyJWKS.file]
        keys = (files.isEmpty ? ["-"] : files).map { path in
            KeyLocation(
                path: path, provider: KeyFlags.provider(forURI: path, arguments),
                passphrase: KeyFlags.passphrase.origin(arguments),
                maximumIterations: arguments[KeyFlags.maximumIterations])
        }
        restriction = JWKFlags.restriction(arguments)
        removed = arguments[KeyJWKS.remove]
        output = Output(arguments)
    }
}

extension KeyJWKS {
    static func run(_ request: KeyJWKSRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        var set = PublishedSet(removing: request.removed)
        for location in request.keys {
            try add(location, to: &set, inputs)
        }
        let keys = try set.keys(request.restriction)
        try noteLoss(request, keys)
        let text = try JWKWriter.set(keys)
        if text.count > Limits.keyFileBytes {
            throw CommandError(
                .badInput, "the set has \(text.count) bytes; signet reads at most \(Limits.keyFileBytes)")
        }
        try request.output.write(text.withBytes { Outputs.Content(line: Array($0)) }, inputs)
        Console.noteUnreadInput()
        return .success
    }

    /// A key was perhaps to be added to the set that is replaced.
    private static func noteLoss(_ request: KeyJWKSRequest, _ keys: [Key]) throws {
        guard request.output.mayReplace, let path = request.output.path, try !OutputPlace(path).isStream,
            FileIdentity(at: path) != nil
        else { return }
        let old: Secret
        do {
            old = try InputFiles().read(path, upTo: Limits.keyFileBytes)
        } catch let error as SystemError where error.isTooLarge {
            return
        }
        guard let text = old.withBytes({ try? JSONDocument(parsing: Array($0)) }),
            let elements = text.root.objectValue?["keys"]?.arrayValue
        else { return }
        let kept = Set((keys.compactMap(\.id) + request.removed).map { Array($0.utf8) })
        let lost = elements.compactMap { $0.objectValue?["kid"]?.stringValue }.filter {
            !kept.contains(Array($0.utf8))
        }
        if !lost.isEmpty {
            Console.note(
                "\(path.printable): the set that is replaced has keys that the new one lacks: \(lost.firstFew(\.quoted))"
            )
        }
    }

    private static func add(
        _ location: KeyLocation, to set: inout PublishedSet, _ inputs: InputFiles
    ) throws {
        let source = location.source
        if StoreURI(location.path) != nil {
            return try set.add(try inputs.oneKey(at: location), source)
        }
        let (text, items) = try inputs.decodeKey(at: location) { text in
            let items = try KeyFile.all(in: text)
            try EncodedKey.checkCost(of: items.compactMap(\.encoded), limit: location.maximumIterations)
            return (text, items)
        }
        var hasCertificates = false
        var ignored: [String] = []
        /// - Returns: why the key is not added if it is of an unknown type.
        func add(_ jwk: JWK) throws -> (any Error)? {
            switch try set.add(jwk, source) {
            case .added: ignored += jwk.ignoredMembers
            case .removed: break
            case .unknown(let error): return error
            }
            return nil
        }
        for item in items {
            switch item {
            case .jwk(let jwk):
                if let error = try add(jwk) { throw CommandError(error).about(source) }
            case .set(let keys):
                if let warning = keys.poolWarning("verifiers accept a token of one that another signed") {
                    Console.warn("\(source.printable): \(warning)")
                }
                let unknown = try keys.keys.compactMap(add)
                if let first = unknown.first {
                    let count = unknown.count == 1 ? "1 key is" : "\(unknown.count) keys are"
                    Console.warn("\(source.printable): \(count) left out: \(CommandError(first).message)")
                }
            case .encoded(let encoded) where encoded.form == .certificate: hasCertificates = true
            case .encoded, .pkcs12, .raw:
                try set.add(try inputs.open(item, at: location).key(id: nil, source), source)
            }
        }
        if hasCertificates {
            for key in try about(source, { try leafKeys(of: text) }) { try set.add(key, source) }
        }
        KeyRewriting.warn(ofIgnored: ignored, source, .jwks)
    }

    /// The keys of the certificates that issued no other one of the file.
    private static func leafKeys(of text: Secret) throws -> [Key] {
        let certificates = try text.withBytes { try Certificate.all(in: $0) }
        let leaves = try Leaves.indices(of: certificates).sorted().map { certificates[$0] }
        // The key of a CA in a set would let it sign tokens.
        if let (issuer, issued) = Leaves.unverifiedIssue(among: leaves) {
            throw CommandError(
                .badInput,
                "\(issuer.subject.text.printable) may have issued \(issued.subject.text.printable), but that signature cannot be verified",
                hint: "put the certificate whose key is meant into a file of its own")
        }
        return try leaves.map { Key(.publicKey(try $0.publicKey())) }
    }
}
