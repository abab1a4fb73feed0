import Arguments
import OpenSSL
import PKI
import System
import Words

enum PKCS12Unpack: SignetCommand {
    static let file = Operand(.file, "the PKCS#12; standard input if omitted or `-`")
        .proposed(for: "in", "i", "file", "input", "p12", "pfx", "pkcs12")
    static let keyOut = Flag(
        "key-out", .output, group: "Output", "write the private key to FILE",
        details: ["The key is PKCS#8 in PEM, and FILE has mode 0600."]
    )
    .proposed(for: "key", "private-key", "keyout")
    static let certificateOut = Flag(
        "cert-out", .output, group: "Output", "write the certificate of the key to FILE"
    )
    .proposed(for: "cert", "crt", "certificate", "clcerts")
    static let chainOut = Flag(
        "chain-out", .output, group: "Output", "write the chain to FILE, in order",
        details: ["The chain is all certificates except that of the key. If there are none, FILE is empty."]
    )
    .proposed(for: "chain", "ca", "cacerts")
    static let fullChainOut = Flag(
        "fullchain-out", .output, group: "Output",
        "write the certificate and the chain to FILE",
        details: ["The certificate comes first, as nginx requires."])
    static let outDir = Flag(
        "out-dir", .directory, group: "Output",
        "write key.pem, cert.pem and chain.pem to DIR",
        details: [
            """
            DIR is created if missing. A file that would be empty is not written; if DIR has one of that name, nothing \
            is written, not even with `--force`, because it may belong to another certificate.
            """
        ])
    static let encryptKey = Flag(
        "encrypt-key", group: "Output", "encrypt the private key with a passphrase",
        details: [
            """
            The encryption is that of `signet keygen`. With `--cert-out`, `--chain-out` or `--fullchain-out`, \
            `--key-out` must be given too.
            """
        ]
    )
    .passphrase(from: "key-passphrase")
    .proposed([
        "nodes": "leave it out: without --encrypt-key, the key is not encrypted",
        "noenc": "leave it out: without --encrypt-key, the key is not encrypted",
    ])
    static let name = Flag(
        "name", .text("TEXT"), group: "Input",
        "use the key with this name",
        details: [
            """
            The name is a friendlyName (Java's alias), a localKeyID, or the SHA-256 of a SubjectPublicKeyInfo. \
            Letter case is ignored, as in Java, unless a name matches exactly. A key that is stored twice counts \
            once. If the file has no key, this flag selects the certificates with this name.
            """
        ])
    static let pkcs12 = PKCS12Flags()
    static let keyPassphrase = PassphraseFlags(
        prefix: "key-passphrase", of: "the written key", proposedFor: ["passout"])

    static let declaration = Command(
        name: "unpack",
        synonyms: [
            "unpack", "pkcs12 -in", "pkcs12 -nodes", "pkcs12 extract", "pkcs12 import", "pkcs12 open",
            "pkcs12 convert",
        ],
        summary: "extract the key, certificate and chain from a PKCS#12",
        discussion: [
            """
            Opens the files of OpenSSL, Java, NSS, GnuTLS, Windows and macOS, also with old algorithms, without any \
            configuration of OpenSSL. By default, everything is written as one PEM text: the private key, its \
            certificate, and the chain above it in order.
            """,
            """
            The certificate is one that matches the key. Those with the key's localKeyID are preferred; of these, a valid \
            one that expires last. \
            Certificates that are not part of its chain come last, with a warning; signet also warns if none matches the key. \
            If the file has \
            several keys, `--name` chooses one, and only its chain is written. \
            If the file has no key, like a trust store, the certificates are written in the order of the file. \
            Secrets, \
            revocation lists and other items are not written; a warning says that there are some.
            """,
            """
            A wrong passphrase and a damaged file are different errors. If the passphrase opens a part of the file, \
            but the MAC does not match, then the file is damaged or altered. If an encrypted file has \
            no MAC, a warning says that nothing shows whether it was altered: the MAC can be removed, and parts added, \
            without the passphrase.
            """,
        ],
        operands: [file],
        flags: [
            keyOut, certificateOut, chainOut, fullChainOut, outDir, encryptKey, name, SharedFlags.at,
            SharedFlags.out,
            SharedFlags.force,
        ] + pkcs12.all + keyPassphrase.all + [SharedFlags.help],
        rules: [
            pkcs12.rule, keyPassphrase.rule,
            .excludes(outDir, keyOut, certificateOut, chainOut, fullChainOut, SharedFlags.out),
            .excludes(SharedFlags.out, keyOut, certificateOut, chainOut, fullChainOut),
        ] + keyPassphrase.requiring(encryptKey),
        examples: [
            Example(
                "From a .pfx of Windows, for nginx",
                "signet pkcs12 unpack site.pfx --key-out site.key --fullchain-out site.crt"),
            Example(
                "Into three files of a folder",
                "signet pkcs12 unpack site.pfx --passphrase-file secret.txt --out-dir site"),
            Example(
                "One entry of a Java keystore",
                "signet pkcs12 unpack keystore.p12 --passphrase-file secret.txt --name tomcat --out tomcat.pem"
            ),
            Example(
                "Encrypt the key with another passphrase",
                "signet pkcs12 unpack site.pfx --passphrase-file secret.txt --key-out site.key --encrypt-key --key-passphrase-file other.txt"
            ),
        ],
        exitStatuses: .standard(
            badInput: "not a PKCS#12, a wrong passphrase, a damaged file, or the requested part is missing"),
        sections: [
            Section(
                "Passphrases",
                [
                    """
                    signet tries every encoding that programs use for a passphrase: UTF-16 as in RFC 7292; for PBES2, \
                    UTF-8 or UTF-16; and for characters outside ASCII, each byte of UTF-8 as a character, as OpenSSL \
                    did before 1.1. An empty passphrase is also tried as none. Without a passphrase flag, signet asks \
                    on the terminal if the file requires a passphrase.
                    """
                ])
        ],
        seeAlso: ["signet-pkcs12-pack(1)", "signet-pkcs12-inspect(1)", "signet-key-convert(1)"])
}

struct PKCS12UnpackRequest: CommandRequest {
    /// Where the texts are written; nil is standard output.
    enum Destination {
        case folder(String)
        case files(key: String?, certificate: String?, chain: String?, fullChain: String?)
        case oneFile(String?)

        /// Whether the certificate of the key is written.
        var hasLeaf: Bool {
            if case .files(_, nil, _, nil) = self { false } else { true }
        }

        /// Whether the other certificates are written.
        var hasChain: Bool {
            if case .files(_, _, nil, nil) = self { false } else { true }
        }
    }

    let path: String
    let opening: PKCS12Opening
    let name: String?
    let destination: Destination
    /// Where the passphrase of the written key comes from; nil if the key is not encrypted.
    let keyPassphrase: PassphraseOrigin?
    let now: Timestamp
    let mayReplace: Bool

    init(_ arguments: ParsedArguments) throws {
        path = arguments[PKCS12Unpack.file] ?? "-"
        opening = PKCS12Unpack.pkcs12.opening(arguments)
        name = arguments[PKCS12Unpack.name]
        keyPassphrase =
            arguments[PKCS12Unpack.encryptKey] ? PKCS12Unpack.keyPassphrase.origin(arguments) : nil
        now = try arguments.clock.now()
        mayReplace = arguments[SharedFlags.force]
        let files = [
            PKCS12Unpack.keyOut, PKCS12Unpack.certificateOut, PKCS12Unpack.chainOut,
            PKCS12Unpack.fullChainOut,
        ].map { arguments[$0] }
        if let folder = arguments[PKCS12Unpack.outDir] {
            destination = .folder(folder)
        } else if files.contains(where: { $0 != nil }) {
            if keyPassphrase != nil, files[0] == nil {
                throw CommandError(
                    .usage, "--encrypt-key requires --key-out if only certificates are written",
                    hint: "leave out --encrypt-key, or use --key-out FILE")
            }
            destination = .files(key: files[0], certificate: files[1], chain: files[2], fullChain: files[3])
        } else {
            destination = .oneFile(arguments[SharedFlags.out])
        }
    }
}

extension PKCS12Unpack {
    static func run(_ request: PKCS12UnpackRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let source = sourceName(request.path)
        let opened = try inputs.openIntact(inputs.pkcs12(at: request.path), request.opening, source)
        let identity = try about(source) { try PKCS12Identity(in: opened, named: request.name) }
        if request.name == nil { warn(ofLost: opened.bags, source) }
        var passphrase: Secret?
        if let origin = request.keyPassphrase {
            if identity.key == nil {
                throw CommandError(
                    .badInput, "expected a private key, found only certificates",
                    hint: "leave out --encrypt-key"
                ).about(source)
            }
            passphrase = try inputs.newPassphrase(
                from: origin, for: "the key", requestedBy: encryptKey.info.name)
        }
        let texts = try PEMTexts(identity, at: request.now, passphrase: passphrase)
        var outputs = Outputs(mayReplace: request.mayReplace)
        for (path, content) in try about(source, { try texts.contents(for: request.destination) }) {
            outputs.add(content, to: path)
        }
        if let leaf = identity.leaf(at: request.now) {
            if request.destination.hasLeaf { leaf.warnOfInvalidity(at: request.now) }
            if request.destination.hasChain {
                Console.warn(
                    of: identity.others(at: request.now).unrelated,
                    "\(source.printable): certificates that are not part of the chain come last")
            }
        } else if identity.key != nil, !identity.certificates.isEmpty {
            Console.warn("\(source.printable): no certificate matches the key")
        }
        switch request.destination {
        case .oneFile: try outputs.write(inputs: inputs)
        case .folder(let folder): try withFolder(folder) { try outputs.write(inputs: inputs) }
        case .files:
            outputs.flagForSecret = "--key-out"
            try outputs.write(inputs: inputs)
        }
        return .success
    }

    /// Says what the file has beside keys and certificates, unless a part of it is chosen.
    private static func warn(ofLost bags: [SafeBag], _ source: String) {
        var (secrets, lists, others) = (0, 0, 0)
        for bag in bags {
            switch bag.contents {
            case .secret: secrets += 1
            case .crl: lists += 1
            case .otherCertificate, .other: others += 1
            case .key, .certificate, .nested: continue
            }
        }
        let lost = [(secrets, "secret"), (lists, "revocation list"), (others, "other item")]
            .filter { $0.0 > 0 }.map { counted($0, $1) }
        if lost.isEmpty { return }
        Console.warn(
            "\(source.printable): signet ignores \(lost.andList), because it writes only keys and certificates"
        )
    }
}
