import Arguments
import JOSE
import JSON

enum SDJWTSign: SignetCommand {
    static let disclose = Flag(
        repeatable: "disclose", .text("NAME"), isRequired: true, group: "Claims",
        "let the holder decide whether to show this claim",
        details: [
            """
            A dot leads into an object or an array: `address.locality`, `nationalities.0`. A claim and a claim in it can \
            both be named. Verifiers need `iss`, `aud`, `exp`, `nbf`, `cnf` and `status`, so neither these nor claims in \
            them can be named (RFC 9901 §9.7); elements of `aud` can. A claim whose own name has a dot cannot be named.
            """
        ]
    )
    .proposed(for: "hide", "sd")
    static let decoys = Flag(
        "decoys", .number(1...100), group: "Claims",
        "add N digests that stand for no claim, to hide how many claims there are",
        details: [
            """
            Each object and each array in which something can be disclosed gets N of them (RFC 9901 §4.2.5). Nobody can \
            tell them from the others until all claims are disclosed.
            """
        ]
    )
    .proposed(for: "decoy", "add-decoys", "decoy-digests")
    static let type = Flag(
        "typ", .text("T"), absent: "sd-jwt", group: "Header", "set the typ; none leaves it out")

    /// Those of `jwt sign` that are not about prototypes, payloads of any bytes, platforms, or proofs for requests.
    private static let flags: [any AnyFlag] = {
        let excluded =
            [
                "typ", "field", "prototype", "rewrite-alg", "jws", "detached", "profile", "issuer-allow",
                "subject-allow", "leeway", "dpop",
            ] + ProofFlags.requestFlags.map(\.info.name)
        return [disclose, decoys, type, BatchFlags.disclosingField]
            + JWTSign.flags.filter { !excluded.contains($0.info.name) }
    }()

    static let declaration = Command(
        name: "sign", synonyms: ["sd-jwt issue", "sd-jwt create"],
        summary: "sign claims that their holder can disclose one by one",
        discussion: [
            """
            Makes an SD-JWT (RFC 9901): a token in which a salted digest takes the place of each claim that `--disclose` \
            names, followed by a disclosure for each of them. Whoever has it can leave out disclosures \
            (`signet sd-jwt present`), and the signature remains valid. Claims come from the same places as with \
            `signet jwt sign`.
            """,
            """
            The payload is written without white space. Other members keep their order, numbers their spelling. \
            `_sd_alg` is sha-256. The digests are sorted, and the salts have 128 random bits, so a token is never made \
            twice. For a key binding, `--cnf-key` puts the holder's public key into `cnf`, \
            where `signet sd-jwt present` and `verify` look for it.
            """,
        ],
        operands: [JWTSign.claims], flags: flags, rules: JWTSign.rules.limited(to: flags),
        examples: [
            Example(
                "A birth date that need not be shown",
                "signet sd-jwt sign --key key.pem --disclose birthdate --in claims.json"),
            Example(
                "For the key of a holder, for a month",
                "signet sd-jwt sign --key key.pem --cnf-key holder.pub --iss https://issuer.example --exp 30d --disclose birthdate --in claims.json"
            ),
            Example(
                "Millions of them",
                "signet sd-jwt sign --batch --key key.pem --disclose birthdate --in claims.txt"),
        ],
        exitStatuses: .standard(
            badInput: "the key or the claims are invalid, or a claim of --disclose is missing"),
        sections: [JWTSign.jsonSection(SigningReason.ofDisclosing), BatchFlags.signingStatistics],
        seeAlso: ["signet-sd-jwt-present(1)", "signet-sd-jwt-verify(1)", "signet-jwt-sign(1)"])

    static func run(_ request: SDJWTSignRequest) throws -> ExitStatus { try JWTSign.run(request.signing) }
}

struct SDJWTSignRequest: CommandRequest {
    let signing: JWTSignRequest

    init(_ arguments: ParsedArguments) throws {
        let paths = arguments[SDJWTSign.disclose].map(JSONPath.init)
        for path in paths where Concealment.isIndispensable(path) {
            throw CommandError(.usage, "--disclose: verifiers need the claim '\(path.text)' (RFC 9901 §9.7)")
        }
        // A digest is one level deeper than its claim, and must not be too deep for verifiers.
        for path in paths where path.steps.count >= JSONLimits.standard.maximumDepth {
            throw CommandError(
                .usage,
                "--disclose: expected at most \(JSONLimits.standard.maximumDepth - 1) names, found \(path.steps.count)"
            )
        }
        var signing = try JWTSignRequest(arguments.leavingOut(JWTSign.flags))
        signing.concealment = Concealment(paths, decoys: arguments[SDJWTSign.decoys] ?? 0)
        self.signing = signing
    }
}
