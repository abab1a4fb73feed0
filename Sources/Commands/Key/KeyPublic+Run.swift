import JOSE

extension KeyPublic {
    static func run(_ request: KeyPublicRequest) throws -> ExitStatus {
        try Outputs.refuseTerminal(request.out, request.encoding)
        let inputs = InputFiles()
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(try content(try inputs.key(at: request.key), request, inputs), to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func content(
        _ loaded: LoadedKey, _ request: KeyPublicRequest, _ inputs: InputFiles
    ) throws -> Outputs.Content {
        if case .set(let set) = loaded.content, request.format == .jwks, request.id == nil {
            return try about(request.key.source) {
                try Key.publicContent(
                    try set.keys.map { try request.restriction.applied(to: try publicKey($0)) }, isSet: true)
            }
        }
        try loaded.refuseKeyID(request.id, isWritten: request.format.hasKeyID)
        let key = try inputs.key(
            loaded, writing: request.id, at: request.key, certificate: request.certificate)
        return try about(request.key.source) {
            try request.restriction.applied(to: key).publicContent(request.format, request.encoding)
        }
    }

    private static func publicKey(_ jwk: JWK) throws -> Key {
        guard let half = try jwk.key().publicHalf else {
            throw Failure(.badInput, "a set of HMAC secrets has no public keys")
        }
        return half
    }
}
