import Arguments
import JSON

/// `--format env`: assignments that a POSIX shell evaluates to the values and nothing else.
enum EnrollVariables {
    /// Names, the places of their values in the report (the first that is there counts), and what they are. All of them
    /// are assigned every time, so that none is left over from the environment or from another response.
    static let all: [(name: String, paths: [String], meaning: String)] = [
        ("ENROLL_KIND", ["kind"], "what the input is, as `kind` says it"),
        ("ENROLL_CHANNEL", ["channel"], "`app`, `push`, `sms`, `fido2`, `recovery`"),
        ("ENROLL_USER_ID", ["response.userId"], "the user's ID"),
        ("ENROLL_USERNAME", ["response.username"], "the user's name"),
        ("ENROLL_STATUS", ["response.status"], "of the user, or of the enrolment"),
        ("ENROLL_CREATED_AT", ["response.createdAt"], "RFC 3339"),
        ("ENROLL_UPDATED_AT", ["response.updatedAt", "response.lastUpdatedAt"], "RFC 3339"),
        (
            "ENROLL_TRANSACTION_ID", ["response.enrollment.transactionId", "response.transactionId"],
            "the enrolment's ID"
        ),
        ("ENROLL_STATUS_TOKEN", ["response.enrollment.statusToken"], "to ask for the status with"),
        ("ENROLL_TOKEN", ["response.token"], "the token of a status"),
        ("ENROLL_APP_LINK_URI", ["link.uri"], "the link"),
        ("ENROLL_LINK_FORM", ["link.form"], "`web`, `app` or `nevisaccess`"),
        ("ENROLL_LINK_INSTANCE", ["link.instance"], "the instance of Authentication Cloud"),
        ("ENROLL_LINK_HOST", ["link.host"], "the host of the link, in lower case"),
        ("ENROLL_DISPATCH_TOKEN_RESPONSE", ["dispatchTokenResponse"], "base64url, as the link has it"),
        ("ENROLL_DISPATCH_TOKEN", ["dispatchToken.nma_data.token"], "what the app redeems"),
        ("ENROLL_REDEEM_URL", ["dispatchToken.nma_data.redeem_url"], "where it redeems it"),
        (
            "ENROLL_CONTENT_TYPE", ["dispatchToken.nma_data_content_type"],
            "`application/json`, or `application/jose`, of which the two before are not known"
        ),
        ("ENROLL_QR_TYPE", ["qrCode.type"], "media type of the image"),
        ("ENROLL_QR_SIZE", ["qrCode.size"], "its size, as the response says"),
        ("ENROLL_SUBJECT", ["parameters.subject"], "`sls`: the subject to ask for"),
        ("ENROLL_KEY_TYPE", ["parameters.keyType"], "`sls`: `RSA`, `EC` or `Ed25519`"),
        ("ENROLL_KEY_SIZE", ["parameters.keySize"], "`sls`: bits of the key"),
    ]

    /// - Throws: where a value holds NUL, which no variable can: leaving it out would make another value of it.
    static func assignments(_ report: JSONValue, _ source: String) throws -> String {
        var text = ""
        for (name, paths, _) in all {
            var value = ""
            for path in paths {
                guard let found = FieldPath(path).value(in: report), found.kind != .null else { continue }
                value = found.stringValue ?? JSONWriter.string(found)
                if value.utf8.contains(0) {
                    throw Failure(
                        .badInput, "\(source): \(path) holds a NUL character, and no variable can",
                        hint: "--json has it as \\u0000")
                }
                break
            }
            text += "\(name)=\(ShellQuote.posix(value))\n"
        }
        return text
    }
}
