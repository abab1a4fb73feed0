import Arguments

extension Topic {
    /// A certificate from SAP Secure Login Server. The commands on the page are run by the tests, from its very text.
    static let sls = Topic(
        name: "sls", synonyms: ["sap", "secure-login-server"],
        summary: "get a certificate from SAP Secure Login Server, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A Secure Login Server issues a certificate to a user who logs in, and other servers identify the \
                    user by it. In an app, SAP's SDK does this (SAPFoundation, `SLSUserIdentityDiscovery`); this page \
                    is the same flow, as shell commands. Set the variables in capitals to your own values. Files that this page does not make come from the platform.
                    """,
                    """
                    SAP documents neither the requests nor the JSON of the server. The paths and the form of the \
                    request below are those of Catalyst-Relay, an open-source client. From the answer to the log-in it \
                    reads one member, `clientConfig.keySize`; step 2 shows the rest.
                    """,
                ]),
            Section(
                "1. Prepare",
                [
                    """
                    The profile is one of the server's. Get the certificate of the CA from its operators, not from the \
                    server's answer, which cannot prove its own origin.
                    """,
                    .verbatim(
                        """
                        umask 077
                        SERVER=https://sls.example.com
                        PROFILE=employees
                        SUBJECT=CN=KIM
                        CA=ca.pem
                        RESOURCE=https://resource.example.com/
                        """),
                    """
                    If curl does not know the CA of the server's own certificate, use `curl --cacert FILE`, never \
                    `curl --insecure`, which accepts anybody's answer.
                    """,
                ]),
            Section(
                "2. Log in",
                [
                    """
                    With Kerberos, after `kinit`. The session is kept in cookies, which the certificate request \
                    requires.
                    """,
                    .verbatim(
                        """
                        curl --silent --show-error --fail-with-body --negotiate --user : \\
                          --data '' --cookie-jar cookies.txt \\
                          "$SERVER/SecureLoginServer/slc3/doLogin?profile=$PROFILE" \\
                          > login.json || cat login.json >&2
                        """),
                    """
                    A log-in with a password, or in several steps, has fields that your server defines. Put them into \
                    a file, because arguments are visible in the list of processes, and send it with `curl --data \
                    @FILE`, without `curl --negotiate --user`.
                    """,
                    """
                    If the server refuses the log-in, `cat` prints its reason. Print the certificate parameters that \
                    signet finds in the answer; `--json` prints all of it.
                    """,
                    .verbatim("signet enroll parse login.json"),
                    """
                    If your server uses other names, write the parameters into a file as described under CERTIFICATE \
                    PARAMETERS in signet-csr-create(1), and continue with that file.
                    """,
                ]),
            Section(
                "3. Make the request",
                [
                    """
                    Make a new key of the type and size that the parameters require (by default RSA with 2048 bits), \
                    and a request for it in raw DER. `--ignore-unknown` ignores members that signet does not know. If \
                    the parameters have a subject, leave out `--subject`: a different one is refused.
                    """,
                    .verbatim(
                        """
                        signet csr create --params login.json --ignore-unknown \\
                          --subject "$SUBJECT" --key-out user.key \\
                          --encoding der --out request.der
                        """),
                    """
                    The server checks the type and the length of the key, and that the request matches what it asked \
                    for. This is known to work: RSA, SHA-256, the user as CN, key usage `digitalSignature` and \
                    `keyEncipherment`, extended key usage `clientAuth`. signet requests exactly that, unless the \
                    parameters say otherwise:
                    """,
                    .verbatim("signet csr inspect request.der"),
                ]),
            Section(
                "4. Send it",
                [
                    "Send the request as DER, not as base64, with the cookies of the log-in.",
                    .verbatim(
                        """
                        curl --silent --show-error --fail-with-body --cookie cookies.txt \\
                          --header 'Content-Type: application/pkcs10' \\
                          --data-binary @request.der \\
                          "$SERVER/SecureLoginServer/slc2/getCertificate?profile=$PROFILE" \\
                          > reply.p7b || cat reply.p7b >&2
                        """),
                    """
                    The answer is a PKCS#7 in base64, without PEM's first and last line: the certificate and its \
                    chain. signet reads it unchanged. If the answer is anything else, for example a log-in page, the \
                    exit status is 3:
                    """,
                    .verbatim("signet cert inspect reply.p7b"),
                ]),
            Section(
                "5. Check it",
                [
                    """
                    Check that it is for this key, for a client, and from this CA. If not, the exit status is 1, and \
                    the table shows why.
                    """,
                    .verbatim(
                        """
                        signet cert check --roots "$CA" --purpose client --key user.key reply.p7b
                        """),
                ]),
            Section(
                "6. Pack it",
                [
                    """
                    Pack everything into one file for macOS or iOS, with a random passphrase. signet finds your \
                    certificate by the key, and puts the chain in order.
                    """,
                    .verbatim(
                        """
                        head -c 18 /dev/urandom | base64 > passphrase
                        signet pkcs12 pack --for apple --key user.key --cert reply.p7b \\
                          --name "$SUBJECT" --passphrase-file passphrase --out user.p12
                        """),
                    """
                    For other programs, use `--for windows`, `--for android`, `--for java8` (Java before 8u301), or \
                    `--for modern` for anything newer. If a program reports a "wrong password", the file was most \
                    likely packed for another one. signet-pkcs12-pack(1) has the table.
                    """,
                ]),
            Section(
                "Without a password",
                [
                    """
                    SAPFoundation returns its PKCS#12 "using no password". In PKCS#12 that can mean two things, and \
                    SAP does not document which. signet makes both:
                    """,
                    """
                    `--no-passphrase`: no passphrase at all. `--for apple`, `windows` and `java8` then derive keys \
                    from zero bytes, as Windows does, and as macOS and Java do with an empty field; the others make a \
                    file without encryption and without a MAC.
                    """,
                    """
                    `--passphrase-file` with an empty file: a passphrase of zero characters, which signet warns about. \
                    macOS and iOS do not agree on its encoding.
                    """,
                    .verbatim(
                        """
                        signet pkcs12 pack --for apple --key user.key --cert reply.p7b \\
                          --no-passphrase --out none.p12
                        printf '' > nothing
                        signet pkcs12 pack --for windows --key user.key --cert reply.p7b \\
                          --passphrase-file nothing --out empty.p12
                        """),
                    """
                    `--no-passphrase` opens a file from the SDK; it tries both. Only the mode of the file, 0600, \
                    protects the key in it.
                    """,
                    .verbatim(
                        """
                        signet pkcs12 inspect --no-passphrase none.p12
                        signet pkcs12 inspect --no-passphrase empty.p12
                        """),
                ]),
            Section(
                "7. Use it",
                [
                    "curl requires the certificate with its chain, in order, and the key as PEM.",
                    .verbatim(
                        """
                        signet pkcs12 unpack --passphrase-file passphrase \\
                          --fullchain-out user.pem user.p12
                        curl --silent --show-error --fail-with-body --cert user.pem \\
                          --key user.key "$RESOURCE" > answer || cat answer >&2
                        """),
                ]),
            Section(
                "8. Renew it",
                [
                    """
                    Before each use, check that the certificate is valid for another hour. If not, repeat steps 2 to 7 \
                    with a new key, in a new folder: if the server does not answer, the files in this one still work.
                    """,
                    .verbatim(
                        """
                        signet cert check --within 1h user.pem || echo 'log in again'
                        """),
                ]),
            Section(
                "9. Clean up",
                [
                    "The cookies are the session, and a file without a password gives access to the key.",
                    .verbatim(
                        """
                        rm -f cookies.txt login.json request.der reply.p7b
                        rm -f none.p12 empty.p12 nothing
                        """),
                    """
                    If only user.p12 is used, remove user.key too. Send the passphrase to its reader separately from \
                    user.p12, then remove it here.
                    """,
                    .verbatim("rm -f user.key user.pem passphrase"),
                ]),
        ],
        seeAlso: [
            "signet-enroll-parse(1)", "signet-csr-create(1)", "signet-csr-inspect(1)", "signet-cert-check(1)",
            "signet-pkcs12-pack(1)", "signet-pkcs12-unpack(1)",
        ])
}
