import Arguments
import JOSE
import JSON
import System

extension CompactToken.Failure {
    /// What is wrong, and what to do if that is known.
    var words: (message: String, hint: String?) {
        switch self {
        case .empty: ("expected a token, found an empty line", nil)
        case .tooLarge(let limit): ("the input is larger than \(limit) bytes", nil)
        case .parts(2):
            (
                "expected a signed token (three parts), found two parts, like an unsigned prototype",
                "signet jwt inspect"
            )
        case .parts(3):
            ("expected an unsigned prototype, found a signed token (three parts)", "signet jwt inspect")
        case .parts(5): ("expected a signed token, found an encrypted one (JWE, five parts)", nil)
        case .parts(let count):
            (
                "expected two or three parts separated by dots, found "
                    + (count == 1 ? "no dot" : count > 5 ? "more than five" : "four"), nil
            )
        case .notBase64URL(let part, .impossibleLength(let count)):
            (
                "the \(part.rawValue) is not base64url: invalid length \(count); the token may be truncated",
                nil
            )
        case .notBase64URL(let part, let error):
            ("the \(part.rawValue) is not base64url: \(error.words)", nil)
        case .header(let error): (error.words, nil)
        case .payloadNotDetached:
            ("the token contains a payload, so --detached cannot be used", "leave out --detached")
        }
    }
}

extension JSONError {
    /// Whether the text was never meant to be an object, rather than an object with a flaw.
    var isOtherThanObject: Bool {
        switch reason {
        case .notAnObject: true
        case .unexpectedCharacter, .expected, .unexpectedEnd, .invalidNumber: offset == 0
        default: false
        }
    }

    /// Of a part of a token that should be an object. Its place is counted in the bytes of the part.
    func words(of what: String) -> String {
        if isOtherThanObject { return "\(what) is not a JSON object" }
        if case .tooLarge = reason { return "\(what) is not a JSON object: \(reasonWords)" }
        return "\(what) is not a JSON object: \(reasonWords) at byte \(offset + 1)"
    }
}

extension MalformedClaims {
    var words: String { isOther ? wordsWithoutPlace : "malformed JSON: \(error.words)" }

    /// Of a text of one line, which needs no number.
    var wordsInLine: String { byte.map { "\(wordsWithoutPlace) at byte \($0)" } ?? words }

    var wordsWithoutPlace: String {
        if !isOther { return "malformed JSON: \(error.reasonWords)" }
        switch found {
        case nil: return "expected a JSON object of claims"
        case .prototype: return "expected a JSON object of claims, found an unsigned prototype"
        case .token: return "expected a JSON object of claims, found a signed token"
        case .array: return "expected a JSON object of claims, found an array"
        case .firstLine: return "malformed JSON: \(error.reasonWords)"
        }
    }

    /// What to do about it.
    var hint: String? {
        switch found {
        case nil, .array, .firstLine:
            error.reason == .trailingBytes && error.line > 1 ? TokenInput.batchHint : nil
        case .prototype: "use --prototype"
        case .token: "signet jwt inspect"
        }
    }
}

extension Header.Failure {
    var words: String {
        switch self {
        case .json(let error): error.words(of: "the header")
        case .missing(let member): "the header has no \(member)"
        case .mistyped(let member, let expected): "the header's \(member) must be \(expected)"
        }
    }
}

extension ClaimsError {
    var words: (message: String, hint: String?) {
        switch self {
        case .mistyped(let claim, let expected): ("the claim \(claim) must be \(expected)", nil)
        case .timeOutOfRange(let claim, let maybeMilliseconds):
            (
                "the claim \(claim) must be a time in the years 1 to 9999",
                maybeMilliseconds ? "use --time-unit ms if it is in milliseconds" : nil
            )
        }
    }
}

extension Invalidity {
    /// What is wrong, and what to do if that is known.
    var words: (message: String, hint: String?) {
        switch self {
        case .malformed(let failure): failure.words
        case .unsecured: ("the token is not signed (alg is none)", nil)
        case .unavailableAlgorithm(let obstacle): (obstacle, nil)
        case .unknownAlgorithm(let name): ("the token's alg is unknown: \(name.quoted)", nil)
        case .algorithmNotAllowed(let name):
            ("the token's alg is \(name.quoted), which --alg does not list", nil)
        case .algorithmNotForKey(let name, let fitting):
            (
                "the token's alg is \(name.quoted), but the key "
                    + (fitting.isEmpty
                        ? "does not fit any algorithm"
                        : "requires \(UsageError.list(fitting.map(\.printable)))"),
                nil
            )
        case .embeddedKey(let member):
            ("the header contains a key (\(member)), which is never trusted", nil)
        case .critical(.malformed): ("the header's crit is malformed (RFC 7515 §4.1.11)", nil)
        case .critical(.notUnderstood(let names)):
            (
                "the header's crit lists unknown extensions: \(names.map(\.quoted).joined(separator: ", "))",
                nil
            )
        case .proofKey(nil): ("the header has no jwk, which a proof of possession requires", nil)
        case .proofKey(let defect?): ("the header's jwk cannot verify the proof: \(defect.words)", nil)
        case .chain(let message): (message, nil)
        case .type(let found, let expected):
            ("the header's typ is \(Self.quoted(found)); expected \(expected.quoted)", nil)
        case .issuerNotTrusted(let issuer?): ("the issuer \(issuer.quoted) is not trusted", nil)
        case .issuerNotTrusted(nil):
            ("the token has no iss, so no trusted issuer's keys can verify it", nil)
        case .keyNotFound(let id, let known):
            (
                (id.map { "no key in the set has the token's kid \($0.quoted)" }
                    ?? "the token has no kid, and no key in the set matches")
                    + (known.isEmpty
                        ? "" : "; the set has \(known.prefix(5).map(\.quoted).joined(separator: ", "))"),
                nil
            )
        case .keyAmbiguous:
            ("the token has no kid, and several keys in the set match", "use --kid ID")
        case .keyUnusable(let id, let defect):
            (
                "\(id.map { "the key \($0.quoted)" } ?? "a key") of the set cannot verify signatures: \(defect.words)",
                nil
            )
        case .signature: ("the signature does not match the key", nil)
        case .claimsNotJSON(let error):
            (
                error.words(of: "the payload"),
                error.isOtherThanObject ? "use --jws to verify only the signature" : nil
            )
        case .claims(let error): error.words
        case .expired(let time, let now):
            ("the token expired at \(time.rfc3339), \((time - now).words) ago", nil)
        case .notYetValid(let time, let now):
            ("the token is not valid before \(time.rfc3339), in \((time - now).words)", nil)
        case .issuedInFuture(let time, let now):
            ("the token was issued in the future: at \(time.rfc3339), in \((time - now).words)", nil)
        case .tooOld(let time, let age):
            ("the token was issued at \(time.rfc3339), more than \(age.words) ago", nil)
        case .issuer(let found, let expected):
            ("the issuer is \(Self.quoted(found)); expected \(expected.quoted)", nil)
        case .subject(let found, let expected):
            ("the subject is \(Self.quoted(found)); expected \(expected.quoted)", nil)
        case .audience(let found, let expected):
            (
                "the audience is \(found.isEmpty ? "missing" : found.map(\.quoted).joined(separator: ", ")); expected "
                    + UsageError.list(expected.map(\.quoted)), nil
            )
        case .claimMissing(let claim): ("the claim \(claim.quoted) is missing", nil)
        case .confirmation(let found, let expected):
            (
                (found.map { "the token is bound to the key \($0.quoted)" }
                    ?? "the token's cnf names no key of this kind") + "; expected \(expected.quoted)",
                nil
            )
        case .claim(let claim, let found, let expected):
            (
                "the claim \(claim.quoted) is \(found.printable); expected \(expected.printable)",
                // A text was required of a claim that is not a text, such as true.
                expected == "\"\(found)\"" && found == found.printable
                    ? "use --claim-json \(ShellQuote.posixIfNeeded("\(claim.printable)=\(found)"))" : nil
            )
        case .disclosure(let error): (error.message.printable, nil)
        case .status(let error): (error.message.printable, nil)
        case .keyBinding(let message): (message.printable, nil)
        }
    }

    private static func quoted(_ text: String?) -> String { text?.quoted ?? "missing" }
}

extension String {
    /// A value of a user or of a token in a sentence, safe for a terminal.
    var quoted: String { "'\(printable)'" }
}

extension KeyDefect {
    var words: String {
        switch self {
        case .malformed(let error): Failure(jwk: error).message
        case .refused(let refusal): Failure(refusal: refusal).message
        }
    }
}

extension Failure {
    /// Why the backend that was asked for cannot be used.
    init(backend refusal: BackendRefusal) {
        let reason: String
        switch refusal {
        case .processor:
            reason = "AVX-512 IFMA for RSA keys, which this processor or its system does not have"
        case .key:
            reason = "an EC or Ed25519 key, or an RSA key of 2048, 3072 or 4096 bits with the exponent 65537"
        case .library(let error):
            self.init(openSSL: error)
            return
        }
        self.init(.usage, "--engine multibuffer requires \(reason)", hint: "use --engine auto")
    }
}
