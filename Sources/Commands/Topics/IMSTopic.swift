import Arguments

extension Topic {
    /// Signing the prototypes of an IMS app. The commands on the page are run by the tests, from its very text.
    static let ims = Topic(
        name: "ims", synonyms: ["drivesync"],
        summary: "sign the tokens of an IMS (DriveSync) app, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    The IMS SDK on a phone makes an unsigned token, a prototype, and hands it to the app. The app \
                    sends it to its own back end. The back end checks which user is asking and signs the prototype, \
                    and the SDK shows the token to IMS. This page is the back end's part, as shell commands. Replace \
                    what is in capitals; everything else can be pasted.
                    """
                ]),
            Section(
                "1. Make the key pair and its certificate",
                [
                    """
                    Do this once. The private key stays on the back end; IMS gets the certificate. Signed tokens are \
                    credentials too, so nobody else should be able to read the files that these commands make.
                    """,
                    .verbatim(
                        """
                        umask 077
                        signet keygen --profile ims --out ims.key
                        signet cert create --profile ims --key ims.key \\
                          --subject 'CN=Acme Host,O=Acme' --for 730d --out ims.pem
                        """),
                    "Check that the certificate is as the document requires, and that it belongs to the key:",
                    .verbatim("signet cert check --profile ims --key ims.key ims.pem"),
                ]),
            Section(
                "2. Sign a prototype",
                [
                    """
                    This prototype is the document's own example, from 2017; `--at` sets the time back. Its header \
                    says HS256, although the document requires RS256, so signet replaces the header, with a warning. \
                    The payload is signed byte for byte.
                    """,
                    .verbatim(
                        """
                        PROTOTYPE=$(printf %s \\
                          eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiI2M2Q5YTM4OS00ZGRj \\
                          LTRkZjEtOGRkMS1hZjZhMTBjNzIyNmUiLCJzdWIiOiIxNCIsImp0aSI6IkJEOTg4 \\
                          QjJFLUIxNkEtNDlCOC04ODgyLTlCM0M5RDM1REQ4NCIsIm5iZiI6MTQ5NzU3NzM4 \\
                          MSwiZXhwIjoxNDk3NTc4MjgxfQ)
                        echo "$PROTOTYPE" |
                          signet jwt sign --prototype --profile ims --key ims.key \\
                            --at @1497577400 --out token.txt
                        """),
                    "IMS verifies the token with the certificate, and so can you:",
                    .verbatim(
                        """
                        signet jwt verify --profile ims --cert ims.pem \\
                          --at @1497577400 --in token.txt
                        """),
                ]),
            Section(
                "3. Answer POST /sign",
                [
                    """
                    The body of the request is the prototype; its bearer token identifies the user. The prototype must \
                    be for that user, so `--iss` and `--sub` require it. Without them, anybody who reaches the back \
                    end could get a token for any user. The clocks of phones run ahead, so `--leeway` accepts a prototype \
                    that becomes valid within half a minute.
                    """,
                    .verbatim(
                        """
                        API_KEY=63d9a389-4ddc-4df1-8dd1-af6a10c7226e
                        answer() {
                          token=$(printf %s "$2" | signet jwt sign --prototype \\
                            --profile ims --key ims.key --leeway 30s \\
                            --iss "$API_KEY" --sub "$1") &&
                            code=200 || case $? in 3) code=400 ;; *) code=500 ;; esac
                        }
                        """),
                    """
                    Exit status 3 means that the request is invalid: the prototype has expired, is valid for more than \
                    15 minutes, lacks a claim, or is for another user. (A key file that is damaged or encrypted gives 3 \
                    as well: sign once when the back end starts.) The reason goes to standard error, for the back end's \
                    log. Any other status is a failure of the back end. The example has expired:
                    """,
                    .verbatim("answer 14 \"$PROTOTYPE\"; echo $code"),
                    """
                    The folder `Examples` of the source has such a service in Python and in Node. It keeps one signet \
                    process open, as below, and signs for many users at a time.
                    """,
                ]),
            Section(
                "4. Sign many prototypes",
                [
                    """
                    A long-running process reads one prototype per line and answers each with one line: the token, or \
                    an empty line if the prototype is refused. The lists name the issuers and subjects that it signs \
                    for.
                    """,
                    .verbatim(
                        """
                        echo "$API_KEY" > issuers.txt
                        printf '%s\\n' 13 14 15 > users.txt
                        echo "$PROTOTYPE" | signet jwt sign --batch --keep-going --prototype \\
                          --profile ims --key ims.key --leeway 30s --issuer-allow issuers.txt \\
                          --subject-allow users.txt --at @1497577400 | cmp - token.txt
                        """),
                ]),
            Section(
                "5. Sign without a prototype",
                [
                    """
                    A later edition of the document lets the host make the whole token. signet generates what is \
                    missing: `jti`, `nbf`, and an `exp` 15 minutes later.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile ims --key ims.key \\
                          --iss "$API_KEY" --sub 14 |
                          signet jwt verify --profile ims --cert ims.pem --sub 14
                        """),
                ]),
            Section(
                "6. Renew the certificate",
                [
                    """
                    Run this from cron. From 60 days before the certificate expires, the exit status is 1; then make a \
                    new pair.
                    """,
                    .verbatim("signet cert check --profile ims --within 60d ims.pem"),
                ]),
        ],
        seeAlso: [
            "signet-profiles(7)", "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-keygen(1)",
            "signet-cert-create(1)", "signet-cert-check(1)",
        ])
}
