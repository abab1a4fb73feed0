import Arguments
import JOSE
import JSON
import OpenSSL

extension ByteKeyType {
    /// As flags spell it: `ed25519`.
    var word: String { name.lowercased() }

    /// `Ed25519`, …
    static var names: [String] { all.map(\.name) }
}

extension KeyForm {
    /// For `malformed …`.
    fileprivate var words: String {
        switch self {
        case .openSSH, .openSSHPublic: "\(rawValue) key"
        default: rawValue
        }
    }
}

extension Failure {
    /// What keeps a file from being a key.
    init(key error: KeyError) {
        switch error {
        case .notAKey:
            self.init(
                .badInput, "expected a key, found something else",
                hint:
                    "use PEM, DER, OpenSSH, PKCS#12, JWK or JWKS, or --key-format raw for the bytes of an HMAC secret"
            )
        case .malformed(let form, let reason):
            self.init(.badInput, "malformed \(form.words) (\(reason.printable))")
        case .trailingBytes(let form):
            self.init(.badInput, "malformed \(form.words): more bytes follow its end")
        case .severalKeys(0): self.init(.badInput, "expected one key, found none")
        case .severalKeys(let count):
            self.init(.badInput, "expected one key, found \(count)", hint: "split the file")
        case .wrongPassphrase:
            self.init(.badInput, "the passphrase is wrong, or the encrypted part is damaged")
        case .passphraseMissing:
            self.init(.badInput, "the key is encrypted", hint: "use --passphrase-file FILE")
        case .unsupportedEncryption(let name):
            self.init(
                .badInput, "it is encrypted with \(name.printable), which this OpenSSL does not support",
                hint: Library.isStatic
                    ? "use a signet that is linked with the system's OpenSSL, and its legacy provider"
                    : "install OpenSSL's legacy provider (on Debian, the package openssl-provider-legacy)"
            )
        case .encryptedForOpenSSH:
            self.init(
                .badInput, "signet does not support the encryption of OpenSSH keys",
                hint: "decrypt a copy with cp KEY copy && ssh-keygen -p -N '' -f copy")
        case .derivationTooCostly(let iterations, let limit):
            self.init(
                .badInput,
                iterations == .max
                    ? "the key derivation requires more iterations than the limit of \(limit)"
                    : "the key derivation requires \(iterations) iterations; the limit is \(limit)",
                hint: Self.moreIterations)
        case .derivationTooLarge(let bytes, let limit):
            self.init(
                .badInput,
                bytes == .max
                    ? "the key derivation (scrypt) requires more memory than the limit of \(limit) bytes"
                    : "the key derivation (scrypt) requires \(bytes) bytes of memory; the limit is \(limit)"
            )
        case .unsupportedType(let name):
            self.init(
                .badInput,
                "expected an \((["RSA", "EC"] + ByteKeyType.names + ["HMAC"]).orList) key, found \(name.printable)"
            )
        case .unavailable(let obstacle): self.init(.badInput, obstacle)
        case .unsupportedCurve(let name):
            self.init(
                .badInput,
                "expected a key on \(Curve.allCases.map(\.rawValue).orList), found \(name.printable)")
        case .inconsistent(let what):
            self.init(.badInput, "the parts of the key do not match: \(what.words)")
        case .rsaTooLarge(let bits, let limit):
            self.init(.badInput, "the RSA key has \(bits) bits; at most \(limit) are allowed")
        case .factorsMissing(let bits, let limit):
            self.init(
                .badInput,
                "the RSA key has \(bits) bits and lacks its prime factors p and q; without them, at most \(limit) are allowed"
            )
        case .staysInStore:
            self.init(
                .badInput, "the private key cannot leave its token",
                hint: "signet key public writes the public key")
        case .formMismatch(let form, .ec(let curve)) where curve == .secp256k1:
            self.init(.badInput, "\(curve.rawValue) keys cannot be written as \(form.rawValue)")
        case .formMismatch(let form, .rsaPSS):
            self.init(
                .badInput,
                "RSA-PSS keys cannot be written as \(form.rawValue), which cannot say that they are for RSASSA-PSS alone",
                hint: form.isPrivate ? "use --format pkcs8 or jwk" : "use --format spki or jwk")
        case .formMismatch(let form, let type):
            self.init(.badInput, "\(type.name) keys cannot be written as \(form.rawValue)")
        case .library(let error): self.init(openSSL: error)
        }
    }

    static let moreIterations = "use --max-iterations N if you trust the source of the file"

    /// libcrypto failed where it should not, or a token did not sign.
    init(openSSL error: OpenSSLError) {
        if error.isOfStore {
            self.init(signingInStore: error)
        } else if error.isOutOfMemory {
            self.init(.file, "out of memory")
        } else {
            self.init(
                error.isOfSystem ? .file : .badInput,
                "OpenSSL's \(error.function) failed (\(error.summary.printable))")
        }
    }

    init(keyFile error: KeyFile.Failure) {
        switch error {
        case .key(let error): self.init(key: error)
        case .jwk(let error): self.init(jwk: error)
        case .pkcs12(let error): self.init(pkcs12: error)
        }
    }

    init(jwk error: JWKError) {
        func list(_ ids: [String]) -> String? {
            ids.isEmpty
                ? nil : "use --kid \(ids.prefix(5).map { ShellQuote.posixIfNeeded($0.printable) }.orList)"
        }
        switch error {
        case .json(let error): self.init(.badInput, "malformed JSON: \(error.words)")
        case .notAKey: self.init(.badInput, "expected a JWK or a JWKS, found JSON without kty or keys")
        case .encrypted:
            self.init(
                .badInput, "expected an unencrypted JWK, found an encrypted one (JWE)",
                hint: "use encrypted PKCS#8")
        case .missing(let member): self.init(.badInput, "malformed JWK: \(member) is missing")
        case .mistyped(let member, let expected):
            self.init(.badInput, "malformed JWK: \(member) must be \(expected)")
        case .unsupportedKeyType(let type):
            self.init(.badInput, "unknown JWK type \(type.quoted); expected \(JWK.keyTypes.orList)")
        case .unsupportedCurve(let curve):
            self.init(
                .badInput,
                "signet does not support the curve \(curve.quoted); expected \(JWK.curves.orList)"
            )
        case .unsupportedAlgorithm(let algorithm, let fitting):
            self.init(
                .badInput,
                "signet does not support keys for the algorithm \(algorithm.quoted); expected \(fitting.orList)"
            )
        case .notBase64URL(let member, let error):
            self.init(.badInput, "malformed JWK: \(member) is not base64url: \(error.words)")
        case .length(let member, let bytes, let expected):
            self.init(.badInput, "malformed JWK: \(member) must have \(expected) bytes, not \(bytes)")
        case .leadingZeros(let member):
            self.init(.badInput, "malformed JWK: \(member) must not begin with a zero byte (RFC 7518 §2)")
        case .empty(let member): self.init(.badInput, "malformed JWK: \(member) must not be empty")
        case .otherPrimes: self.init(.badInput, "expected an RSA key with two primes, found more (oth)")
        case .key(let error): self.init(key: error)
        case .duplicateID(let id): self.init(.badInput, "two keys of the set have the kid \(id.quoted)")
        case .mixedSet:
            self.init(
                .badInput, "the set contains both HMAC secrets and other keys",
                hint: "move the HMAC secrets to a file of their own")
        case .notFound(let id, let known):
            // No command is proposed: it would use another key than the one that was meant.
            let found =
                known.isEmpty ? "" : "; found \(known.prefix(10).map(\.quoted).joined(separator: ", "))"
            self.init(
                .badInput,
                (id.isEmpty ? "no key in the set matches" : "no key in the set has the kid \(id.quoted)")
                    + found
            )
        case .ambiguous(let known):
            self.init(.badInput, "expected one key, found several", hint: list(known))
        case .emptySet: self.init(.badInput, "the set contains no keys")
        }
    }

    init(refusal: KeyRefusal) {
        switch refusal {
        case .rsaTooSmall(let bits):
            self.init(
                .badInput, "the RSA key has \(bits) bits; at least \(RSAKeyRules.minimumBits) are required",
                hint: "make a new key with signet keygen")
        case .rsaTooLarge(let bits):
            self.init(
                .badInput, "the RSA key has \(bits) bits; at most \(RSAKeyRules.maximumBits) are allowed")
        case .fault(let fault):
            self.init(
                .badInput, fault.message, hint: fault == .roca ? "make a new key with signet keygen" : nil)
        case .secretTooShort(let bytes, let minimum, let algorithm):
            self.init(
                .badInput, "the secret has \(bytes) bytes; \(algorithm) requires at least \(minimum)",
                hint: "make a new secret with signet keygen --type hmac --bits \(minimum * 8)")
        case .secretIsAKey:
            self.init(
                .badInput, "expected the bytes of a secret, found the text of a key or certificate",
                hint: "leave out --key-format raw")
        case .use(let use):
            self.init(.badInput, "the JWK's use is \(use.quoted); signatures require 'sig'")
        case .operation(let missing): self.init(.badInput, "the JWK's key_ops do not allow \(missing)")
        case .algorithm(let keyIsFor, let wanted):
            self.init(
                .badInput, "the JWK's alg is \(keyIsFor.quoted); expected '\(wanted)'",
                hint: Algorithm.named(keyIsFor).map { "use --alg \($0.name)" })
        case .signsOnly(let algorithm):
            let what = algorithm.map { "the JWK's alg is \($0.quoted), which" } ?? "a key of this type"
            self.init(.badInput, "\(what) is for signatures only, so its use cannot be 'enc'")
        case .algorithmDoesNotFit(let algorithm, let fitting):
            self.init(
                .badInput, "\(algorithm) cannot be used with this key",
                hint: fitting.isEmpty ? nil : "use --alg \(fitting.orList)")
        case .pssParameters(let defect): self.init(.badInput, defect.words)
        case .privateKeyNeeded:
            self.init(.badInput, "expected a private key, found a public key")
        case .staysInStore: self.init(key: .staysInStore)
        case .seedMissing:
            self.init(
                .badInput,
                "the private key is stored without its seed, which a JWK requires (RFC 9964 §4)",
                hint: "use --format pkcs8")
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

extension PSSParameters.Defect {
    /// PS256, PS384 and PS512 are the only ways to sign with such a key here (RFC 7518 §3.5).
    fileprivate var words: String {
        switch self {
        case .digest(let name):
            "the RSA-PSS key requires \(name.printable); expected \(DigestAlgorithm.allCases.map(\.rawValue).orList)"
        case .maskDigest(let name, let digest):
            "the RSA-PSS key requires \(digest.rawValue), but MGF1 with \(name.printable); expected \(digest.rawValue) for both"
        case .salt(let bytes, let digest):
            "the RSA-PSS key requires a salt of at least \(bytes) bytes; signatures with \(digest.rawValue) have \(digest.byteCount)"
        }
    }
}

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
        case .curves: "the PKCS#8 structure and the key in it name different curves"
        case .coordinateLength(let curve):
            "coordinates on \(curve.rawValue) must have \(curve.byteCount) bytes"
        case .pointNotOnCurve(let curve): "the point is not on \(curve.rawValue)"
        case .scalarOutOfRange(let curve): "the private key is out of range for \(curve.rawValue)"
        case .publicPoint: "the public point does not match the private key"
        case .publicKey: "the public key does not match the private key"
        }
    }
}
