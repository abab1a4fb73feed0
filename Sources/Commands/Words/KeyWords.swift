import JOSE
import JSON
import OpenSSL

extension KeyType {
    /// `RSA`, `EC`, `Ed25519`: the type without its size.
    var name: String {
        switch self {
        case .rsa: "RSA"
        case .ec: "EC"
        case .ed25519: "Ed25519"
        case .ed448: "Ed448"
        }
    }
}

extension Failure {
    /// What keeps a file from being a key.
    init(key error: KeyError) {
        switch error {
        case .notAKey:
            self.init(
                .badInput, "not a key",
                hint:
                    "PEM, DER, JWK and JWKS are recognised; --key-format raw reads the bytes of an HMAC secret"
            )
        case .malformed(let form, let reason):
            self.init(.badInput, "malformed \(form.rawValue) (\(reason.printable))")
        case .trailingBytes(let form):
            self.init(.badInput, "malformed \(form.rawValue): more bytes follow its end")
        case .severalKeys(let count):
            self.init(.badInput, "\(count) keys in one file", hint: "give a file with one of them")
        case .wrongPassphrase:
            self.init(.badInput, "wrong passphrase (or the encrypted part is damaged)")
        case .passphraseMissing:
            self.init(.badInput, "the key is encrypted", hint: "--passphrase-file FILE gives its passphrase")
        case .unsupportedEncryption(let name):
            self.init(
                .badInput, "encrypted with \(name.printable), which this OpenSSL does not have",
                hint:
                    "OpenSSL's legacy provider has the old ciphers; Debian ships it as openssl-provider-legacy"
            )
        case .derivationTooCostly(let iterations, let limit):
            self.init(
                .badInput,
                iterations == .max
                    ? "its key derivation asks for more than \(limit) iterations"
                    : "its key derivation asks for \(iterations) iterations, and \(limit) is the limit",
                hint: Self.moreIterations)
        case .derivationTooLarge(let bytes, let limit):
            self.init(
                .badInput,
                bytes == .max
                    ? "its key derivation (scrypt) asks for more than \(limit) bytes of memory"
                    : "its key derivation (scrypt) asks for \(bytes) bytes of memory, and OpenSSL gives it \(limit)"
            )
        case .unsupportedType(let name):
            self.init(
                .badInput, "\(name.printable): a type of key that signet does not use",
                hint: "RSA, EC, Ed25519, Ed448 and HMAC keys are used")
        case .unsupportedCurve(let name):
            self.init(
                .badInput, "the elliptic curve \(name.printable) is not used in JOSE",
                hint: Curve.allCases.map(\.rawValue).joined(separator: ", ") + " are")
        case .inconsistent(let what):
            self.init(.badInput, "the parts of the key do not belong together: \(what.words)")
        case .rsaTooLarge(let bits, let limit):
            self.init(.badInput, "the RSA key has \(bits) bits, and \(limit) is the most")
        case .factorsMissing(let bits, let limit):
            self.init(
                .badInput,
                "the RSA key has \(bits) bits and lacks its prime factors p and q; without them \(limit) is the most"
            )
        case .staysInStore: self.init(.badInput, "a key that stays in its token cannot be written")
        case .formMismatch(let form, let type):
            self.init(.badInput, "\(type.name) keys have no \(form.rawValue) form")
        case .library(let error): self.init(openSSL: error)
        }
    }

    static let moreIterations = "--max-iterations N allows more, if you trust where the file is from"

    /// libcrypto failed where it should not.
    init(openSSL error: OpenSSLError) {
        self.init(.badInput, "OpenSSL's \(error.function) failed (\(error.summary.printable))")
    }

    /// A `pkcs11:` URI that opens no key. The URI itself may have its PIN in it, and is not shown.
    init(storedKey error: KeyError) {
        let reason =
            switch error {
            case .notAKey: "no such key"
            case .library(let error): error.summary.printable
            default: Failure(key: error).message
            }
        self.init(
            .badInput, "the pkcs11: URI does not open a key (\(reason))",
            hint:
                "name the PKCS#11 provider and its module in OpenSSL's configuration, and give the PIN with --passphrase-file"
        )
    }

    init(keyText error: KeyText.Failure) {
        switch error {
        case .key(let error): self.init(key: error)
        case .jwk(let error): self.init(jwk: error)
        }
    }

    init(jwk error: JWKError) {
        func list(_ ids: [String]) -> String? {
            ids.isEmpty ? nil : "--kid \(ids.prefix(5).map(\.printable).joined(separator: " or "))"
        }
        switch error {
        case .json(let error): self.init(.badInput, "malformed JSON: \(error.words)")
        case .notAKey: self.init(.badInput, "JSON, but no JWK (kty) and no JWKS (keys)")
        case .encrypted:
            self.init(
                .badInput, "an encrypted JWK (JWE), which signet does not open",
                hint: "encrypted PKCS#8 is what signet reads and writes: --encrypt")
        case .missing(let member): self.init(.badInput, "malformed JWK: \(member) is missing")
        case .mistyped(let member, let expected):
            self.init(.badInput, "malformed JWK: \(member) is not \(expected)")
        case .unsupportedKeyType(let type):
            self.init(.badInput, "JWK type \(type.printable) is not used", hint: "RSA, EC, OKP and oct are")
        case .unsupportedCurve(let curve):
            self.init(
                .badInput, "the curve \(curve.printable) is not used for signatures in JOSE",
                hint: "P-256, P-384, P-521, secp256k1, Ed25519 and Ed448 are")
        case .notBase64URL(let member, let error):
            self.init(.badInput, "malformed JWK: \(member) is not base64url: \(error.words)")
        case .length(let member, let bytes, let expected):
            self.init(.badInput, "malformed JWK: \(member) has \(bytes) bytes, and the curve has \(expected)")
        case .leadingZeros(let member):
            self.init(.badInput, "malformed JWK: \(member) begins with a zero byte (RFC 7518 §2)")
        case .empty(let member): self.init(.badInput, "malformed JWK: \(member) is empty")
        case .otherPrimes: self.init(.badInput, "an RSA key of more than two primes (oth)")
        case .key(let error): self.init(key: error)
        case .duplicateID(let id): self.init(.badInput, "two keys of the set have the kid \(id.printable)")
        case .mixedSet:
            self.init(
                .badInput, "symmetric and asymmetric keys in one set",
                hint: "keep secrets apart from public keys: one is easily taken for the other")
        case .notFound(let id, let known):
            self.init(
                .badInput,
                id.isEmpty ? "no key of the set fits" : "no key of the set has the kid \(id.printable)",
                hint: list(known))
        case .ambiguous(let known):
            self.init(.badInput, "several keys, and nothing says which one", hint: list(known))
        case .emptySet: self.init(.badInput, "a set without keys")
        }
    }

    init(refusal: KeyRefusal) {
        switch refusal {
        case .rsaTooSmall(let bits):
            self.init(
                .badInput, "the RSA key has \(bits) bits, and \(RSAKeyRules.minimumBits) is the least",
                hint: "signet keygen makes a new one")
        case .rsaTooLarge(let bits):
            self.init(.badInput, "the RSA key has \(bits) bits, and \(RSAKeyRules.maximumBits) is the most")
        case .rsaExponent:
            self.init(.badInput, "the RSA key's public exponent is not an odd number from 3 to 256 bits")
        case .roca:
            self.init(
                .badInput, "the RSA key has the ROCA fingerprint (CVE-2017-15361): it can be factored",
                hint: "signet keygen makes a new one")
        case .notAPoint: self.init(.badInput, "the public key is not a point of its curve")
        case .smallOrder:
            self.init(.badInput, "the public key is a point of small order: anybody can sign for it")
        case .secretTooShort(let bytes, let minimum, let algorithm):
            self.init(
                .badInput, "the secret has \(bytes) bytes, and \(algorithm) needs at least \(minimum)",
                hint: "signet keygen --type hmac --bits \(minimum * 8) makes one")
        case .secretIsAKey:
            self.init(
                .badInput, "the secret is the text of a key or certificate, not a secret",
                hint: "leave out --key-format raw, and it is read as what it is")
        case .use(let use):
            self.init(.badInput, "the JWK's use is \(use.printable), and signatures need sig")
        case .operation(let missing): self.init(.badInput, "the JWK's key_ops do not allow \(missing)")
        case .algorithm(let keyIsFor, let wanted):
            self.init(
                .badInput, "the JWK is for \(keyIsFor.printable), not for \(wanted)",
                hint: Algorithm.named(keyIsFor).map { "--alg \($0.name)" })
        case .algorithmDoesNotFit(let algorithm, let fitting):
            self.init(
                .badInput, "\(algorithm) is not an algorithm for this key",
                hint: fitting.isEmpty ? nil : "--alg \(fitting.joined(separator: ", "))")
        case .privateKeyNeeded:
            self.init(.badInput, "a public key cannot sign", hint: "give the private key")
        case .library(let error): self.init(openSSL: error)
        }
    }
}

extension Base64URL.Failure {
    var words: String {
        switch self {
        case .padding(let offset): "padding (=) at byte \(offset + 1); JOSE does not use any"
        case .otherAlphabet(let offset): "'+' or '/' at byte \(offset + 1); base64url uses '-' and '_'"
        case .foreignCharacter(let byte, let offset):
            "unexpected byte 0x\(hex(byte)) at byte \(offset + 1)"
        case .trailingBits: "the last character has extra bits"
        case .impossibleLength(let count): "invalid length \(count); it may be truncated"
        }
    }
}

func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true) }

extension KeyInconsistency {
    fileprivate var words: String {
        switch self {
        case .modulusIsZero: "n is zero"
        case .rsaNumbers: "the numbers are not an RSA key"
        case .privateExponentExceedsModulus: "d is larger than n"
        case .publicExponentExceedsModulus: "e is larger than n"
        case .factors: "p and q must be two different odd primes"
        case .modulus: "n is not p times q"
        case .exponents(nil): "d is not the inverse of e"
        case .exponents(let factor?): "d is not the inverse of e modulo \(factor.rawValue) - 1"
        case .factorExponent(let factor):
            "d\(factor.rawValue) is not d modulo \(factor.rawValue) - 1"
        case .coefficient: "qi is not the inverse of q modulo p"
        case .coordinateLength(let curve):
            "coordinates on \(curve.rawValue) must have \(curve.byteCount) bytes"
        case .pointNotOnCurve(let curve): "the point is not on \(curve.rawValue)"
        case .scalarOutOfRange(let curve): "the private key is out of range for \(curve.rawValue)"
        case .publicPoint: "the public point is not the private key's"
        case .publicKey: "the public key is not the private key's"
        }
    }
}
