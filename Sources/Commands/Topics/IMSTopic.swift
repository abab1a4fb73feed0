import Arguments

extension Topic {
    /// Signing the prototypes of an IMS app. The commands on the page are run by the tests, from its very text.
    static let ims = Topic(
        name: "ims",
        summary: "sign the tokens of an IMS (DriveSync) app, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    The IMS SDK on a phone makes an unsigned token, a prototype, and hands it to the app. The app sends it to \
                    its own back end, the back end checks who is asking and signs it, and the SDK shows the token to IMS. \
                    This is the back end's part as commands for a shell. What is in capitals is yours; everything else can \
                    be pasted.
                    """
                ]),
            Section(
                "1. Make the key pair and its certificate",
                [
                    """
                    Once. The private key stays with the back end; IMS is given the certificate. Signed tokens are \
                    credentials too, so nobody else should be able to read the files that are made here.
                    """,
                    .verbatim(
                        """
                        umask 077
                        signet keygen --profile ims --out ims.key
                        signet cert create --profile ims --key ims.key \\
                          --subject 'CN=Acme Host,O=Acme' --for 730d --out ims.pem
                        """),
                    "Is it what IMS takes, and does it belong to the key?",
                    .verbatim("signet cert check --profile ims --key ims.key ims.pem"),
                ]),
            Section(
                "2. Sign a prototype",
                [
                    """
                    This one is the document's own example. It is from 2017, which `--at` goes back to. Its header says \
                    HS256, against the document's words, so it is written anew, with a warning; what the phone said is signed \
                    byte for byte.
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
                    "IMS will check it with the certificate, and so can you:",
                    .verbatim(
                        """
                        signet jwt verify --profile ims --cert ims.pem \\
                          --at @1497577400 --in token.txt
                        """),
                ]),
            Section(
                "3. Behind POST /sign",
                [
                    """
                    The body of the request is the prototype; its bearer token says which user is asking, and that is the \
                    user whom the prototype must be for: `--iss` and `--sub` demand it. Without them, whoever reaches the \
                    back end could have a token for anybody.
                    """,
                    .verbatim(
                        """
                        API_KEY=63d9a389-4ddc-4df1-8dd1-af6a10c7226e
                        answer() {  # USER PROTOTYPE
                          token=$(printf %s "$2" | signet jwt sign --prototype \\
                            --profile ims --key ims.key --iss "$API_KEY" --sub "$1") &&
                            code=200 || case $? in 3) code=400 ;; *) code=500 ;; esac
                        }
                        """),
                    """
                    Exit status 3 is the request's fault: the prototype has expired, is valid for more than 15 minutes, lacks \
                    a claim, or is another user's. The reason goes to standard error, for the back end's own eyes. Any other \
                    status is the back end's fault. The example has expired:
                    """,
                    .verbatim("answer 14 \"$PROTOTYPE\"; echo $code"),
                ]),
            Section(
                "4. Many of them",
                [
                    """
                    A process that stays, with a prototype on each line of its input, answers each with a line: the token, or \
                    an empty line where there is none. The lists say for whom it signs.
                    """,
                    .verbatim(
                        """
                        echo "$API_KEY" > issuers.txt
                        printf '%s\\n' 13 14 15 > users.txt
                        echo "$PROTOTYPE" | signet jwt sign --batch --keep-going --prototype \\
                          --profile ims --key ims.key --issuer-allow issuers.txt \\
                          --subject-allow users.txt --at @1497577400 | cmp - token.txt
                        """),
                ]),
            Section(
                "5. Without a prototype",
                [
                    """
                    A later edition of the document lets the host make the whole token. What can be made up is: `jti`, `nbf`, \
                    and an `exp` 15 minutes later.
                    """,
                    .verbatim(
                        """
                        signet jwt sign --profile ims --key ims.key \\
                          --iss "$API_KEY" --sub 14 < /dev/null |
                          signet jwt verify --profile ims --cert ims.pem --sub 14
                        """),
                ]),
            Section(
                "6. Before the certificate expires",
                [
                    "From cron. The exit status is 1 from 60 days before its end; then it is time for a new pair.",
                    .verbatim("signet cert check --profile ims --within 60d ims.pem"),
                ]),
        ],
        seeAlso: [
            "signet-profiles(7)", "signet-jwt-sign(1)", "signet-jwt-verify(1)", "signet-keygen(1)",
            "signet-cert-create(1)", "signet-cert-check(1)",
        ])
}
