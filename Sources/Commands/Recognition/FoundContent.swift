import Arguments
import JOSE
import JSON
import OpenSSL
import Words

/// What a text is, for an error about one that is not what a command expects. Every command asks here.
struct FoundContent {
    /// The thing itself, perhaps inside of something else.
    enum Thing: Equatable {
        case privateKey, publicKey, certificate, certificateBundle, request, revocationList, pkcs12
        case javaKeyStore, puttyKey
        case jwk, privateJWK, jwkSet, privateJWKSet
        /// One after the other, or in a text that is not quite JSON.
        case privateJWKs
        case encryptedJWK
        case token, prototype, encryptedToken, selectiveToken
        /// JSON that names the URL of a set of keys.
        case discoveryDocument(keys: String?)
        case json(members: [String])
        case jsonArray
        case pgp(String)
        case otherPEM(String)
        case htmlPage, xml, yaml
        case compressed(name: String)
        case otherText(String)
    }

    /// Something around the thing that has to be taken away.
    struct Wrapping {
        /// What the thing with it is, if the thing is `inner`: `base64 of a private key`.
        let words: (_ inner: String) -> String
        /// Shell commands that take it away one after the other, from standard input to standard output.
        let filters: [String]
        /// The same for a text that was typed: `leave out the quotes`.
        let typed: String
        var isBase64OfDER = false
    }

    let thing: Thing
    /// Whether a private key or other secrets may be beside it.
    var isBesideSecrets = false
    /// The outermost first.
    private(set) var wrappings: [Wrapping] = []

    init(_ thing: Thing) { self.thing = thing }

    func wrapped(in outer: Wrapping) -> FoundContent {
        var content = self
        content.wrappings.insert(outer, at: 0)
        return content
    }

    /// - Parameter words: what the wrapping is, after the words for the thing: `in base64`.
    func wrapped(
        _ words: String, _ filters: String..., typed: String, isBase64OfDER: Bool = false
    ) -> FoundContent {
        wrapped(
            in: Wrapping(
                words: { "\($0) \(words)" }, filters: filters, typed: typed, isBase64OfDER: isBase64OfDER))
    }

    /// After "found".
    var words: String {
        wrappings.reversed().reduce(thing.words) { inner, wrapping in wrapping.words(inner) }
    }

    /// The shell commands that leave the thing alone; none if nothing is around it.
    var filters: [String] { wrappings.flatMap(\.filters) }

    /// Whether others must not read what the filters write.
    var isSecret: Bool { thing.isSecret || isBesideSecrets }
}

extension FoundContent.Thing {
    var words: String {
        switch self {
        case .privateKey: "a private key"
        case .publicKey: "a public key"
        case .certificate: "a certificate"
        case .certificateBundle: "a PKCS#7 bundle of certificates"
        case .request: "a certificate request"
        case .revocationList: "a revocation list"
        case .pkcs12: "a PKCS#12"
        case .javaKeyStore: "an old Java keystore (JKS)"
        case .puttyKey: "a key of PuTTY (PPK)"
        case .jwk: "a JWK"
        case .privateJWK: "a private JWK"
        case .jwkSet: "a JWKS"
        case .privateJWKSet: "a JWKS of private keys"
        case .privateJWKs: "private JWKs"
        case .encryptedJWK: "an encrypted JWK"
        case .token: "a token"
        case .prototype: "an unsigned prototype"
        case .encryptedToken: "an encrypted token (JWE)"
        case .selectiveToken: "an SD-JWT"
        case .discoveryDocument: "a discovery document, whose jwks_uri names the JWKS"
        case .json(let members):
            members.isEmpty
                ? "JSON without members"
                : "JSON with \(members.prefix(3).map { "'\($0.printable(upTo: 40))'" }.joined(separator: ", "))"
        case .jsonArray: "a JSON array"
        case .pgp(let label): "an OpenPGP file (\(label.printable(upTo: 40)))"
        case .otherPEM(let label): "the PEM label '\(label.printable(upTo: 40))'"
        case .htmlPage: "an HTML page"
        case .xml: "XML"
        case .yaml: "YAML"
        case .compressed(let name): "\(name == "xz" ? "an" : "a") \(name) file"
        case .otherText(let words): words
        }
    }

    /// The command that goes on from here; nil if there is none.
    ///
    /// - Parameter file: as a shell reads it; nil for a text that was typed.
    func nextCommand(_ file: String?) -> String? {
        if self == .selectiveToken { return "signet sd-jwt verify" }
        guard let file else { return nil }
        // The names of files do not matter to it then, and what it makes may be a key.
        if let decompressor { return "(umask 077; \(decompressor) < \(file) > \(file).new)" }
        return switch self {
        case .privateKey, .publicKey, .jwk, .privateJWK, .jwkSet, .privateJWKSet: "signet key inspect \(file)"
        case .certificate, .certificateBundle: "signet cert inspect \(file)"
        case .request: "signet csr inspect \(file)"
        case .revocationList: "signet crl inspect \(file)"
        case .pkcs12: "signet pkcs12 inspect \(file)"
        case .token, .prototype: "signet jwt inspect --in \(file)"
        case .javaKeyStore:
            "keytool -importkeystore -srckeystore \(file) -destkeystore \(file).p12 -deststoretype pkcs12"
        case .puttyKey: "puttygen \(file) -O private-openssh -o \(file).openssh"
        case .discoveryDocument(let keys?): "curl -fsS -o jwks.json \(ShellQuote.posixIfNeeded(keys))"
        case .htmlPage: "download it again with curl -fsS -o FILE URL, which does not save error pages"
        case .compressed("ZIP"): "unzip \(file)"
        case .privateJWKs, .encryptedJWK, .encryptedToken, .discoveryDocument(nil), .json, .jsonArray, .pgp,
            .otherPEM, .selectiveToken, .xml, .yaml, .compressed, .otherText:
            nil
        }
    }

    /// The command that decompresses it, a file or standard input.
    var decompressor: String? {
        switch self {
        case .compressed("gzip"): "gunzip"
        case .compressed("xz"): "unxz"
        case .compressed("zstd"): "unzstd"
        default: nil
        }
    }

    var isObject: Bool {
        if case .json = self { true } else { false }
    }

    /// Whether it is a document in which nothing was found.
    var isDocument: Bool {
        switch self {
        case .json, .jsonArray, .discoveryDocument, .yaml, .xml, .htmlPage: true
        default: false
        }
    }

    /// Whether its file should not be readable by others.
    var isSecret: Bool {
        switch self {
        case .jwk, .jwkSet, .token, .selectiveToken: true
        default: holdsPrivateKeys
        }
    }

    /// Whether it is a private key, or has some. A PKCS#12 and a keystore may have none.
    var holdsPrivateKeys: Bool {
        switch self {
        case .privateKey, .privateJWK, .privateJWKSet, .privateJWKs, .encryptedJWK, .pkcs12, .javaKeyStore,
            .puttyKey:
            true
        // Of TPMs and of old programs: nobody else here reads them, but they are keys.
        case .otherPEM(let label), .pgp(let label): label.split(separator: " ").contains("PRIVATE")
        default: false
        }
    }
}
