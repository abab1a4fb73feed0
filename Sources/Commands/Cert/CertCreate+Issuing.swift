import JOSE
import OpenSSL
import PKI
import Platforms
import System
import Words

extension CertCreate {
    /// A certificate that a CA signs.
    ///
    /// - Parameter caPath: the file of the CA's certificate.
    static func issued(
        _ request: CertCreateRequest, _ holder: CertCreateRequest.Holder, _ caPath: String,
        _ caKey: KeyLocation, _ inputs: InputFiles
    ) throws -> Certificate {
        let issuance: Issuance
        var copied: Certificate?
        switch holder {
        case .request(let path):
            let asking = try verifiedRequest(at: path, inputs)
            issuance = try self.issuance(request, for: asking, sourceName(path))
        case .key(let location):
            copied = try template(request, caKey, inputs)
            let key = try inputs.publicKey(at: location)
            try about(location.source) { try Key(.publicKey(key)).judge() }
            try request.checkProfile(key.type, location.source)
            issuance = try request.issuance(key, copied)
        }
        let caSource = sourceName(caPath)
        let issuer = try inputs.issuer(
            caPath, caKey, for: .keyCertSign, at: issuance.validity.lowerBound)
        if let copied, let path = request.like {
            try about(sourceName(path)) { try refuseAuthority(of: copied, issuance, request, issuer) }
        }
        if issuance.extensions.isCA, issuer.pathLength == 0 {
            throw CommandError(
                .badInput, "this CA cannot issue a CA: its path length is 0 (RFC 5280 §4.2.1.9)"
            ).about(caSource)
        }
        try checkProfile(request, of: issuer.key.type, caKey.source)
        try warn(issuance, issuer, caSource)
        let issued = try issuance.issued(by: issuer, digest: try issuer.key.type.digest(request.digest))
        warn(issued, issuance, by: issuer, caSource)
        return issued
    }

    /// A request whose signature shows that the requester has the private key.
    private static func verifiedRequest(at path: String, _ inputs: InputFiles) throws -> CertificateRequest {
        let asking = try inputs.certificateRequest(at: path)
        let source = sourceName(path)
        guard asking.encodedVersion == 0 else {
            throw CommandError(
                .badInput, "expected a request of version 1 (RFC 2986 §4.1), found another version"
            )
            .about(source)
        }
        switch asking.verifySignature() {
        case .valid: return asking
        case .badKey(let fault): throw CommandError(.badInput, fault.message).about(source)
        case .unknown(let reason):
            throw CommandError(.badInput, "the signature of the request cannot be verified: \(reason)")
                .about(source)
        case .invalid:
            throw CommandError(
                .badInput,
                "the signature of the request is invalid: the requester may not have the private key"
            ).about(source)
        }
    }

    private static func issuance(
        _ request: CertCreateRequest, for asking: CertificateRequest, _ source: String
    ) throws -> Issuance {
        let key = try about(source) {
            let key = try asking.publicKey()
            try Key(.publicKey(key)).judge()
            return key
        }
        try request.checkProfile(key.type, source)
        let requested = try about(source) { try asking.extensions() }
        let asked = try about(source) { try purposes(requested, request, source) }
        let subject = try about(source) { try request.subject ?? issuable(asking.subject, of: "request") }
        var issuance = try request.issuance(subject, key, asked: asked)
        // Purposes do not say whether it is critical.
        if asked.extendedKeyUsage != nil, request.purposes.extendedKeyUsage == nil,
            let part = requested[ExtensionID.extendedKeyUsage]
        {
            issuance.extensions.put(part)
        }
        if !request.copiesExtensions { warnOfLostUsages(requested, request, issuance, source) }
        return issuance
    }

    /// Warns of usages that the request asks for and the certificate does not have, unless a flag says which ones it has.
    private static func warnOfLostUsages(
        _ requested: [CertificateExtension], _ request: CertCreateRequest, _ issuance: Issuance,
        _ source: String
    ) {
        let decided = overriddenExtensions(request.purposes)
        for part in requested where !decided.contains(part.oid) {
            let issued = issuance.extensions[part.oid]?.contents
            let isLost =
                switch (part.contents, issued) {
                case (.keyUsage(let asked), .keyUsage(let granted)?): !granted.isSuperset(of: asked)
                case (.extendedKeyUsage(let asked), .extendedKeyUsage(let granted)?):
                    !Set(asked).isSubset(of: granted)
                default: [ExtensionID.keyUsage, ExtensionID.extendedKeyUsage].contains(part.oid)
                }
            if isLost {
                Console.warn("\(source.printable): the extension \(part.name.printable) is not copied")
            }
        }
    }

    /// Warns of what `signet cert check` says about a certificate under its own CA, at the first second that both are
    /// valid.
    private static func warn(_ issued: Certificate, _ issuance: Issuance, by issuer: Issuer, _ source: String)
    {
        let start = max(issuance.validity.lowerBound.seconds, issuer.certificate.notBefore ?? .min)
        var settings = CheckSettings(time: Timestamp(seconds: start))
        settings.roots = [issuer.certificate]
        let usages = issuance.extensions.flatMap { part -> [String] in
            if case .extendedKeyUsage(let usages) = part.contents { usages } else { [] }
        }
        // The usages of a CA limit what it issues.
        let candidates: [Purpose] = issuance.extensions.isCA ? [] : [.server, .client]
        let purposes = candidates.filter { usages.contains($0.extendedKeyUsage?.oid ?? "") }
        var seen: [Finding] = []
        // Without a purpose first: what fails then is not a matter of a purpose.
        for purpose in [nil] + purposes.map(Optional.some) {
            var settings = settings
            if let purpose { settings.request(purpose) }
            let command = ["signet cert check", purpose.map { "--purpose \($0.rawValue)" }].compactMap { $0 }
            for finding in CertificateChecker(settings).reports(of: [issued])[0].findings
            where finding.verdict == .fail && finding.check != .chain && !seen.contains(finding) {
                seen.append(finding)
                Console.warn(
                    "\(source.printable): \(command.joined(separator: " ")) will fail the certificate: \(finding.check.name): \(finding.judgement.message.printable)"
                )
            }
        }
    }

    /// Refuses a CA whose signatures the profile does not allow.
    private static func checkProfile(
        _ request: CertCreateRequest, of caKey: KeyType, _ source: String
    ) throws {
        guard let profile = request.profile, let rules = profile.certificate else { return }
        if case .rsa = caKey { return }
        throw CommandError(
            .badInput,
            "the profile \(profile.name) requires \(rules.signatureAlgorithm) (\"\(rules.section)\"), but the CA's key is \(caKey.description)"
        ).about(source)
    }

    /// What the request asks for and is granted: nothing without `--copy-extensions`.
    private static func purposes(
        _ requested: [CertificateExtension], _ request: CertCreateRequest, _ source: String
    ) throws -> Purposes {
        for part in requested where !Purposes.oids.contains(part.oid) {
            // Made anew, or asked for with --is-ca.
            if part.oid == ExtensionID.subjectKeyIdentifier { continue }
            if case .basicConstraints(let isCA, let length) = part.contents,
                !isCA || request.isCA && (length == nil || request.pathLength != nil)
            {
                continue
            }
            Console.warn("\(source.printable): the extension \(part.name.printable) is not copied")
        }
        guard request.copiesExtensions else {
            let asksForNames = requested[ExtensionID.subjectAltName] != nil
            if asksForNames, request.purposes.names.isEmpty {
                throw CommandError(
                    .badInput, "the alternative names of the request would be lost",
                    hint: "use --copy-extensions to copy them, or --san to replace them")
            }
            return Purposes()
        }
        // What a flag overrides is not read, be it malformed.
        let overridden = overriddenExtensions(request.purposes)
        if overridden.contains(ExtensionID.subjectAltName), requested[ExtensionID.subjectAltName] != nil {
            Console.warn(
                "\(source.printable): --san replaces the alternative names that the request asks for")
        }
        let purposes: Purposes
        do {
            purposes = try Purposes(requested.filter { !overridden.contains($0.oid) })
        } catch let error as InputError {
            throw CommandError(
                .badInput, error.message,
                hint: "use --san, --key-usage or --ext-key-usage to replace it")
        }
        if let name = purposes.names.first(where: { !$0.isWellFormed }) {
            throw CommandError(
                .badInput,
                "the request contains the name \(name.text.quoted), which signet does not issue",
                hint: "use --san to replace the names")
        }
        try refuseAuthority(purposes, isCA: request.isCA) {
            "the request asks for \($0), which --copy-extensions does not grant"
        }
        return purposes
    }

    /// Refuses authority over other certificates that a certificate of another issuer has: whoever made it wrote that into
    /// it.
    private static func refuseAuthority(
        of copied: Certificate, _ issuance: Issuance, _ request: CertCreateRequest, _ issuer: Issuer
    ) throws {
        if issuer.certificate.hasIssued(copied) { return }
        if issuance.extensions.isCA, !request.isCA {
            throw CommandError(
                .badInput, "it is the certificate of a CA, and --ca did not issue it",
                hint: "use --is-ca to make a CA, or --subject and --san in the place of --like")
        }
        let decided = overriddenExtensions(request.purposes)
        let asked = try Purposes(issuance.extensions.filter { !decided.contains($0.oid) })
        try refuseAuthority(asked, isCA: issuance.extensions.isCA) {
            "it has \($0), and --ca did not issue it"
        }
    }

    /// A requester must not get authority over other certificates by asking for it. keyCertSign has its own flag.
    ///
    /// - Parameter refusal: the sentence for a usage.
    private static func refuseAuthority(
        _ asked: Purposes, isCA: Bool, _ refusal: (String) -> String
    ) throws {
        let usages = asked.extendedKeyUsage ?? []
        if let usage = ExtendedKeyUsage.ofAuthorities.first(where: usages.contains) {
            let list = usages.map(ExtendedKeyUsage.name).joined(separator: ",")
            throw CommandError(
                .badInput,
                refusal(ExtendedKeyUsage.name(usage)),
                hint: "use --ext-key-usage \(list) to grant it")
        }
        if let usage = asked.keyUsage, !isCA, usage.contains(.cRLSign), !usage.contains(.keyCertSign) {
            throw CommandError(
                .badInput, refusal("cRLSign"),
                hint: "use --key-usage \(usage.names.joined(separator: ",")) to grant it")
        }
    }

    private static func overriddenExtensions(_ given: Purposes) -> Set<String> {
        var oids: Set<String> = []
        if !given.names.isEmpty { oids.insert(ExtensionID.subjectAltName) }
        if given.keyUsage != nil { oids.insert(ExtensionID.keyUsage) }
        if given.extendedKeyUsage != nil { oids.insert(ExtensionID.extendedKeyUsage) }
        return oids
    }

    static func warn(_ issuance: Issuance, _ issuer: Issuer, _ source: String) throws(OpenSSLError) {
        let source = source.printable
        let (start, end) = (issuer.certificate.notBefore, issuer.certificate.notAfter)
        if start == nil || end == nil { Console.warn("\(source): the CA's certificate has a malformed date") }
        if let end, issuance.validity.upperBound.seconds > end {
            Console.warn(
                "\(source): the certificate outlives its CA, which expires at \(Timestamp(seconds: end).rfc3339)"
            )
        }
        if let start, issuance.validity.lowerBound.seconds < start {
            Console.warn(
                "\(source): the certificate begins before its CA, which begins at \(Timestamp(seconds: start).rfc3339)"
            )
        }
        if issuance.extensions.isCA { return }
        if issuer.certificate.holds(issuance.publicKey) {
            Console.warn("\(source): the certificate is for the CA's own key")
        } else if try issuer.certificate.hasSubject(issuance.subject) {
            Console.warn("\(source): the certificate has the same subject as its CA")
        }
    }
}
