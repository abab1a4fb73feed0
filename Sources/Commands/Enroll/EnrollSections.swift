import Arguments

/// The sections of the page that are about the input and the forms of the report.
enum EnrollSections {
    static let all = [inputs, checks, json, variables, code, limits]

    private static let inputs = Section(
        "Inputs",
        [
            """
            What the input is, its content says. `--kind` decides where that is in doubt, and makes the error say what is \
            missing.
            """,
            .definitions([
                (
                    "An enrolment response",
                    """
                    the answer of `POST /api/v1/users/enroll` of Nevis Authentication Cloud, on any channel. On the app's \
                    channel it has a QR code and a link, which are checked and taken apart; what other channels have \
                    under `enrollment` is kept as it is.
                    """
                ),
                ("A status", "the answer of the status endpoint to a status token."),
                (
                    "A link",
                    """
                    the `appLinkUri`, as an operand or in a file: `https://{instance}.mauth.nevis.cloud/open?…` (form \
                    `web`), `https://{instance}-app.mauth.nevis.cloud/open?…` (form `app`), or any URI of the scheme \
                    `nevisaccess`. Scheme and host may be in upper case. The query is percent-decoded once; its member \
                    `dispatchTokenResponse` counts, has to be there and only once, and what else there is is reported as \
                    it is spelt and not regarded.
                    """
                ),
                (
                    "A dispatch token",
                    "base64url of JSON, with padding or without, as a QR code may hold it in place of a link."
                ),
                (
                    "A log-in answer",
                    """
                    of SAP's Secure Login Server: JSON with `clientConfig.keySize`, or with other members of the \
                    certificate parameters that signet-csr-create(1) lists. Its form is not public: what is known of it \
                    is in `parameters`.
                    """
                ),
            ]),
            """
            The host of a link is compared as a whole. Other hosts are refused, also those that begin or end with the \
            platform's name, internationalised names, and a host behind a user-info part; so are ports, fragments, other \
            paths and other schemes, `http`, `javascript` and `data` among them. An instance whose own name ends in \
            `-app` cannot be told from the app's host of another.
            """,
        ])

    private static let checks = Section(
        "Checks",
        [
            """
            A member that is missing or of another type is an error, which names it by its path and does not repeat its \
            value. Members that are not known are kept and never an error. `username` may be null. `statusToken`, \
            `qrCode` and `appLinkUri` are demanded on the app's channel only. The channel is known by the names of the \
            members, since the response does not name it.
            """,
            """
            A warning, and no error, is a string that is not of the form the documentation gives it: a `userId`, \
            `transactionId`, `authenticatorId` or token that is no UUID, a time that is not RFC 3339, a status, type or \
            version that is not known. The warnings are on standard error and in `warnings`.
            """,
            """
            Errors are: a link as above; a dispatch token that is not base64url, not JSON, or not of its form; a \
            `redeem_url` that is not https; a `dataUri` that is not base64, has another media type than `type`, or whose \
            bytes are no such image. PNG, JPEG, GIF, WebP and SVG are known by how they begin; another type is taken on \
            trust, and not written.
            """,
            """
            A dispatch token of the content type `application/jose` holds a JWE. Only the app can open it: its header is \
            shown, and the token and the URL in it are not known.
            """,
        ])

    private static let json = Section(
        "JSON",
        [
            "One object. Members about what is not there are left out.",
            .definitions([
                ("kind", "`nevis`, `nevis-status`, `nevis-link`, `nevis-token` or `sls`"),
                ("channel", "`app`, `push`, `sms`, `fido2`, `recovery`, or null; for an enrolment response"),
                (
                    "link",
                    "an object: `form` (`web`, `app`, `nevisaccess`), `instance`, `host` (null for `nevisaccess`), `uri`, `otherMembers`"
                ),
                ("dispatchTokenResponse", "the dispatch token as the link has it, percent-decoded"),
                (
                    "dispatchToken",
                    "what that holds, as it came: `nma_data` with `token` and `redeem_url`, `nma_data_content_type`, `nma_data_version`"
                ),
                ("jweHeader", "the header of `nma_data`, where that is a JWE"),
                (
                    "qrCode",
                    "an object: `type`, `size` (as the response says), `bytes`, `verified`, and of a PNG `width` and `height`"
                ),
                (
                    "parameters",
                    "for `sls`: `subject`, `keyType`, `keySize` and the rest, as far as they are there"
                ),
                ("warnings", "an array of strings"),
                (
                    "response",
                    "the response as it came: order, spelling of numbers, members that are not known"
                ),
            ]),
        ])

    private static let variables = Section(
        "Variables",
        [
            """
            `--format env` prints an assignment a line, `NAME='value'`, for `eval` in sh, bash and zsh. Nothing in a \
            value is more than text there, whatever it holds: quotes, newlines, `$(…)`, backticks. All the names are \
            assigned each time, empty where there is no value, so that none is left over from elsewhere. A value with a \
            NUL character (`\\u0000` in JSON), which no variable can hold, is an error. Members that have no name here \
            are had by `--field`.
            """,
            .definitions(EnrollVariables.all.map { ("`\($0.name)`", $0.meaning) }),
        ])

    private static let code = Section(
        "The code on the screen",
        [
            """
            `--show-qr` draws a new QR code (ISO/IEC 18004, byte mode, the smallest that fits, level M where that makes \
            it no larger, else L) that holds the link of the response: the phone's camera opens it in the app. It is not \
            the image of the response, whose code may hold the bare dispatch token instead. Drawing it from the link needs \
            no reader of images, of which each has its history of flaws, for bytes that came over the network; and it can \
            be drawn for a link that came without an image. `--qr-out` is for who wants the image itself.
            """,
            """
            Two modules stand above each other in a character. On a terminal black and white are set by control \
            sequences, unless `NO_COLOR` is set; into a file or pipe goes text for a terminal that is light on dark. A \
            link of 400 characters makes a code of 77 columns and 39 lines. Whoever sees the screen can scan it too.
            """,
        ])

    private static let limits = Section(
        "Limits",
        [
            """
            A file may have 4 MiB, a link 64 KiB, a dispatch token 64 KiB, JSON 32 levels. A QR code holds 2,953 bytes \
            at most.
            """
        ])
}
