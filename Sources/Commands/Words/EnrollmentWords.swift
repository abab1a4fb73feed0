import JOSE
import JSON
import Platforms

extension Failure {
    init(enrollment error: EnrollmentError) {
        let words = error.words
        self.init(.badInput, words.message, hint: words.hint)
    }
}

extension EnrollmentWarning {
    var words: String { "\(member): expected \(expected.words)" }
}

extension EnrollmentError {
    var words: (message: String, hint: String?) {
        switch self {
        case .json(let error) where error.isOtherThanObject: Self.notRecognised
        case .json(let error): ("malformed JSON: \(error.words)", nil)
        case .notAnObject: Self.notRecognised
        case .missing(let member): ("\(member) is missing", nil)
        case .mistyped(let member, let expected, let found):
            ("\(member): expected \(expected.map(\.words).orList), found \(found.words)", nil)
        case .value(let member, let expected): ("\(member): expected \(expected.words)", nil)
        case .link(let member, let failure):
            ((member.map { "\($0): " } ?? "") + failure.words.message, failure.words.hint)
        case .dispatchToken(let failure): ("\(Nevis.tokenMember): \(failure.words)", nil)
        case .image(let path, let failure): (failure.words(at: path), nil)
        }
    }

    private static let notRecognised = (
        message: "expected a response, a link or a dispatch token, found something else", hint: nil as String?
    )
}

extension StringForm {
    var words: String {
        switch self {
        case .uuid: "a UUID"
        case .time: "a time in RFC 3339 form"
        case .webAddress: "an https URL"
        case .oneOf(let words): words.map { "'\($0)'" }.orList
        }
    }
}

extension JSONKind {
    var words: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}

extension LinkFailure {
    var words: (message: String, hint: String?) {
        let forms =
            "use https://{instance}.\(Nevis.domain)/open?… or https://{instance}-app.\(Nevis.domain)/open?…"
        return switch self {
        case .tooLong(let limit): ("it is longer than \(limit) bytes", nil)
        case .noScheme: ("the scheme is missing; expected https or \(Nevis.appScheme)", nil)
        case .scheme(let scheme) where scheme.hasLongWord:
            ("the scheme must be https or \(Nevis.appScheme)", nil)
        case .scheme(let scheme):
            ("the scheme must be https or \(Nevis.appScheme), not '\(scheme.printable(upTo: 32))'", nil)
        case .character(let offset): ("byte \(offset + 1) is not allowed in a URI", nil)
        case .fragment: ("a fragment (#) is not allowed", nil)
        case .userInfo: ("a user-info part (@) is not allowed, because it disguises the host", nil)
        case .port: ("a port is not allowed", nil)
        case .noHost: ("the host is missing", forms)
        case .host(let host) where host.hasLongWord: ("the host is not an instance of \(Nevis.domain)", forms)
        case .host(let host):
            ("the host '\(host.printable(upTo: 100))' is not an instance of \(Nevis.domain)", forms)
        case .internationalHost: ("an internationalised host name is not allowed", forms)
        case .path: ("the path must be /open", forms)
        case .percentEncoding: ("\(Nevis.tokenMember) has invalid percent-encoding", nil)
        case .noDispatchToken: ("the query has no \(Nevis.tokenMember)", nil)
        case .repeatedDispatchToken: ("the query has more than one \(Nevis.tokenMember)", nil)
        }
    }
}

extension DispatchTokenFailure {
    var words: String {
        switch self {
        case .notBase64URL(.padding): "the dispatch token is not base64url: invalid padding (=)"
        case .notBase64URL(let failure): "the dispatch token is not base64url: \(failure.words)"
        case .notJSON(let error): error.words(of: "the decoded token")
        case .notAnObject: "the decoded token is not a JSON object"
        case .notJWE: "nma_data is not a JWE in compact serialization"
        }
    }
}

extension ImageFailure {
    /// - Parameter code: the path of the QR code.
    func words(at code: String) -> String {
        let path = "\(code).dataUri"
        return switch self {
        case .notDataURI: "\(path): expected data:<image media type>;base64,<image>"
        case .notBase64(.length): "\(path) is not base64: the length is not a multiple of four"
        case .notBase64(.foreignCharacter(let offset)):
            "\(path) is not base64: invalid character \(offset + 1) of the image"
        case .notBase64(.trailingBits):
            "\(path) is not base64: the last character has stray bits"
        case .otherType: "\(path): the media type does not match \(code).type"
        case .notAnImageType: "\(code).type: expected the media type of an image"
        case .otherContent(let type, let found):
            "\(path): expected \(type), found \(found ?? "something else")"
        }
    }
}
