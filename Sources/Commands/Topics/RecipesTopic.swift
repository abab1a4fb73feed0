import Arguments

extension Topic {
    /// The commands on the page are run by the tests, from its very text.
    static let recipes = Topic(
        name: "recipes",
        synonyms: [
            "recipe", "cookbook", "examples", "github", "google", "apple", "kubernetes", "azure", "snowflake",
        ],
        summary: "tokens for GitHub, Google, Apple, Kubernetes, Azure and Snowflake",
        sections: [
            Section(
                "Description",
                [
                    """
                    Each command makes the token with which a program logs in to a service. signet makes no connections: \
                    send the token with curl, as the service's documentation shows.
                    """
                ]),
            Section(
                "GitHub App",
                [
                    "The key is the PEM file that GitHub lets you download, and `iss` the client ID. A minute allows for clocks that differ.",
                    .verbatim(
                        """
                        signet jwt sign --key github.pem --iss Iv23liabcdefghijklmn \\
                          --iat -1m --exp 9m --out github.jwt
                        """),
                ]),
            Section(
                "Google service account",
                [
                    "The JSON file has the key, its ID and the account's address. The token is then exchanged for an access token.",
                    .verbatim(
                        """
                        jq -r .private_key google.json | signet jwt sign --key - \\
                          --kid "$(jq -r .private_key_id google.json)" \\
                          --iss "$(jq -r .client_email google.json)" \\
                          --aud https://oauth2.googleapis.com/token \\
                          --claim scope=https://www.googleapis.com/auth/cloud-platform \\
                          --iat now --exp 1h --out google.jwt
                        """),
                ]),
            Section(
                "Apple",
                [
                    "App Store Connect takes tokens of at most 20 minutes. The ID of the key is in the file's name.",
                    .verbatim(
                        """
                        signet jwt sign --key AuthKey_2X9R4HXF34.p8 --kid 2X9R4HXF34 \\
                          --iss 57246542-96fe-1a63-e053-0824d011072a \\
                          --aud appstoreconnect-v1 --iat now --exp 20m --out connect.jwt
                        """),
                    "Push notifications take tokens without `exp`, with the team's ID as issuer:",
                    .verbatim(
                        """
                        signet jwt sign --key AuthKey_2X9R4HXF34.p8 --kid 2X9R4HXF34 \\
                          --iss DEF123GHIJ --iat now --out push.jwt
                        """),
                ]),
            Section(
                "Kubernetes",
                [
                    """
                    A cluster names the keys of its service accounts by the SHA-256 of their SubjectPublicKeyInfo. A token \
                    that its key signs, and the set that verifies it:
                    """,
                    .verbatim(
                        """
                        signet jwt sign --key sa.key --kid spki \\
                          --iss https://kubernetes.default.svc.cluster.local \\
                          --sub system:serviceaccount:default:builder \\
                          --aud https://kubernetes.default.svc.cluster.local \\
                          --iat now --exp 1h --out kubernetes.jwt
                        signet key public --format jwks --kid spki --out kubernetes.jwks sa.key
                        signet jwt verify --jwks kubernetes.jwks \\
                          --iss https://kubernetes.default.svc.cluster.local \\
                          --aud https://kubernetes.default.svc.cluster.local --in kubernetes.jwt
                        """),
                    "A running cluster serves its set at `/openid/v1/jwks`.",
                ]),
            Section(
                "Azure",
                [
                    """
                    An application that logs in with a certificate names it by its SHA-256 thumbprint. `iss` and `sub` are \
                    the application's ID, and `aud` has the tenant's.
                    """,
                    .verbatim(
                        """
                        tenant=66666666-7777-8888-9999-000000000000
                        signet jwt sign --key azure.pem --alg PS256 --x5t --cert azure.crt \\
                          --iss 11111111-2222-3333-4444-555555555555 \\
                          --sub 11111111-2222-3333-4444-555555555555 \\
                          --aud "https://login.microsoftonline.com/$tenant/oauth2/v2.0/token" \\
                          --jti uuid --nbf now --exp 10m --out azure.jwt
                        """),
                ]),
            Section(
                "Snowflake",
                [
                    """
                    The issuer has the account, the user and the fingerprint of the public key. Account and user are in \
                    upper case. Both commands open an encrypted key with `--passphrase-file`.
                    """,
                    .verbatim(
                        """
                        user=MYORG-MYACCOUNT.ROBOT
                        fingerprint=$(signet key inspect --json snowflake.p8 | jq -ers '.[0].spkiSha256Base64') &&
                          signet jwt sign --key snowflake.p8 --iss "$user.$fingerprint" \\
                            --sub "$user" --iat now --exp 59m --out snowflake.jwt
                        """),
                ]),
        ],
        seeAlso: ["signet-jwt-sign(1)", "signet-oauth(7)", "signet-coming-from(7)"])
}
