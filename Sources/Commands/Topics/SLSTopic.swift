import Arguments

extension Topic {
    /// A certificate from SAP Secure Login Server. The commands on the page are run by the tests, from its very text.
    static let sls = Topic(
        name: "sls",
        summary: "get a certificate from SAP Secure Login Server, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A Secure Login Server gives a user who logs in a certificate, by which other servers then know the \
                    user. In an app SAP's SDK does it (SAPFoundation, `SLSUserIdentityDiscovery`); this is the same flow \
                    as commands for a shell. What is in capitals is yours; everything else can be pasted.
                    """,
                    """
                    SAP publishes neither the requests nor the JSON of the server. The paths and the form of the request \
                    below are what Catalyst-Relay uses, a client whose source is public. Of the answer to the log-in it \
                    reads one member, `clientConfig.keySize`; what else is in it, see for yourself in step 2.
                    """,
                ]),
            Section(
                "1. Prepare",
                [
                    """
                    The profile is one of the server's. The certificate of the CA comes from those who run it, by another \
                    way than the server's answer, which cannot vouch for itself.
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
                    If the server's own certificate is from a CA that curl does not know, make it `curl --cacert FILE`, \
                    never `curl --insecure`: anybody could answer then.
                    """,
                ]),
            Section(
                "2. Log in",
                [
                    "With Kerberos, after `kinit`. The session is in cookies, which the request for the certificate needs.",
                    .verbatim(
                        """
                        curl --silent --show-error --fail --negotiate --user : --data '' \\
                          --cookie-jar cookies.txt --output login.json \\
                          "$SERVER/SecureLoginServer/slc3/doLogin?profile=$PROFILE"
                        """),
                    """
                    A log-in with a password, or in several steps, has fields that your site's server names. Put them \
                    into a file, because arguments are seen in the list of processes, and send that: \
                    `curl --data @FILE`, without `curl --negotiate --user`.
                    """,
                    "See which certificate parameters signet finds in the answer; `--json` shows all of it.",
                    .verbatim("signet enroll parse login.json"),
                    """
                    Where your server has them under other names, write them into a file in the form of CERTIFICATE \
                    PARAMETERS in signet-csr-create(1), and go on with that one.
                    """,
                ]),
            Section(
                "3. Make the request",
                [
                    """
                    A new key of the type and size that the parameters ask for (RSA with 2048 bits where they do not \
                    say), and with it a request in raw DER. `--ignore-unknown` passes over members that signet does not \
                    know. Where the parameters have a subject, leave out `--subject`: one that differs is refused.
                    """,
                    .verbatim(
                        """
                        signet csr create --params login.json --ignore-unknown \\
                          --subject "$SUBJECT" --key-out user.key \\
                          --encoding der --out request.der
                        """),
                    """
                    The server checks the type and the length of the key, and that the request agrees with what it asked \
                    for. What is known to work: RSA, SHA-256, the user as CN, key usage `digitalSignature` and \
                    `keyEncipherment`, extended key usage `clientAuth`. That is what was made, where the parameters do \
                    not say otherwise:
                    """,
                    .verbatim("signet csr inspect request.der"),
                ]),
            Section(
                "4. Send it",
                [
                    "The request goes as it is, DER and not base64, with the cookies of the log-in.",
                    .verbatim(
                        """
                        curl --silent --show-error --fail --cookie cookies.txt \\
                          --header 'Content-Type: application/pkcs10' \\
                          --data-binary @request.der --output reply.p7b \\
                          "$SERVER/SecureLoginServer/slc2/getCertificate?profile=$PROFILE"
                        """),
                    """
                    What comes back is a PKCS#7 in base64, without PEM's first and last line: the certificate and its \
                    chain. signet reads it as it is. Is it something else, a page that asks for a log-in for example, \
                    this ends with exit status 3:
                    """,
                    .verbatim("signet cert inspect reply.p7b"),
                ]),
            Section(
                "5. Check it",
                [
                    "Is it for this key, for a client, and from this CA? If not, exit status 1, and the table says why.",
                    .verbatim(
                        """
                        signet cert check --roots "$CA" --purpose client --key user.key reply.p7b
                        """),
                ]),
            Section(
                "6. Pack it",
                [
                    """
                    Into one file for macOS or iOS, under a passphrase that nobody has to think of. Which certificate is \
                    yours is found by the key; the chain is put in order.
                    """,
                    .verbatim(
                        """
                        head -c 18 /dev/urandom | base64 > passphrase
                        signet pkcs12 pack --for apple --key user.key --cert reply.p7b \\
                          --name "$SUBJECT" --passphrase-file passphrase --out user.p12
                        """),
                    """
                    For other programs name them instead: `--for windows`, `--for android`, `--for java8` (Java before \
                    8u301), `--for modern` for what is newer than those. A file that one of them answers with "wrong \
                    password" was most likely packed for another. signet-pkcs12-pack(1) has the table.
                    """,
                ]),
            Section(
                "Without a password",
                [
                    """
                    SAPFoundation hands over its PKCS#12 "using no password". In PKCS#12 that can be two things, and SAP \
                    does not say which of them it is. signet makes both:
                    """,
                    """
                    `--no-passphrase`: none. `--for apple`, `windows` and `java8` then derive keys from no bytes at all, \
                    as Windows does, and as macOS and Java do with an empty field; the others make a file without \
                    encryption and without a MAC.
                    """,
                    """
                    `--passphrase-file` and an empty file: a passphrase like others, of no characters. macOS and iOS do \
                    not agree on how it is encoded, and signet warns there.
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
                    A file from the SDK is opened with `--no-passphrase`, which tries both. Mind that the mode of the \
                    file, 0600, is all that protects the key in it.
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
                    "curl takes the certificate with its chain, in order, and the key as PEM.",
                    .verbatim(
                        """
                        signet pkcs12 unpack --passphrase-file passphrase \\
                          --fullchain-out user.pem user.p12
                        curl --silent --show-error --fail --cert user.pem --key user.key \\
                          --output answer "$RESOURCE"
                        """),
                ]),
            Section(
                "8. Renew it",
                [
                    """
                    Before a use, see whether it is good for another hour. If not, go through steps 2 to 7 once more, \
                    with a new key: `--force` lets files be replaced.
                    """,
                    .verbatim(
                        """
                        signet cert check --within 1h user.pem || echo 'log in again'
                        """),
                ]),
            Section(
                "9. Clean up",
                [
                    "The cookies are the session, and a file without a password is the key itself.",
                    .verbatim(
                        """
                        rm -f cookies.txt login.json request.der reply.p7b
                        rm -f none.p12 empty.p12 nothing
                        """),
                    """
                    user.key can go too where only user.p12 is used. The passphrase reaches its reader by another way \
                    than user.p12, and then has no more business here.
                    """,
                    .verbatim("rm -f user.key user.pem passphrase"),
                ]),
        ],
        seeAlso: [
            "signet-enroll-parse(1)", "signet-csr-create(1)", "signet-csr-inspect(1)", "signet-cert-check(1)",
            "signet-pkcs12-pack(1)", "signet-pkcs12-unpack(1)",
        ])
}
