import Arguments

extension EnrollParse {
    /// The sections about the input and the forms of the report.
    static let manual = [inputs, checks, members, variables, code, limits]

    private static let inputs = Section(
        "Inputs",
        [
            """
            The kind of input is detected from its content. If that fails, set it with `--kind`; the error then names \
            what is missing. With `--kind`, input of another kind is an error that says what was found. An operand that begins with a scheme and a colon is a link.
            """,
            .definitions([
                (
                    "An enrolment response",
                    """
                    the answer of `POST /api/v1/users/enroll` of Nevis Authentication Cloud, on any channel. On the app \
                    channel it has a QR code and a link, which are checked and parsed. The `enrollment` member of other \
                    channels is kept unchanged.
                    """
                ),
                (
                    "An approval response",
                    """
                    the answer of `POST /api/v1/approval`: `transactionId` and `statusToken`, and on the app channel a QR \
                    code and a link, as in an enrolment response. Over push, the app gets the dispatch token in a message.
                    """
                ),
                (
                    "A status",
                    """
                    the answer of the status endpoint to a status token. If the platform does not know the token, it is \
                    only `{"status":"unknown"}`.
                    """
                ),
                (
                    "A link",
                    """
                    the `appLinkUri`, as an operand or in a file: `https://{instance}.mauth.nevis.cloud/open?…` (form \
                    `web`), `https://{instance}-app.mauth.nevis.cloud/open?…` (form `app`), or any URI with the scheme \
                    `nevisaccess`. Scheme and host may be in upper case. The query is percent-decoded once. It must \
                    contain `dispatchTokenResponse` exactly once; other parameters are reported verbatim but ignored.
                    """
                ),
                (
                    "A dispatch token",
                    """
                    base64url of JSON, with or without padding, as a QR code may hold it instead of a link; or the JSON \
                    itself, as a push message contains it: `{"nma_data":…}`.
                    """
                ),
                (
                    "A log-in answer",
                    """
                    the answer of SAP's Secure Login Server: JSON with `clientConfig.keySize` or other members of the \
                    certificate parameters that signet-csr-create(1) lists. Its format is not public; `parameters` has \
                    the members that signet knows. To request the certificate, give the same file to `signet csr create`.
                    """
                ),
            ]),
            """
            The host of a link must match exactly. Other hosts are refused, even if they begin or end with the \
            platform's name, and so are internationalised names and user-info parts before the host. Ports, fragments, \
            other paths and other schemes (`http`, `javascript`, `data`) are refused too. The host of an \
            instance whose name ends in `-app` cannot be distinguished from the app host of another instance.
            """,
        ])

    private static let checks = Section(
        "Checks",
        [
            """
            A member that is missing or has the wrong type is an error. The error names the path of the member but not \
            its value. Unknown members are kept and are never an error. `username` may be null. Of an enrolment, \
            `statusToken`, `qrCode` and `appLinkUri` are required only on the app channel. The response does not name its channel, so signet \
            derives it from the names of the members.
            """,
            """
            A string that does not have its usual form is a warning, not an error: a `userId`, `transactionId`, \
            `authenticatorId` or token that is not a UUID, a time that is not RFC 3339, or an unknown status, type or \
            version. Warnings are printed on standard error and listed in `warnings`.
            """,
            """
            These are errors: a link that is refused; a dispatch token that is not base64url, is not JSON, or lacks a \
            member; a `redeem_url` that is not https; a `dataUri` that is not base64, has another media type than \
            `type`, or holds another kind of image. PNG, JPEG, GIF, WebP and SVG are recognised by their first bytes. \
            Images of other types are not checked, and `--qr-out` does not write them.
            """,
            """
            A dispatch token with the content type `application/jose` holds a JWE, which only the app can decrypt. \
            signet shows its header, but not the token and the URL in it.
            """,
        ])

    private static let members = Section(
        "JSON",
        [
            "One object. Members that do not apply are left out.",
            .definitions([
                ("kind", "`nevis`, `nevis-approval`, `nevis-status`, `nevis-link`, `nevis-token` or `sls`"),
                (
                    "channel",
                    "`app`, `push`, `sms`, `fido2`, `recovery` or null; only for an enrolment or approval response"
                ),
                (
                    "link",
                    "an object: `form` (`web`, `app`, `nevisaccess`), `instance`, `host` (null for `nevisaccess`), `uri`, `otherMembers`"
                ),
                (
                    "dispatchTokenResponse",
                    "the dispatch token as in the link, percent-decoded; that of a push message is encoded by signet"
                ),
                (
                    "dispatchToken",
                    "the decoded dispatch token, unchanged: `nma_data` with `token` and `redeem_url`, `nma_data_content_type`, `nma_data_version`"
                ),
                ("jweHeader", "the header of `nma_data`, if that is a JWE"),
                (
                    "qrCode",
                    "an object: `type`, `size` (from the response), `bytes`, `verified` (whether the image is known to be of `type`), and for a PNG `width` and `height`"
                ),
                (
                    "parameters",
                    "for `sls`: the members that signet-csr-create(1) lists under CERTIFICATE PARAMETERS, if the answer has them"
                ),
                ("warnings", "an array of strings"),
                (
                    "response",
                    "the response, unchanged: order of members, spelling of numbers, unknown members"
                ),
            ]),
        ])

    private static let variables = Section(
        "Variables",
        [
            """
            `--format env` prints one assignment per line, `NAME='value'`, for `eval` in sh, bash and zsh. Values are \
            quoted: the shell does not interpret quotes, newlines, `$(…)` or backticks in them. Every variable is \
            assigned each time, and is empty if there is no value, so that no old value remains. A value with a NUL \
            character (`\\u0000` in JSON) is an error, because a variable cannot hold it. Use `--field` for members \
            that have no variable.
            """,
            .paragraph(EnrollVariables.terminalRule),
            .definitions(EnrollVariables.all.map { ("`\($0.name)`", $0.meaning) }),
        ])

    private static let code = Section(
        "QR code on the screen",
        [
            """
            `--show-qr` draws a new QR code with the link of the response, which a phone's camera opens in the app. It \
            is ISO/IEC 18004, byte mode, in the smallest version that fits. The error correction level is M if that \
            does not enlarge the code, otherwise L.
            """,
            """
            This is not the image of the response, whose code may hold the bare dispatch token. To redraw that, signet \
            would have to decode an image from the network, and image decoders have a history of vulnerabilities. A \
            link can also be drawn if it came without an image. `--qr-out` writes the image itself.
            """,
            """
            Each character shows two modules, one above the other. On a terminal, control sequences set black and \
            white, unless `NO_COLOR` is set. To a file or a pipe, signet writes text for a terminal that is light on \
            dark. A link of 400 characters makes a code of 77 columns and 39 lines. Everyone who sees the screen can \
            scan it.
            """,
        ])

    private static let limits = Section(
        "Limits",
        [
            """
            At most 4 MiB for a file, 64 KiB for a link, 64 KiB for a dispatch token, 32 levels of JSON, and 2,953 \
            bytes for a QR code.
            """
        ])
}
