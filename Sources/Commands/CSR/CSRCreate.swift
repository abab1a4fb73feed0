import Arguments
import JOSE
import OpenSSL
import PKI
import Platforms

enum CSRCreate: SignetCommand {
    static let declaration = Command(
        name: "create",
        summary: "a PKCS#10 request from a subject, from flags or from certificate parameters",
        discussion: [
            """
            Makes a certificate request (PKCS#10, RFC 2986) and signs it with the key that the certificate is to be \
            of: one that is there (`--key`), or a new one (`--new-key`, written to `--key-out` with mode 0600). Request \
            and new key appear together or not at all.
            """,
            """
            Without `--key-usage` and `--ext-key-usage` nothing is asked for but the names: the issuer decides. \
            `--params` reads what an issuer wants as JSON, and the request is checked against it before it is written.
            """,
        ],
        flags: [
            SharedFlags.key("the private key to make a request for"),
            SigningFlags.keyID,
            UntypedFlag(
                "new-key",
                value: Value(
                    "SPEC",
                    .suggestion(
                        ["rsa:2048", "rsa:3072", "ec:P-256", "ec:P-384", "ec:P-521", "ed25519", "ed448"].map {
                            Value.Choice($0)
                        })), group: "Key", "make a key: rsa:2048, ec:P-256, ed25519, ed448",
                details: [
                    .paragraph(
                        """
                        With `--params` it may be left out: `--key-out` then has a key as they ask for, of at most \
                        \(Limits.requestedRSABits) bits if it is RSA. A larger one takes long to make, and is made if \
                        `--new-key` says so too.
                        """)
                ]),
            UntypedFlag("key-out", value: .output, group: "Key", "write the new key to FILE, as PKCS#8 PEM"),
            UntypedFlag(
                "encrypt", group: "Key", "encrypt the new key with a passphrase",
                details: ["As `signet keygen` does."]),
            SigningFlags.digest,
            UntypedFlag(
                "subject", short: "s", value: Value("DN"), group: "Names",
                "whom the certificate is for, in RFC 4514 form",
                details: [
                    "The section SUBJECTS says how names are written. With `--params` it is for parameters without a subject."
                ]),
            UntypedFlag("params", value: .file, group: "Names", "certificate parameters, as JSON"),
            UntypedFlag(
                "ignore-unknown", group: "Names", "pass over members of the parameters that are not known"),
        ] + PurposeFlags.all + [
            KeyWriting.certificateEncodingFlag, SharedFlags.out, SharedFlags.force,
        ] + PassphraseSource.flags(of: "the key, given or (with --encrypt) new,") + [
            SharedFlags.maximumIterations, SharedFlags.help,
        ],
        rules: PassphraseSource.rules() + [
            .atMostOne(["key", "new-key"]),
            .requires("new-key", oneOf: ["key-out"]),
            .excludes("key", ["key-out", "encrypt"]),
            .requires("encrypt", oneOf: ["key-out"]),
            .requires("ignore-unknown", oneOf: ["params"]),
            .requires("kid", oneOf: ["key"]),
        ],
        examples: [
            Example(
                "For a web server, with a new key",
                "signet csr create --new-key ec:P-256 --key-out key.pem --subject CN=example.org --san dns:example.org --san dns:www.example.org --out request.pem"
            ),
            Example(
                "With a key that is there",
                "signet csr create --key key.pem --subject 'CN=Jo Do,O=Acme\\, Inc.,C=DE' --san email:jo@example.org --out request.pem"
            ),
            Example(
                "For SAP Secure Login Server, which takes DER",
                "signet csr create --params params.json --key-out key.pem --encoding der --out request.der"),
            Example("Look at it", "signet csr inspect request.pem"),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "the key or the parameters are bad, or do not go together"),
        sections: PurposeSections.all + [CSRParameters.section],
        seeAlso: ["signet-csr-inspect(1)", "signet-cert-create(1)", "signet-keygen(1)", "signet-sls(7)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let keyOut = arguments.value("key-out")
        let parameters = try CSRParameters(arguments, inputs)
        guard arguments.has("key") || keyOut != nil else {
            throw Failure(
                .usage, "one of --key and --new-key is missing",
                hint: "--key key.pem, or --new-key rsa:2048 --key-out key.pem")
        }
        guard arguments.has("key") || arguments.has("new-key") || arguments.has("params") else {
            throw Failure(.usage, "--new-key SPEC is missing", hint: "--new-key rsa:2048")
        }
        if PassphraseSource(arguments).isGiven, keyOut != nil, !arguments.has("encrypt") {
            throw Failure(.usage, "a passphrase for the new key goes with --encrypt", hint: "--encrypt")
        }
        let subject = try parameters.subject(arguments)
        var purposes = try parameters.purposes(arguments)
        guard !subject.isEmpty || !purposes.names.isEmpty else {
            throw Failure(
                .usage, "an empty subject needs alternative names (RFC 5280 §4.1.2.6)",
                hint: "--san dns:example.org")
        }
        let passphrase =
            arguments.has("encrypt")
            ? try PassphraseSource(arguments).new(for: keyOut ?? "the new key", inputs) : nil
        let key = try self.key(arguments, parameters, inputs)
        try parameters.addUsualPurposes(for: key.type, to: &purposes)
        if let usage = purposes.keyUsage {
            try parameters.check(usage, for: key.type, arguments)
        }
        let digest = try SigningFlags.digest(for: key.type, arguments, wanted: parameters.values?.digest)
        let request = try saying(Failure.init(openSSL:)) { () throws(OpenSSLError) in
            try Request.make(
                subject: subject, key: key,
                extensions: try purposes.extensions(subjectIsEmpty: subject.isEmpty), digest: digest)
        }
        try parameters.check(request, arguments)
        var outputs = Outputs(mayReplace: arguments.has("force"))
        if let keyOut {
            outputs.add(
                try KeyWriting.privateContent(
                    Key(.privateKey(key)), .pkcs8, .pem, passphrase: passphrase), to: keyOut)
        }
        outputs.add(
            try KeyWriting.certificateContent(arguments, der: try request.der) { () throws(OpenSSLError) in
                try request.pem()
            }, to: arguments.value("out"))
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func key(
        _ arguments: ParsedArguments, _ parameters: CSRParameters, _ inputs: InputFiles
    ) throws -> PrivateKey {
        if let path = arguments.value("key") {
            let key = try SigningFlags.key(path, arguments, inputs)
            try parameters.check(key.type)
            return key
        }
        let specification =
            if let text = arguments.value("new-key") {
                try NewKey.specification(text)
            } else {
                try parameters.newKey()
            }
        // Before it is made, which may take a while.
        try parameters.check(specification)
        return try saying(Failure.init(key:)) { () throws(KeyError) in try .generate(specification) }
    }
}
