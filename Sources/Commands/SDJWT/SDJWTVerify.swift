import Arguments
import JOSE
import System

enum SDJWTVerify: SignetCommand {
    static let bindingAudience = Flag(
        "kb-aud", .text("S"), group: "Key binding", "require the holder's proof, made for this audience")
    static let bindingNonce = Flag(
        "kb-nonce", .text("N"), group: "Key binding", "require the holder's proof, made for this nonce"
    )
    .proposed(for: "nonce")
    static let bindingAge = Flag(
        "kb-max-age", .duration, group: "Key binding",
        "reject a proof that is older than DURATION; 5 minutes by default")

    /// Those of `jwt verify` that are not about payloads of any bytes, platforms, or other proofs of possession.
    private static let flags: [any AnyFlag] = {
        let others = (ProofFlags.requestFlags + ProofFlags.confirmationFlags).map(\.info.name)
        let excluded = Set(["jws", "detached", "profile", "dpop"] + others)
        return [bindingAudience, bindingNonce, bindingAge]
            + JWTVerify.flags.filter { !excluded.contains($0.info.name) }
    }()

    static let declaration = Command(
        name: "verify", synonyms: ["sd-jwt validate", "sd-jwt check", "sd-jwt inspect", "sd-jwt decode"],
        summary: "verify SD-JWTs, and print the claims that they disclose",
        discussion: [
            """
            Verifies the signature, the disclosures and the claims of an SD-JWT (RFC 9901), as `signet jwt verify` does \
            with a token. If it is valid, the payload is printed on standard output, with the disclosed claims in their \
            places and without digests.
            """,
            """
            `--kb-aud` and `--kb-nonce` require the holder's proof: an SD-JWT with key binding, made by the key in `cnf` \
            for this audience, this nonce and exactly these disclosures. Whether a proof is required is the verifier's \
            decision. Without the flags a proof is not verified, and a warning says so if there is one.
            """,
            """
            A disclosure that the token does not refer to, one that occurs twice, one that replaces a claim, and a \
            digest that occurs twice are rejected. Claims nested deeper than 64 levels are too.
            """,
        ],
        operands: [TokenFlags.token], flags: flags,
        rules: JWTVerify.rules.limited(to: flags) + [
            .requires(bindingAudience, bindingNonce), .requires(bindingNonce, bindingAudience),
            .requires(bindingAge, bindingNonce),
        ],
        examples: [
            Example(
                "Disclosed claims",
                "signet sd-jwt verify --jwks issuer.json --require birthdate --in shown.txt"),
            Example(
                "From the holder, for this request",
                "signet sd-jwt verify --jwks issuer.json --kb-aud https://shop.example --kb-nonce 7f3a --in shown.txt"
            ),
            Example("Millions of them", "signet sd-jwt verify --batch --jwks issuer.json --in sd-jwts.txt"),
        ],
        exitStatuses: JWTVerify.declaration.exitStatuses,
        sections: [
            JWTVerify.jsonSection(without: ["profile", "confirmation"], "`claims` has the disclosed ones."),
            BatchFlags.verifyingStatistics,
        ],
        seeAlso: ["signet-sd-jwt-sign(1)", "signet-sd-jwt-present(1)", "signet-jwt-verify(1)"])

    static func run(_ request: SDJWTVerifyRequest) throws -> ExitStatus {
        try JWTVerify.run(request.verification)
    }
}

struct SDJWTVerifyRequest: CommandRequest {
    let verification: JWTVerifyRequest

    init(_ arguments: ParsedArguments) throws {
        var verification = try JWTVerifyRequest(arguments.leavingOut(JWTVerify.flags))
        var binding: PresentationPolicy.Binding?
        if let audience = arguments[SDJWTVerify.bindingAudience],
            let nonce = arguments[SDJWTVerify.bindingNonce]
        {
            binding = PresentationPolicy.Binding(
                audience: audience, nonce: nonce,
                maximumAge: arguments[SDJWTVerify.bindingAge] ?? ProofFlags.acceptance)
        }
        verification.presentation = PresentationPolicy(binding: binding)
        self.verification = verification
    }
}
