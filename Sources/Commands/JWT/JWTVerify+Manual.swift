import Arguments

extension JWTVerify {
    /// Every word that `reason` can be.
    static let reasons: [(code: String, meaning: String)] = [
        ("record", "the line is not a record that has `--field` and no `--result`"),
        ("malformed", "the input is not a token in compact serialization"),
        ("unsecured", "`alg` is `none`"),
        ("unknown-algorithm", "`alg` is not known, or requires a newer OpenSSL"),
        ("algorithm-not-allowed", "`alg` is not listed by `--alg`"),
        ("algorithm-key-mismatch", "`alg` does not fit the key"),
        ("embedded-key", "the header has `jwk`, `jku` or `x5u`"),
        ("critical-header", "`crit` is malformed, or lists an unknown extension"),
        ("proof-key", "the header of a proof has no `jwk`, or one that cannot verify it"),
        ("certificate-chain", "`x5c` is missing or malformed, or its certificates fail with `--roots`"),
        ("type", "`typ` does not match `--typ`"),
        ("issuer-not-trusted", "`iss` is missing, or is not an issuer of `--trust` or `--trust-file`"),
        ("key-not-found", "no key in the set matches the token"),
        ("key-ambiguous", "several keys of the set could match the token"),
        ("key-unusable", "the key of the set that the token names cannot verify signatures"),
        ("signature", "the signature does not match the key"),
        ("claims-not-json", "the payload is not a JSON object"),
        ("claim-malformed", "a registered claim has the wrong type"),
        ("expired", "`exp` has passed"),
        ("not-yet-valid", "`nbf` is in the future"),
        ("issued-in-future", "`iat` is in the future"),
        ("too-old", "`iat` is older than `--max-age` allows"),
        ("issuer", "`iss` does not match `--iss`"),
        ("subject", "`sub` does not match `--sub`"),
        ("audience", "`aud` does not match any `--aud`"),
        ("claim-missing", "a claim required by `--require`, `--claim` or `--claim-json` is missing"),
        ("claim-mismatch", "a claim does not have the value that `--claim` or `--claim-json` requires"),
        ("confirmation", "`cnf` does not name the key of `--cnf-key`, `--cnf-cert` or `--cnf-jkt`"),
        ("status", "the token is revoked or suspended by `--status-list`, or has no status in it"),
        ("disclosure", "a disclosure is malformed, or does not belong to the token"),
        ("key-binding", "the holder's proof is missing, or does not fit"),
        ("profile", "a rule of `--profile` is broken"),
    ]

    static let jsonSection = jsonSection(
        without: ["disclosure", "key-binding"],
        """
        With `--jws`, `payload` in base64url replaces `claims`. With `--dpop`, `jkt` is added, the thumbprint of the key. \
        With `--profile`, `timeUnit` is added (`s` or `ms`), and `notes`, an array of strings, if the token differs from \
        those of the platform's SDKs in a point that its document leaves open.
        """)

    /// - Parameters:
    ///   - codes: reasons that the command does not give.
    ///   - differences: of a valid token's object.
    static func jsonSection(without codes: Set<String>, _ differences: String) -> Section {
        Section(
            "JSON",
            [
                .paragraph(
                    """
                    If the token is valid: `{"valid":true,"alg":…,"kid":…,"header":{…},"claims":{…}}`. \(differences) If \
                    the token is not valid: `{"valid":false,"reason":…,"message":…}`. The reasons do not change:
                    """),
                .definitions(
                    reasons.filter { !codes.contains($0.code) }.map { (term: $0.code, text: $0.meaning) }),
                """
                With `--batch`: one such object per line, in order, with `line`, the number of the line in the input, from \
                1; lines ignored by `--skip` are counted. The exit status is 1 if any token is not valid, and one line on \
                standard error then says how many are not, and which is the first.
                """,
            ])
    }
}
