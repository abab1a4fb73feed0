import JOSE
import OpenSSL
import PKI
import System
import Words

extension PKCS12Pack {
    static func run(_ request: PKCS12PackRequest) throws -> ExitStatus {
        try request.output.refuseTerminal("PKCS#12")
        let inputs = InputFiles()
        let draft = try request.key.map { try identity($0, request, inputs) } ?? trustStore(request, inputs)
        let file = try draft.encode(try protection(request, inputs))
        if file.count > Limits.pkcs12FileBytes {
            throw CommandError.tooLargeToRead(
                file.count, Limits.pkcs12FileBytes, hint: "use fewer certificates")
        }
        try request.output.write(.secret(file), inputs)
        return .success
    }

    private static func identity(
        _ location: KeyLocation, _ request: PKCS12PackRequest, _ inputs: InputFiles
    ) throws -> PFXDraft {
        let key = try privateKey(at: location, inputs)
        let own = try read(request.certificates, as: .certificate, request, inputs)
        let certificates = own + (try read(request.chain, as: .chain, request, inputs))
        inputs.warn(ifUnused: location.passphrase, location.source)
        // Another certificate of the key may be a part of the chain.
        guard let group = [own, certificates].first(where: { $0.contains { $0.holds(key.publicKey) } }) else {
            throw CommandError(
                .badInput,
                certificates.count == 1
                    ? "the key does not match the certificate"
                    : "the key does not match any of the \(certificates.count) certificates",
                hint: "compare the spkiSha256 that signet key inspect --json FILE prints for each"
            ).about(location.source)
        }
        let leaf = try CertificateFiles.holder(of: key.publicKey, among: group)
        let bundle = CertificateBundle(leaf, among: certificates, at: request.now)
        // The key may be that of a CA, by mistake. Older certificates of the key are only warned of.
        let lost = bundle.unrelated.first {
            own.contains($0) && !$0.hasSameKey(as: leaf)
                && (!own.contains(leaf) || leaf.mayHaveIssued($0))
        }
        if let lost {
            throw CommandError(
                .badInput,
                "the key matches \(name(leaf)), so \(name(lost)) would be left out",
                hint: "use the key of \(name(lost)), or give its certificate as --chain"
            ).about(location.source)
        }
        Console.warn(of: bundle.unrelated, "omitted certificates that are not part of the chain")
        leaf.warnOfInvalidity(at: request.now)
        return PFXDraft(key, bundle.leaf, chain: bundle.chain, friendlyName: request.name)
    }

    private static func name(_ certificate: Certificate) -> String {
        CertificateFacts(certificate).name.printable
    }

    private static func privateKey(at location: KeyLocation, _ inputs: InputFiles) throws -> PrivateKey {
        if StoreURI(location.path) != nil {
            throw CommandError(.badInput, "the key cannot be packed because it cannot leave its token")
                .about(location.source)
        }
        return try inputs.privateKey(at: location)
    }

    private static func read(
        _ paths: [String], as expected: Expectation, _ request: PKCS12PackRequest, _ inputs: InputFiles
    ) throws -> [Certificate] {
        try paths.flatMap { try CertificateFiles(inputs, pkcs12: request.opening).read($0, as: expected) }
    }

    private static func trustStore(_ request: PKCS12PackRequest, _ inputs: InputFiles) throws -> PFXDraft {
        let certificates = try read(request.certificates + request.chain, as: .authority, request, inputs)
        let count = Set(certificates).count
        if request.name != nil, count > 1 {
            throw CommandError(
                .usage, "--name requires a single certificate, found \(count)",
                hint: "leave out --name to name each by its common name")
        }
        // A self-signed certificate is trusted by itself on purpose.
        for certificate in certificates where !certificate.isSelfIssued && !CertificateFacts(certificate).isCA
        {
            Console.warn(
                "\(certificate.subject.text.quoted) is not the certificate of a CA, and the trust store trusts it by itself"
            )
        }
        return TrustStore.draft(
            certificates, names: certificates.map { request.name ?? $0.subjectCommonName })
    }

    private static func protection(
        _ request: PKCS12PackRequest, _ inputs: InputFiles
    ) throws -> PKCS12Protection {
        let reader = request.reader
        guard let origin = request.passphrase else { return reader.protection(nil) }
        let passphrase = try inputs.newPassphrase(
            from: origin, for: request.output.path ?? "the PKCS#12", mayBeEmpty: true)
        let (isASCII, isUTF8) = passphrase.withBytes { ($0.isASCII, $0.isUTF8) }
        // PKCS#12 needs characters (RFC 7292 §B.1), and PBES2 takes them in UTF-8 (RFC 8018 §3): other bytes have no agreed
        // meaning.
        guard isUTF8 else {
            throw CommandError(
                .badInput, "the new passphrase is not UTF-8, so most programs could not open the file",
                hint: "write it in UTF-8")
        }
        if !isASCII, request.key == nil || reader == .modern {
            Console.warn("Java cannot open the file, because the passphrase has characters outside ASCII")
        } else if reader.requiresASCII, !isASCII {
            Console.warn(
                "--for \(reader.rawValue): these programs disagree on how to encode passphrases outside ASCII, so some cannot open the file"
            )
        }
        if passphrase.isEmpty { Console.warn("the passphrase is empty, so it protects nothing") }
        if reader == .apple, passphrase.isEmpty {
            Console.warn(
                "--for apple: macOS and iOS disagree on how to encode an empty passphrase, so only one of them can open the file"
            )
        }
        return reader.protection(passphrase)
    }
}

extension Console {
    /// Warns of certificates, if there are some, by the subjects of the first.
    static func warn(of certificates: [Certificate], _ what: String) {
        guard !certificates.isEmpty else { return }
        let shown = certificates.prefix(3).map { $0.subject.text.printable }
        let rest = certificates.count - shown.count
        let names = shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
        warn("\(what): \(names)")
    }
}
