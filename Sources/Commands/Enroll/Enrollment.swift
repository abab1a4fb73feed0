import JOSE
import JSON
import OpenSSL
import Platforms
import System
import Words

/// What `enroll parse` has read.
struct Enrollment {
    enum Content {
        case response(EnrollmentResponse)
        case link(EnrollmentLink, DispatchToken)
        /// A dispatch token by itself: in base64url, as a QR code may hold it, or decoded, as a push message contains it.
        case token(String?, DispatchToken)
        case logIn(JSONObject, CertificateParameters)
    }

    let content: Content
    /// For errors: `the link`, the name of the file, `standard input`; safe to print.
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
        guard case .token(let text, let token) = content else { return link?.dispatchToken }
        return text
            ?? Base64URL.string(JSONWriter.bytes(.object(token.object)))
    }

    /// The part of the response that is for the user's device.
    var ceremony: JSONObject? {
        if case .response(let response) = content { response.ceremony } else { nil }
    }

    var image: EnrollmentImage? {
        if case .response(let response) = content { response.image } else { nil }
    }

    /// What lets its holder act in the user's place, or ask for the status.
    var credentials: [String] {
        let members = ceremony ?? response
        let values =
            [
                members?["token"], members?["statusToken"], members?["qrCode"]?.objectValue?["dataUri"],
                dispatchToken?.object["nma_data"]?.objectValue?["token"],
            ] + (members?["recoveryCodes"]?.arrayValue ?? [])
        return (values.map { $0?.stringValue } + [encodedToken, link?.uri]).compactMap { $0 }
    }

    /// What the platform sent, if it is a document.
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

extension Enrollment {
    init(reading input: EnrollInput, _ kind: EnrollParse.Kind, _ inputs: InputFiles) throws {
        switch input {
        case .link(let text):
            source = "the link"
            content = try about(source) { try Self.link(text) }
        case .token(let text):
            source = "the token"
            content = try about(source) { try Self.token(text) }
        case .file(let path):
            if path.mayBeSecret, !fileExists(path) {
                throw CommandError(
                    .file, "the operand is not a file, a link or a dispatch token",
                    hint:
                        "begin a link with https: or \(Nevis.appScheme):, without a quote or a space before it"
                )
            }
            source = sourceName(path).printable
            content = try inputs.decode(path, upTo: Nevis.maximumResponseBytes, as: .enrollment) { bytes in
                let text = bytes.withBytes { Array($0) }
                return try Self.content(of: text[text.span.trimmed], kind)
            }
        }
    }

    private static func content(of text: ArraySlice<UInt8>, _ kind: EnrollParse.Kind) throws -> Content {
        if kind.mayBeLink, text.first != UInt8(ascii: "{"),
            let line = String(validating: text, as: UTF8.self)
        {
            if DispatchToken.isLikely(line) { return try token(line) }
            if EnrollmentLink.isURI(line) || kind == .nevisLink { return try link(line) }
        }
        if !kind.mayBeJSON {
            throw CommandError(
                .badInput, "expected a link or a dispatch token, found something else",
                hint: "use --kind nevis for a response")
        }
        let object = try object(Array(text))
        if kind.mayBeNevis, DispatchToken.isLikely(object) { return .token(nil, try DispatchToken(object)) }
        let isNevis = EnrollmentResponse.isLikely(object)
        let isLogIn = CertificateParameters.isLikely(object)
        if kind == .sls, isNevis, !isLogIn {
            throw CommandError(
                .badInput, "expected an answer of a Secure Login Server, found a response of Nevis",
                hint: "use --kind nevis")
        }
        if kind == .nevis, isLogIn, !isNevis {
            throw CommandError(
                .badInput, "expected a response of Nevis, found an answer of a Secure Login Server",
                hint: "use --kind sls")
        }
        if kind == .nevis || kind == .auto && isNevis {
            return .response(try EnrollmentResponse(object))
        }
        if kind == .sls || isLogIn {
            return .logIn(object, try CertificateParameters(parsing: Array(text), ignoringUnknown: true))
        }
        throw CommandError(
            .badInput, "expected a response of Nevis or of a Secure Login Server, found other JSON",
            hint: "use --kind nevis or --kind sls to see what it lacks")
    }

    private static func object(_ text: [UInt8]) throws -> JSONObject {
        let notRecognised = InputError(
            "expected a response, a link or a dispatch token, found something else")
        do {
            let document = try JSONDocument(parsing: text, limits: Nevis.limits)
            guard let object = document.root.objectValue else { throw notRecognised }
            return object
        } catch let error as JSONError where error.isOtherThanObject {
            throw notRecognised
        }
    }

    private static func link(_ text: String) throws -> Content {
        let (link, token) = try EnrollmentLink.read(text)
        return .link(link, token)
    }

    private static func token(_ text: String) throws -> Content {
        .token(text, try DispatchToken(parsing: text))
    }
}
