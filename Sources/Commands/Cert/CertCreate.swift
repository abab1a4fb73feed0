import Arguments
import OpenSSL
import PKI
import Platforms

enum CertCreate: SignetCommand {
    static let declaration = Command(
        name: "create",
        summary: "a self-signed certificate, or one issued from a request by a CA key",
        discussion: [
            """
            With `--key` and `--subject`: a certificate that its own key signs, for a CA of one's own (`--is-ca`), a platform \
            that is given one (`--profile ims`), or a test. With `--csr`, `--ca` and `--ca-key`: a certificate for whoever made \
            the request, issued by the CA. Enough for a private test PKI; no record of what was issued is kept.
            """,
            """
            From a request come its key and, unless `--subject` gives another, its subject. Its signature must hold. \
            What else it asks for is left out unless `--copy-extensions` takes it over: alternative names, key usage and \
            extended key usage, never that it be a CA. Flags win over the request.
            """,
        ],
        flags: [
            SharedFlags.key("the private key of a self-signed certificate"),
            UntypedFlag("csr", value: .file, group: "Key", "the request to issue a certificate for"),
            UntypedFlag(
                "ca", value: .file, group: "Key", "the CA's certificate",
                details: [
                    "The first of the file that `--ca-key` is the key of. It must be a CA whose key usage, if it has one, has keyCertSign."
                ]),
            UntypedFlag("ca-key", value: Value("KEY", .file), group: "Key", "the CA's private key"),
            SigningFlags.keyID,
            SigningFlags.digest,
            UntypedFlag(
                "subject", short: "s", value: Value("DN"), default: "the request's", group: "Names",
                "whom the certificate is for, in RFC 4514 form"),
        ] + PurposeFlags.all + [
            UntypedFlag(
                "copy-extensions", group: "Purpose",
                "take alternative names and usages over from the request"),
            UntypedFlag("is-ca", group: "Purpose", "make a CA, which may issue certificates"),
            UntypedFlag(
                "path-length", value: Value("N"), default: "any", group: "Purpose",
                "the most CAs that may follow below it (with --is-ca)"),
            ProfileFlag.flag(
                ofCertificates: "Purpose", "enforce a platform's rules: signet-profiles(7)",
                details: ["The certificate is self-signed then, and not a CA."]),
            UntypedFlag(
                "for", value: Value("DURATION"), default: "365d", group: "Time",
                "how long it is valid, from --not-before on"),
            UntypedFlag(
                "not-before", value: Value("TIME"), default: "now", group: "Time",
                "the first second of its validity"),
            UntypedFlag(
                "not-after", value: Value("TIME|none"), group: "Time", "the last second of its validity",
                details: [
                    """
                    Included (RFC 5280 §4.1.2.5). `none` is 9999-12-31T23:59:59Z, which stands for no expiry. Times are \
                    whole seconds; fractions are dropped. With `--for` it is `--not-before` and the duration.
                    """
                ]),
            SharedFlags.at,
            UntypedFlag(
                "serial", value: Value("HEX"), default: "159 random bits", group: "Output",
                "the serial number: a positive number of at most 20 octets"),
            KeyWriting.certificateEncodingFlag, SharedFlags.out, SharedFlags.force,
        ] + PassphraseSource.flags(of: "the key that signs") + [
            SharedFlags.maximumIterations, SharedFlags.help,
        ],
        rules: PassphraseSource.rules() + [
            .exactlyOne(["key", "csr"]),
            .requires("csr", oneOf: ["ca"]), .requires("ca", oneOf: ["ca-key"]),
            .requires("ca-key", oneOf: ["csr"]),
            .requires("copy-extensions", oneOf: ["csr"]),
            .requires("path-length", oneOf: ["is-ca"]),
            .excludes("profile", ["csr", "is-ca"]),
            .atMostOne(["for", "not-after"]),
        ],
        examples: [
            Example(
                "A CA of one's own",
                "signet keygen --type ec --out ca-key.pem && signet cert create --key ca-key.pem --subject 'CN=Test CA' --is-ca --for 3650d --out ca.pem"
            ),
            Example(
                "A certificate that it issues",
                "signet cert create --csr request.pem --ca ca.pem --ca-key ca-key.pem --copy-extensions --for 90d --out site.pem"
            ),
            Example(
                "Self-signed, for a local server",
                "signet cert create --key key.pem --subject CN=localhost --san dns:localhost --san ip:127.0.0.1 --san ip:::1 --out localhost.pem"
            ),
            Example(
                "The certificate that IMS is given",
                "signet cert create --key key.pem --subject 'CN=Acme Host,O=Acme' --profile ims --for 730d --out ims.pem"
            ),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "the key, the request or the CA is bad, or they do not go together"),
        sections: [defaults] + PurposeSections.all,
        seeAlso: ["signet-csr-create(1)", "signet-cert-inspect(1)", "signet-keygen(1)"])

    private static let defaults = Section(
        "WHAT IS IN IT",
        [
            .table([
                ["", "a leaf", "a CA (`--is-ca`)"],
                ["basicConstraints", "critical, CA:FALSE", "critical, CA:TRUE, the path length if given"],
                [
                    "keyUsage", "critical: digitalSignature, with RSA keyEncipherment too",
                    "critical: keyCertSign, cRLSign",
                ],
                [
                    "extendedKeyUsage", "serverAuth where it has `dns:` or `ip:` names, else none", "none",
                ],
                ["subjectAltName", "what `--san` or the request says", "the same"],
                [
                    "subjectKeyIdentifier", "SHA-1 of the key's bits (RFC 5280 §4.2.1.2, method 1)",
                    "the same",
                ],
                [
                    "authorityKeyIdentifier", "the CA's subjectKeyIdentifier; none if self-signed",
                    "the same",
                ],
            ]),
            """
            `--key-usage` and `--ext-key-usage` replace the defaults. keyCertSign is for CAs alone (RFC 5280 §4.2.1.9), and \
            a CA cannot be without it. Browsers look for names in `--san` only, never in the subject.
            """,
            """
            The version is always 3. The serial number is drawn from OpenSSL's generator: 159 random bits, positive, \
            at most 20 octets. Times are UTCTime through 2049 and GeneralizedTime from then on. An issued certificate that \
            outlives its CA draws a warning: it ends with its CA.
            """,
        ])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let request = try CertCreateRequest(arguments)
        let certificate =
            try arguments.has("csr")
            ? issued(request, arguments, inputs) : selfSigned(request, arguments, inputs)
        var outputs = Outputs(mayReplace: arguments.has("force"))
        outputs.add(
            try KeyWriting.certificateContent(arguments, der: try certificate.der) {
                () throws(OpenSSLError) in
                try certificate.pem()
            }, to: arguments.value("out"))
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func selfSigned(
        _ request: CertCreateRequest, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> Certificate {
        guard let subject = request.subject else {
            throw Failure(.usage, "--subject DN is missing", hint: "--subject CN=example.org")
        }
        let path = arguments.value("key") ?? "-"
        let key = try SigningFlags.key(path, arguments, inputs)
        let digest = try SigningFlags.digest(for: key.type, arguments)
        if let profile = arguments.profile {
            do {
                try profile.checkKey(key.type)
            } catch {
                throw Failure(.badInput, error.words, hint: "signet keygen --type rsa --bits 2048").about(
                    sourceName(path))
            }
            if let rules = profile.certificate, digest != rules.digest {
                throw Failure(
                    .usage,
                    "the profile \(profile.name) signs with \(rules.signatureAlgorithm) (\"\(rules.section)\")",
                    hint: "leave out --digest")
            }
        }
        let issuance = try request.issuance(subject, key.publicKey, asked: Purposes())
        return try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            try issuance.selfSigned(by: key, digest: digest)
        }
    }
}
