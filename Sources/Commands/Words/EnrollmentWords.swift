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
        case .image(let failure): (failure.words, nil)
        }
    }

    private static let notRecognised = (
        message: "not a JSON object",
        hint: "a response, a link and a dispatch token are recognised" as String?
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
            "https://{instance}.\(Nevis.domain)/open?… and https://{instance}-app.\(Nevis.domain)/open?…"
        return switch self {
        case .tooLong(let limit): ("longer than \(limit) bytes", nil)
        case .noScheme: ("not a link: it has no scheme", "https or \(Nevis.appScheme)")
        case .scheme(let scheme) where scheme.hasLongWord:
            ("the scheme is not https or \(Nevis.appScheme)", nil)
        case .scheme(let scheme):
            ("the scheme is \(scheme.printable(upTo: 32)), not https or \(Nevis.appScheme)", nil)
        case .character(let offset): ("a character that no URI has, at byte \(offset + 1)", nil)
        case .fragment: ("a fragment (#) does not belong into it", nil)
        case .userInfo: ("a user-info part (@) does not belong into it: it hides which host is meant", nil)
        case .port: ("a port does not belong into it", nil)
        case .noHost: ("no host", forms)
        case .host(let host) where host.hasLongWord: ("the host is none of \(Nevis.domain)'s", forms)
        case .host(let host):
            ("the host \(host.printable(upTo: 100)) is none of \(Nevis.domain)'s", forms)
        case .internationalHost:
            ("the host is an internationalised name, and no instance has one", forms)
        case .path: ("the path is not /open", forms)
        case .percentEncoding: ("\(Nevis.tokenMember) is not well percent-encoded", nil)
        case .noDispatchToken: ("there is no \(Nevis.tokenMember) in its query", nil)
        case .repeatedDispatchToken: ("\(Nevis.tokenMember) is there twice", nil)
        }
    }
}

extension DispatchTokenFailure {
    var words: String {
        switch self {
        case .notBase64URL(.padding): "not base64url: its padding (=) is not right"
        case .notBase64URL(let failure): "not base64url: \(failure.words)"
        case .notJSON(let error): error.words(of: "what it holds")
        case .notAnObject: "what it holds is not a JSON object"
        case .notJWE: "nma_data is not a JWE in compact serialization"
        }
    }
}

extension ImageFailure {
    var words: String {
        let path = "enrollment.qrCode.dataUri"
        return switch self {
        case .notDataURI: "\(path): data:<image mime type>;base64,<image> is expected"
        case .notBase64(.length): "\(path): not base64: not a multiple of four characters"
        case .notBase64(.foreignCharacter(let offset)):
            "\(path): not base64: character \(offset + 1) of the image is not of the alphabet"
        case .notBase64(.trailingBits):
            "\(path): not base64: the last character is not what an encoder writes"
        case .otherType: "\(path): its media type is not that of enrollment.qrCode.type"
        case .notAnImageType: "enrollment.qrCode.type: the media type of an image is expected"
        case .otherContent(let type, let found):
            "\(path): not \(type)" + (found.map { ", but \($0)" } ?? "")
        }
    }
}
