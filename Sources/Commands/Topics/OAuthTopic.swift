import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let oauth = Topic(
        name: "oauth",
        synonyms: [
            "oauth2", "openid", "oidc", "client-assertion", "private_key_jwt", "dpop", "at+jwt",
            "access-token",
            "request-object", "jar", "mtls",
        ],
        summary: "make and verify the tokens of OAuth 2.0, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    An OAuth client and an authorization server exchange tokens of several kinds. Each section makes one \
                    and verifies it, as the other side does. The profiles enforce the rules of the RFCs: \
                    signet-profiles(7).
                    """,
                    """
                    signet makes no connections. Send a token with curl, and download the keys of the other side first.
                    """,
                ]),
            Section(
                "Keys",
                [
                    """
                    The client and the server have a key each. Each publishes its set: the client where it was registered, \
                    the server at its `jwks_uri`.
                    """,
                    .verbatim(
                        """
                        signet keygen --type ec --out client.pem
                        signet key public --format jwks --kid thumbprint --out client.jwks client.pem
                        signet keygen --type ec --out server.pem
                        signet key public --format jwks --kid thumbprint --out server.jwks server.pem
                        """),
                ]),
            Section(
                "Client assertion",
                [
                    """
                    With it a client logs in at the token endpoint (RFC 7523, `private_key_jwt`). It is valid for five \
                    minutes. The audience is the issuer identifier of the server, not the URL of an endpoint.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --key client.pem --kid thumbprint --profile client-assertion \\
                          --iss my-client --aud https://as.example --out assertion.jwt
                        """),
                    "The server verifies it with the set of this client:",
                    .verbatim(
                        """
                        signet jwt verify --jwks client.jwks --profile client-assertion \\
                          --iss my-client --aud https://as.example --in assertion.jwt
                        """),
                    """
                    signet does not remember tokens, so the server must refuse a `jti` that it has seen. The request has \
                    the assertion as `client_assertion`, and as `client_assertion_type` \
                    `urn:ietf:params:oauth:client-assertion-type:jwt-bearer`.
                    """,
                ]),
            Section(
                "Access token",
                [
                    "The server issues an access token that resource servers verify themselves (RFC 9068):",
                    .verbatim(
                        """
                        signet jwt sign --key server.pem --kid thumbprint --profile at+jwt \\
                          --iss https://as.example --sub alice --aud https://api.example \\
                          --claim client_id=my-client --claim scope=read --exp 10m --out access.jwt
                        """),
                    """
                    The profile rejects tokens of another type, such as ID tokens. `--trust` verifies each issuer's tokens \
                    by its own keys, and can be given for several issuers.
                    """,
                    .verbatim(
                        """
                        signet jwt verify --trust https://as.example=server.jwks --profile at+jwt \\
                          --aud https://api.example --claim scope=read --in access.jwt
                        """),
                    "`scope` is one string: a token for several scopes has another value, such as `read write`.",
                ]),
            Section(
                "DPoP",
                [
                    """
                    A stolen access token is useless if it is bound to a key (RFC 9449). The client proves that it has the \
                    key, with a new proof for each request, in the HTTP header `DPoP`:
                    """,
                    .verbatim(
                        """
                        signet jwt sign --dpop --key client.pem --method POST \\
                          --url https://as.example/token --out proof.jwt
                        """),
                    """
                    The server verifies the proof, which prints the thumbprint of the key, and binds the access token to \
                    it. If the server gave a nonce, both sides use `--nonce` too.
                    """,
                    .verbatim(
                        """
                        signet jwt verify --dpop --method POST --url https://as.example/token \\
                          --in proof.jwt --out proof.jkt
                        signet jwt sign --key server.pem --kid thumbprint --profile at+jwt \\
                          --iss https://as.example --sub alice --aud https://api.example \\
                          --claim client_id=my-client --exp 10m --cnf-jkt="$(cat proof.jkt)" --out bound.jwt
                        """),
                    "A proof for the resource server is also about the access token:",
                    .verbatim(
                        """
                        signet jwt sign --dpop --key client.pem --method GET \\
                          --url https://api.example/orders --access-token bound.jwt --out call.jwt
                        """),
                    "The resource server verifies the proof, and then that the access token is bound to the same key:",
                    .verbatim(
                        """
                        signet jwt verify --dpop --method GET --url https://api.example/orders \\
                          --access-token bound.jwt --in call.jwt --out call.jkt
                        signet jwt verify --trust https://as.example=server.jwks --profile at+jwt \\
                          --aud https://api.example --cnf-jkt="$(cat call.jkt)" --in bound.jwt
                        """),
                    """
                    A proof is accepted for five minutes after its `iat`; a server must refuse a `jti` that it has seen.
                    """,
                ]),
            Section(
                "Mutual TLS",
                [
                    """
                    A server can bind the access token to the certificate of a client that uses mutual TLS instead (RFC \
                    8705). The resource server has the certificate from the connection.
                    """,
                    .verbatim(
                        """
                        signet cert create --key client.pem --subject CN=my-client --out client.crt
                        signet jwt sign --key server.pem --kid thumbprint --profile at+jwt \\
                          --iss https://as.example --sub alice --aud https://api.example \\
                          --claim client_id=my-client --exp 10m --cnf-cert client.crt --out mtls.jwt
                        signet jwt verify --trust https://as.example=server.jwks --profile at+jwt \\
                          --aud https://api.example --cnf-cert client.crt --in mtls.jwt
                        """),
                ]),
            Section(
                "Request object",
                [
                    """
                    A client signs the parameters of an authorization request, so that nobody changes them in the browser \
                    (RFC 9101). The request has it as `request`, beside `client_id`.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --key client.pem --kid thumbprint --profile request-object \\
                          --aud https://as.example --claim client_id=my-client --claim response_type=code \\
                          --claim redirect_uri=https://app.example/cb --claim scope=openid \\
                          --claim state=af0ifjsldkj --out request.jwt
                        signet jwt verify --jwks client.jwks --profile request-object \\
                          --aud https://as.example --claim client_id=my-client --in request.jwt
                        """),
                ]),
            Section(
                "What signet leaves out",
                [
                    """
                    It makes no connections: whoever chooses a token would otherwise choose the addresses that the verifier \
                    opens. It neither encrypts nor decrypts tokens (JWE, five parts), and an error names them. PKCE needs \
                    no token: `code_verifier` is random text, and `code_challenge` its SHA-256 in base64url (RFC 7636).
                    """
                ]),
        ],
        seeAlso: [
            "signet-profiles(7)", "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-recipes(7)",
            "signet-rotation(7)",
        ])
}
