import Arguments

extension Topic {
    /// The enrolment of a phone with Nevis Authentication Cloud. The commands on the page are run by the tests, from
    /// its very text.
    static let nevis = Topic(
        name: "nevis", synonyms: ["authcloud"],
        summary: "enrol a phone with Nevis Authentication Cloud, step by step",
        sections: [
            Section(
                "Description",
                [
                    """
                    A back end that enrols its users' phones requests an enrolment from the Cloud HTTP API, gives the \
                    response to the user as a QR code or a link, and polls until the phone is enrolled. Later, it asks the \
                    enrolled phone for approvals in the same way. This page is that flow, as shell commands. Set the variables in capitals to your own values. Files that this page does not make come from the platform.
                    """
                ]),
            Section(
                "1. Prepare",
                [
                    """
                    The access key comes from the management console. Store it in a file, together with the name of \
                    its header, so that it is on no command line. The response is a credential too, so nobody else \
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
                    "The channel is `app`. The others are `push`, `sms`, `fido2` and `recovery`.",
                    .verbatim(
                        """
                        curl --silent --show-error --fail-with-body --header @access.header \\
                          --json "{\\"username\\":\\"$USER_NAME\\",\\"channel\\":\\"app\\"}" \\
                          "https://$INSTANCE.mauth.nevis.cloud/api/v1/users/enroll" \\
                          > response.json || cat response.json >&2
                        """),
                    """
                    If the platform refuses the request, `cat` prints its reason. Inspect the response. If it does not \
                    have the documented form, the exit status is 3, and the error names the member.
                    """,
                    .verbatim("signet enroll parse response.json"),
                ]),
            Section(
                "3. Hand it to the user",
                [
                    "As the image in the response, for a web page:",
                    .verbatim("signet enroll parse --qr-out code.png response.json > /dev/null"),
                    "Drawn in this terminal, for the phone in your hand:",
                    .verbatim("signet enroll parse --show-qr response.json"),
                    "As a link, for a user who reads this on the phone:",
                    .verbatim("signet enroll parse --field enrollment.appLinkUri response.json"),
                    """
                    In your own app with the Mobile Authentication SDK, `AuthCloudApiRegistration` accepts either the \
                    whole response (`enrollResponse`) or the link (`appLinkUri`), but not both.
                    """,
                ]),
            Section(
                "4. Wait for the phone",
                [
                    """
                    Query the status with the status token of the response. It is `pending`, `succeeded`, `failed` or \
                    `unknown`. `wait_for` fails unless it becomes `succeeded`.
                    """,
                    .verbatim(
                        """
                        wait_for() {
                          while
                            printf '{"statusToken":"%s"}' "$1" |
                              curl --silent --show-error --fail-with-body \\
                                --header @access.header --json @- \\
                                "https://$INSTANCE.mauth.nevis.cloud/api/v1/status" \\
                                > status.json || cat status.json >&2
                            state=$(signet enroll parse --field status status.json) || return $?
                            [ "$state" = pending ]
                          do sleep 2; done
                          echo "$state"
                          [ "$state" = succeeded ]
                        }
                        vars=$(signet enroll parse --format env response.json) && eval "$vars"
                        wait_for "$ENROLL_STATUS_TOKEN"
                        """),
                ]),
            Section(
                "5. Remember the user",
                [
                    "Further requests name the user by this ID.",
                    .verbatim("USER_ID=$ENROLL_USER_ID; echo \"$USER_ID\""),
                ]),
            Section(
                "6. Ask for an approval",
                [
                    """
                    To sign in again, or to confirm a transaction, ask the enrolled phone. On the channel `app` the \
                    response has a code and a link, as in step 3; with `push`, the platform sends the phone a message \
                    instead, and the response has neither.
                    """,
                    .verbatim(
                        """
                        curl --silent --show-error --fail-with-body --header @access.header \\
                          --json "{\\"userId\\":\\"$USER_ID\\",\\"channel\\":\\"app\\"}" \\
                          "https://$INSTANCE.mauth.nevis.cloud/api/v1/approval" \\
                          > approval.json || cat approval.json >&2
                        signet enroll parse --show-qr approval.json
                        wait_for "$(signet enroll parse --field statusToken approval.json)"
                        """),
                    """
                    The message over push contains the dispatch token as JSON (`{"nma_data":…}`); signet enroll parse \
                    shows it too.
                    """,
                ]),
            Section(
                "7. Clean up",
                [
                    "The remaining files are not needed any more, but they are still secrets.",
                    .verbatim("rm -f access.header response.json approval.json status.json code.png"),
                ]),
            Section(
                "A link that came from elsewhere",
                [
                    """
                    Before you open a link, check which instance it is for, and where the token would be redeemed. A \
                    link to any other host is refused. Pass the link through standard input, because arguments are \
                    visible in the list of processes.
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
