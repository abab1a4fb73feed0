import Foundation
import JOSE
import JSON
import OpenSSL
import System
import Testing
import Words

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func bytes(_ secret: Secret) -> [UInt8] { secret.withBytes { Array($0) } }

func secret(_ bytes: [UInt8]) -> Secret { Secret(copying: bytes.span) }

func base64URL(_ bytes: [UInt8]) -> String { text(Base64URL.encode(bytes)) }

func base64URL(_ string: String) -> String { base64URL(Array(string.utf8)) }

func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// A file of `Tests/Vectors`.
func vectorFile(_ path: String) throws -> [UInt8] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return Array(try Data(contentsOf: folder.appendingPathComponent("Vectors/\(path)")))
}

/// The keys of `Tests/Vectors/keys`, and secrets.
enum TestKey: String, CaseIterable, Sendable {
    case rsa, p256, p384, p521, secp256k1, ed25519, ed448, hmac

    /// The names of the algorithms that the keys fit: of those that every OpenSSL has.
    static let algorithms = Algorithm.all.filter { algorithm in
        allCases.contains { algorithm.fits($0.key.material) }
    }.map(\.name)

    static let asymmetric = allCases.filter { $0 != .hmac }

    /// The private key or the secret.
    var key: Key { Self.keys[self]! }

    var publicKey: Key { key.publicKey! }

    /// Another key of the same type.
    var other: Key { Self.others[self]! }

    /// PEM of the SubjectPublicKeyInfo.
    func publicPEM() throws -> [UInt8] { try vectorFile("keys/\(rawValue).spki.pem") }

    private static let keys: [TestKey: Key] = Dictionary(
        uniqueKeysWithValues: allCases.map { name in
            if name == .hmac { return (name, Key(.secret(secret((0..<64).map { $0 ^ 0xA5 })))) }
            return (name, try! JOSETests.key(parsing: try! vectorFile("keys/\(name.rawValue).pkcs8.pem")))
        })

    private static let others: [TestKey: Key] = [
        .rsa: generated(.rsa(bits: 2048)), .p256: generated(.ec(.p256)), .p384: generated(.ec(.p384)),
        .p521: generated(.ec(.p521)), .secp256k1: generated(.ec(.secp256k1)), .ed25519: generated(.ed25519),
        .ed448: generated(.ed448), .hmac: Key(.secret(secret(.init(repeating: 7, count: 64)))),
    ]

    static func generated(_ specification: KeyType) -> Key {
        Key(.privateKey(try! PrivateKey.generate(specification)))
    }
}

/// The key in a text of any form: PEM, DER, JWK.
func key(parsing text: [UInt8]) throws -> Key {
    switch try KeyFile(recognizing: secret(text)) {
    case .jwk(let jwk): return try jwk.key()
    case .set(let set): return try set.key(id: nil)
    case .pkcs12, .raw: throw KeyError.notAKey
    case .encoded(let encoded):
        switch try encoded.decode(passphrase: nil) {
        case .privateKey(let key): return Key(.privateKey(key))
        case .publicKey(let key): return Key(.publicKey(key))
        }
    }
}

func key(parsing text: String) throws -> Key { try key(parsing: Array(text.utf8)) }

func keySet(_ text: String) throws -> JWKSet {
    guard case .set(let set) = try KeyFile(recognizing: secret(Array(text.utf8))) else {
        throw JWKError.notAKey
    }
    return set
}

/// Why a JWK, or a set of one, cannot be read; nil when it can.
func jwkError(_ text: String) -> String? {
    do {
        _ = try key(parsing: text)
        return nil
    } catch {
        return (error as? any DescribedError)?.message
    }
}

/// Sentences about JWKs.
extension String {
    static func missing(member: String) -> String { "malformed JWK: \(member) is missing" }

    static func mistyped(member: String, expected: String) -> String {
        "malformed JWK: \(member) must be \(expected)"
    }

    static func notBase64URL(member: String, _ error: Base64URL.DecodingError) -> String {
        "malformed JWK: \(member) is not base64url: \(error.message)"
    }

    static func length(member: String, bytes: Int, expected: Int) -> String {
        "malformed JWK: \(member) must have \(expected) bytes, not \(bytes)"
    }

    static func leadingZeros(member: String) -> String {
        "malformed JWK: \(member) must not begin with a zero byte (RFC 7518 §2)"
    }

    static func empty(member: String) -> String { "malformed JWK: \(member) must not be empty" }

    static func inconsistent(_ parts: String) -> String { "the parts of the key do not match: \(parts)" }
}

/// The JWK of a key as a text that can be edited.
func jwkText(_ key: Key) throws -> JSONObjectText {
    try JSONObjectText(parsing: bytes(try JWKWriter.jwk(key)))
}

/// The JWK of a key with members replaced or, where nil, left out.
func jwk(_ key: Key, _ changes: [String: JSONValue?] = [:]) throws -> String {
    var object = try jwkText(key).object
    for (name, value) in changes {
        if let value { object.set(name, to: value) } else { object.members.removeAll { $0.name == name } }
    }
    return JSONWriter.string(.object(object))
}

/// The bytes of a base64url member of a key's JWK.
func member(_ name: String, of key: Key) throws -> [UInt8] {
    try Base64URL.decode(try #require(try jwkText(key).object[name]?.stringValue))
}

func judgement(of key: Key) -> KeyRuleError? {
    do {
        try key.judge()
        return nil
    } catch let error as KeyRuleError {
        return error
    } catch {
        Issue.record(error)
        return nil
    }
}

/// In what the parts of a JWK do not belong together.
func inconsistency(of jwk: String) -> String? {
    let start = String.inconsistent("")
    return jwkError(jwk).flatMap { $0.hasPrefix(start) ? String($0.dropFirst(start.count)) : nil }
}

func refusal(to purpose: Key.Purpose, _ algorithm: Algorithm, with key: Key) -> KeyRuleError? {
    do {
        try key.permit(purpose, algorithm)
        return nil
    } catch {
        return error as? KeyRuleError
    }
}

/// The moment at which the tests happen.
let testNow = Timestamp(seconds: 1_700_000_000)

func policy(_ change: (inout VerificationPolicy) -> Void = { _ in }) -> VerificationPolicy {
    var policy = VerificationPolicy()
    change(&policy)
    return policy
}

/// Signs a header and payload given as text.
func sign(
    header: String, _ payload: String = "{}", with key: Key, _ algorithm: Algorithm
) throws -> String {
    var signer = try SigningKey(key, algorithm).signer()
    return text(
        try signer.token(Base64URL.encode(Array(header.utf8)), Base64URL.encode(Array(payload.utf8))))
}

/// Signs with the header that goes with the algorithm.
func sign(_ payload: String = "{}", with key: Key, _ algorithm: Algorithm) throws -> String {
    try sign(header: #"{"alg":"\#(algorithm.name)"}"#, payload, with: key, algorithm)
}

/// A token over any header, signed by HMAC with any key: what an attacker can make.
func forged(_ header: String, secret key: [UInt8], _ digest: DigestAlgorithm = .sha256) throws -> String {
    let input = base64URL(header) + "." + base64URL("{}")
    let hmac = try HMAC.make(digest: digest, key: secret(key))
    var code: [UInt8] = []
    try hmac.makeCode(for: Array(input.utf8).span, into: &code)
    return input + "." + base64URL(code)
}

/// Why there is no verified token: because of the key, or of the token.
enum Refusal: Equatable {
    case refused(KeyRuleError)
    case invalid(TokenError)
    case other
}

/// Why a token is refused; nil when its signature holds.
func failure(
    of token: String, _ source: KeySource, _ policy: VerificationPolicy = policy(), detached: [UInt8]? = nil
) -> Refusal? {
    let parsed: CompactToken
    do {
        parsed = try CompactToken(parsing: Array(token.utf8), detachedPayload: detached)
    } catch {
        return .invalid(.malformed(error))
    }
    do {
        var verifier = TokenVerifier(source, policy)
        try verifier.begin(parsed, at: 0)
        verifier.verifySignatures()
        try verifier.end(0)
        return nil
    } catch {
        return (error as? TokenError).map(Refusal.invalid) ?? .other
    }
}

func failure(
    of token: String, under key: Key, _ policy: VerificationPolicy = policy(), detached: [UInt8]? = nil
) -> Refusal? {
    do {
        return failure(of: token, try KeySource.key(key), policy, detached: detached)
    } catch {
        return (error as? KeyRuleError).map(Refusal.refused) ?? .other
    }
}

/// Why claims are refused; nil when they are good.
func invalidity(
    of claims: String, _ policy: VerificationPolicy = policy(), at now: Timestamp = testNow
) -> TokenError? {
    var verifier = TokenVerifier(try! .key(TestKey.hmac.key), policy)
    do {
        try verifier.check(try verifier.readClaims(Array(claims.utf8)), now: now)
        return nil
    } catch {
        if !(error is TokenError) { Issue.record(error) }
        return error as? TokenError
    }
}

func algorithm(_ name: String) throws -> Algorithm { try #require(Algorithm.named(name)) }

/// A generator of numbers that are the same in every run.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { _ in UInt8(truncatingIfNeeded: next()) }
    }
}

extension TokenSigner {
    /// A token by itself.
    mutating func token(
        _ encodedHeader: [UInt8], _ encodedPayload: [UInt8], isDetached: Bool = false
    ) throws -> [UInt8] {
        var token: [UInt8] = []
        if isDetached {
            let payload = try Base64URL.decode(encodedPayload.span)
            try begin(encodedHeader, payload: payload.span)
            sign()
            try end(withoutPayload: encodedPayload.count, to: &token)
        } else {
            try begin(encodedHeader, encodedPayload: encodedPayload.span)
            sign()
            try end(to: &token)
        }
        return token
    }
}

extension Prototype {
    /// Taken apart at once: its header and its payload.
    static func parts(of text: [UInt8]) throws(CompactToken.ParsingError) -> (
        header: Header, payload: [UInt8], encodedHeader: [UInt8], encodedPayload: [UInt8]
    ) {
        let prototype = try Prototype(parsing: text.span)
        let header = try prototype.header(in: text.span)
        var payload: [UInt8] = []
        try prototype.decodePayload(in: text.span, into: &payload)
        return (header, payload, Array(text[prototype.encodedHeader]), Array(text[prototype.encodedPayload]))
    }
}
