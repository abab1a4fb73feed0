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
            "PEM, DER, PKCS#7 or PKCS#12. If the file has several, the one that issued none of the others is used."
        ]
    )
    .proposed(for: "certificate", "crt")
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
            "iat": "use --require iat, or --max-age DURATION", "jti": "use --require jti",
            "expiry": "use --require exp; an exp in the token is always checked",
        ])
    static let profile = SharedFlags.profile(
        "Claims", "enforce a platform's rules: signet-profiles(7)",
        details: [
            """
            If a platform allows either unit of time, the detected one is reported on standard error, and as \
            `timeUnit` with `--json`. So is a difference from the tokens of the platform's SDKs in a point that its \
            document leaves open, as `notes` with `--json`.
            """
        ])
    static let statusList = Flag(
        repeatable: "status-list", .file, group: "Claims", "require that this list says the token is valid",
        details: [
            """
            FILE is a Status List Token, a JWT of type statuslist+jwt, whose `sub` is the address that the token's \
            `status` has. signet makes no connections, so download it first. Its signature is verified with the same \
            keys, unless `--status-key` gives others. A token without a status is rejected, and so is every token when \
            the list has expired. A list has at most 16 MiB, decompressed. Several lists can be given.
            """
        ]
    )
    .proposed(for: "status", "revocation-list", "revoked")
    static let statusKey = Flag(
        "status-key", .file, group: "Claims", "the key or JWKS to verify the status list with")
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
        ])

    static let flags: [any AnyFlag] =
        [
            key, jwks, certificate, kid, algorithm, issuer, subject, audience, require, profile, statusList,
            statusKey, jws,
            TokenFlags.input, detached, SharedFlags.at, SharedFlags.leeway, maximumAge, ignoreExpiry,
            SharedFlags.timeUnit, SharedFlags.json, SharedFlags.out, SharedFlags.force,
        ] + BatchFlags.verifying + [KeyFlags.allowShortSecret] + KeyFlags.all + [SharedFlags.help]

    static let rules: [Rule] =
        KeyFlags.rules + [.excludesOperands(TokenFlags.input)] + BatchFlags.rules + [
            .excludes(BatchFlags.batch, detached),
            .requires(BatchFlags.allowEmpty, BatchFlags.batch),
            .exactlyOne(key, jwks, certificate),
            .excludes(
                jws, issuer, subject, audience, require, profile, statusList, SharedFlags.leeway, maximumAge,
                ignoreExpiry,
                SharedFlags.timeUnit),
            .excludes(profile, ignoreExpiry), .requires(statusKey, statusList),
            .requires(detached, jws),
            .excludes(certificate, kid, KeyFlags.format),
            .excludes(jwks, KeyFlags.format),
        ] + TokenFlags.unitRules(profile)

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
            `x5c` and `x5t` are ignored. If present, `exp` (exclusive), `nbf` and `iat` are checked, without leeway \
            unless `--leeway` allows some.
            """,
            """
            `--key` also accepts a private key, and uses its public key. The token's `kid` selects the key of a JWKS. \
            A token without `kid` is accepted only if exactly one key of the set fits. Certificate validity dates are not checked; use `signet cert check`.
            """,
        ],
        operands: [TokenFlags.token], flags: flags, rules: rules,
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
            ExitStatusNote(
                3, "the key is invalid, the passphrase is wrong, or a batch has no line"),
            SharedExitStatuses.file,
            SharedExitStatuses.bug,
        ],
        sections: [jsonSection, BatchFlags.verifyingStatistics],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-jwt-inspect(1)", "signet-key-public(1)", "signet-profiles(7)",
            "signet-batch(7)",
        ])
}

struct JWTVerifyRequest: CommandRequest, Sendable {
    enum KeyKind {
        /// A key, or a set of keys.
        case any
        case set
        case certificate
    }

    let key: KeyLocation
    let keyKind: KeyKind
    let allowsShortSecret: Bool
    let input: TokenLocation
    /// The file of the payload that the token does not have.
    let detached: String?
    let isJWS: Bool
    var policy: VerificationPolicy
    /// Files of the lists, which go into the policy when they are read.
    let statusLists: [String]
    /// Nil: the keys of the tokens.
    let statusKey: KeyLocation?
    var clock: Clock
    let profile: Profile?
    /// `--time-unit`.
    let timeUnit: TimeUnit?
    /// `--sub`, with a profile, which may know subjects by other names.
    let profileSubject: String?
    /// For `sd-jwt verify`.
    var presentation: PresentationPolicy?
    let isJSON: Bool
    let out: String?
    let mayReplace: Bool
    let batch: BatchRequest?
    /// Whether a batch may have no line.
    let allowsEmpty: Bool

    init(_ arguments: ParsedArguments) throws {
        let path: String
        if let certificate = arguments[JWTVerify.certificate] {
            (path, keyKind) = (certificate, .certificate)
        } else if let set = arguments[JWTVerify.jwks] {
            (path, keyKind) = (set, .set)
        } else {
            // The rules leave no other: one of the three is given.
            (path, keyKind) = (arguments[JWTVerify.key] ?? "-", .any)
        }
        var key = KeyFlags.location(path, id: arguments[JWTVerify.kid], arguments)
        if keyKind == .set { key.expected = .keySet }
        self.key = key
        allowsShortSecret = arguments[KeyFlags.allowShortSecret]
        input = try TokenFlags.location(arguments, TokenFlags.token, of: .token)
        detached = arguments[JWTVerify.detached]
        isJWS = arguments[JWTVerify.jws]
        profile = arguments[JWTVerify.profile]
        timeUnit = arguments[SharedFlags.timeUnit]
        let subject = arguments[JWTVerify.subject]
        profileSubject = profile == nil ? nil : subject
        clock = try arguments[SharedFlags.at]?.clock ?? .system
        var policy = VerificationPolicy()
        policy.algorithms = arguments[JWTVerify.algorithm]
        policy.issuer = arguments[JWTVerify.issuer]
        policy.subject = profile == nil ? subject : nil
        policy.audiences = arguments[JWTVerify.audience]
        policy.requiredClaims = arguments[JWTVerify.require].map { MemberName($0) }
        policy.leeway = arguments[SharedFlags.leeway]
        policy.maximumAge = arguments[JWTVerify.maximumAge]
        policy.timeUnit = timeUnit ?? .seconds
        policy.ignoresExpiration = arguments[JWTVerify.ignoreExpiry]
        self.policy = policy
        statusLists = arguments[JWTVerify.statusList]
        statusKey = arguments[JWTVerify.statusKey].map { KeyFlags.location($0, arguments) }
        isJSON = arguments[SharedFlags.json]
        out = arguments[SharedFlags.out]
        mayReplace = arguments[SharedFlags.force]
        batch = try BatchRequest(arguments, input)
        allowsEmpty = arguments[BatchFlags.allowEmpty]
    }
}
