import Arguments
import JOSE
import JSON
import MultiBuffer
import OpenSSL
import PKI
import Platforms
import System

enum JWTVerify: SignetCommand {
    static let declaration = Command(
        name: "verify",
        summary: "verify a token, or a stream, against a key, a JWKS or a certificate",
        discussion: [
            """
            Verifies the signature and the claims of a token. A valid token's payload goes to standard output exactly \
            as it was signed, and the exit status is 0. For any other the first reason goes to standard error, and the \
            exit status is 1.
            """,
            """
            Which algorithms a key may be used with, the key says, and `--alg` where it is given: never the token. \
            `none`, an HMAC under a public key, `jwk`, `jku` or `x5u` in the header, and a `crit` that is not understood \
            are refused. `x5c` and `x5t` are passed over. `exp` (exclusive), `nbf` and `iat` are judged where they are \
            present, without leeway unless `--leeway` gives some.
            """,
            """
            In a JWKS the token's `kid` says which key is meant. A token without one needs a set in which one key alone \
            fits. The dates of a certificate given as key are not looked at: that is `signet cert check`.
            """,
        ],
        operands: [UntypedOperand(Value("TOKEN"), "the token itself; standard input without it, or for `-`")],
        flags: [
            TokenInput.inFlag,
            SharedFlags.key("the key to verify with: public, private, or an HMAC secret"),
            UntypedFlag(
                "jwks", value: .file, group: "Key",
                "the set of keys to verify with; the token's kid says which"),
            UntypedFlag(
                "cert", value: .file, group: "Key", "the X.509 certificate whose key to verify with",
                details: [
                    """
                    PEM, DER or PKCS#7. Where there are several in the file, it is the one that issued no other of \
                    them.
                    """
                ]),
            UntypedFlag(
                "kid", value: Value("ID"), group: "Key",
                "the key of the set with this kid, whatever the token says"),
            UntypedFlag(
                "alg", value: .choice("ALG", Algorithm.all.map(\.name)), isRepeatable: true,
                default: "all that the key is for", group: "Key", "accept this algorithm"),
        ] + KeyLoading.flags + [
            UntypedFlag("iss", value: Value("S"), group: "Claims", "demand this issuer"),
            UntypedFlag("sub", value: Value("S"), group: "Claims", "demand this subject"),
            UntypedFlag(
                "aud", value: Value("S"), isRepeatable: true, group: "Claims",
                "demand this audience, or one of these"),
            UntypedFlag(
                "require", value: Value("CLAIM"), isRepeatable: true, group: "Claims",
                "demand that this claim is there"),
            ProfileFlag.flag(
                "Claims", "enforce a platform's rules: signet-profiles(7)",
                details: [
                    "Where a platform's times may count either unit, which one they do is said on standard error, and in `timeUnit` with `--json`."
                ]),
            UntypedFlag("jws", group: "Claims", "the payload is no claims: check the signature alone"),
            UntypedFlag(
                "detached", value: .file, group: "Input",
                "the payload is in FILE, not in the token (with --jws)",
                details: ["RFC 7515 appendix F: the token's own payload part is empty."]),
            SharedFlags.at,
            UntypedFlag(
                "leeway", value: Value("DURATION"), default: "0s", group: "Time",
                "how far clocks may be apart"),
            UntypedFlag(
                "max-age", value: Value("DURATION"), group: "Time", "demand an iat no longer ago than this"),
            UntypedFlag("ignore-exp", group: "Time", "accept expired tokens"),
            SharedFlags.timeUnit,
            SharedFlags.json,
            SharedFlags.out, SharedFlags.force,
        ] + BatchRun.flags + [SharedFlags.help],
        rules: KeyLoading.rules + TokenInput.rules + BatchRun.rules + [
            .excludes("batch", ["detached"]),
            .exactlyOne(["key", "jwks", "cert"]),
            .excludes(
                "jws",
                ["iss", "sub", "aud", "require", "profile", "leeway", "max-age", "ignore-exp", "time-unit"]),
            .excludes("profile", ["ignore-exp"]),
            .requires("detached", oneOf: ["jws"]),
            .excludes("cert", ["kid", "key-format"]),
            .excludes("jwks", ["key-format"]),
        ],
        examples: [
            Example("With a public key", "signet jwt verify --key pub.pem --in token.txt"),
            Example(
                "With an identity provider's keys",
                "signet jwt verify --jwks jwks.json --iss https://idp.example --aud my-app --require exp --in token.txt"
            ),
            Example("Millions of tokens", "signet jwt verify --batch --key pub.pem --in tokens.txt"),
            Example("For a program", "signet jwt verify --key pub.pem --json --in token.txt"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "the token is valid"), ExitStatusNote(1, "the token is not valid"),
            SharedExitStatuses.usage,
            ExitStatusNote(3, "the key is bad, or a wrong passphrase"), SharedExitStatuses.file,
            SharedExitStatuses.bug,
        ],
        sections: [
            Section(
                "JSON",
                [
                    """
                    Valid: `{"valid":true,"alg":…,"kid":…,"claims":{…}}` (with `--jws`, `payload` in base64url instead of \
                    `claims`; with `--profile`, also `timeUnit`, `s` or `ms`). Not valid: `{"valid":false,"reason":…,"message":…}`. The reasons do not change:
                    """,
                    .definitions(Self.reasons.map { (term: $0.code, text: $0.meaning) }),
                    "With `--batch`, one such object a line, in order; the exit status is 1 if any token is not valid.",
                ]),
            BatchRun.statistics,
        ],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-jwt-inspect(1)", "signet-key-public(1)", "signet-profiles(7)",
        ])

    /// Every word that `reason` can be.
    static let reasons: [(code: String, meaning: String)] = [
        ("malformed", "not a token in compact serialization"),
        ("unsecured", "`alg` is `none`"),
        ("unknown-algorithm", "`alg` is not known"),
        ("algorithm-not-allowed", "`alg` is not one that `--alg` lists"),
        ("algorithm-key-mismatch", "`alg` is not one for the key"),
        ("embedded-key", "the header has `jwk`, `jku` or `x5u`"),
        ("critical-header", "`crit` is malformed, or demands what is not known"),
        ("key-not-found", "no key of the set is the token's"),
        ("key-ambiguous", "several keys of the set could be the token's"),
        ("key-unusable", "the key of the set that the token names cannot verify signatures"),
        ("signature", "the signature does not hold"),
        ("claims-not-json", "the payload is not a JSON object"),
        ("claim-malformed", "a registered claim has the wrong type"),
        ("expired", "`exp` has come"),
        ("not-yet-valid", "`nbf` has not come"),
        ("issued-in-future", "`iat` has not come"),
        ("too-old", "`iat` is longer ago than `--max-age`"),
        ("issuer", "`iss` is another than `--iss`"),
        ("subject", "`sub` is another than `--sub`"),
        ("audience", "`aud` has none of `--aud`"),
        ("claim-missing", "a claim of `--require` is not there"),
        ("profile", "a rule of `--profile` is broken"),
    ]

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let request = try VerifyRequest(arguments)
        let inputs = InputFiles()
        let source = try request.keySource(inputs)
        if arguments.has("batch") { return try runBatch(request, BatchRun(arguments), source, inputs) }
        let verdict = try verdict(request, arguments, source, inputs)
        var outputs = Outputs(mayReplace: request.mayReplace)
        if request.isJSON {
            var json: [UInt8] = []
            verdict.appendJSON(to: &json)
            outputs.add(Outputs.Content(line: json), to: request.out)
        } else if case .valid(_, let payload, _, let unit) = verdict {
            if let unit, let profile = request.profile, profile.timeUnits.count > 1 {
                Console.note("its times count \(unit.name)")
            }
            outputs.add(request.isJWS ? .ordinary(payload) : Outputs.Content(line: payload), to: request.out)
        }
        try outputs.write(inputs: inputs)
        if case .invalid(_, let message, let hint) = verdict {
            if !request.isJSON { Console.show(Failure(.no, message, hint: hint)) }
            return .no
        }
        return .success
    }

    private static func verdict(
        _ request: VerifyRequest, _ arguments: ParsedArguments, _ source: KeySource, _ inputs: InputFiles
    ) throws -> Verdict {
        let input: TokenInput
        do {
            input = try TokenInput.read(arguments, inputs, what: "the token")
        } catch {
            let failure = Failure(error)
            if failure.status != .badInput { throw failure }
            // Larger than any token.
            return .invalid(reason: "malformed", message: failure.message, hint: failure.hint)
        }
        var judge = TokenJudge(request, source, .openSSL)
        let text = input.trimmed
        if let verdict = try judge.begin(text.span, at: 0, detached: request.detachedPayload(inputs)) {
            return verdict
        }
        judge.work()
        return try judge.end(0)
    }

    private static func runBatch(
        _ request: VerifyRequest, _ batch: BatchRun, _ source: KeySource, _ inputs: InputFiles
    ) throws -> ExitStatus {
        let invalid = InvalidTokens()
        let choice = batch.engine
        let groups = TokenJudge(request, source, choice).groupSize > 1
        if choice == .multiBuffer, !groups {
            throw Failure(backend: MultiBuffer.isSupported ? .key : .processor)
        }
        let status = try batch.run(
            inputs, cost: .low, backend: { BackendReport(groups ? .multiBuffer : .openSSL) }
        ) { () throws in TokenLines(TokenJudge(request, source, choice), invalid) }
        return status == .success && invalid.areFound ? .no : status
    }
}

/// What `signet jwt verify` was asked for.
struct VerifyRequest {
    let isJSON: Bool
    let isJWS: Bool
    let out: String?
    let mayReplace: Bool
    let policy: VerificationPolicy
    var clock: Clock
    let profile: Profile?
    /// `--time-unit`.
    let timeUnit: TimeUnit?
    /// `--sub`, under a profile, which may know subjects by other names.
    let profileSubject: String?
    private let arguments: ParsedArguments

    init(_ arguments: ParsedArguments) throws {
        self.arguments = arguments
        isJSON = arguments.has("json")
        isJWS = arguments.has("jws")
        out = arguments.value("out")
        mayReplace = arguments.has("force")
        profile = arguments.profile
        timeUnit = try arguments.timeUnit(of: profile)
        profileSubject = profile == nil ? nil : arguments.value("sub")
        clock = try arguments.clock()
        var policy = VerificationPolicy()
        policy.algorithms = arguments.values("alg").compactMap(Algorithm.named)
        policy.issuer = arguments.value("iss")
        policy.subject = profile == nil ? arguments.value("sub") : nil
        policy.audiences = arguments.values("aud")
        policy.requiredClaims = arguments.values("require").map { MemberName($0) }
        policy.leeway = try arguments.duration("leeway") ?? .zero
        policy.maximumAge = try arguments.duration("max-age")
        policy.timeUnit = timeUnit ?? .seconds
        policy.ignoresExpiration = arguments.has("ignore-exp")
        self.policy = policy
    }

    private var keyPath: String {
        (arguments.value("key") ?? arguments.value("jwks") ?? arguments.value("cert"))!
    }

    var keyName: String { sourceName(keyPath) }

    func keySource(_ inputs: InputFiles) throws -> KeySource {
        let path = keyPath
        if arguments.has("cert") { return try single(certificateKey(inputs)) }
        let loaded = try KeyLoading(arguments, inputs).load(path)
        switch loaded.content {
        case .set(let set):
            guard let id = arguments.value("kid") else { return .set(set) }
            return try single(loaded.key(id: id, sourceName(path)))
        case .key(let key):
            try loaded.refuseKeyID(arguments.value("kid"), sourceName(path))
            if arguments.has("jwks") {
                throw Failure(
                    .badInput, "\(loaded.storage.form), not a JWKS", hint: "--key reads keys of any form"
                )
                .about(sourceName(path))
            }
            return try single(key)
        }
    }

    /// A key that cannot verify is the caller's mistake, whatever the token.
    private func single(_ key: Key) throws -> KeySource {
        try saying({ (error: KeyRefusal) in Failure(refusal: error).about(keyName) }) {
            () throws(KeyRefusal) in try KeySource.key(key)
        }
    }

    /// The key of a certificate. Of several, it is that of the one which issued no other: a reply of a CA has the
    /// chain too.
    private func certificateKey(_ inputs: InputFiles) throws -> Key {
        let certificates: [Certificate]
        do {
            certificates = try CertificateFiles(inputs).read(keyPath)
        } catch {
            let failure = Failure(error)
            if failure.status != .badInput { throw failure }
            throw Failure(
                failure.status, failure.message, hint: failure.hint ?? "--key reads keys of any format")
        }
        let leaves = CertificateChecker.leaves(of: certificates.map(CertificateFacts.init))
        guard leaves.count == 1, let leaf = leaves.first else {
            throw Failure(
                .badInput, "\(leaves.count) certificates that issued no other: which one is meant?",
                hint: "give the one by itself"
            ).about(keyName)
        }
        return Key(
            .publicKey(
                try saying({ (error: KeyError) in Failure(key: error).about(keyName) }) {
                    () throws(KeyError) in try certificates[leaf].publicKey()
                }))
    }

    /// The payload of `--detached`.
    func detachedPayload(_ inputs: InputFiles) throws -> [UInt8]? {
        guard let path = arguments.value("detached") else { return nil }
        return try inputs.read(path, upTo: CompactToken.maximumBytes).withBytes { Array($0) }
    }
}

/// What `signet jwt verify` found.
enum Verdict {
    /// The unit is that of the times, where a profile found it.
    case valid(Header, payload: [UInt8], claims: JSONObjectText?, unit: TimeUnit?)
    case invalid(reason: String, message: String, hint: String?)

    init(_ invalidity: Invalidity) {
        self = .invalid(
            reason: invalidity.code, message: invalidity.words.message, hint: invalidity.words.hint)
    }

    init(_ violation: ProfileViolation) {
        self = .invalid(reason: violation.code, message: violation.words, hint: nil)
    }

    /// Appends the verdict as a JSON document in one line. Claims keep their order and their spelling, but for characters
    /// that are invisible.
    func appendJSON(to output: inout [UInt8]) {
        switch self {
        case .valid(let header, let payload, let claims, let unit):
            output += Array("{\"valid\":true,\"alg\":".utf8)
            JSONWriter.append(header.algorithmName, to: &output)
            if let id = header.keyID {
                output += Array(",\"kid\":".utf8)
                JSONWriter.append(id, to: &output)
            }
            if let unit {
                output += Array(",\"timeUnit\":".utf8)
                JSONWriter.append(unit.rawValue, to: &output)
            }
            if let claims {
                output += Array(",\"claims\":".utf8)
                claims.appendLine(to: &output)
            } else {
                output += Array(",\"payload\":\"".utf8)
                Base64URL.append(payload.span, to: &output)
                output.append(UInt8(ascii: "\""))
            }
            output.append(UInt8(ascii: "}"))
        case .invalid(let reason, let message, _):
            JSONWriter.append(
                .object(
                    JSONObject([
                        ("valid", .bool(false)), ("reason", .string(reason)), ("message", .string(message)),
                    ])), to: &output)
        }
    }
}
