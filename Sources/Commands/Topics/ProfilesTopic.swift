import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import Platforms
import System

extension Topic {
    /// What `--profile` means, from the very rules that are enforced.
    static let profiles = Topic(
        name: "profiles", synonyms: ["profile", "platforms", "platform"],
        summary: "list the rules of platforms and standards that --profile enforces",
        sections: [
            Section(
                "Description",
                [
                    """
                    A profile is what a platform or a standard requires of one kind of token, of the key that signs it, and, on some \
                    platforms, of the key's certificate. `signet jwt sign --profile` generates what it can and refuses \
                    what does not fit, for claims and for prototypes, one or a batch. `signet jwt verify --profile` \
                    applies the same rules. `signet keygen --profile` accepts the built-in profiles with rules for keys, \
                    and `signet cert create` and `signet cert check` those with rules for certificates.
                    """,
                    .definitions(Profile.all.map { ("`\($0.name)`", "\($0.platform): \($0.tokens)") }),
                    """
                    An error names the rule, the profile, and the section of the platform's document that has the rule. \
                    If the document does not have it, the error says that it comes from the platform's SDKs, or names \
                    only the profile if it is signet's own. If a rule is broken, the exit status is 3 for signing and 1 \
                    for verifying.
                    """,
                ])
        ] + Profile.all.map(\.page) + [
            ownProfiles,
            Section(
                "Common rules",
                [
                    """
                    Times of a new token are whole numbers, written in digits only: no fraction, no exponent, no sign. \
                    When verifying, any number is a time (RFC 7519 §2). A number below 100,000,000,000 is in seconds \
                    (until the year 5138), any other in milliseconds (since 1973). All times of a new token must use \
                    the same unit. When verifying, only those that the profile has a rule for must.
                    """,
                    """
                    signet does not sign a token that has expired, that becomes valid later than the current time plus \
                    `--leeway`, or that is valid for longer than the profile allows; the limit itself is allowed. When \
                    verifying, `--leeway` also applies to `exp`.
                    """,
                    """
                    Strings must not be empty, and are compared byte for byte. Claims that the profile does not name are allowed, and stay unchanged, unless their name differs \
                    from one of the profile's only in case.
                    """,
                    """
                    A prototype's payload is signed unchanged or rejected; its header is replaced, with a warning, if \
                    it does not match the platform. `--iss` and `--sub` require one party; `--issuer-allow` and \
                    `--subject-allow` require one of a list. Without any of them, anybody who reaches the signer can \
                    get a token for any user.
                    """,
                ]),
        ],
        seeAlso: [
            "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-keygen(1)", "signet-key-public(1)",
            "signet-cert-create(1)", "signet-cert-check(1)",
        ])
}

private let ownProfiles = Section(
    "A profile of your own",
    [
        """
        A PROFILE with a slash, such as `./acme.json`, is a file with rules: one JSON object of at most 64 KiB. A new \
        platform then needs no new signet. An unknown member is an error, because a misspelt rule would not be enforced. \
        So is a rule that no token could keep.
        """,
        .verbatim(
            """
            {
              "source": "Acme API guide, section 4",
              "alg": ["ES256", "EdDSA"],
              "typ": "acme+jwt",
              "kid": true,
              "claims": {
                "iss": {"meaning": "the partner's number"},
                "aud": {"value": "https://api.acme.example"},
                "sub": {"sameAs": "iss"},
                "jti": {"generate": "uuid"},
                "iat": {"type": "time", "generate": "now"},
                "exp": {"type": "time", "generate": "lifetime"},
                "nbf": {"type": "time", "optional": true},
                "admin": {"type": "json", "forbidden": true}
              },
              "lifetime": {"from": "iat", "longest": "10m", "standard": "5m"}
            }
            """),
        .definitions([
            ("source", "where the rules come from, for errors"),
            (
                "alg",
                "the allowed algorithms: a string, or an array of them; every algorithm of the key if missing"
            ),
            (
                "typ",
                "the required media type; `null` allows no `typ`. If missing, JWT is written, and any is accepted"
            ),
            ("kid", "`true` requires a `kid`"),
            ("rsaBits", "requires an RSA key of this size"),
            (
                "claims",
                "an object with a rule for each claim; others are allowed. Without `optional`, the claim is required"
            ),
            (
                "type",
                "`text` (the default), `time`, `audience` (a string or an array of strings), `name-uuid` (a name, a hyphen and a UUID) or `json` (any value)"
            ),
            ("value", "the claim always is this string; signet adds it"),
            ("sameAs", "the claim is the same as another one; signet adds it"),
            ("generate", "what signet adds if the claim is missing: `uuid`, `now` or `lifetime`"),
            ("optional", "`true`: the claim may be missing"),
            ("forbidden", "`true`: the token must not have the claim"),
            ("meaning", "what the claim is, for errors"),
            (
                "lifetime",
                "`exp` is at most `longest` after the claim `from` (`iat` if missing); both claims need a rule with the type `time`. `standard` is what signet generates, `longest` if missing"
            ),
            ("timeUnit", "`s` (the default), `ms`, or an array of both; the first is written"),
        ]),
    ])

extension Profile {
    fileprivate var page: Section {
        Section(
            name,
            [
                .paragraph("\(platform): \(tokens). \(source.sentence)"),
                .table(
                    [["claim", "meaning", "value", "if missing"]]
                        + claims.map {
                            [$0.name.text, $0.meaning, $0.expectedWords, $0.sourceWords(lifetime)]
                        }),
                .definitions(facts), .paragraph(notes),
            ])
    }

    private var facts: [(term: String, text: String)] {
        var facts = [("header", headerWords)]
        if let key {
            facts.append(
                (
                    "key",
                    "RSA with \(key.bits) bits\(key.source.remark). `signet keygen --profile \(name)` writes \(key.form.rawValue)\(key.isFormFixed ? " only" : " unless `--format` selects another format"), and the public key as \(key.publicForm.words)."
                ))
        }
        if let longest = lifetime.longest {
            facts.append(
                (
                    "lifetime",
                    "`exp` is at most \(longest.words) (\(longest.microseconds / 1_000_000) s) after `\(lifetime.start.text)`\(lifetime.source.remark).\(lifetime.source == .sdks ? " A longer lifetime is not signed; when a token is verified, it causes only a note." : "")"
                ))
        }
        facts.append(("times", timesWords))
        if hasAttributes {
            facts.append(
                (
                    "attributes",
                    """
                    Other claims are attributes of the user. `--claim` and `--claim-json` cannot set one of the claims \
                    above, and the input cannot contain a claim that a flag gives.
                    """
                ))
        }
        if namesSubject {
            facts.append(
                (
                    "subject",
                    """
                    `--sub NAME` generates a subject: NAME, a hyphen and a random UUID, which differs for each token. \
                    A subject that ends with a hyphen and a UUID is used unchanged. If a subject is required or \
                    listed, the name alone is enough.
                    """
                ))
        }
        if let certificate {
            facts.append(
                (
                    "certificate",
                    "An RSA key of \(certificate.rsaBits) bits, signed with \(certificate.signatureAlgorithm) (\"\(certificate.section)\"). `signet cert create --profile \(name)` does not make a CA, and `signet cert check` warns of one; the document allows it."
                ))
        }
        return facts
    }

    private var headerWords: String {
        let type = header.standardType.map { ",\"typ\":\"\($0)\"" } ?? ""
        let algorithm = header.algorithms.count == 1 ? "\"\(header.algorithms[0].name)\"" : "…"
        if header.hasKey { return "`{\"alg\":\(algorithm)\(type),\"jwk\":{…}}`." }
        switch header.keyID {
        case .optional:
            return "`{\"alg\":\(algorithm)\(type)}`, with `kid` if there is one.\(typeWords)"
        case .required(let standard):
            let words =
                standard.map { "`kid` is `\($0)` unless `--kid`, the prototype or a JWK gives another one." }
                ?? "`kid` is required; it comes from `--kid`, the prototype or a JWK."
            return
                "`{\"alg\":\(algorithm)\(type),\"kid\":…}`, and nothing else\(header.source.remark). A token with `typ` or other members is accepted with a note. \(words)"
        }
    }

    private var typeWords: String {
        switch (header.type, header.source) {
        case (.any, _): " When a token is verified, any `typ` is accepted."
        case (_, .recommended(let section)):
            " A token with another `typ` or none is accepted with a note (\"\(section)\")."
        default: ""
        }
    }

    private var timesWords: String {
        timeUnits.count == 1
            ? "Times are in \(timeUnits[0].name)."
            : "signet writes \(timeUnits[0].name), or \(timeUnits[1].name) with `--time-unit \(timeUnits[1].rawValue)`. When a token is verified, both are accepted unless `--time-unit` selects one."
    }
}

extension ClaimRule {
    fileprivate var expectedWords: String {
        switch kind {
        case .text: "a string"
        case .constant(let text): text
        case .nameAndUUID: "NAME-UUID"
        case .same(let other): "the same as \(other.text)"
        case .time: "a time"
        case .audience: "a string or an array"
        case .json: "any value"
        }
    }

    fileprivate func sourceWords(_ lifetime: LifetimeRule) -> String {
        switch source {
        case .given: "refused"
        case .uuid: "a random UUID"
        case .now: "now"
        case .lifetime: "\(lifetime.start.text) + \(lifetime.standard.microseconds / 1_000_000) s"
        case .forbidden: "must be missing"
        case .kind: "filled in"
        case .optional: "left out"
        }
    }
}

extension RuleSource {
    fileprivate var sentence: String {
        switch self {
        case .document(let section), .recommended(let section): "The document's section is \"\(section)\"."
        case .sdks, .signet: "The rules are those of the platform's SDKs; its document does not have them."
        }
    }
}

extension KeyForm {
    fileprivate var words: String { self == .pkcs1Public ? "PKCS#1 (`RSA PUBLIC KEY`)" : rawValue }
}
