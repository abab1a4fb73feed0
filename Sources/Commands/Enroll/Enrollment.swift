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
        func mismatch(_ other: EnrollParse.Kind, _ found: String? = nil) -> CommandError {
            CommandError(
                .badInput, "expected \(kind.content), found \(found ?? other.content)",
                hint: "use --kind \(other.rawValue)")
        }
        if text.first != UInt8(ascii: "{"), let line = String(validating: text, as: UTF8.self) {
            let isToken = DispatchToken.isLikely(line)
            if isToken || EnrollmentLink.isURI(line) || kind == .nevisLink {
                if !kind.mayBeLink { throw mismatch(.nevisLink, isToken ? "a dispatch token" : "a link") }
                return isToken ? try token(line) : try link(line)
            }
        }
        let object = try object(Array(text), kind)
        if DispatchToken.isLikely(object) {
            if kind == .sls { throw mismatch(.nevisLink, "a dispatch token") }
            return .token(nil, try DispatchToken(object))
        }
        let isNevis = EnrollmentResponse.isLikely(object)
        let isLogIn = CertificateParameters.isLikely(object)
        if isNevis != isLogIn {
            let found = isNevis ? EnrollParse.Kind.nevis : .sls
            if kind != .auto, kind != found { throw mismatch(found, isNevis ? "a response of Nevis" : nil) }
        }
        if kind == .nevis || kind == .auto && isNevis {
            return .response(try EnrollmentResponse(object))
        }
        if kind == .sls || kind == .auto && isLogIn {
            return .logIn(object, try CertificateParameters(parsing: Array(text), ignoringUnknown: true))
        }
        throw CommandError(
            .badInput, "expected \(kind.content), found other JSON",
            hint: kind == .auto ? "use --kind nevis or --kind sls to see what it lacks" : nil)
    }

    private static func object(_ text: [UInt8], _ kind: EnrollParse.Kind) throws -> JSONObject {
        let notRecognised = InputError("expected \(kind.content), found something else")
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
