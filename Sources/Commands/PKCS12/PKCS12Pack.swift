import Arguments
import JOSE
import OpenSSL
import PKI
import System

enum PKCS12Pack: SignetCommand {
    static let declaration = Command(
        name: "pack",
        summary: "key, certificate and chain into a PKCS#12 that its reader can open",
        discussion: [
            """
            Puts a private key, its certificate and the chain above it into one file, encrypted as the program that \
            is to read it can open: `--for` names the program, and the table below says what it gets.
            """,
            """
            Certificates come in any order, from any number of files, in PEM, DER or PKCS#7 (PEM, DER, or the bare \
            base64 that SAP's Secure Login Server answers with). The one that has the key is found by the key, and the \
            first of several; the others are put in order above it, by the shortest way to a root, and where none is \
            among them as far as they lead; what is there twice is \
            written once, and what does not belong to the chain is left out with a warning. A key that belongs to none \
            of the certificates is refused.
            """,
            """
            Key and certificate are tied together by a localKeyID, the SHA-1 of the certificate, and both have the \
            friendlyName of `--name`.
            """,
        ],
        flags: [
            SharedFlags.key("the private key"),
            UntypedFlag("kid", value: Value("ID"), group: "Key", "the key of a JWKS with this kid"),
            UntypedFlag(
                "cert", value: .file, isRepeatable: true, isRequired: true, group: "Certificates",
                "the certificate, alone or with its chain",
                details: ["PEM, DER or PKCS#7, as its content says; `-` is standard input."]),
            UntypedFlag(
                "chain", value: .file, isRepeatable: true, group: "Certificates",
                "more certificates for the chain, in any order"),
            UntypedFlag(
                "trust-store", group: "Certificates", "pack certificates alone, as Java trusts them",
                details: [
                    """
                    Each is marked with the JDK's attribute for trusted certificates, without which Java shows no entries, \
                    and gets a name of its own: its common name, or `--name` where there is one certificate.
                    """
                ]),
            UntypedFlag(
                "name", value: Value("TEXT"), group: "Certificates",
                "what readers show (friendlyName, Java's alias); any characters",
                details: [.paragraph("At most \(PFXDraft.maximumNameLength) characters of UTF-16.")]),
            UntypedFlag(
                "for", value: .choice("READER", PKCS12Reader.allCases.map(\.rawValue)),
                default: PKCS12Reader.modern.rawValue,
                group: "Output", "the program that is to open it; see READERS"),
            SharedFlags.out, SharedFlags.force,
        ] + PassphraseSource.flags(of: "the new PKCS#12") + [
            UntypedFlag(
                "no-passphrase", group: "Passphrase", "protect the PKCS#12 by nothing",
                details: [
                    "That is another thing than an empty passphrase, which is a passphrase like others and given like them; see READERS."
                ])
        ] + PassphraseSource.flags(prefix: "key-passphrase", of: "the private key") + [
            SharedFlags.maximumIterations, SharedFlags.help,
        ],
        rules: [
            .exactlyOne(["key", "trust-store"]),
            .excludes(
                "trust-store",
                ["kid", "chain", "key-passphrase-file", "key-passphrase-fd", "key-passphrase-env"]),
            .atMostOne(["passphrase-file", "passphrase-fd", "passphrase-env", "no-passphrase"]),
        ] + PassphraseSource.rules(prefix: "key-passphrase"),
        examples: PKCS12Examples.pack,
        exitStatuses: SharedExitStatuses.standard(
            badInput:
                "not a key or certificate, a key that belongs to none of the certificates, a wrong passphrase"
        ),
        sections: PKCS12ReaderPages.pack,
        seeAlso: ["signet-pkcs12-unpack(1)", "signet-pkcs12-inspect(1)", "signet-keygen(1)", "signet-sls(7)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        if !arguments.has("out"), StandardStreams.outputIsTerminal {
            throw Failure(
                .usage, "PKCS#12 is binary, and standard output is a terminal",
                hint: "--out FILE, or --out - to insist")
        }
        if arguments.value("name")?.isEmpty == true {
            throw Failure(.usage, "--name is empty", hint: "leave it out for no name")
        }
        let reader = arguments.value("for").flatMap(PKCS12Reader.init) ?? .modern
        let draft =
            arguments.has("trust-store") ? try trustStore(arguments, inputs) : try identity(arguments, inputs)
        let protection = try protection(reader, arguments, inputs)
        let file = try saying(Failure.init(pkcs12:)) { () throws(PKCS12Error) in try draft.encode(protection)
        }
        var outputs = Outputs(mayReplace: arguments.has("force"))
        outputs.add(.secret(file), to: arguments.value("out"))
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func protection(
        _ reader: PKCS12Reader, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> PKCS12Protection {
        if arguments.has("no-passphrase") { return reader.protection(nil) }
        let passphrase = try PassphraseSource(arguments).newOrEmpty(
            for: arguments.value("out") ?? "the PKCS#12", inputs)
        let isASCII = passphrase.withBytes { bytes in bytes.indices.allSatisfy { bytes[$0] < 0x80 } }
        if reader.passphrases == .ascii, !isASCII {
            Console.warn(
                "--for \(reader.rawValue): these programs do not agree on passphrases beyond ASCII; this one may not open it there"
            )
        }
        if reader == .apple, passphrase.isEmpty {
            Console.warn(
                "--for apple: macOS and iOS do not agree on how an empty passphrase is encoded; only one of them opens this"
            )
        }
        return reader.protection(passphrase)
    }

    private static func identity(_ arguments: ParsedArguments, _ inputs: InputFiles) throws
        -> PFXDraft
    {
        let path = arguments.value("key") ?? "-"
        let key = try privateKey(path, arguments, inputs)
        let files = arguments.values("cert") + arguments.values("chain")
        var certificates: [Certificate] = []
        for file in files { certificates += try CertificateFiles(inputs).read(file) }
        guard let bundle = CertificateBundle(key.publicKey, among: certificates) else {
            throw Failure(
                .badInput,
                certificates.count == 1
                    ? "the key is not the certificate's"
                    : "the key is none of the \(certificates.count) certificates'",
                hint: "signet key inspect --json shows the spkiSha256 of both"
            ).about(sourceName(path))
        }
        warn(of: bundle)
        return PFXDraft(key, bundle.leaf, chain: bundle.chain, friendlyName: arguments.value("name"))
    }

    private static func privateKey(
        _ path: String, _ arguments: ParsedArguments, _ inputs: InputFiles
    ) throws -> PrivateKey {
        let key = try KeyLoading(arguments, inputs, prefix: "key-passphrase").key(
            path, id: arguments.value("kid"))
        guard case .privateKey(let privateKey) = key.material else {
            throw Failure(.badInput, "a private key is needed, and this is none").about(sourceName(path))
        }
        if privateKey.staysInStore {
            throw Failure(.badInput, "a key that stays in its token cannot be packed").about(sourceName(path))
        }
        return privateKey
    }

    private static func warn(of bundle: CertificateBundle) {
        guard !bundle.unrelated.isEmpty else { return }
        let shown = bundle.unrelated.prefix(3).map { $0.subject.text.printable }
        let rest = bundle.unrelated.count - shown.count
        let names = shown.joined(separator: "; ") + (rest > 0 ? "; and \(rest) more" : "")
        Console.warn("not of this certificate's chain, and left out: \(names)")
    }

    private static func trustStore(_ arguments: ParsedArguments, _ inputs: InputFiles) throws
        -> PFXDraft
    {
        var certificates: [Certificate] = []
        for file in arguments.values("cert") { certificates += try CertificateFiles(inputs).read(file) }
        let name = arguments.value("name")
        if name != nil, Set(certificates).count > 1 {
            throw Failure(
                .usage, "--name is for one certificate, and here are \(Set(certificates).count)",
                hint: "without it each gets its common name")
        }
        return TrustStore.draft(certificates, names: certificates.map { name ?? $0.subjectCommonName })
    }
}
