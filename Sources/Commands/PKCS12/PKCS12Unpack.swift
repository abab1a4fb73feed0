import Arguments
import OpenSSL
import PKI
import System

enum PKCS12Unpack: SignetCommand {
    static let pkcs12 = PKCS12Flags()

    static let declaration = Command(
        name: "unpack",
        summary: "key, certificate and chain out of a PKCS#12 again",
        discussion: [
            """
            Opens what OpenSSL, Java, NSS, GnuTLS, Windows and macOS write, also with the algorithms of old, without \
            any configuration of OpenSSL. Without a flag that says otherwise, everything comes out as one PEM text: \
            the private key, its certificate, and the chain above it in order.
            """,
            """
            The certificate is found by the localKeyID that it shares with the key, or else by the key. Certificates \
            that do not belong to its chain come last. Of a file with several keys, `--name` says which; a file \
            without a key, such as a trust store, has its certificates come out in their order.
            """,
            """
            A MAC that does not fit is an error, and so is a wrong passphrase, and the two are told apart: a passphrase \
            that opens a part of the file is right, and the file is damaged.
            """,
        ],
        operands: [UntypedOperand(.file, "the PKCS#12; standard input without it, or for `-`")],
        flags: [
            UntypedFlag(
                "key-out", value: .output, group: "Output",
                "write the private key to FILE (PKCS#8, PEM, mode 0600)"),
            UntypedFlag("cert-out", value: .output, group: "Output", "write the key's certificate to FILE"),
            UntypedFlag(
                "chain-out", value: .output, group: "Output",
                "write the other certificates to FILE, in order",
                details: ["An empty file where there are none."]),
            UntypedFlag(
                "fullchain-out", value: .output, group: "Output",
                "write the certificate and then the others to FILE, as nginx wants them"),
            UntypedFlag(
                "out-dir", value: Value("DIR", .directory), group: "Output",
                "write key.pem, cert.pem and chain.pem into DIR, made if missing",
                details: ["Each of the three only where there is something to be written to it."]),
            UntypedFlag("encrypt-key", group: "Output", "encrypt the private key that is written (PKCS#8)"),
            UntypedFlag(
                "name", value: Value("TEXT"), group: "Input",
                "the key with this friendlyName (Java's alias), localKeyID or SPKI SHA-256",
                details: [
                    """
                    Capitals make no difference, as in Java, unless there is a name that is written just so. A key that is \
                    stored twice counts once. Of a file without a key, the certificates of this name.
                    """
                ]
            ),
            SharedFlags.out, SharedFlags.force,
        ] + pkcs12.all
            + PassphraseSource.flags(prefix: "key-passphrase", of: "the key that is written") + [
                SharedFlags.help
            ],
        rules: [pkcs12.rule] + PassphraseSource.rules(prefix: "key-passphrase") + [
            .excludes("out-dir", ["key-out", "cert-out", "chain-out", "fullchain-out", "out"]),
            .excludes("out", ["key-out", "cert-out", "chain-out", "fullchain-out"]),
            .requires("key-passphrase-file", oneOf: ["encrypt-key"]),
            .requires("key-passphrase-fd", oneOf: ["encrypt-key"]),
            .requires("key-passphrase-env", oneOf: ["encrypt-key"]),
        ],
        examples: PKCS12Examples.unpack,
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a PKCS#12, a wrong passphrase, a damaged file, or none of what is asked for in it"),
        sections: PKCS12ReaderPages.unpack,
        seeAlso: ["signet-pkcs12-pack(1)", "signet-pkcs12-inspect(1)", "signet-key-convert(1)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let file = try inputs.pkcs12(at: path)
        let opened = try inputs.open(file, pkcs12.opening(arguments), sourceName(path))
        if opened.isIntact == false {
            throw Failure(
                .badInput,
                "damaged or altered: the passphrase is right, and the MAC is not that of the contents",
                hint: "signet pkcs12 inspect shows what is in it"
            ).about(sourceName(path))
        }
        let identity = try saying({ (error: PKCS12Identity.Failure) in
            Failure(pkcs12: error).about(sourceName(path))
        }) { () throws(PKCS12Identity.Failure) in
            try PKCS12Identity(in: opened, named: arguments.value("name"))
        }
        var passphrase: Secret?
        if arguments.has("encrypt-key"), identity.key != nil {
            passphrase = try PassphraseSource(arguments, prefix: "key-passphrase").new(for: "the key", inputs)
        }
        let texts = try PEMTexts(identity, passphrase: passphrase)
        var outputs = Outputs(mayReplace: arguments.has("force"))
        for (flag, content) in try texts.chosen(by: arguments, sourceName(path)) {
            outputs.add(content, to: flag)
        }
        if let folder = arguments.value("out-dir") {
            try saying(Failure.init(system:)) { () throws(SystemError) in try makeFolder(folder) }
        }
        try outputs.write(inputs: inputs)
        return .success
    }
}
