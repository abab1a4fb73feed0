import JOSE
import OpenSSL

extension KeyConvert {
    static func run(_ request: KeyConvertRequest) throws -> ExitStatus {
        if request.format == .raw { try Outputs.refuseTerminal(request.out, "--format raw") }
        try Outputs.refuseTerminal(request.out, request.encoding)
        let inputs = InputFiles()
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(try content(try inputs.key(at: request.key), request, inputs), to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func content(
        _ loaded: LoadedKey, _ request: KeyConvertRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        let source = request.key.source
        if case .set(let set) = loaded.content, request.format == .jwks, request.id == nil {
            return try about(source) { try wholeSet(set, request.restriction) }
        }
        let found = try inputs.key(
            loaded, writing: request.id, at: request.key, certificate: request.certificate)
        let key = try about(source) { try request.restriction.applied(to: found) }
        let format = request.format ?? standardFormat(key)
        // A secret is a JWK by default, which the rules between flags do not see.
        if request.encoding == .der, [.openssh, .jwk, .jwks, .raw].contains(format) {
            throw Failure(
                .usage, "--encoding der and --format \(format.rawValue) cannot be used together")
        }
        try loaded.refuseKeyID(request.id, isWritten: [.openssh, .jwk, .jwks].contains(format))
        switch key.material {
        case .publicKey:
            if request.newPassphrase != nil { throw encryptsPrivateKeys }
            guard let format = PublicFormat(rawValue: format.rawValue) else {
                throw Failure(
                    .badInput, "\(source.printable): a public key cannot be written as \(format.rawValue)",
                    hint: "use --format spki, pkcs1, openssh, jwk or jwks")
            }
            return try about(source) { try key.publicContent(format, request.encoding) }
        case .privateKey, .secret:
            if case .secret = key.material, request.newPassphrase != nil { throw encryptsPrivateKeys }
            guard let format = PrivateFormat(rawValue: format.rawValue) else {
                throw Failure(
                    .badInput, "\(source.printable): a private key cannot be written as \(format.rawValue)",
                    hint: "signet key public")
            }
            let passphrase = try request.newPassphrase.map {
                try inputs.newPassphrase(from: $0, for: request.out ?? "the new file")
            }
            return try about(source) {
                try key.privateContent(format, request.encoding, passphrase: passphrase)
            }
        }
    }

    private static var encryptsPrivateKeys: Failure { Failure(.usage, "--encrypt requires a private key") }

    private static func standardFormat(_ key: Key) -> Format {
        switch key.material {
        case .publicKey: .spki
        case .privateKey: .pkcs8
        case .secret: .jwk
        }
    }

    private static func wholeSet(_ set: JWKSet, _ restriction: KeyRestriction) throws -> Outputs.Content {
        let keys = try set.keys.map { try restriction.applied(to: try $0.key()) }
        for key in keys { try key.refuseFault() }
        let text = try JWKWriter.set(keys)
        let isSecret = keys.contains { $0.material.isSecret }
        return isSecret
            ? Outputs.Content(secretLine: text) : text.withBytes { Outputs.Content(line: Array($0)) }
    }
}
