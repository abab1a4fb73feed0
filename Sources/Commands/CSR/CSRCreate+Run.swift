import JOSE
import OpenSSL
import PKI
import Platforms

extension CSRCreate {
    static func run(_ request: CSRCreateRequest) throws -> ExitStatus {
        try request.output.refuseTerminal(request.encoding)
        let inputs = InputFiles()
        let parameters = try request.parameters.map { path in
            try CSRParameters(at: path, ignoringUnknown: request.ignoresUnknown, inputs)
        }
        let subject = try requestedSubject(request, parameters)
        var purposes = try parameters?.purposes(adding: request.purposes) ?? request.purposes
        guard !subject.isEmpty || !purposes.names.isEmpty else {
            throw CommandError(
                .usage, "an empty subject requires alternative names (RFC 5280 §4.1.2.6)",
                hint: "use --san dns:example.org")
        }
        var outputs = Outputs(mayReplace: request.output.mayReplace)
        outputs.flagForSecret = "--key-out"
        let key = try signingKey(request, parameters, inputs, &outputs)
        if parameters != nil { CSRParameters.addUsualPurposes(for: key.type, to: &purposes) }
        if let usage = request.purposes.keyUsage {
            try usage.check(for: key.type)
        } else if let usage = purposes.keyUsage {
            try parameters?.check(usage, for: key.type)
        }
        let signed = try CertificateRequest.make(
            subject: subject, key: key,
            extensions: try purposes.extensions(subjectIsEmpty: subject.isEmpty),
            digest: try key.type.digest(request.digest, wanted: parameters?.values.digest))
        try parameters?.check(signed, request)
        outputs.add(
            .ordinary(try request.encoding == .der ? signed.der : signed.pem()), to: request.output.path)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func requestedSubject(
        _ request: CSRCreateRequest, _ parameters: CSRParameters?
    ) throws -> DistinguishedName {
        if let warning = try request.subject?.formWarning { Console.warn("--subject: \(warning)") }
        guard let subject = try parameters?.subject(besides: request.subject) ?? request.subject else {
            throw CommandError(
                .usage, "--subject is required: the parameters have no subject",
                hint: "use --subject CN=example.org")
        }
        return subject
    }

    /// The key, read or made; the file of a new one is added to `outputs`.
    private static func signingKey(
        _ request: CSRCreateRequest, _ parameters: CSRParameters?, _ inputs: InputFiles,
        _ outputs: inout Outputs
    ) throws -> PrivateKey {
        switch request.key {
        case .existing(let location):
            let key = try inputs.signingKey(at: location)
            try parameters?.check(key.type)
            return key
        case .new(let typed, let path, let origin):
            let passphrase = try origin.map { try inputs.newPassphrase(from: $0, for: path) }
            guard let type = try typed ?? parameters?.newKey() else {
                throw CommandError(.usage, "--new-key is required", hint: "use --new-key rsa:2048")
            }
            // Before the key is made, which may take a while.
            try parameters?.check(type)
            let key = try PrivateKey.generate(type)
            outputs.add(
                try Key(.privateKey(key)).privateContent(.pkcs8, .pem, passphrase: passphrase), to: path)
            return key
        }
    }
}
