import Arguments
import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

/// The flags for tokens that are bound to a key, and for the proofs that somebody has the key.
enum ProofFlags {
    static func dpop(_ summary: String, details: [Block]) -> Flag<Bool> {
        Flag("dpop", group: "Proof of possession", summary, details: details)
            .proposed(for: "proof")
    }

    static let method = Flag(
        "method", .httpMethod, group: "Proof of possession", "the HTTP method of the request: htm"
    )
    .proposed(for: "htm", "request")
    static let url = Flag(
        "url", .proofURL, group: "Proof of possession", "the URL of the request: htu",
        details: ["Query and fragment are ignored (RFC 9449 §4.2)."]
    )
    .proposed(for: "htu", "uri")
    static let nonce = Flag(
        "nonce", .text("N"), group: "Proof of possession", "the nonce that the server gave (DPoP-Nonce)",
        details: ["For the nonce of an ID token (OpenID Connect Core §2), use `--claim nonce=N`."])
    static let accessToken = Flag(
        "access-token", .file, group: "Proof of possession",
        "the access token that the request carries: ath is its SHA-256",
        details: [
            """
            White space around the token is ignored. Letters, digits and `-._~+/` may be in it, and `=` at its end: what \
            the header field of a request can carry (token68, RFC 9449 §7.1).
            """
        ]
    )
    .proposed(for: "ath")

    /// How long a proof is accepted after its `iat`, unless a flag says otherwise. RFC 9449 §11.1 and RFC 9901 §7.3 leave
    /// it to the verifier.
    static let acceptance: TimeSpan = .seconds(300)

    static let requestFlags: [any AnyFlag] = [method, url, nonce, accessToken]

    static func rules(_ dpop: Flag<Bool>) -> [Rule] {
        [.requires(dpop, method), .requires(dpop, url)]
            + [
                .requires(method, dpop), .requires(url, dpop),
                .requires(nonce, dpop, because: "for the claim of an ID token, use --claim nonce=N"),
                .requires(accessToken, dpop),
            ]
    }

    static let confirmationFlags: [any AnyFlag] = [
        confirmationKey, confirmationCertificate, confirmationThumbprint,
    ]

    static let confirmationKey = Flag(
        "cnf-key", .file, group: "Proof of possession", "bind to this key: cnf",
        details: [
            """
            FILE is a private or public key. `jwt sign` writes the public key as `jwk` (RFC 7800 §3.2); `jwt verify` \
            accepts it, or its thumbprint as `jkt`.
            """
        ])
    static let confirmationCertificate = Flag(
        "cnf-cert", .file, group: "Proof of possession", "bind to this certificate: cnf, x5t#S256",
        details: ["RFC 8705: the certificate of a client that uses mutual TLS."])
    static let confirmationThumbprint = Flag(
        "cnf-jkt", .thumbprint, group: "Proof of possession",
        "bind to the key with this thumbprint: cnf, jkt",
        details: [
            """
            RFC 9449 §6.1: the JWK thumbprint with SHA-256, as `key inspect` shows it, and as the verification of a proof \
            prints it.
            """
        ]
    )
    .proposed(for: "jkt")
}

/// The key to which tokens are bound, as flags name it.
enum Binding: Sendable {
    case key(KeyLocation)
    case certificate(KeyLocation)
    case thumbprint(String)

    /// Nil if no flag names one.
    static func named(_ arguments: ParsedArguments) -> Binding? {
        func location(_ path: String) -> KeyLocation {
            KeyLocation(
                path: path, mayHaveID: false,
                provider: KeyFlags.provider(forURI: path, arguments),
                passphrase: KeyFlags.passphrase.origin(arguments),
                maximumIterations: arguments[KeyFlags.maximumIterations])
        }
        if let path = arguments[ProofFlags.confirmationKey] {
            return .key(location(path))
        }
        if let path = arguments[ProofFlags.confirmationCertificate] { return .certificate(location(path)) }
        return arguments[ProofFlags.confirmationThumbprint].map { .thumbprint($0) }
    }

    /// What a token must be bound to.
    func confirmation(_ inputs: InputFiles) throws -> Confirmation {
        switch self {
        case .thumbprint(let text): return .thumbprint(text)
        case .key(let location):
            return .thumbprint(try Key(.publicKey(inputs.publicKey(at: location))).thumbprint())
        case .certificate(let location): return .certificate(try Self.certificateThumbprint(location, inputs))
        }
    }

    /// The value of `cnf`.
    func claim(_ inputs: InputFiles) throws -> JSONValueText {
        switch self {
        case .thumbprint(let text): return Self.object("jkt", .string(text))
        case .certificate(let location):
            return Self.object("x5t#S256", .string(try Self.certificateThumbprint(location, inputs)))
        case .key(let location):
            let key = Key(.publicKey(try inputs.publicKey(at: location)))
            let jwk = try JWKWriter.jwk(key).withBytes { Array($0) }
            return Self.object("jwk", try JSONDocument(parsing: jwk).root)
        }
    }

    private static func object(_ name: String, _ value: JSONValue) -> JSONValueText {
        JSONValueText(.object([(name, value)]))
    }

    private static func certificateThumbprint(_ location: KeyLocation, _ inputs: InputFiles) throws -> String
    {
        try CertificateFiles(inputs, pkcs12: location.opening).readLeaf(location.path).sha256Thumbprint
    }
}

/// The request for which a proof is made (RFC 9449 §4.2).
struct ProofRequest: Sendable {
    let method: String
    let url: ProofURL
    let nonce: String?
    /// The file of the access token.
    let accessToken: String?

    /// Nil without `--dpop`, which requires the two others.
    init?(_ arguments: ParsedArguments, _ dpop: Flag<Bool>) {
        if !arguments[dpop] { return nil }
        guard let method = arguments[ProofFlags.method] else { return nil }
        guard let url = arguments[ProofFlags.url] else { return nil }
        self.method = method
        self.url = url
        nonce = arguments[ProofFlags.nonce]
        accessToken = arguments[ProofFlags.accessToken]
    }

    /// `htm`, `nonce` and `ath`.
    func claims(_ inputs: InputFiles) throws -> [(name: String, text: String)] {
        var claims = [("htm", method)]
        if let nonce { claims.append(("nonce", nonce)) }
        if let accessToken { claims.append(("ath", try Self.hash(of: accessToken, inputs))) }
        return claims
    }

    private static func hash(of path: String, _ inputs: InputFiles) throws -> String {
        let input = try TokenInput(.file(path), inputs, .token)
        try input.refuseEmpty()
        let token = input.trimmed
        if !isToken68(token) {
            // A scheme and a token: the hint leaves the token.
            let isPair = token.split(whereSeparator: \.isSpace).count == 2 && !token.contains(0x0A)
            let failure = CommandError(
                .badInput, "expected an access token alone, found characters that no such token has",
                hint: isPair ? Expectation.mending(["sed 's/.* //'"], path, isSecret: true) : nil)
            throw (isPair ? failure : input.mistake ?? failure).about(sourceName(path))
        }
        let digest = try DigestAlgorithm.sha256.digest(of: token.span)
        return Base64URL.string(digest)
    }

    /// Whether a text can follow the name of the scheme in a header field (token68, RFC 9449 §7.1, RFC 9110 §11.2).
    private static func isToken68(_ text: [UInt8]) -> Bool {
        let others = Array("-._~+/".utf8)
        let end = text.lastIndex { $0 != UInt8(ascii: "=") } ?? -1
        return end >= 0
            && text[...end].allSatisfy { $0.isLetter || $0.isDigit || others.contains($0) }
    }
}

extension ValueFormat where Result == String {
    fileprivate static var httpMethod: Self {
        Self("METHOD") { word in
            let isMethod = word.utf8.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 || $0 == 0x2D }
            if word.isEmpty || !isMethod {
                throw InvalidValue.mustBe("an HTTP method in upper case, such as POST")
            }
            return word
        }
    }

    fileprivate static var thumbprint: Self {
        Self("THUMBPRINT") { word in
            let bytes = (try? Base64URL.decode(word)) ?? []
            if bytes.count != 32 {
                throw InvalidValue.mustBe("a SHA-256 thumbprint in base64url (43 characters)")
            }
            return word
        }
    }
}

extension ValueFormat where Result == ProofURL {
    fileprivate static var proofURL: Self {
        Self("URL") { word in
            if let url = ProofURL(parsing: word) { return url }
            throw InvalidValue.mustBe("a URL such as https://api.example/token")
        }
    }
}
