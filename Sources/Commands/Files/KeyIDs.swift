import Arguments
import JOSE
import OpenSSL
import PKI

/// The words of `--kid` that stand for a kid made from the key.
enum ComputedKeyID: String, CaseIterable {
    case thumbprint
    case thumbprintURI = "thumbprint-uri"
    case spki
    case x5t

    /// Those that a key without a certificate can have.
    static let ofKeys: [Self] = [.thumbprint, .thumbprintURI, .spki]

    private var meaning: String {
        switch self {
        case .thumbprint: "the JWK thumbprint (RFC 7638): SHA-256, in base64url"
        case .thumbprintURI:
            "the JWK thumbprint as a URI (RFC 9278): `urn:ietf:params:oauth:jwk-thumbprint:sha-256:…`"
        case .spki:
            "SHA-256 of the SubjectPublicKeyInfo in DER, in base64url, as Kubernetes names its keys"
        case .x5t:
            "SHA-1 of the key's certificate in DER, in base64url, as Azure names its keys. The certificate comes from `--cert`, or from the file of the key"
        }
    }

    static func details(_ forms: [Self] = allCases, orNone: Bool = true) -> Block {
        var words = forms.map { (term: "`\($0.rawValue)`", text: $0.meaning) }
        if orNone { words.append((term: "`none`", text: "leaves `kid` out")) }
        return .definitions(words)
    }
}

extension ValueFormat where Result == String {
    /// A kid, or a word that stands for one.
    static func keyID(_ forms: [ComputedKeyID] = ComputedKeyID.allCases, orNone: Bool = true) -> Self {
        let words = forms.map { $0.rawValue } + (orNone ? ["none"] : [])
        return .suggestion(words.reduce("ID") { "\($0)|\($1)" }, words)
    }
}

extension KeyFlags {
    static let certificate = Flag(
        "cert", .file, absent: "the file of the key", group: "Key",
        "the certificate of the key, for --kid x5t",
        details: [
            "If the file contains several, the first one of the key is used. It must not expire before another one."
        ])

    /// - Parameter kid: the flag that writes a kid.
    static func certificateRule(_ kid: Flag<String?>) -> Rule {
        .requires(certificate, kid.isOne(of: ComputedKeyID.x5t.rawValue))
    }
}

extension InputFiles {
    /// The key of a file, with the kid to write.
    ///
    /// - Parameters:
    ///   - flag: the value of `--kid`. An ID also chooses a key of a set; the other words only determine the written
    ///     kid.
    ///   - certificate: the file with the certificate of the key; nil for the file of the key itself.
    func key(
        _ loaded: LoadedKey, writing flag: String?, at location: KeyLocation, certificate: String?
    ) throws -> Key {
        let isID = flag != "none" && flag.flatMap(ComputedKeyID.init) == nil
        let chooses = if case .set = loaded.content { isID } else { false }
        var key = try loaded.key(id: chooses ? flag : nil, location.source)
        key.id = try key.id(for: flag) { publicKey in
            try self.certificate(of: publicKey, at: location, certificate, for: "--kid x5t")
        }
        return key
    }

    /// The certificate of a key, from the file at `path`, or from that of the key.
    ///
    /// - Parameter flag: for errors: what requires the certificate.
    func certificate(
        of key: PublicKey, at location: KeyLocation, _ path: String?, for flag: String
    ) throws -> Certificate {
        let source = path.map(sourceName) ?? location.source
        let certificates = try certificates(at: location, path, source, flag)
        return try about(source) { try CertificateFiles.holder(of: key, among: certificates) }
    }

    private func certificates(
        at location: KeyLocation, _ path: String?, _ source: String, _ flag: String
    ) throws -> [Certificate] {
        let files = CertificateFiles(self, pkcs12: location.opening)
        if let path { return try files.read(path) }
        let found = try keptKeyFile.map { try files.certificatesIfAny(in: $0, source) } ?? []
        if !found.isEmpty { return found }
        throw CommandError(
            .badInput, "\(flag) requires the key's certificate, found none", hint: "use --cert FILE"
        ).about(source)
    }
}

extension Key {
    /// The `kid` that `--kid` requests.
    ///
    /// - Parameters:
    ///   - flag: an ID or another word of `--kid`; nil keeps the kid of the key.
    ///   - certificate: finds the certificate of the public key.
    func id(for flag: String?, certificate: (PublicKey) throws -> Certificate) throws -> String? {
        guard let flag else { return id }
        guard let form = ComputedKeyID(rawValue: flag) else { return flag == "none" ? nil : flag }
        guard let publicKey = material.publicKey else {
            let isThumbprint = form == .thumbprint || form == .thumbprintURI
            throw CommandError(
                .usage,
                isThumbprint
                    ? "--kid \(flag) would disclose an HMAC secret (RFC 7638 §7)"
                    : "--kid \(flag) requires a public key, which an HMAC secret does not have",
                hint: "use --kid ID")
        }
        switch form {
        case .thumbprint: return try thumbprint()
        case .thumbprintURI:
            return "urn:ietf:params:oauth:jwk-thumbprint:sha-256:\(try thumbprint())"
        case .spki: return Base64URL.string(try publicKey.spkiSHA256())
        case .x5t:
            let der = try certificate(publicKey).der
            return Base64URL.string(try SHA1.digest(of: der.span))
        }
    }
}
