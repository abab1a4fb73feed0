import Arguments
import OpenSSL
import PKI
import System

enum PKCS12Pack: SignetCommand {
    static let key = KeyFlags.key("the private key")
    static let kid = SharedFlags.kid()
    static let certificates = Flag(
        repeatable: "cert", .file, isRequired: true, group: "Certificates",
        "the certificate, alone or with its chain",
        details: [
            """
            PEM, DER, PKCS#7 or PKCS#12; the format is detected automatically. `-` is standard input. The flags for the \
            passphrase of the key also open a PKCS#12.
            """
        ]
    )
    .proposed(for: "certificate", "in", "crt")
    static let chain = Flag(
        repeatable: "chain", .file, group: "Certificates", "more certificates for the chain, in any order"
    )
    .proposed(for: "certfile", "ca", "ca-cert", "cacert")
    static let trustStore = Flag(
        "trust-store", group: "Certificates", "pack certificates alone, as a Java trust store",
        details: [
            """
            Each certificate gets the JDK's attribute for trusted certificates; without it, Java shows no entries. \
            Each is named by its common name, or by `--name` if there is only one certificate.
            """
        ])
    static let name = Flag(
        "name", .friendlyName, group: "Certificates",
        "the name that programs show",
        details: [
            .paragraph(
                "This is the friendlyName, which Java calls alias. It may have any characters, at most \(PFXDraft.maximumNameLength) UTF-16 code units."
            )
        ]
    )
    .proposed(for: "alias", "friendly-name")
    private static let otherReaders = [
        "ios": "apple", "iphone": "apple", "mac": "apple", "macos": "apple", "win": "windows",
        "java": "modern", "jdk": "modern", "keytool": "modern", "openssl": "modern", "openssl3": "modern",
        "firefox": "modern",
    ]
    static let reader = Flag(
        "for", .choice("READER").proposing(otherReaders), default: PKCS12Reader.modern, group: "Output",
        "the program that will open the file; see READERS"
    )
    .proposed(for: "legacy")
    static let passphrase = PassphraseFlags(of: "the new PKCS#12", proposedFor: ["passout"])
    static let noPassphrase = Flag(
        "no-passphrase", group: "Passphrase", "write the PKCS#12 without a passphrase",
        details: [
            """
            This is not the same as an empty passphrase, which `--passphrase-file` accepts if the file is empty; see \
            PASSPHRASES.
            """
        ])
    static let keyPassphrase = PassphraseFlags(
        prefix: "key-passphrase", of: "the private key", proposedFor: ["passin", "key-password", "keypass"])

    static let declaration = Command(
        name: "pack",
        synonyms: [
            "pack", "pkcs12 -export", "pkcs12 create", "pkcs12 export", "pkcs12 make", "pkcs12 new",
            "pkcs12 bundle",
        ],
        summary: "pack a key, its certificate and the chain into a PKCS#12",
        discussion: [
            """
            Writes a private key, its certificate and the chain above it to one encrypted file. `--for` names the \
            program that will open it, which determines the encryption; see READERS.
            """,
            """
            Certificates can be in any order and in any number of files: PEM, DER or PKCS#7 (PEM, DER, or the bare \
            base64 that SAP's Secure Login Server returns). The leaf is the first certificate of the key, in `--cert` \
            if one is there; it must not expire before another one. The rest are ordered above it, by the shortest path to a \
            root, or as far as they lead if there is none. Duplicates are dropped, and unrelated certificates omitted \
            with a warning. A key that matches none of the \
            certificates is refused.
            """,
            """
            The key and its certificate share a localKeyID, the SHA-1 of the certificate, and the friendlyName that \
            `--name` gives.
            """,
        ],
        flags: [
            key, kid, certificates, chain, trustStore, name, reader, SharedFlags.at, SharedFlags.out,
            SharedFlags.force,
        ]
            + passphrase.all + [noPassphrase] + keyPassphrase.all + [
                KeyFlags.maximumIterations, SharedFlags.help,
            ],
        rules: [
            .exactlyOne(key, trustStore),
            .excludes(trustStore, kid, chain, SharedFlags.at),
            .atMostOne(passphrase.all + [noPassphrase]),
            keyPassphrase.rule,
        ] + keyPassphrase.requiring(key, certificates),
        examples: [
            Example(
                "With a passphrase from the terminal",
                "signet pkcs12 pack --key key.pem --cert fullchain.pem --out site.p12"),
            Example(
                "For the keystore of Java 8",
                "signet pkcs12 pack --key key.pem --cert cert.pem --for java8 --out java.p12"),
            Example(
                "A certificate from Let's Encrypt, for IIS on an old Windows",
                "signet pkcs12 pack --key privkey.pem --cert fullchain.pem --for windows --name www.example.com --passphrase-file secret.txt --out site.pfx"
            ),
            Example(
                "A client certificate for an iPhone",
                "signet pkcs12 pack --key key.pem --cert cert.pem --chain ca.pem --for apple --name 'Kim (VPN)' --passphrase-file secret.txt --out kim.p12"
            ),
            Example(
                "A trust store for Java",
                "signet pkcs12 pack --trust-store --cert our-roots.pem --passphrase-file secret.txt --out truststore.p12"
            ),
            Example(
                "The certificate and chain that SAP's Secure Login Server returned, in base64 and in any order",
                "signet pkcs12 pack --key key.pem --cert reply.p7b --for apple --passphrase-file secret.txt --out identity.p12"
            ),
            Example(
                "Repack an old file for new programs; signet pkcs12 inspect shows its name",
                "signet pkcs12 unpack old.pfx --passphrase-file old.txt --out all.pem && signet pkcs12 pack --key all.pem --cert all.pem --name \"$NAME\" --passphrase-file new.txt --out new.p12"
            ),
        ],
        exitStatuses: .standard(
            badInput: "not a key or certificate, a key that matches no certificate, or a wrong passphrase"),
        sections: manual,
        seeAlso: ["signet-pkcs12-unpack(1)", "signet-pkcs12-inspect(1)", "signet-keygen(1)", "signet-sls(7)"])
}

extension ValueFormat where Result == String {
    fileprivate static var friendlyName: Self {
        Self("TEXT") { word in
            guard 1...PFXDraft.maximumNameLength ~= word.utf16.count else {
                throw InvalidValue.mustBe("1 to \(PFXDraft.maximumNameLength) characters long")
            }
            return word
        }
    }
}

struct PKCS12PackRequest: CommandRequest {
    /// Nil for a trust store.
    let key: KeyLocation?
    let certificates: [String]
    let chain: [String]
    /// How a PKCS#12 among the inputs is opened.
    let opening: PKCS12Opening
    let name: String?
    let reader: PKCS12Reader
    /// Nil if the file is to have none.
    let passphrase: PassphraseOrigin?
    let now: Timestamp
    let output: Output

    init(_ arguments: ParsedArguments) throws {
        let opening = PKCS12Opening(
            passphrase: PKCS12Pack.keyPassphrase.origin(arguments),
            maximumIterations: arguments[KeyFlags.maximumIterations])
        self.opening = opening
        key = arguments[PKCS12Pack.key].map { path in
            KeyLocation(
                path: path, id: arguments[PKCS12Pack.kid], passphrase: opening.passphrase,
                maximumIterations: opening.maximumIterations)
        }
        certificates = arguments[PKCS12Pack.certificates]
        chain = arguments[PKCS12Pack.chain]
        name = arguments[PKCS12Pack.name]
        reader = arguments[PKCS12Pack.reader]
        passphrase = arguments[PKCS12Pack.noPassphrase] ? nil : PKCS12Pack.passphrase.origin(arguments)
        now = try arguments.clock.now()
        output = Output(arguments)
    }
}
