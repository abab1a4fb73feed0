import Arguments
import JOSE
import JSON
import System

enum SDJWTPresent: SignetCommand {
    static let hide = Flag(
        repeatable: "hide", .text("NAME"), group: "Claims", "leave out this claim, and those in it",
        details: [
            """
            A dot leads into an object or an array, as in what `signet sd-jwt verify` prints. A name that has a dot \
            itself is given as it is. A claim is refused if the issuer lets everybody see it, or a claim in it.
            """
        ]
    )
    .proposed(
        Dictionary(
            uniqueKeysWithValues: ["disclose", "reveal", "show"].map {
                ($0, "use --hide NAME for each claim that stays out")
            }))
    static let key = KeyFlags.key("the holder's private key, to prove that it is there")
    static let kid = Flag("kid", .text("ID"), group: "Key", "use the key of a JWKS that has this kid")
    static let algorithm = JWTSign.algorithm
    static let audience = Flag(
        "kb-aud", .text("S"), group: "Key binding", "the verifier for whom the proof is made"
    )
    .proposed(for: "aud", "audience")
    static let nonce = Flag(
        "kb-nonce", .text("N"), group: "Key binding", "the nonce that the verifier gave"
    )
    .proposed(for: "nonce")
    static let token = Operand(.anyText("SD-JWT"), "the SD-JWT itself; standard input if omitted or `-`")

    private static let flags: [any AnyFlag] =
        [
            hide, key, kid, algorithm, audience, nonce, TokenFlags.input, SharedFlags.at, SharedFlags.out,
            SharedFlags.force,
        ]
        + BatchFlags.presenting + [JWTSign.json] + KeyFlags.all + [SharedFlags.help]

    static let declaration = Command(
        name: "present", synonyms: ["present", "sd-jwt show", "sd-jwt disclose"],
        summary: "leave out disclosures of an SD-JWT, and prove to be its holder",
        discussion: [
            """
            Prints the SD-JWT (RFC 9901) without the disclosures that `--hide` names. All others are shown. With `--key`, \
            a key binding follows: a proof by the holder's key, made for `--kb-aud` and `--kb-nonce`, that covers exactly \
            what is shown. The key must be the one in the token's `cnf`. `--at` sets the proof's `iat`.
            """,
            """
            The issuer's signature is not verified, because that requires the issuer's key: `signet sd-jwt verify`. An \
            SD-JWT that has a key binding already is refused.
            """,
        ],
        operands: [token], flags: flags,
        rules: KeyFlags.rules + [.excludesOperands(TokenFlags.input)] + BatchFlags.rules + [
            .requires(JWTSign.json, BatchFlags.batch), .requires(key, audience), .requires(key, nonce),
            .requires(audience, key), .requires(nonce, key), .requires(algorithm, key), .requires(kid, key),
            .requires(KeyFlags.format, key), .requires(KeyFlags.provider, key),
        ],
        examples: [
            Example("Without the address", "signet sd-jwt present --hide address --in sd-jwt.txt"),
            Example(
                "With a proof for a shop",
                "signet sd-jwt present --key holder.pem --kb-aud https://shop.example --kb-nonce 7f3a --in sd-jwt.txt"
            ),
            Example(
                "Millions of them",
                "signet sd-jwt present --batch --hide address --in sd-jwts.txt --out shown.txt"),
        ],
        exitStatuses: .standard(
            badInput: "the SD-JWT or the key is invalid, or a claim of --hide is not disclosed"),
        sections: [JWTSign.jsonSection(SigningReason.ofPresenting), BatchFlags.signingStatistics],
        seeAlso: ["signet-sd-jwt-sign(1)", "signet-sd-jwt-verify(1)", "signet-key-public(1)"])
}

struct SDJWTPresentRequest: CommandRequest, Sendable {
    /// What the holder proves.
    struct Binding: Sendable {
        let key: KeyLocation
        let algorithm: Algorithm?
        let audience: String
        let nonce: String
    }

    let hidden: [String]
    let binding: Binding?
    let input: TokenLocation
    let clock: Clock
    let output: Output
    let batch: BatchRequest?
    /// Each line of the batch is answered with a JSON object.
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        hidden = arguments[SDJWTPresent.hide]
        if let key = arguments[SDJWTPresent.key], let audience = arguments[SDJWTPresent.audience],
            let nonce = arguments[SDJWTPresent.nonce]
        {
            binding = Binding(
                key: KeyFlags.location(key, id: arguments[SDJWTPresent.kid], arguments),
                algorithm: arguments[SDJWTPresent.algorithm],
                audience: audience, nonce: nonce)
        } else {
            binding = nil
        }
        input = try TokenFlags.location(arguments, SDJWTPresent.token, of: .token)
        clock = try arguments.clock
        output = Output(arguments)
        batch = try BatchRequest(arguments, input.path)
        isJSON = arguments[JWTSign.json]
    }
}
