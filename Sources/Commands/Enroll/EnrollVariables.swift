import Arguments
import JSON

/// `--format env`: assignments that a POSIX shell evaluates to the values, and nothing else.
enum EnrollVariables {
    /// Names, the paths of their values in the report (the first that exists is used), and their meanings. All of them
    /// are assigned every time, so that none keeps a value from the environment or from another response.
    static let all: [(name: String, paths: [String], meaning: String)] = [
        ("ENROLL_KIND", ["kind"], "the kind of input: `kind` in JSON"),
        ("ENROLL_CHANNEL", ["channel"], "`app`, `push`, `sms`, `fido2`, `recovery`"),
        ("ENROLL_USER_ID", ["response.userId"], "the user's ID"),
        ("ENROLL_USERNAME", ["response.username"], "the user's name"),
        ("ENROLL_STATUS", ["response.status"], "status of the user, the enrolment or the approval"),
        ("ENROLL_CREATED_AT", ["response.createdAt"], "time, RFC 3339"),
        ("ENROLL_UPDATED_AT", ["response.updatedAt", "response.lastUpdatedAt"], "time, RFC 3339"),
        (
            "ENROLL_TRANSACTION_ID", ["response.enrollment.transactionId", "response.transactionId"],
            "the ID of the enrolment or approval"
        ),
        (
            "ENROLL_STATUS_TOKEN", ["response.enrollment.statusToken", "response.statusToken"],
            "the token for status requests"
        ),
        ("ENROLL_TOKEN", ["response.token"], "the token in the answer to a status request"),
        ("ENROLL_APP_LINK_URI", ["link.uri"], "the link"),
        ("ENROLL_LINK_FORM", ["link.form"], "`web`, `app` or `nevisaccess`"),
        ("ENROLL_LINK_INSTANCE", ["link.instance"], "the instance of Authentication Cloud"),
        ("ENROLL_LINK_HOST", ["link.host"], "the host of the link, in lower case"),
        (
            "ENROLL_DISPATCH_TOKEN_RESPONSE", ["dispatchTokenResponse"],
            "the dispatch token in base64url, as in a link"
        ),
        ("ENROLL_DISPATCH_TOKEN", ["dispatchToken.nma_data.token"], "the token that the app redeems"),
        ("ENROLL_REDEEM_URL", ["dispatchToken.nma_data.redeem_url"], "the URL where the app redeems it"),
        (
            "ENROLL_CONTENT_TYPE", ["dispatchToken.nma_data_content_type"],
            "`application/json`, or `application/jose` if the token and the URL are encrypted"
        ),
        ("ENROLL_QR_TYPE", ["qrCode.type"], "media type of the QR code image"),
        ("ENROLL_QR_SIZE", ["qrCode.size"], "its size according to the response"),
        ("ENROLL_SUBJECT", ["parameters.subject"], "`sls`: the subject for the certificate request"),
        ("ENROLL_KEY_TYPE", ["parameters.keyType"], "`sls`: `RSA`, `EC` or `Ed25519`"),
        ("ENROLL_KEY_SIZE", ["parameters.keySize"], "`sls`: size of the key in bits"),
    ]

    /// What manuals say of values that a terminal would interpret.
    static let terminalRule = """
        If standard output is a terminal, a value with control characters or invisible characters is refused. A file \
        or a pipe gets it verbatim.
        """

    /// - Throws: if a value contains NUL, which a variable cannot hold. Without it, the value would be another one.
    static func assignments(_ report: JSONValue) throws -> String {
        var text = ""
        for (name, paths, _) in all {
            var value = ""
            for path in paths {
                guard let found = FieldPath(path).value(in: report), found.kind != .null else { continue }
                value = found.stringValue ?? JSONWriter.string(found)
                if value.utf8.contains(0) {
                    throw CommandError(
                        .badInput, "\(path) contains a NUL character, which a variable cannot hold",
                        hint: "use --json, which escapes it as \\u0000")
                }
                break
            }
            text += "\(name)=\(ShellQuote.posix(value))\n"
        }
        return text
    }
}
