import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import Platforms
import Words

extension CommandError {
    /// What to do about an error of a layer below, with the flags and commands that those layers do not know.
    static func hint(for error: any DescribedError) -> String? {
        switch error {
        case KeyError.passphraseMissing: "use --passphrase-file FILE"
        case KeyError.derivationTooCostly: "use --max-iterations N if you trust the source of the file"
        case KeyError.staysInStore: "use signet key public for the public key"
        case KeyError.formMismatch(let form, .rsaPSS):
            form.isPrivate ? "use --format pkcs8 or jwk" : "use --format spki or jwk"
        case let error as KeyRuleError: hint(for: error)
        case JWKError.ambiguous(let ids): keyIDHint(ids)
        case let error as AmbiguousKeyError:
            choice("--name", error.names, ShellQuote.posix)
        case PKCS12Error.notPKCS12: "make one with signet pkcs12 pack"
        case PKCS12Error.passphraseMissing:
            "use --passphrase-file FILE, or --no-passphrase if there is none"
        case let error as NoStore:
            switch error.scheme {
            case "handle": "use --provider tpm2"
            case "pkcs11": "use --provider pkcs11"
            default: "use ./NAME for a file whose name contains a colon"
            }
        case let error as KeyUsageError:
            "use --key-usage \(KeyUsage.usual(for: error.key).names.joined(separator: ","))"
        case let error as NotCAError:
            error.isResponder
                ? "use the CA's own certificate and key" : "make one with signet cert create --is-ca"
        case is CertificateParameters.NoKnownMember:
            "see CERTIFICATE PARAMETERS in signet csr create --help"
        case is CertificateParameters.UnknownMembers: "use --ignore-unknown to ignore them"
        case let error as ProfileError: error.flagHint
        case CompactToken.ParsingError.parts(2), CompactToken.ParsingError.parts(3):
            "read it with signet jwt inspect"
        case CompactToken.ParsingError.payloadNotDetached: "leave out --detached"
        case ClaimsError.timeOutOfRange(_, maybeMilliseconds: true):
            "use --time-unit ms if it is in milliseconds"
        case ClaimsError.inSeconds: "use --time-unit s if it is in seconds"
        case let error as TokenError: hint(for: error)
        case let error as DisclosureError
        where !error.listed.isEmpty && error.listed.allSatisfy { $0 == $0.printable }:
            "use \(error.listed.map { "--disclose \(ShellQuote.posixIfNeeded($0))" }.joined(separator: " "))"
        default: error.hint
        }
    }

    private static func hint(for error: KeyRuleError) -> String? {
        switch error {
        case .rsaTooSmall, .fault(.roca): "make a new key with signet keygen"
        case .secretTooShort(_, let minimum, _):
            "make a new secret with signet keygen --type hmac --bits \(minimum * 8)"
        case .algorithm(let keyIsFor, _): Algorithm.named(keyIsFor).map { "use --alg \($0.name)" }
        case .algorithmDoesNotFit(_, let fitting):
            fitting.isEmpty ? nil : "use --alg \(fitting.orList)"
        case .seedMissing: "use --format pkcs8"
        case .use(let use) where use != "enc": "leave out the use if the key is for signatures"
        case .fault, .secretIsAKey, .use, .operation, .foreignAlgorithm: nil
        }
    }

    private static func hint(for error: TokenError) -> String? {
        switch error {
        case .malformed(let error): hint(for: error)
        case .claims(let error): hint(for: error)
        // A text was required of a claim that is not a text, such as true.
        case .claim(let claim, let found, let expected)
        where expected == "\"\(found)\"" && [claim, found].allSatisfy({ $0 == $0.printable }):
            "use --claim-json \(ShellQuote.posixIfNeeded("\(claim)=\(found)"))"
        default: nil
        }
    }

    /// The flag with this file.
    static func hint(_ flag: String, file path: String) -> String {
        if path != path.printable(upTo: .max) { return "use \(flag) FILE" }
        let separator = path.hasPrefix("-") && path != "-" ? "=" : " "
        return "use \(flag)\(separator)\(ShellQuote.posixIfNeeded(path))"
    }

    /// Nil if no key of a set has an ID.
    static func keyIDHint(_ ids: [String]) -> String? {
        choice("--kid", ids, ShellQuote.posixIfNeeded)
    }

    /// Leaves out words that a terminal does not show as they are, because they cannot be pasted.
    private static func choice(_ flag: String, _ words: [String], _ quote: (String) -> String) -> String? {
        let shown = words.filter { $0 == $0.printable }.prefix(5)
        // A thumbprint may begin like a flag.
        let separator = shown.contains { $0.hasPrefix("-") } ? "=" : " "
        return shown.isEmpty ? nil : "use \(flag)\(separator)\(shown.map(quote).orList)"
    }

    /// Why the backend that was asked for cannot be used.
    init(_ error: BackendError) {
        let reason =
            switch error {
            case .processor: "AVX-512 IFMA for RSA keys, which this processor or its system does not have"
            case .key:
                "an EC or Ed25519 key, or an RSA key of 2048, 3072 or 4096 bits with the exponent 65537"
            }
        self.init(.usage, "--engine multibuffer requires \(reason)", hint: "use --engine auto")
    }
}

extension JWTVerifyRequest {
    /// What to do about an invalid token.
    func hint(for error: TokenError) -> String? {
        switch error {
        case .keyAmbiguous(let ids) where allowsKeyID: CommandError.keyIDHint(ids)
        case .claimsNotJSON(let error) where allowsJWS && error.isOtherThanObject:
            "use --jws to verify only the signature"
        case .embeddedKey("jwk") where knowsDPoP:
            "use --dpop --method METHOD --url URL instead of a key if it is a DPoP proof"
        default: CommandError.hint(for: error)
        }
    }
}

extension ProfileError {
    /// What to do about it if the token is made of claims and flags.
    var flagHint: String? {
        switch fact {
        case .keyIDMissing: "use --kid ID"
        case .unit: timeUnitHint
        case .missing(let claim, _) where ["iss", "sub", "jti"].contains(claim):
            "use --\(claim) \(claim == "jti" ? "ID" : "S")"
        case .missing("aud", _): "use --aud S"
        case .missing("exp", _): "use --exp 15m"
        case .missing(let claim, _) where ["iat", "nbf"].contains(claim): "use --\(claim) now"
        case .missing(let claim, _): "use --claim \(ShellQuote.posixIfNeeded(claim))=TEXT"
        case .mistyped("sub", .nameAndUUID): "use --sub NAME"
        default: nil
        }
    }

    /// For a time in a unit that the platform allows too.
    var timeUnitHint: String? {
        guard case .unit(_, let found, _) = fact,
            Profile.named(profile)?.timeUnits.contains(found) ?? false
        else { return nil }
        return "use --time-unit \(found.rawValue) if it is in \(found.name)"
    }
}
