import JSON
import Platforms

/// What `enroll parse` has read.
struct Enrollment {
    enum Content {
        case response(EnrollmentResponse)
        case link(EnrollmentLink, DispatchToken)
        /// The dispatch token alone, as a QR code may hold it.
        case token(String, DispatchToken)
        case logIn(JSONObject, CertificateParameters)
    }

    let content: Content
    /// For errors: `the link`, the file's name, `standard input`; safe to print.
    let source: String

    /// `kind` of the report.
    var kind: String {
        switch content {
        case .response(let response): response.kind.rawValue
        case .link: "nevis-link"
        case .token: "nevis-token"
        case .logIn: "sls"
        }
    }

    var link: EnrollmentLink? {
        switch content {
        case .response(let response): response.link
        case .link(let link, _): link
        case .token, .logIn: nil
        }
    }

    var dispatchToken: DispatchToken? {
        switch content {
        case .response(let response): response.dispatchToken
        case .link(_, let token), .token(_, let token): token
        case .logIn: nil
        }
    }

    /// As the link has it: base64url.
    var encodedToken: String? {
        if case .token(let text, _) = content { text } else { link?.dispatchToken }
    }

    var image: EnrollmentImage? {
        if case .response(let response) = content { response.image } else { nil }
    }

    /// What the platform sent, where it is a document.
    var response: JSONObject? {
        switch content {
        case .response(let response): response.object
        case .logIn(let object, _): object
        case .link, .token: nil
        }
    }

    var warnings: [EnrollmentWarning] {
        switch content {
        case .response(let response): response.warnings
        case .link(_, let token), .token(_, let token): token.warnings
        case .logIn: []
        }
    }
}
