import Arguments
import JOSE
import JSON
import Platforms
import System

enum JWTVerify: SignetCommand {
    static let key = KeyFlags.key("the public key or HMAC secret to verify with")
    static let jwks = Flag(
        "jwks", .file, group: "Key", "the JWKS to verify with"
    )
    .proposed(for: "jwk-set", "keys", "keyset", "jwks-file")
    .proposed([
        "jwks-uri": "download the JWKS, then use --jwks FILE; signet makes no connections",
        "jwks-url": "download the JWKS, then use --jwks FILE; signet makes no connections",
        "jku": "download the JWKS, then use --jwks FILE; signet makes no connections",
    ])
    static let certificate = Flag(
        "cert", .file, group: "Key", "the certificate to verify with",
        details: [
            """
            PEM, DER, PKCS#7 or PKCS#12. If the file has several, the one that issued none of the others is used. Only \
            its key is used: its dates and usages are judged by `signet cert check`, or with `--x5c` and `--roots`.
            """
        ]
    )
    .proposed(for: "certificate", "crt")
    static let trust = Flag(
        repeatable: "trust", .trustedIssuer, group: "Key", "verify the tokens of this issuer with these keys",
        details: [
            """
            Each issuer's tokens are verified by its own keys only (RFC 9068 §4): the token's `iss`, compared byte \
            for byte, selects the FILE, and its `kid` a key of it. FILE is a key or a JWKS, as for `--key`. The last \
            `=` separates the two, except before a `pkcs11:` or `handle:` URI. A token of another issuer is not valid.
            """
        ]
    )
    .proposed(for: "issuer-key", "trusted-issuer", "issuers")
    static let trustFile = Flag(
        "trust-file", .file, group: "Key", "read ISS=FILE lines from FILE",
        details: [
            """
            One issuer per line; blank lines are ignored. A relative path is relative to the folder of the trust file. \
            Thousands of issuers are possible.
            """
        ])
    static let reload = Flag(
        "reload", group: "Batch", "read keys and status lists anew after a SIGHUP",
        details: [
            """
            Every file of `--key`, `--jwks`, `--cert`, `--trust`, `--trust-file`, `--roots`, `--status-list`, \
            `--status-key` and `--passphrase-file` is read again before the next line is judged. If one of them is \
            invalid, a warning says so, and all of the old keys and lists stay. None of them can be standard input. \
            The numbers of signatures in `--stats` begin anew then. Without this flag, SIGHUP ends a batch.
            """
        ])
    static let x5c = Flag(
        "x5c", group: "Key", "verify with the certificate in the header, if --roots trusts it",
        details: [
            """
            The first certificate of `x5c` has the key; the others may be intermediates. The path is judged as `signet \
            cert check` does, once for each header, at the time of its first token; any failure makes the token invalid. \
            Without `--x5c`, the header's certificates are ignored.
            """,
            """
            Whoever has a certificate of the CA can sign for every `--iss`. If others than the issuer have some, give its \
            name as `--host`; with `--roots system` that is always so, and a warning says so.
            """,
        ])
    static let roots = Flag(
        repeatable: "roots", .text("FILE|DIR|system", .fileOr([Value.Choice("system")])), group: "Key",
        "trust anchors for the header's certificate",
        details: [
            """
            A file, a folder, or the system's. All files of a folder are read. A file or folder without certificates \
            is an error. `SSL_CERT_FILE` and `SSL_CERT_DIR` override `system`, as in `signet cert check`.
            """
        ]
    )
    .proposed(for: "CAfile", "CApath", "ca", "ca-cert", "cacert", "cafile")
    static let dpop = ProofFlags.dpop(
        "verify a DPoP proof with the key in its header",
        details: [
            """
            RFC 9449 §4.3: the proof must have the typ dpop+jwt, an asymmetric `alg`, and the method and the URL of the \
            request. It is accepted for 5 minutes after its `iat`, unless `--max-age` says otherwise. The thumbprint of \
            the key is printed, for `--cnf-jkt`: only an access token that is bound to it may be used with the proof. \
            signet does not remember the `jti` of proofs; a server must refuse one that it has seen.
            """
        ])
    static let critical = Flag(
        repeatable: "crit", .text("NAME"), group: "Header", "accept this extension in crit",
        details: [
            """
            Only for an extension that the caller processes itself: signet does not know any. `b64` cannot be accepted, \
            because it changes what is signed.
            """
        ])
    static let kid = Flag(
        "kid", .text("ID"), group: "Key", "use the key of a JWKS that has this kid",
        details: ["The token's kid is then ignored."])
    static let algorithm = Flag(
        repeatable: "alg", .algorithm, group: "Key", "accept only this algorithm",
        details: ["Without `--alg`, every algorithm that fits the key is accepted."]
    )
    .proposed(for: "algorithm", "algorithms")
    static let issuer = Flag("iss", .text("S"), group: "Claims", "require this issuer")
        .proposed(for: "issuer")
    static let subject = Flag("sub", .text("S"), group: "Claims", "require this subject")
        .proposed(for: "subject")
    static let audience = Flag(
        repeatable: "aud", .text("S"), group: "Claims", "require this audience, or one of several"
    )
    .proposed(for: "audience")
    static let require = Flag(repeatable: "require", .claimName, group: "Claims", "require this claim")
        .proposed(for: "required", "require-claim", "claims", "has")
        .proposed([
            "exp": "use --require exp; an exp in the token is always checked",
            "nbf": "use --require nbf; an nbf in the token is always checked",
            "iat": "use --require iat, or --max-age DURATION",
            "jti": "use --claim jti=ID, or --require jti for any",
            "expiry": "use --require exp; an exp in the token is always checked",
        ])
    static let type = Flag(
        "typ", .text("T"), group: "Header", "require this type, such as at+jwt",
        details: [
            """
            RFC 8725 §3.11: a token that was made for one purpose must not be accepted for another, such as an ID token \
            in the place of an access token. The case of letters is ignored, and `application/` may be left out, in \
            the flag and in the token.
            """
        ]
    )
    .proposed(for: "type", "token-type")
    static let claim = Flag(
        repeatable: "claim", .textRequirement, group: "Claims", "require a claim with this text",
        details: [
            "A claim that is an array must contain the text. Given several times, every one must hold."
        ]
    )
    .proposed(for: "require-value", "expect")
    static let claimJSON = Flag(
        repeatable: "claim-json", .jsonRequirement, group: "Claims", "require a claim with this JSON value",
        details: [
            """
            Numbers are compared by value and objects by member, in any order. A claim that is an array must be equal, \
            or contain the value.
            """
        ])
    static let profile = ProfileChoice.flag(
        "Claims", "enforce a platform's rules: signet-profiles(7)",
        details: [
            """
            Proofs of `dpop` are verified with `--dpop`.
            """,
            """
            If a platform allows either unit of time, the detected one is reported on standard error, and as \
            `timeUnit` with `--json`. So is a difference from the tokens of the platform's SDKs in a point that its \
            document leaves open, as `notes` with `--json`.
            """,
        ])
    static let statusList = Flag(
        repeatable: "status-list", .file, group: "Claims", "require that this list says the token is valid",
        details: [
            """
            FILE is a Status List Token, a JWT of type statuslist+jwt with `iat`, whose `sub` is the address that the \
            token's `status` has. signet makes no connections, so download it first, and again when its `ttl` has passed: \
            signet does not know when it was downloaded, and ignores `ttl`. Its signature is verified with the same \
            keys, unless `--status-key` gives others. With `--trust` or `--trust-file`, an issuer's list then judges \
            only the tokens of this issuer. A token without a status is rejected, and so is every token when the list \
            has expired. A list has at most 16 MiB, decompressed. Several lists can be given, but only one for each \
            address.
            """
        ]
    )
    .proposed(for: "status", "revocation-list", "revoked")
    static let statusKey = Flag(
        "status-key", .file, group: "Claims", "the key or JWKS to verify the status list with",
        details: ["`--key-format` is for `--key`: an HMAC secret of the list must be a JWK."])
    static let jws = Flag("jws", group: "Claims", "accept any payload; verify only the signature")
    static let detached = Flag(
        "detached", .file, group: "Input",
        "read the payload from FILE, not from the token",
        details: ["The payload part of the token is then empty (RFC 7515 appendix F)."])
    static let maximumAge = Flag(
        "max-age", .duration, group: "Time", "reject tokens whose iat is older than DURATION")
    static let ignoreExpiry = Flag("ignore-exp", group: "Time", "accept expired tokens")
        .proposed(for: "no-exp", "ignore-expiration", "allow-expired", "ignore-expiry")
        .proposed([
            "insecure": "use signet jwt inspect, which verifies nothing",
            "no-verify": "use signet jwt inspect, which verifies nothing",
            "unsafe": "use signet jwt inspect, which verifies nothing",
            "ignore-nbf": "use --leeway DURATION or --at TIME",
            "ignore-aud": "leave it out: without --aud, any audience is accepted",
        ])

    static let flags: [any AnyFlag] =
        [
            key, jwks, certificate, trust, trustFile, x5c, roots, CertCheck.host,
            CertCheck.purpose, kid, algorithm, type, critical, issuer, subject, audience, require, claim,
            claimJSON, profile, statusList, statusKey, jws,
            TokenFlags.input, detached, SharedFlags.at, SharedFlags.leeway, maximumAge, ignoreExpiry,
            SharedFlags.timeUnit, SharedFlags.json, SharedFlags.out, SharedFlags.force,
            dpop,
        ] + ProofFlags.requestFlags + ProofFlags.confirmationFlags + BatchFlags.verifying + [
            reload, KeyFlags.allowShortSecret,
        ] + KeyFlags.all + [SharedFlags.help]

    static let rules: [Rule] =
        KeyFlags.rules + [.excludesOperands(TokenFlags.input)] + BatchFlags.rules + [
            .excludes(BatchFlags.batch, detached),
            .requires(BatchFlags.allowEmpty, BatchFlags.batch),
            .exactlyOne(key, jwks, certificate, trust, trustFile, dpop, x5c),
            .requires(x5c, roots), .requires(roots, x5c), .requires(CertCheck.host, x5c),
            .requires(CertCheck.purpose, x5c), .excludes(x5c, kid, KeyFlags.format),
            .excludes(dpop, kid, KeyFlags.format, type, profile, reload, statusList),
            .atMostOne([dpop] + ProofFlags.confirmationFlags),
            .requires(reload, BatchFlags.batch), .excludes(reload, KeyFlags.passphrase.readOnce),
            .excludes(
                jws, dpop, trust, trustFile, ProofFlags.confirmationKey, ProofFlags.confirmationCertificate,
                ProofFlags.confirmationThumbprint, issuer, subject, audience, require, claim, claimJSON,
                profile, statusList, SharedFlags.leeway, maximumAge,
                ignoreExpiry,
                SharedFlags.timeUnit),
            .excludes(profile, ignoreExpiry), .requires(statusKey, statusList),
            .requires(detached, jws),
            .excludes(certificate, kid, KeyFlags.format),
            .excludes(jwks, KeyFlags.format),
            .excludes(trust, kid, KeyFlags.format),
            .excludes(trustFile, kid, KeyFlags.format),
        ] + TokenFlags.unitRules(profile) + ProofFlags.rules(dpop)

    static let declaration = Command(
        name: "verify",
        synonyms: ["verify", "validate", "jwt check", "jwt validate"],
        summary: "verify tokens with a key, a JWKS or a certificate, one or a batch",
        discussion: [
            """
            Verifies the signature and the claims of a token. If the token is valid, its payload is printed on \
            standard output exactly as it was signed, and the exit status is 0. Otherwise the first reason is printed \
            on standard error, and the exit status is 1.
            """,
            """
            The key, restricted by `--alg` if given, determines the accepted algorithms; the token never does. \
            `none`, an HMAC with a public key, `jwk`, `jku` or `x5u` in the header, and an unknown `crit` are rejected. \
            `x5c` is ignored without `--x5c`, and `x5t` always; `--dpop` alone uses `jwk`. If present, `exp` (exclusive), `nbf` and `iat` are checked, without leeway \
            unless `--leeway` allows some. `aud` is checked only if `--aud` is given, and `cnf` only if a flag names its key. With `--time-unit ms`, a time between 1970 and March 1973 is an error, because it \
            is in seconds.
            """,
            """
            `--key` also accepts a private key, and uses its public key. The token's `kid` selects the key of a JWKS. \
            A token without `kid` is accepted only if exactly one key in the set matches. If the keys of a JWKS name \
            several issuers (`issuer` or `iss`), or only another one, `--iss` draws a warning, because each of them could \
            sign for the others: use `--trust`. Certificate validity dates are not checked; use `signet cert check`.
            """,
        ],
        operands: [TokenFlags.token], flags: flags, rules: rules,
        examples: [
            Example("With a public key", "signet jwt verify --key pub.pem --in token.txt"),
            Example(
                "With an identity provider's keys",
                "signet jwt verify --jwks jwks.json --iss https://idp.example --aud my-app --require exp --in token.txt"
            ),
            Example(
                "An access token, not an ID token, with the scope that is needed",
                "signet jwt verify --jwks jwks.json --typ at+jwt --aud my-api --claim scope=read --in token.txt"
            ),
            Example("Millions of tokens", "signet jwt verify --batch --key pub.pem --in tokens.txt"),
            Example(
                "Tokens of two identity providers, each with its own keys",
                "signet jwt verify --trust https://a.example=a.json --trust https://b.example=b.json --in token.txt"
            ),
            Example("For a program", "signet jwt verify --key pub.pem --json --in token.txt"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "the token is valid"), ExitStatusNote(1, "the token is not valid"),
            .usage,
            ExitStatusNote(
                3, "the key is invalid, the passphrase is wrong, or a batch has no line"),
            .file,
            .bug,
        ],
        sections: [jsonSection, BatchFlags.verifyingStatistics],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-jwt-inspect(1)", "signet-key-public(1)", "signet-profiles(7)",
            "signet-oauth(7)", "signet-batch(7)",
        ])
}

struct JWTVerifyRequest: CommandRequest, Sendable {
    let keys: VerifyingKeys
    let input: TokenLocation
    /// The file of the payload that the token does not have.
    let detached: String?
    let isJWS: Bool
    var policy: VerificationPolicy
    /// Files of the lists, which go into the policy when they are read.
    let statusFiles: [String]
    /// Nil: the keys of the tokens.
    let statusKey: KeyLocation?
    /// The request for which a proof was made.
    let proof: ProofRequest?
    /// What the token must be bound to.
    let binding: Binding?
    var clock: Clock
    let profile: Profile?
    /// `--time-unit`.
    let timeUnit: TimeUnit?
    /// `--sub`, with a profile, which may know subjects by other names.
    let profileSubject: String?
    /// For `sd-jwt verify`.
    var presentation: PresentationPolicy?
    let isJSON: Bool
    let output: Output
    let batch: BatchRequest?
    /// Whether a hint may propose `--kid`, and `--jws`.
    let allowsKeyID: Bool
    let allowsJWS: Bool
    let knowsDPoP: Bool

    init(_ arguments: ParsedArguments) throws {
        keys = try VerifyingKeys(arguments)
        input = try TokenFlags.location(arguments, TokenFlags.token, of: .token)
        detached = arguments[JWTVerify.detached]
        isJWS = arguments[JWTVerify.jws]
        proof = ProofRequest(arguments, JWTVerify.dpop)
        binding = Binding.named(arguments)
        profile = try proof == nil ? arguments[JWTVerify.profile]?.load() : .dpop
        if proof == nil, let profile, profile.header.hasKey {
            throw CommandError(
                .usage, "--profile \(profile.name): such a proof is verified with the key in its header",
                hint: "use --dpop --method METHOD --url URL instead of a key and the profile")
        }
        timeUnit = arguments[SharedFlags.timeUnit]
        try profile?.check(timeUnit)
        let subject = arguments[JWTVerify.subject]
        profileSubject = profile == nil ? nil : subject
        clock = try arguments.clock
        var policy = VerificationPolicy()
        policy.algorithms = arguments[JWTVerify.algorithm]
        policy.issuer = arguments[JWTVerify.issuer]
        policy.subject = profile == nil ? subject : nil
        policy.audiences = arguments[JWTVerify.audience]
        policy.requiredClaims = arguments[JWTVerify.require].map { MemberName($0) }
        policy.type = arguments[JWTVerify.type]
        policy.claims = arguments[JWTVerify.claim] + arguments[JWTVerify.claimJSON]
        policy.leeway = arguments[SharedFlags.leeway]
        policy.maximumAge = arguments[JWTVerify.maximumAge] ?? (proof == nil ? nil : ProofFlags.acceptance)
        policy.proofURL = proof?.url
        policy.extensions = arguments[JWTVerify.critical]
        if policy.extensions.contains("b64") {
            throw CommandError(
                .usage, "--crit b64 cannot be accepted: signet expects every payload to be encoded")
        }
        if let name = policy.extensions.first(where: Header.registered.contains) {
            throw CommandError(
                .usage,
                "--crit \(name) cannot be accepted: crit lists only extensions, and \(name) is not one (RFC 7515 §4.1.11)"
            )
        }
        policy.timeUnit = timeUnit ?? .seconds
        policy.ignoresExpiration = arguments[JWTVerify.ignoreExpiry]
        self.policy = policy
        statusFiles = arguments[JWTVerify.statusList]
        statusKey = arguments[JWTVerify.statusKey].map { path in
            var location = KeyFlags.location(path, arguments)
            // `--key-format` is about `--key`, which may be another kind of key.
            (location.isRaw, location.mayBeRaw) = (false, false)
            return location
        }
        isJSON = arguments[SharedFlags.json]
        output = Output(arguments)
        batch = try BatchRequest(arguments, input.path)
        allowsKeyID = arguments.allows(JWTVerify.kid)
        allowsJWS = arguments.allows(JWTVerify.jws)
        knowsDPoP = arguments.knows(JWTVerify.dpop)
    }

    /// Reads the files that the policy depends on.
    mutating func completePolicy(_ inputs: InputFiles) throws {
        policy.confirmation = try binding?.confirmation(inputs)
        policy.claims += try proof?.claims(inputs).map { ClaimRequirement($0.name, .string($0.text)) } ?? []
    }
}
