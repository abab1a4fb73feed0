import JOSE
import JSON
import System

// The tokens of OAuth 2.0 whose rules are in an RFC.

extension Profile {
    /// An access token as a JWT (RFC 9068).
    package static let accessToken = oauth(
        "at+jwt", "access tokens that resource servers verify themselves", section: "RFC 9068 §2.2",
        type: .mediaType("at+jwt"),
        claims: [
            ClaimRule("iss", .text, .given, "the issuer"),
            ClaimRule("sub", .text, .given, "the user, or the client itself"),
            ClaimRule("aud", .audience, .given, "the resource server"),
            ClaimRule("client_id", .text, .given, "the client's identifier"),
            .tokenID, .issuedAt,
            // How long an access token lives is the server's decision.
            ClaimRule("exp", .time, .given, "when the token expires"),
            .notBefore,
        ],
        notes: """
            Verify them with `--typ at+jwt` and `--aud` too, so that no ID token is taken for one (§4). `scope`, \
            `auth_time`, `acr`, `amr`, `groups`, `roles` and `entitlements` are added with `--claim` and \
            `--claim-json`.
            """)

    /// How a client authenticates itself to the authorization server (RFC 7523 §2.2).
    package static let clientAssertion = oauth(
        "client-assertion", "a client's proof of its identity, for the token endpoint",
        section: "RFC 7523 §3", type: .any(standard: "JWT"),
        claims: [
            ClaimRule("iss", .text, .given, "the client's identifier"),
            ClaimRule("sub", .same(as: "iss"), .kind, "the client's identifier"),
            // One string: an assertion that several servers accept can be replayed by one of them.
            ClaimRule("aud", .text, .given, "the authorization server's issuer identifier"),
            .tokenID, .issuedAt, .expiry, .notBefore,
        ],
        notes: """
            The audience is the issuer identifier of the server and nothing else, not the URL of its token endpoint: \
            OpenID's security notice of 2025 has the reason. signet also requires `jti` and `iat`, which the RFC leaves \
            open. Assertions with the client's secret are accepted as well.
            """)

    /// The parameters of an authorization request, signed (RFC 9101, "JAR").
    package static let requestObject = oauth(
        "request-object", "the signed parameters of an authorization request", section: "RFC 9101 §4",
        type: .mediaType("oauth-authz-req+jwt"), typeSource: .recommended(section: "RFC 9101 §10.8"),
        claims: [
            ClaimRule("client_id", .text, .given, "the client's identifier"),
            ClaimRule("response_type", .text, .given, "the requested response type"),
            ClaimRule("iss", .same(as: "client_id"), .kind, "the client's identifier"),
            ClaimRule("aud", .audience, .given, "the authorization server's issuer identifier"),
            .issuedAt, .expiry, .notBefore,
            ClaimRule("request", .json, .forbidden, "a request object"),
            ClaimRule("request_uri", .json, .forbidden, "the address of a request object"),
        ],
        notes: """
            Every parameter of the request is a claim: `redirect_uri`, `scope`, `state`, `nonce`, `code_challenge`. \
            signet also requires `iat` and `exp`, which the RFC leaves open, because an object without them is valid for \
            ever.
            """)

    /// A proof that the sender of a request has a key (RFC 9449, "DPoP").
    package static let dpop = oauth(
        "dpop", "a proof that the sender of a request has a key", section: "RFC 9449 §4.2",
        type: .mediaType("dpop+jwt"), hasKey: true,
        claims: [
            .tokenID,
            ClaimRule("htm", .text, .given, "the HTTP method"),
            ClaimRule("htu", .text, .given, "the HTTP URL without query and fragment"),
            .issuedAt,
            ClaimRule("ath", .text, .optional, "the SHA-256 of the access token"),
            ClaimRule("nonce", .text, .optional, "the server's nonce"),
        ],
        notes: """
            The header contains the public key as `jwk`, without a `kid`. The algorithm must be asymmetric.
            """)

    private static let asymmetric = Algorithm.all.filter { algorithm in
        if case .signature = algorithm.method { true } else { false }
    }

    private static func oauth(
        _ name: String, _ tokens: String, section: String, type: HeaderRule.TypeRule,
        typeSource: RuleSource? = nil, hasKey: Bool = false, claims: [ClaimRule], notes: String
    ) -> Profile {
        let source = RuleSource.document(section: section)
        return Profile(
            name: name, platform: "OAuth 2.0", tokens: tokens, notes: notes, source: source,
            header: HeaderRule(
                algorithms: hasKey ? asymmetric : [], type: type, keyID: .optional, hasKey: hasKey,
                allowsOthers: true, source: typeSource ?? source),
            key: nil, claims: claims,
            lifetime: LifetimeRule(start: "iat", longest: nil, standard: .seconds(300), source: .signet),
            timeUnits: [.seconds], hasAttributes: false, certificate: nil)
    }
}
