import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms

/// The formats of private keys, by their command-line names.
enum PrivateFormat: String, CaseIterable {
    case pkcs8, pkcs1, sec1, openssh, jwk, jwks, raw

    /// The ASN.1 structure, if the format has one.
    var form: KeyForm? {
        switch self {
        case .pkcs8: .pkcs8
        case .pkcs1: .pkcs1
        case .sec1: .sec1
        case .openssh, .jwk, .jwks, .raw: nil
        }
    }
}

enum PublicFormat: String, CaseIterable {
    case spki, pkcs1, openssh, jwk, jwks, sudo

    /// Whether it can contain the key's ID. Such a format has no DER.
    var hasKeyID: Bool {
        switch self {
        case .spki, .pkcs1: false
        case .openssh, .jwk, .jwks, .sudo: true
        }
    }

    /// Formats that other flags choose.
    static let others = ["pem": "--encoding pem", "der": "--encoding der"]

    /// The documentation for the flags that choose the format.
    static let details: [Block] = [
        """
        `pkcs1` (`RSA PUBLIC KEY`) is for RSA keys only. `openssh` is a line for `authorized_keys`: RSA, P-256, P-384, \
        P-521 or Ed25519. The comment of an OpenSSH key is its kid if it has one; comments of existing keys are not \
        kept. `sudo` is the object that registers a sign-in key with the \
        Sudo Platform: RSA with 2048 bits, and `--kid` is its `keyId`.
        """
    ]
}

enum Encoding: String, CaseIterable {
    case pem, der
}

extension Failure {
    static let secretHasNoPublicKey = Failure(
        .badInput, "an HMAC secret has no public key: whoever can verify with it can also sign")
}

extension Key {
    /// The private key in a format.
    ///
    /// - Parameter passphrase: encrypts the key; only PKCS#8 can be encrypted.
    func privateContent(
        _ format: PrivateFormat, _ encoding: Encoding, passphrase: Secret?
    ) throws -> Outputs.Content {
        try refuseFault()
        switch (format.form, material) {
        case (let form?, .privateKey(let key)):
            let form = passphrase == nil ? form : .encryptedPKCS8
            return .secret(
                try encoding == .pem
                    ? key.pem(form, passphrase: passphrase) : key.der(form, passphrase: passphrase))
        case (nil, .privateKey(let key)) where format == .openssh:
            return .secret(try key.openSSH(comment: comment))
        case (nil, .secret(let secret)) where format == .raw: return .secret(secret)
        case (nil, _) where format != .raw && format != .openssh:
            return Outputs.Content(
                secretLine: format == .jwk ? try JWKWriter.jwk(self) : try JWKWriter.set([self]))
        case (_, .secret):
            throw Failure(
                .badInput, "an HMAC secret cannot be written as \(format.rawValue)",
                hint: "use --format jwk or raw")
        default: throw Failure(.badInput, "only an HMAC secret can be written as \(format.rawValue)")
        }
    }

    /// The public key in a format.
    func publicContent(_ format: PublicFormat, _ encoding: Encoding) throws -> Outputs.Content {
        guard let publicHalf, let publicKey = publicHalf.material.publicKey else {
            throw Failure.secretHasNoPublicKey
        }
        try refuseFault()
        switch format {
        case .jwk, .jwks: return try Self.publicContent([publicHalf], isSet: format == .jwks)
        case .sudo: return try publicHalf.sudoRegistration(publicKey)
        case .openssh:
            let (name, bytes) = try publicKey.sshEncoding()
            let comment = try comment
            let line = "\(name) \(Base64.encode(bytes))" + (comment.isEmpty ? "" : " \(comment)")
            return Outputs.Content(line: Array(line.utf8))
        case .spki, .pkcs1:
            let form: KeyForm = format == .spki ? .spki : .pkcs1Public
            return .ordinary(try encoding == .pem ? publicKey.pem(form) : publicKey.der(form))
        }
    }

    /// - Parameter keys: public keys; exactly one unless `isSet`.
    static func publicContent(_ keys: [Key], isSet: Bool) throws -> Outputs.Content {
        for key in keys { try key.refuseFault() }
        let text = try isSet ? JWKWriter.set(keys) : JWKWriter.jwk(keys[0])
        return text.withBytes { Outputs.Content(line: Array($0)) }
    }

    /// The comment of an OpenSSH key. A line break in it would begin another line of `authorized_keys`.
    private var comment: String {
        get throws {
            let comment = id ?? ""
            guard comment.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw Failure(
                    .badInput,
                    "the kid has control characters, so it cannot be the comment of an OpenSSH key",
                    hint: "use --kid ID, --kid thumbprint or --kid none")
            }
            return comment
        }
    }

    /// The public key data that the Sudo Platform expects at registration.
    private func sudoRegistration(_ publicKey: PublicKey) throws -> Outputs.Content {
        try SudoRegistration.profile.checkKey(publicKey.type)
        guard let id, !id.isEmpty else {
            throw Failure(
                .usage, "--format sudo requires the key's ID", hint: "use --kid ID or --kid thumbprint")
        }
        let der = try publicKey.der(.pkcs1Public)
        return Outputs.Content(
            line: JSONWriter.bytes(.object(SudoRegistration.object(keyID: id, publicKey: der))))
    }
}
