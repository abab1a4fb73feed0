import OpenSSL
import PKI
import Platforms

extension CertCreate {
    static func run(_ request: CertCreateRequest) throws -> ExitStatus {
        try Outputs.refuseTerminal(request.out, request.encoding)
        let inputs = InputFiles()
        if let warning = try request.subject?.orderWarning { Console.warn("--subject: \(warning)") }
        let certificate =
            switch request.signing {
            case .bySelf(let key): try selfSigned(request, key, inputs)
            case .byCA(let path, let certificate, let key):
                try issued(
                    request, try inputs.certificateRequest(at: path), sourceName(path), certificate, key,
                    inputs)
            }
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(
            .ordinary(try request.encoding == .der ? certificate.der : certificate.pem()), to: request.out)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func selfSigned(
        _ request: CertCreateRequest, _ location: KeyLocation, _ inputs: InputFiles
    ) throws -> Certificate {
        guard let subject = request.subject else {
            throw Failure(.usage, "--subject is required", hint: "--subject CN=example.org")
        }
        let key = try inputs.signingKey(at: location)
        let digest = try key.type.digest(request.digest)
        try request.checkProfile(key.type, location.source)
        return try request.issuance(subject, key.publicKey, asked: Purposes()).selfSigned(
            by: key, digest: digest)
    }
}

extension CertCreateRequest {
    /// The certificate for a subject and its key.
    ///
    /// - Parameter asked: what a request asks for and is granted; flags override it.
    func issuance(_ subject: DistinguishedName, _ key: PublicKey, asked: Purposes) throws -> Issuance {
        let names = purposes.names.isEmpty ? asked.names : purposes.names
        let isServer = !isCA && names.contains(where: \.isHost)
        let usage: KeyUsage =
            purposes.keyUsage ?? asked.keyUsage
            ?? (isCA ? [.keyCertSign, .cRLSign] : .usual(for: key.type))
        guard !subject.isEmpty || !isCA && !names.isEmpty else {
            throw Failure(
                .usage,
                isCA
                    ? "a CA requires a subject (RFC 5280 §4.1.2.6)"
                    : "an empty subject requires alternative names (RFC 5280 §4.1.2.6)",
                hint: isCA ? "--subject 'CN=Test CA'" : "--san dns:example.org")
        }
        try check(usage, for: key.type)
        return Issuance(
            subject: subject, publicKey: key,
            purposes: Purposes(
                names: names, keyUsage: usage,
                extendedKeyUsage: purposes.extendedKeyUsage ?? asked.extendedKeyUsage
                    ?? (isServer ? [ExtendedKeyUsage.serverAuth.oid] : nil)),
            isCA: isCA, pathLength: pathLength, validity: validity,
            serialNumber: try serialNumber ?? SerialNumber.random())
    }

    /// Refuses a key that the profile does not allow in a certificate.
    func checkProfile(_ key: KeyType, _ source: String) throws {
        do {
            try profile?.checkKey(key)
        } catch {
            throw Failure(.badInput, Failure(error).message, hint: "signet keygen --type rsa --bits 2048")
                .about(source)
        }
    }

    private func check(_ usage: KeyUsage, for key: KeyType) throws {
        try usage.check(for: key)
        if usage.contains(.keyCertSign), !isCA {
            throw Failure(
                .badInput, "the key usage keyCertSign requires a CA (RFC 5280 §4.2.1.9)", hint: "add --is-ca")
        }
        if isCA, !usage.contains(.keyCertSign) {
            throw Failure(
                .badInput, "a CA requires the key usage keyCertSign (RFC 5280 §4.2.1.3)",
                hint: "--key-usage keyCertSign,cRLSign")
        }
    }
}

extension GeneralName {
    fileprivate var isHost: Bool {
        switch self {
        case .dns, .ip: true
        default: false
        }
    }
}
