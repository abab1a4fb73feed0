import Arguments
import JOSE
import JSON
import OpenSSL
import Platforms

/// The forms that keys are written in, by their names on the command line.
enum PrivateFormat: String, CaseIterable {
    case pkcs8, pkcs1, sec1, jwk, jwks, raw

    /// What the key is written as, where that is ASN.1.
    var form: KeyForm? {
        switch self {
        case .pkcs8: .pkcs8
        case .pkcs1: .pkcs1
        case .sec1: .sec1
        case .jwk, .jwks, .raw: nil
        }
    }
}

enum PublicFormat: String, CaseIterable {
    case spki, pkcs1, jwk, jwks, sudo

    /// Whether it is JSON, which has a place for the key's ID, and no DER.
    var isJSON: Bool {
        switch self {
        case .spki, .pkcs1: false
        case .jwk, .jwks, .sudo: true
        }
    }

    /// What the flags that choose it say of it.
    static let details: [Block] = [
        """
        `pkcs1` (`RSA PUBLIC KEY`) is for RSA keys alone. `sudo` is the object that registers a sign-in key with the \
        Sudo Platform: RSA with 2048 bits, and `--kid` is its `keyId`.
        """
    ]
}

enum Encoding: String, CaseIterable {
    case pem, der
}

/// Writes keys in the forms that are asked for.
enum KeyWriting {
    static let encodingFlag = Flag(
        "encoding", value: .choice("ENCODING", Encoding.allCases.map(\.rawValue)), default: "pem",
        group: "Output", "PEM or DER (not for JWK)")

    /// - Parameter passphrase: encrypts the key, which only PKCS#8 can be.
    static func privateContent(
        _ key: Key, _ format: PrivateFormat, _ encoding: Encoding, passphrase: Secret?
    ) throws(Failure) -> Outputs.Content {
        if passphrase != nil, format != .pkcs8 {
            throw Failure(.usage, "--encrypt goes with --format pkcs8", hint: "--format pkcs8")
        }
        if encoding == .der, [.jwk, .jwks, .raw].contains(format) {
            throw Failure(.usage, "--encoding der does not go with --format \(format.rawValue)")
        }
        switch format {
        case .jwk, .jwks:
            return try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
                Outputs.Content(
                    secretLine: format == .jwk ? try JWKWriter.jwk(key) : try JWKWriter.set([key]))
            }
        case .raw:
            guard case .secret(let secret) = key.material else {
                throw Failure(.badInput, "only an HMAC secret has a raw form")
            }
            return .secret(secret)
        case .pkcs8, .pkcs1, .sec1:
            guard case .privateKey(let privateKey) = key.material else {
                throw Failure(
                    .badInput, "an HMAC secret has no \(format.rawValue) form",
                    hint: "--format jwk or --format raw")
            }
            let form: KeyForm = passphrase == nil ? format.form ?? .pkcs8 : .encryptedPKCS8
            return .secret(
                try saying(Failure.init(key:)) { () throws(KeyError) in
                    try encoding == .pem
                        ? privateKey.pem(form, passphrase: passphrase)
                        : privateKey.der(form, passphrase: passphrase)
                })
        }
    }

    /// - Parameter key: a key with a public half.
    static func publicContent(
        _ key: Key, _ format: PublicFormat, _ encoding: Encoding
    ) throws(Failure) -> Outputs.Content {
        guard let half = key.publicHalf, let publicKey = half.material.publicKey else {
            throw Failure(
                .badInput, "an HMAC secret has no public half: whoever verifies with it can sign too")
        }
        if encoding == .der, format.isJSON {
            throw Failure(.usage, "--encoding der does not go with --format \(format.rawValue)")
        }
        switch format {
        case .jwk, .jwks: return try publicJWK([half], isSet: format == .jwks)
        case .sudo: return try sudoRegistration(half, publicKey)
        case .spki, .pkcs1:
            let form: KeyForm = format == .spki ? .spki : .pkcs1Public
            return .ordinary(
                try saying(Failure.init(key:)) { () throws(KeyError) in
                    try encoding == .pem ? publicKey.pem(form) : publicKey.der(form)
                })
        }
    }

    /// What the Sudo Platform is sent of a key.
    private static func sudoRegistration(
        _ key: Key, _ publicKey: PublicKey
    ) throws(Failure) -> Outputs.Content {
        do {
            try SudoRegistration.profile.checkKey(publicKey.type)
        } catch {
            throw Failure(error)
        }
        guard let id = key.id, !id.isEmpty else {
            throw Failure(.usage, "a registration has the key's ID", hint: "--kid ID or --kid thumbprint")
        }
        let der = try saying(Failure.init(key:)) { () throws(KeyError) in try publicKey.der(.pkcs1Public) }
        return Outputs.Content(
            line: JSONWriter.bytes(.object(SudoRegistration.object(keyID: id, publicKey: der))))
    }

    static func publicJWK(_ keys: [Key], isSet: Bool) throws(Failure) -> Outputs.Content {
        let text = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            isSet ? try JWKWriter.set(keys) : try JWKWriter.jwk(keys[0])
        }
        return text.withBytes { Outputs.Content(line: Array($0)) }
    }
}

extension KeyWriting {
    static let certificateEncodingFlag = Flag(
        "encoding", value: .choice("ENCODING", Encoding.allCases.map(\.rawValue)), default: "pem",
        group: "Output", "PEM or DER")

    /// A request or a certificate in the encoding that is asked for.
    static func certificateContent(
        _ arguments: ParsedArguments, der: @autoclosure () throws(OpenSSLError) -> [UInt8],
        pem: () throws(OpenSSLError) -> [UInt8]
    ) throws(Failure) -> Outputs.Content {
        let isDER = arguments.choice("encoding") == Encoding.der
        return .ordinary(
            try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in try isDER ? der() : pem() })
    }
}
