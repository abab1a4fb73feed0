import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import System

enum JWTSign: SignetCommand {
    static let declaration = Command(
        name: "sign",
        summary: "sign claims, or an unsigned prototype; one, or a stream",
        discussion: [
            """
            Signs a JSON object of claims and prints the token. The claims are the operand itself, `--in FILE`, or \
            standard input. Nothing is added to them unless a flag or a profile says so; without those the payload is \
            the input's very bytes, less the white space around them. Flags win over the input: a claim that is there \
            already keeps its place, a new one is appended, and everything else keeps its order and its spelling. Where \
            flags or a profile give claims, the input may be empty.
            """,
            """
            The header is `{"alg":…,"typ":"JWT"}`, and `kid` where there is one. The algorithm follows the key: RS256 \
            for RSA, ES256, ES384, ES512 or ES256K for EC by its curve, EdDSA for Ed25519 and Ed448, HS256 for a \
            secret, or what a JWK's `alg` says.
            """,
            """
            Claims that RFC 7519 registers must have its types: `exp`, `nbf` and `iat` are numbers in the years 1 to \
            9999, `iss`, `sub` and `jti` strings, `aud` a string or an array of strings.
            """,
        ],
        operands: [
            UntypedOperand(
                Value("CLAIMS"),
                "the claims (or prototype, or payload) themselves; standard input without it, or for `-`")
        ],
        flags: [
            TokenInput.inFlag,
            UntypedFlag(
                "prototype", group: "Input", "the input is an unsigned token, `header.payload`",
                details: [
                    """
                    The payload part is signed exactly as it is given. The header must name the algorithm that is signed \
                    with; `--rewrite-alg` or a profile puts it right. `--kid`, `--typ` and `--header` change the header, \
                    and no flag changes the claims: `--iss` and `--sub` demand an issuer and a subject here.
                    """
                ]),
            UntypedFlag(
                "rewrite-alg", group: "Input", "give the prototype's header the right alg",
                details: ["Every other member of the header is kept as it is."]),
            UntypedFlag(
                "jws", group: "Input", "the input is any bytes, not claims (RFC 7515)",
                details: [
                    "They are signed as they are, white space too. The header has no `typ` unless `--typ` gives one."
                ]),
            UntypedFlag(
                "detached", value: .file, group: "Input",
                "sign the bytes of FILE and leave them out of the token (with --jws)",
                details: ["RFC 7515 appendix F."]),
            SharedFlags.key("the private key or HMAC secret to sign with", isRequired: true),
            UntypedFlag(
                "alg", short: "a", value: .choice("ALG", Algorithm.all.map(\.name)), default: "by the key",
                group: "Key",
                "sign with this algorithm",
                details: ["`Ed25519` and `Ed448` are `EdDSA` under the names of RFC 9864."]),
            UntypedFlag(
                "kid",
                value: Value(
                    "ID|thumbprint|none", .suggestion([Value.Choice("thumbprint"), Value.Choice("none")])),
                default: "the JWK's", group: "Header",
                "the kid of the header; also chooses the key of a JWKS",
                details: ["`thumbprint` is the key's RFC 7638 thumbprint; `none` leaves `kid` out."]),
            UntypedFlag(
                "typ", value: Value("T"), default: "JWT", group: "Header",
                "the typ of the header; none leaves it out"),
            UntypedFlag(
                "header", value: Value("NAME=VALUE"), isRepeatable: true, group: "Header",
                "add a string to the header"),
        ] + KeyLoading.flags + [
            UntypedFlag("iss", value: Value("S"), group: "Claims", "issuer"),
            UntypedFlag("sub", value: Value("S"), group: "Claims", "subject"),
            UntypedFlag(
                "aud", value: Value("S"), isRepeatable: true, group: "Claims",
                "audience; given twice: an array of them"),
            UntypedFlag(
                "jti", value: Value("ID|uuid", .suggestion([Value.Choice("uuid")])), group: "Claims",
                "token identifier; uuid: a random one"),
            UntypedFlag(
                "iat", value: Value("TIME|none"), group: "Claims", "issued at; none removes it from the input"
            ),
            UntypedFlag("nbf", value: Value("TIME"), group: "Claims", "not valid before"),
            UntypedFlag(
                "exp", value: Value("TIME|DURATION"), group: "Claims",
                "expires at, or so long from now: 15m, 1h30m"),
            UntypedFlag(
                "claim", value: Value("NAME=TEXT"), isRepeatable: true, group: "Claims",
                "a claim that is a string"),
            UntypedFlag(
                "claim-json", value: Value("NAME=JSON"), isRepeatable: true, group: "Claims",
                "a claim that is any JSON value, kept as it is spelt"),
            ProfileFlag.flag(
                "Claims", "fill in and enforce a platform's rules: signet-profiles(7)",
                details: [
                    """
                    The header becomes the platform's, with a warning where a prototype's was another. Claims that \
                    can be made up are, where the input has none; a prototype must have them all, and the payload part \
                    is signed as it is or not at all. Nothing is signed that has expired, or is not valid yet by more than \
                    `--leeway`.
                    """,
                    "Times count what the platform's do; where it knows both units, `--time-unit` chooses.",
                ]),
        ] + PartyDemands.flags + [
            SharedFlags.at,
            UntypedFlag(
                "leeway", value: Value("DURATION"), default: "0s", group: "Time",
                "how far clocks may be apart (with --profile)"),
            SharedFlags.timeUnit,
            SharedFlags.out, SharedFlags.force,
        ] + BatchRun.flags + [SharedFlags.help],
        rules: KeyLoading.rules + TokenInput.rules + BatchRun.rules + [
            .excludes("batch", ["jws"]),
            .atMostOne(["prototype", "jws"]),
            .requires("rewrite-alg", oneOf: ["prototype"]),
            .requires("detached", oneOf: ["jws"]),
            .requires("leeway", oneOf: ["profile"]),
            .excludes("detached", ["in"]),
            .excludesOperands("detached"),
            .excludes("jws", ["iss", "sub"] + claimFlags + ["profile", "issuer-allow", "subject-allow"]),
            .excludes("prototype", claimFlags),
            .excludes("profile", ["typ", "header"]),
        ],
        examples: [
            Example(
                "Claims from flags",
                "signet jwt sign --key key.pem --iss me --sub you --iat now --exp 15m"),
            Example("Claims from a file", "signet jwt sign --key key.pem --in claims.json --exp 15m"),
            Example(
                "An IMS prototype, for users of a list",
                "signet jwt sign --prototype --profile ims --key key.pem --subject-allow users.txt --in prototype.txt"
            ),
            Example(
                "Millions of tokens",
                "signet jwt sign --batch --key key.pem --exp 15m --in claims.jsonl --out tokens.txt"),
            Example("Any bytes", "signet jwt sign --jws --key key.jwk --in document.bin"),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "the key or the input is bad, a wrong passphrase, or a rule of the profile is broken"),
        sections: [BatchRun.statistics],
        seeAlso: [
            "signet-jwt-verify(1)", "signet-jwt-inspect(1)", "signet-keygen(1)", "signet-profiles(7)",
        ])

    private static let claimFlags = ["aud", "jti", "iat", "nbf", "exp", "claim", "claim-json"]

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let request = try SignRequest(arguments)
        let inputs = InputFiles()
        let key = try request.loadKey(inputs)
        let algorithm = try request.algorithm(for: key)
        let parties = try request.parties(inputs)
        if arguments.has("batch") {
            return try runBatch(request, BatchRun(arguments), parties, key, algorithm, inputs)
        }
        var token: [UInt8] = []
        switch request.kind {
        case .jws:
            let header = try SignRequest.encoded(request.header.fresh(algorithm, key.id, standardType: nil))
            var signer = try request.signer(key, algorithm)
            let payload = try request.payload(inputs)
            do {
                try signer.begin(header, payload: payload.span, to: &token)
                signer.sign()
                let detached = request.isDetached ? Base64URL.encodedCount(payload.count) : 0
                try signer.end(withoutPayload: detached, to: &token)
            } catch {
                throw Failure(openSSL: error)
            }
            try SignRequest.checkSize(token.count, hint: "--detached FILE leaves the payload out of it")
        case .claims:
            var signing = try ClaimsSigning(request, parties, key, algorithm, .openSSL)
            try sign(try request.input(inputs), &signing, &token)
        case .prototype:
            var signing = try PrototypeSigning(request, parties, key, algorithm, .openSSL)
            try sign(try request.input(inputs), &signing, &token)
        }
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(Outputs.Content(line: token), to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func runBatch(
        _ request: SignRequest, _ batch: BatchRun, _ parties: PartyDemands, _ key: Key,
        _ algorithm: Algorithm,
        _ inputs: InputFiles
    ) throws -> ExitStatus {
        // The key is judged before a backend takes it apart.
        _ = try request.signer(key, algorithm)
        let backend = try saying(Failure.init(backend:)) { () throws(BackendRefusal) in
            try SignatureBackend.make(batch.engine, key, algorithm)
        }
        let cost: LineCost =
            switch algorithm.key {
            case .rsa: backend.choice == .openSSL ? .high : .group
            case .ec, .edwards, .ed25519, .ed448: backend.choice == .openSSL ? .medium : .group
            case .secret: .low
            }
        if request.kind == .prototype {
            return try batch.run(inputs, cost: cost, backend: { BackendReport(backend) }) {
                () throws in try PrototypeSigning(request, parties, key, algorithm, backend)
            }
        }
        return try batch.run(inputs, cost: cost, backend: { BackendReport(backend) }) {
            () throws in try ClaimsSigning(request, parties, key, algorithm, backend)
        }
    }

    private static func sign<Signing: LineProcessor & ~Copyable>(
        _ input: TokenInput, _ signing: inout Signing, _ token: inout [UInt8]
    ) throws {
        try about(input.source) { try signing.process(input.bytes.span, into: &token) }
    }
}
