import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

enum JWTSign: SignetCommand {
    static let claims = Operand(
        .anyText("CLAIMS"), "the claims, prototype or payload; `-` reads them from standard input"
    )
    .proposed(for: "claims", "payload", "data", "body", "message")

    // Input.
    static let prototype = Flag(
        "prototype", group: "Input", "sign an unsigned token, `header.payload`",
        details: [
            """
            An unsecured JWT, as libraries write it, is one too: `header.payload.`, with an empty signature (RFC 7519 \
            §6). The payload part is signed exactly as it is. The header's `alg` must match the signing algorithm; \
            `--rewrite-alg` or `--profile` corrects it. Without \
            `--profile`, a header with `crit`, `enc`, `zip`, `jwk`, `jku` or `x5u` is refused, and one with `x5c` unless \
            `--x5c` replaces it. `--kid`, `--typ`, `--header` and `--header-json` change the header. No flag \
            changes the claims: with `--prototype`, `--iss` and `--sub` require an issuer and a subject instead.
            """
        ])
    static let rewriteAlgorithm = Flag(
        "rewrite-alg", group: "Input", "set the prototype's alg to the signing algorithm",
        details: ["Every other member of the header is kept as it is."])
    static let jws = Flag(
        "jws", group: "Input", "sign any bytes instead of claims (RFC 7515)",
        details: [
            """
            The input is signed verbatim, whitespace included. The header has no `typ` unless `--typ` gives one. A \
            private key, a set of them, a PKCS#12 and a Java keystore are refused, unless `--detached` leaves them out of the \
            token.
            """
        ])
    static let detached = Flag(
        "detached", .file, group: "Input",
        "sign FILE, and leave it out of the token",
        details: ["The payload part of the token is then empty (RFC 7515 appendix F)."])

    // Key and header.
    static let key = KeyFlags.requiredKey("the private key or HMAC secret to sign with")
    static let algorithm = Flag(
        "alg", short: "a", .algorithm, absent: "by the key", group: "Key", "sign with this algorithm",
        details: [
            .paragraph(
                "\(ByteKeyFamily.edwards.types.map { "`\($0.name)`" }.andList) are the RFC 9864 names of `EdDSA`."
            )
        ]
    )
    .proposed(for: "algorithm")
    static let kid = Flag(
        "kid", .keyID(), absent: "the JWK's",
        group: "Header",
        "set the kid; also selects the key of a JWKS",
        details: [ComputedKeyID.details()])
    static let type = Flag(
        "typ", .text("T"), absent: "JWT", group: "Header", "set the typ; none leaves it out")
    static let header = Flag(
        repeatable: "header", .textHeader, group: "Header", "add a string member to the header")
    static let headerJSON = Flag(
        repeatable: "header-json", .jsonHeader, group: "Header",
        "add a header member with any JSON value, kept verbatim",
        details: [
            """
            Registered members must have their types. `crit`, `b64`, `zip`, `enc`, `jwk`, `jku`, `x5u` and `x5c` are \
            refused, here and with `--header`.
            """
        ])

    static let x5c = Flag(
        "x5c", .file, group: "Header", "add the certificates of FILE, the key's first: x5c",
        details: [
            """
            RFC 7515 §4.1.6. The certificate of the key is put first, the certificates that issued it follow, and \
            others are left out. signet warns of a certificate that is not valid now.
            """
        ]
    )
    .proposed(for: "chain")
    static let x5t = Flag(
        "x5t", group: "Header", "add the SHA-256 of the key's certificate: x5t#S256",
        details: [
            """
            The certificate comes from `--cert`, from `--x5c`, or from the file of the key. signet warns if it is not \
            valid now.
            """
        ])

    // Claims.
    static let issuer = Flag("iss", .text("S"), group: "Claims", "issuer")
        .proposed(for: "issuer")
    static let subject = Flag("sub", .text("S"), group: "Claims", "subject")
        .proposed(for: "subject")
    static let audience = Flag(
        repeatable: "aud", .text("S"), group: "Claims", "audience; an array if given several times"
    )
    .proposed(for: "audience")
    static let tokenID = Flag(
        "jti", .suggestion("ID|uuid", ["uuid"]), group: "Claims",
        "token identifier; uuid generates a random one"
    )
    .proposed(for: "jwt-id")
    static let issuedAt = Flag(
        "iat", .issuedAt, group: "Claims", "time of issue; none removes iat from the input"
    )
    .proposed(for: "issued-at")
    static let notBefore = Flag("nbf", .time, group: "Claims", "start of validity")
        .proposed(for: "not-before")
    static let expiry = Flag("exp", .time, group: "Claims", "expiry: a time, or a duration from now")
        .proposed(
            for: "days", "expires", "expires-in", "expiration", "expiry", "for", "lifetime", "not-after",
            "ttl")
    static let claim = Flag(
        repeatable: "claim", .textClaim, group: "Claims", "add a string claim",
        details: [
            "signet warns of a text that looks like JSON, such as `admin=true`. For JSON, use `--claim-json`."
        ]
    )
    .proposed(for: "set", "add-claim", "string")
    static let claimJSON = Flag(
        repeatable: "claim-json", .jsonClaim, group: "Claims",
        "add a claim with any JSON value, kept verbatim",
        details: [
            """
            No claim may contain a private or secret JWK, because the token would publish it, nor, except in a batch, a \
            string with a private key in PEM. Other strings are only searched if they come from flags.
            """
        ])
    static let profile = ProfileChoice.flag(
        "Claims", "enforce a platform's rules: signet-profiles(7)",
        details: [
            """
            Missing claims are generated where possible. A prototype must contain every claim; its payload is signed \
            unchanged or rejected. The header becomes the platform's, with a warning if the header of a prototype is \
            replaced. Claims that have expired are rejected, and so are claims that become valid later than \
            `--leeway` from now.
            """,
            "Times have the platform's unit. If it allows both, `--time-unit` selects one.",
        ])
    static let dpop = ProofFlags.dpop(
        "make a DPoP proof (RFC 9449) for an HTTP request",
        details: [
            """
            The header has the typ dpop+jwt and the public key as `jwk`; `jti` and `iat` are generated. It is \
            `--profile dpop` with the claims of a request.
            """
        ])
    static let issuerList = allowList("issuer", "iss")
    static let subjectList = allowList("subject", "sub")

    private static func allowList(_ party: String, _ claim: String) -> Flag<String?> {
        Flag(
            "\(party)-allow", .file, group: "Claims", "sign only if \(claim) is listed in FILE",
            details: [
                .paragraph(
                    """
                    One \(party) per line, compared byte for byte; blank lines are ignored. The file is read once, at \
                    the start. A token without the claim is rejected.
                    """)
            ])
    }

    static let json = Flag(
        "json", group: "Batch", "answer each line with a JSON object",
        details: [
            """
            `{"token":…,"line":N}`, or `{"error":…,"reason":…,"line":N}` for an invalid line. With `--keep-going`, \
            invalid lines are then not reported one by one on standard error. Without it, the first invalid line is answered too, and reported \
            on standard error as well, before the batch stops.
            """
        ])

    static let flags: [any AnyFlag] =
        [
            key, algorithm, issuer, subject, audience, tokenID, issuedAt, notBefore, expiry, claim, claimJSON,
            profile, issuerList, subjectList, dpop,
        ] + ProofFlags.requestFlags + ProofFlags.confirmationFlags + [
            kid, KeyFlags.certificate, type, x5c, x5t, header, headerJSON,
            TokenFlags.input, prototype,
            rewriteAlgorithm,
            jws, detached, SharedFlags.out, SharedFlags.force, SharedFlags.at, SharedFlags.leeway,
            SharedFlags.timeUnit,
        ] + BatchFlags.signing + [json, KeyFlags.allowShortSecret] + KeyFlags.all + [SharedFlags.help]

    private static var claimFlags: [any Conditional] {
        [
            audience, tokenID, issuedAt, notBefore, expiry, claim, claimJSON, ProofFlags.confirmationKey,
            ProofFlags.confirmationCertificate, ProofFlags.confirmationThumbprint,
        ]
    }

    private static var jwsExclusions: [any Conditional] {
        [issuer, subject] + claimFlags + [profile, issuerList, subjectList]
    }

    static let rules: [Rule] =
        KeyFlags.rules + [.excludesOperands(TokenFlags.input)] + BatchFlags.rules + [
            .excludes(BatchFlags.batch, jws),
            .requires(json, BatchFlags.batch),
            .atMostOne(prototype, jws),
            .requires(rewriteAlgorithm, prototype),
            .requires(detached, jws),
            .requires(SharedFlags.leeway, profile),
            .excludes(detached, TokenFlags.input),
            .excludesOperands(detached),
            .excludes(jws, jwsExclusions),
            .excludes(prototype, claimFlags),
            .excludes(profile, type, header, headerJSON),
            .excludes(dpop, profile, prototype, jws, kid, type, header, headerJSON),
            .atMostOne(ProofFlags.confirmationFlags),
            .requires(KeyFlags.certificate, kid.isOne(of: ComputedKeyID.x5t.rawValue), x5t),
            .excludes(dpop, x5c, x5t),
        ] + TokenFlags.unitRules(profile) + ProofFlags.rules(dpop) + profileRules

    private static let profileRules: [Rule] = Profile.all.filter(\.header.requiresKeyID).map {
        .excludes(
            profile.isOne(of: $0.name), kid.isOne(of: "none"),
            because: "the platform's tokens have a kid\($0.source.remark)")
    }

    static let declaration = Command(
        name: "sign",
        synonyms: [
            "sign", "key sign", "encode", "jwt create", "jwt encode", "jwt issue", "jwt generate", "jwt new",
            "jwt make",
        ],
        summary: "sign claims or unsigned prototypes, one or a batch",
        discussion: [
            """
            Signs a JSON object of claims and prints the token. The claims come from flags, the operand, `--in FILE` \
            or standard input. If flags or `--profile` give claims, standard input is ignored unless `-` is given: \
            claims from a pipe require `-`, and a loop around the command keeps its input. If nothing else gives \
            claims, and with `--prototype`, `--jws` or `--batch`, standard input is read even without `-`.
            """,
            """
            Unless flags or a profile add claims, the payload is the input verbatim, without surrounding whitespace. \
            Flags override the input: replaced claims keep their position, new ones are appended, and everything else \
            is unchanged. An empty input is an error; `{}` has no claims.
            """,
            .paragraph(
                """
                The header is `{"alg":…,"typ":"JWT"}`, with `kid` if there is one. The key determines the algorithm: RS256 \
                for RSA; for RSA-PSS that of its parameters, or PS256; \(Curve.allCases.map(\.algorithmName).orList) for EC, depending on the curve; EdDSA for \(ByteKeyFamily.edwards.types.map(\.name).andList); the one that is named like the type for other key pairs; HS256 \
                for a secret. The `alg` of a JWK overrides this default.
                """),
            """
            Claims that RFC 7519 registers must have its types: `exp`, `nbf` and `iat` are numbers in the years 1 to \
            9999; `iss`, `sub` and `jti` are strings; `aud` is a string or an array of strings. With `--time-unit ms`, a time \
            between 1970 and March 1973 is an error, because it is in seconds. signet warns of a token \
            that has already expired, or that expires before it is valid (in a batch, only if a flag gives the time); a \
            profile rejects it.
            """,
        ],
        operands: [claims], flags: flags, rules: rules,
        examples: [
            Example(
                "Claims from flags",
                "signet jwt sign --key key.pem --iss me --sub you --iat now --exp 15m"),
            Example("Claims from a file", "signet jwt sign --key key.pem --in claims.json --exp 15m"),
            Example(
                "Claims from a pipe and from flags; `-` reads the pipe",
                "echo '{\"role\":\"admin\"}' | signet jwt sign --key key.pem --sub alice --exp 15m -"),
            Example(
                "An IMS prototype, only for listed users",
                "signet jwt sign --prototype --profile ims --key key.pem --subject-allow users.txt --in prototype.txt"
            ),
            Example(
                "Millions of tokens",
                "signet jwt sign --batch --key key.pem --exp 15m --in claims.jsonl --out tokens.txt"),
            Example("Any bytes", "signet jwt sign --jws --key key.jwk --in document.bin"),
        ],
        exitStatuses: .standard(
            badInput:
                "the key or the input is invalid, the passphrase is wrong, or a rule of the profile is broken"
        ),
        sections: [jsonSection(SigningReason.ofSigning), programSection, BatchFlags.signingStatistics],
        seeAlso: [
            "signet-jwt-verify(1)", "signet-jwt-inspect(1)", "signet-keygen(1)", "signet-profiles(7)",
            "signet-batch(7)",
        ])
}

struct JWTSignRequest: CommandRequest, Sendable {
    enum Kind {
        case claims, prototype, jws

        var text: Expectation {
            switch self {
            case .claims: .claims
            case .prototype: .prototype
            case .jws: .payload
            }
        }
    }

    let kind: Kind
    let input: TokenLocation
    /// The file of the payload that is left out of the token.
    let detached: String?
    let key: KeyLocation
    /// `--kid` as it was typed.
    let keyID: String?
    /// The file with the certificate of the key; nil for the file of the key.
    let certificate: String?
    /// The file of the certificates to write.
    let chain: String?
    let writesCertificateThumbprint: Bool
    let algorithm: Algorithm?
    let rewritesAlgorithm: Bool
    let allowsShortSecret: Bool
    var header: HeaderChanges
    var claims: ClaimChanges
    private let proof: ProofRequest?
    private let binding: Binding?
    /// Those that the claims of a prototype must have.
    let requiredIssuer: String?
    let requiredSubject: String?
    /// The files of those that tokens are signed for.
    let issuerList: String?
    let subjectList: String?
    let profile: Profile?
    let clock: Clock
    let leeway: TimeSpan
    let timeUnit: TimeUnit
    let output: Output
    let batch: BatchRequest?
    /// What the user should know of the flags' texts.
    let warnings: [String]
    /// For `sd-jwt sign`.
    var concealment: Concealment?
    /// Each line of the batch is answered with a JSON object.
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        let isPrototype = arguments[JWTSign.prototype]
        kind = arguments[JWTSign.jws] ? .jws : isPrototype ? .prototype : .claims
        let location = try TokenFlags.location(arguments, JWTSign.claims, of: kind.text)
        detached = arguments[JWTSign.detached]
        keyID = arguments[JWTSign.kid]
        writesCertificateThumbprint = arguments[JWTSign.x5t]
        var key = KeyFlags.location(
            arguments[JWTSign.key], writing: keyID, beside: arguments[ProofFlags.confirmationKey], arguments)
        key.isKept = key.isKept || writesCertificateThumbprint
        self.key = key
        certificate = arguments[KeyFlags.certificate]
        chain = arguments[JWTSign.x5c]
        algorithm = arguments[JWTSign.algorithm]
        rewritesAlgorithm = arguments[JWTSign.rewriteAlgorithm]
        allowsShortSecret = arguments[KeyFlags.allowShortSecret]
        header = try HeaderChanges(arguments)
        proof = ProofRequest(arguments, JWTSign.dpop)
        binding = Binding.named(arguments)
        profile = try proof == nil ? arguments[JWTSign.profile]?.load() : .dpop
        try profile?.check(arguments[SharedFlags.timeUnit])
        clock = try arguments.clock
        leeway = arguments[SharedFlags.leeway]
        timeUnit = arguments[SharedFlags.timeUnit] ?? profile?.timeUnits.first ?? .seconds
        claims = try ClaimChanges(arguments, profile, now: try clock.now(), unit: timeUnit)
        requiredIssuer = isPrototype ? arguments[JWTSign.issuer] : nil
        requiredSubject = isPrototype ? arguments[JWTSign.subject] : nil
        issuerList = arguments[JWTSign.issuerList]
        subjectList = arguments[JWTSign.subjectList]
        output = Output(arguments)
        batch = try BatchRequest(arguments, location.path)
        warnings = TextWarnings.all(arguments)
        isJSON = arguments[JWTSign.json]
        if case .unnamed = location, kind == .claims, batch == nil,
            claims.giveClaims || profile != nil || binding != nil
        {
            input = .none
        } else {
            input = location
        }
        if let profile, let algorithm, !profile.header.allows(algorithm) {
            throw CommandError(
                .usage,
                "--profile \(profile.name) requires \(profile.header.algorithms.map(\.name).orList), not \(algorithm.name)"
            )
        }
    }

    /// Reads the files from which claims are made.
    mutating func completeClaims(_ inputs: InputFiles) throws {
        if let proof {
            try claims.add("htu", JSONValueText(.string(proof.url.text)))
            for (name, text) in try proof.claims(inputs) {
                try claims.add(MemberName(name), JSONValueText(.string(text)))
            }
        }
        if let binding { try claims.add("cnf", try binding.claim(inputs)) }
    }

    /// Whether flags or a profile give claims.
    var givesClaims: Bool { claims.giveClaims || profile != nil }

    /// The header of a prototype gets a kid only if it is asked for.
    var setsKeyID: Bool { keyID != nil }
}
