import OpenSSL
import PKI
import Platforms
import Words

extension CertCreate {
    static func run(_ request: CertCreateRequest) throws -> ExitStatus {
        try request.output.refuseTerminal(request.encoding)
        let inputs = InputFiles()
        if let warning = try request.subject?.formWarning { Console.warn("--subject: \(warning)") }
        let certificate =
            switch request.signing {
            case .bySelf(let key): try selfSigned(request, key, inputs)
            case .byCA(let holder, let certificate, let key):
                try issued(request, holder, certificate, key, inputs)
            }
        warnOfOtherNames(certificate, request)
        try request.output.write(
            .ordinary(try request.encoding == .der ? certificate.der : certificate.pem()), inputs)
        return .success
    }

    /// Warns of a subject that is a host and takes the place of another one, whose names were copied. Clients look only at
    /// the names (RFC 9525 §6.3).
    private static func warnOfOtherNames(_ certificate: Certificate, _ request: CertCreateRequest) {
        guard request.subject != nil, request.purposes.names.isEmpty,
            let host = certificate.subjectCommonName, host.contains("."),
            case .subjectAltName(let names)? = certificate.extensions[ExtensionID.subjectAltName]?.contents,
            !names.contains(.dns(host))
        else { return }
        Console.warn(
            "\(host.quoted) of --subject is not among the alternative names that were copied, \(names.map(\.text).firstFew(\.printable)); --san replaces them"
        )
    }

    private static func selfSigned(
        _ request: CertCreateRequest, _ location: KeyLocation, _ inputs: InputFiles
    ) throws -> Certificate {
        let template = try template(request, location, inputs)
        let key = try inputs.signingKey(at: location)
        let digest = try key.type.digest(request.digest)
        try request.checkProfile(key.type, location.source)
        let issuance = try request.issuance(key.publicKey, template)
        if let template, !template.isSelfIssued {
            Console.warn(
                "the certificate is self-signed, although that of --like was issued by \(template.issuer.text.quoted); for a CA, use --ca and --ca-key"
            )
        }
        if issuance.subject.isEmpty {
            throw CommandError(
                .usage,
                "without --ca, the subject is the issuer, too, which must not be empty (RFC 5280 §4.1.2.4)",
                hint: "use --subject CN=example.org")
        }
        return try issuance.selfSigned(by: key, digest: digest)
    }

    /// The certificate whose subject and extensions are copied.
    ///
    /// - Parameter location: the signing key, whose passphrase opens a PKCS#12.
    static func template(
        _ request: CertCreateRequest, _ location: KeyLocation, _ inputs: InputFiles
    ) throws -> Certificate? {
        try request.like.map { try CertificateFiles(inputs, pkcs12: location.opening).readLeaf($0) }
    }

    /// The subject of a request or of a certificate that is copied, which must obey the rules of `--subject`.
    ///
    /// - Parameter container: `request`.
    static func issuable(_ subject: DistinguishedName, of container: String) throws -> DistinguishedName {
        if let fault = subject.fault {
            throw CommandError(
                .badInput,
                "the \(container) contains the subject \(subject.text.quoted), which signet does not issue: \(fault.message)",
                hint: "use --subject to replace it")
        }
        return subject
    }
}

extension CertCreateRequest {
    /// The certificate for a key.
    ///
    /// - Parameter template: the certificate that is copied, or nil.
    func issuance(_ key: PublicKey, _ template: Certificate?) throws -> Issuance {
        if let template {
            return try about(sourceName(like ?? "-")) { try issuance(key, copying: template) }
        }
        guard let subject else {
            throw CommandError(.usage, "--subject is required", hint: "use --subject CN=example.org")
        }
        return try issuance(subject, key, asked: Purposes())
    }

    private func issuance(_ key: PublicKey, copying template: Certificate) throws -> Issuance {
        let subject = try subject ?? CertCreate.issuable(template.subject, of: "certificate")
        var extensions = try template.templateExtensions(for: subject, key)
        if isCA, !extensions.isCA {
            throw CommandError(
                .badInput, "it is not the certificate of a CA, so it cannot be copied as one",
                hint: "use --subject in the place of --like")
        }
        for part in try purposes.extensions(subjectIsEmpty: subject.isEmpty) { extensions.put(part) }
        if let pathLength {
            guard extensions.isCA else {
                throw CommandError(.badInput, "a path length requires a CA (RFC 5280 §4.2.1.9)")
            }
            extensions.put(try .basicConstraints(isCA: true, pathLength: pathLength))
        }
        for part in authority { extensions.put(part) }
        return try checked(
            Issuance(
                subject: subject, publicKey: key, extensions: extensions,
                validity: try validity.range(like: template),
                serialNumber: try serialNumber ?? SerialNumber.random()))
    }

    /// The certificate for a subject and its key.
    ///
    /// - Parameter asked: what a request asks for and is granted; flags override it.
    func issuance(_ subject: DistinguishedName, _ key: PublicKey, asked: Purposes) throws -> Issuance {
        let names = purposes.names.isEmpty ? asked.names : purposes.names
        let isServer = !isCA && names.contains(where: \.isHost)
        // Nobody should become a CA only because a request asks for it.
        if !isCA, purposes.keyUsage == nil, asked.keyUsage?.contains(.keyCertSign) == true {
            throw CommandError(
                .badInput,
                "the request asks for the key usage keyCertSign, which requires a CA (RFC 5280 §4.2.1.9)",
                hint: "use --key-usage digitalSignature for a certificate that is not a CA's")
        }
        let usage: KeyUsage =
            purposes.keyUsage ?? asked.keyUsage
            ?? (isCA ? [.keyCertSign, .cRLSign] : .usual(for: key.type))
        let purposes = Purposes(
            names: names, keyUsage: usage,
            extendedKeyUsage: purposes.extendedKeyUsage ?? asked.extendedKeyUsage
                ?? (isServer ? [ExtendedKeyUsage.serverAuth.oid] : nil))
        var issuance = try Issuance(
            subject: subject, publicKey: key, purposes: purposes, isCA: isCA, pathLength: pathLength,
            validity: try validity.range(like: nil),
            serialNumber: try serialNumber ?? SerialNumber.random())
        for part in authority { issuance.extensions.put(part) }
        return try checked(issuance)
    }

    /// Refuses contents that contradict each other or the type of the key.
    private func checked(_ issuance: Issuance) throws -> Issuance {
        let isCA = issuance.extensions.isCA
        let purposes = try Purposes(issuance.extensions)
        guard !issuance.subject.isEmpty || !isCA && !purposes.names.isEmpty else {
            throw CommandError(
                .usage,
                isCA
                    ? "a CA requires a subject (RFC 5280 §4.1.2.6)"
                    : "an empty subject requires alternative names (RFC 5280 §4.1.2.6)",
                hint: isCA ? "use --subject 'CN=Test CA'" : "use --san dns:example.org")
        }
        // Only a certificate that is copied may have none.
        if let usage = purposes.keyUsage { try check(usage, for: issuance.publicKey.type, isCA: isCA) }
        if !isCA, issuance.extensions.contains(where: { $0.oid == ExtensionID.nameConstraints }) {
            throw CommandError(.badInput, "name constraints require a CA (RFC 5280 §4.2.1.10)")
        }
        return issuance
    }

    /// Refuses a key that the profile does not allow in a certificate.
    func checkProfile(_ key: KeyType, _ source: String) throws {
        do {
            try profile?.checkKey(key)
        } catch {
            throw CommandError(
                .badInput, CommandError(error).message, hint: "signet keygen --type rsa --bits 2048"
            )
            .about(source)
        }
    }

    private func check(_ usage: KeyUsage, for key: KeyType, isCA: Bool) throws {
        try usage.check(for: key)
        if usage.contains(.keyCertSign), !isCA {
            throw CommandError(
                .badInput, "the key usage keyCertSign requires a CA (RFC 5280 §4.2.1.9)",
                hint: like == nil && profile == nil ? "add --is-ca" : nil)
        }
        if isCA, !usage.contains(.keyCertSign) {
            throw CommandError(
                .badInput, "a CA requires the key usage keyCertSign (RFC 5280 §4.2.1.3)",
                hint: "use --key-usage keyCertSign,cRLSign")
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
