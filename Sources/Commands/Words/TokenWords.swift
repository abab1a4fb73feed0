import JOSE
import JSON
import System

extension CompactToken.Failure {
    /// What is wrong, and where known what to do.
    var words: (message: String, hint: String?) {
        switch self {
        case .empty: ("empty", nil)
        case .tooLarge(let limit): ("larger than \(limit) bytes", nil)
        case .parts(2):
            ("two parts: an unsigned prototype, not a token", "signet jwt sign --prototype signs it")
        case .parts(3):
            ("three parts: a signed token, not a prototype", "signet jwt inspect shows what is in it")
        case .parts(5): ("five parts: an encrypted token (JWE), which signet does not open", nil)
        case .parts(let count):
            (
                count == 1
                    ? "no dot in it: neither a token nor a prototype"
                    : "\(count > 5 ? "more than five" : "four") parts: neither a token nor a prototype", nil
            )
        case .notBase64URL(let part, let error):
            ("the \(part.rawValue) is not base64url: \(error.words)", nil)
        case .header(let error): (error.words, nil)
        case .payloadNotDetached: ("the token has a payload of its own", "leave out --detached")
        }
    }
}

extension JSONError {
    /// Whether the text never meant to be an object: then it is no claims, and not claims with a flaw.
    var isOtherThanObject: Bool {
        switch reason {
        case .notAnObject: true
        case .unexpectedCharacter, .expected, .unexpectedEnd, .invalidNumber: offset == 0
        default: false
        }
    }

    /// Of a text that should be an object.
    func words(of what: String) -> String {
        isOtherThanObject ? "\(what) is not a JSON object" : "\(what) is not a JSON object: \(words)"
    }
}

extension Header.Failure {
    var words: String {
        switch self {
        case .json(let error): error.words(of: "the header")
        case .missing(let member): "the header has no \(member)"
        case .mistyped(let member, let expected): "the header's \(member) is not \(expected)"
        }
    }
}

extension ClaimsError {
    var words: (message: String, hint: String?) {
        switch self {
        case .mistyped(let claim, let expected): ("the claim \(claim) is not \(expected)", nil)
        case .timeOutOfRange(let claim, let maybeMilliseconds):
            (
                "the claim \(claim) is not a time in the years 1 to 9999",
                maybeMilliseconds ? "--time-unit ms reads it as milliseconds" : nil
            )
        }
    }
}

extension Invalidity {
    /// What is wrong, and where known what to do.
    var words: (message: String, hint: String?) {
        switch self {
        case .malformed(let failure): failure.words
        case .unsecured: ("the token is not signed (alg is none)", nil)
        case .unknownAlgorithm(let name):
            ("the algorithm \(name.shown) is not known", nil)
        case .algorithmNotAllowed(let name): ("the algorithm \(name) is not one that --alg allows", nil)
        case .algorithmNotForKey(let name, let fitting):
            (
                "the token says \(name), and the key is "
                    + (fitting.isEmpty
                        ? "for no algorithm" : "for \(fitting.map(\.printable).joined(separator: ", "))"),
                nil
            )
        case .embeddedKey(let member):
            ("the header brings a key of its own (\(member)), which is never trusted", nil)
        case .critical(.malformed): ("the header's crit is malformed (RFC 7515 §4.1.11)", nil)
        case .critical(.notUnderstood(let names)):
            (
                "the header's crit demands what signet does not know: \(names.map(\.printable).joined(separator: ", "))",
                nil
            )
        case .keyNotFound(let id, let known):
            (
                id.map { "no key of the set has the token's kid \($0.shown)" }
                    ?? "the token has no kid, and no key of the set fits",
                known.isEmpty
                    ? nil : "the set has \(known.prefix(5).map(\.printable).joined(separator: ", "))"
            )
        case .keyAmbiguous:
            ("the token has no kid, and several keys of the set fit", "--kid says which to use")
        case .keyUnusable(let id, let defect):
            (
                "\(id.map { "the key \($0.shown)" } ?? "a key") of the set cannot verify signatures: \(defect.words)",
                nil
            )
        case .signature: ("the signature is not the key's over this token", nil)
        case .claimsNotJSON(let error):
            (
                error.words(of: "the payload"),
                error.isOtherThanObject ? "--jws verifies any payload" : nil
            )
        case .claims(let error): error.words
        case .expired(let time, let now):
            ("expired at \(time.rfc3339), \((time - now).words) ago", nil)
        case .notYetValid(let time, let now):
            ("not valid before \(time.rfc3339), in \((time - now).words)", nil)
        case .issuedInFuture(let time, let now):
            ("issued at \(time.rfc3339), which is \((time - now).words) from now", nil)
        case .tooOld(let time, let age): ("issued at \(time.rfc3339), longer than \(age.words) ago", nil)
        case .issuer(let found, let expected):
            ("the issuer is \(Self.quoted(found)), not \(expected.shown)", nil)
        case .subject(let found, let expected):
            ("the subject is \(Self.quoted(found)), not \(expected.shown)", nil)
        case .audience(let found, let expected):
            (
                "the audience is \(found.isEmpty ? "missing" : found.map(\.shown).joined(separator: ", ")), not "
                    + expected.map(\.shown).joined(separator: " or "), nil
            )
        case .claimMissing(let claim): ("the claim \(claim.printable) is missing", nil)
        }
    }

    private static func quoted(_ text: String?) -> String { text?.shown ?? "missing" }
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
    /// Why the backend that was asked for cannot serve.
    init(backend refusal: BackendRefusal) {
        let reason =
            switch refusal {
            case .processor: "this processor, or its system, has no AVX-512 IFMA"
            case .key: "it requires an EC key, an Ed25519 key, or an RSA key of 2048, 3072 or 4096 bits"
            }
        self.init(.usage, "--engine multibuffer: \(reason)", hint: "--engine auto takes what there is")
    }
}
