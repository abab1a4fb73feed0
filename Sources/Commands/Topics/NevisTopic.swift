import Arguments

extension Topic {
    /// The enrolment of a phone with Nevis Authentication Cloud. The commands on the page are run by the tests, from
    /// its very text.
    static let nevis = Topic(
        name: "nevis",
        summary: "enrol a phone with Nevis Authentication Cloud, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A back end that enrols its users' phones asks the Cloud HTTP API for an enrolment, hands what it gets \
                    to the user, as a QR code or as a link, and asks until the phone is enrolled. This is that flow as \
                    commands for a shell. What is in capitals is yours; everything else can be pasted.
                    """
                ]),
            Section(
                "1. Prepare",
                [
                    """
                    The access key is from the management console. It goes into a file, with the name of the header that \
                    it is sent in, so that it is on no command line. What comes back is a credential too: nobody else \
                    should be able to read it.
                    """,
                    .verbatim(
                        """
                        umask 077
                        INSTANCE=acme
                        USER_NAME=jo
                        printf 'Authorization: Bearer %s\\n' "$ACCESS_KEY" > access.header
                        """),
                ]),
            Section(
                "2. Ask for an enrolment",
                [
                    "The channel is the app's unless the request names another: `push`, `sms`, `fido2`, `recovery`.",
                    .verbatim(
                        """
                        curl --silent --show-error --fail --header @access.header \\
                          --json "{\\"username\\":\\"$USER_NAME\\",\\"channel\\":\\"app\\"}" \\
                          --output response.json \\
                          "https://$INSTANCE.mauth.nevis.cloud/api/v1/users/enroll"
                        """),
                    "See what came. A response that is not of the documented form ends with exit status 3, and the error names the member.",
                    .verbatim("signet enroll parse response.json"),
                ]),
            Section(
                "3. Hand it to the user",
                [
                    "As the image that came, for a web page:",
                    .verbatim("signet enroll parse --qr-out code.png response.json > /dev/null"),
                    "Drawn on this terminal, for the phone in your hand:",
                    .verbatim("signet enroll parse --show-qr response.json"),
                    "As a link, for a user who reads this on the phone itself:",
                    .verbatim("signet enroll parse --field enrollment.appLinkUri response.json"),
                    """
                    In an app of your own with the Mobile Authentication SDK, `AuthCloudApiRegistration` takes the \
                    whole response (`enrollResponse`) or the link (`appLinkUri`), and only one of them.
                    """,
                ]),
            Section(
                "4. Wait for the phone",
                [
                    "The status token of the response asks for the status: `pending`, `succeeded`, `failed` or `unknown`.",
                    .verbatim(
                        """
                        vars=$(signet enroll parse --format env response.json) && eval "$vars"
                        while
                          printf '{"statusToken":"%s"}' "$ENROLL_STATUS_TOKEN" |
                            curl --silent --show-error --fail --header @access.header --json @- \\
                              --output status.json "https://$INSTANCE.mauth.nevis.cloud/api/v1/status"
                          state=$(signet enroll parse --field status status.json)
                          [ "$state" = pending ]
                        do sleep 2; done
                        echo "$state"
                        """),
                ]),
            Section(
                "5. Remember the user",
                [
                    "The user's ID is what further requests name the user by.",
                    .verbatim("echo \"$ENROLL_USER_ID\""),
                    "What is left is of no use any more, and still a secret.",
                    .verbatim("rm -f access.header response.json status.json code.png"),
                ]),
            Section(
                "A link that came from elsewhere",
                [
                    """
                    Before a link is opened, what it would do can be seen: whose instance it is for, and where the \
                    token would be redeemed. A link to any other host is refused. It goes in by standard input, because \
                    arguments are seen in the list of processes.
                    """,
                    .verbatim(
                        """
                        LINK=$ENROLL_APP_LINK_URI
                        printf '%s\\n' "$LINK" | signet enroll parse --field link.host
                        printf '%s\\n' "$LINK" | signet enroll parse --field dispatchToken.nma_data.redeem_url
                        """),
                ]),
        ],
        seeAlso: ["signet-enroll-parse(1)", "signet-jwt-verify(1)"])
}
