import Arguments
import OpenSSL
import PKI
import Platforms
import System

enum CertCreate: SignetCommand {
    /// The value of `--not-after`.
    enum End {
        case at(TimeText)
        case never
    }

    static let key = KeyFlags.key(
        "the key of the certificate; a private key unless --ca is given")
    static let csr = Flag("csr", .file, group: "Key", "issue a certificate for this request")
        .proposed(for: "req", "request")
    static let ca = CAFlags.ca
    static let caKey = CAFlags.key
    static let like = Flag(
        "like", .text("CERT", .file), group: "Names",
        "copy the subject and the extensions of this certificate",
        details: [
            """
            The new certificate gets the key of `--key` and a new serial number, and is valid from now on for as long \
            as CERT was. Every extension is copied unchanged, except authorityKeyIdentifier, privateKeyUsagePeriod and \
            the \
            SCTs; subjectKeyIdentifier is copied if the key is that of CERT (RFC 5280 §4.2.1.2). Flags replace what \
            they name; `--ocsp-url` and `--issuer-url` replace authorityInfoAccess as a whole. \
            If `--ca` did not issue CERT, a CA is only made with `--is-ca`, and `OCSPSigning` and other usages of \
            authorities are refused as for a request. Without `--ca`, the signature of CERT is not verified.
            """
        ]
    )
    .proposed(for: "template", "from", "renew")
    static let subject = PurposeFlags.subject(absent: "that of the request or of --like")
    static let copyExtensions = Flag(
        "copy-extensions", group: "Purpose", "copy the request's alternative names and usages",
        details: [
            """
            Without it, a request with alternative names is refused unless `--san` replaces them, and a warning names \
            each \
            extension whose usages the certificate does not get.
            """
        ])
    static let isCA = Flag("is-ca", group: "Purpose", "make a CA, which may issue certificates")
        .proposed(for: "make-ca", "root", "root-ca")
        .proposed([
            "basic-constraints": "use --is-ca for a CA; for others, leave it out",
            "self-signed": "leave it out: without --ca, the certificate is self-signed",
            "self-sign": "leave it out: without --ca, the certificate is self-signed",
            "selfsign": "leave it out: without --ca, the certificate is self-signed",
            "x509": "leave it out: without --ca, the certificate is self-signed",
            "new-key": "make the key first: signet keygen --out KEY",
            "newkey": "make the key first: signet keygen --out KEY",
        ])
    static let pathLength = Flag(
        "path-length", .number(0...255), absent: "any", group: "Authority",
        "allow at most N CAs below this one"
    )
    static let profile = SigningFlags.profile(
        "Purpose", "enforce a platform's rules: signet-profiles(7)",
        details: [
            "The certificate is then not a CA. With `--csr`, the CA must sign as the platform requires."
        ])
    static let duration = Flag(
        "for", .duration, absent: "365d, or as long as the certificate of --like", group: "Time",
        "the validity, counted from --not-before"
    )
    .proposed(
        for: "days", "duration", "expires-in", "lifetime", "valid-for", "validity", "exp", "expiry", "ttl")
    static let notBefore = Flag(
        "not-before", .time, absent: "now", group: "Time", "the first second of validity"
    )
    .proposed(for: "start-date", "startdate")
    static let notAfter = Flag(
        "not-after", .end, group: "Time", "the last second of validity",
        details: [
            """
            The certificate is still valid in that second (RFC 5280 §4.1.2.5). `none` is 9999-12-31T23:59:59Z, which means \
            no expiry. Times are whole seconds; fractions are dropped.
            """
        ]
    )
    .proposed(for: "end-date", "enddate")
    static let serial = Flag(
        "serial", .serialNumber, absent: "159 random bits", group: "Output",
        "the serial number of the certificate",
        details: [
            """
            A positive number of at most 20 octets, in hexadecimal: `1a2b`, or `1A:2B` as `openssl` prints it. 30 decimal \
            digits or more are refused without colons, because they are hardly hexadecimal.
            """
        ]
    )
    .proposed(for: "serial-number", "set-serial", "set_serial")
    static let passphrase = PassphraseFlags(
        of: "the signing key", proposedFor: ["passin", "ca-key-passphrase-file", "ca-passphrase-file"])
    static let keyPassphrase = PassphraseFlags(
        prefix: "key-passphrase", of: "--key if --ca-key signs", proposedFor: [])

    private static let flags: [any AnyFlag] =
        [key, csr, ca, caKey, SigningFlags.kid, SigningFlags.digest, subject, like] + PurposeFlags.all + [
            copyExtensions, isCA, profile,
        ] + AuthorityFlags.all + [
            pathLength, duration, notBefore, notAfter, SharedFlags.at, serial, SharedFlags.encoding,
            SharedFlags.out, SharedFlags.force,
        ] + passphrase.all + keyPassphrase.all + [
            KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help,
        ]

    private static let rules: [Rule] =
        [
            passphrase.rule, keyPassphrase.rule,
            .exactlyOne(key, csr),
            .requires(key, subject, like),
            .requires(csr, ca),
            .requires(ca, caKey),
            .requires(caKey, ca),
            .requires(copyExtensions, csr),
            .requires(pathLength, isCA, like),
            .requires(AuthorityFlags.nameConstraint, isCA, like),
            .excludes(like, csr, profile),
            .excludes(profile, isCA),
            .atMostOne(duration, notAfter),
        ] + keyPassphrase.requiring(key) + keyPassphrase.requiring(ca)

    static let declaration = Command(
        name: "create",
        synonyms: [
            "x509 -req", "req -x509", "cert issue", "cert new", "cert generate", "cert gen", "cert make",
            "cert self-sign", "cert sign", "csr sign", "ca sign",
        ],
        summary: "create a self-signed certificate, or issue one from a request",
        discussion: [
            """
            With `--key` and `--subject`, creates a self-signed certificate: for a private CA (`--is-ca`), for a platform \
            (`--profile ims`), or for a test. With `--ca` and `--ca-key`, the CA signs the certificate, which is for the \
            key of `--key`, private or public, or for a request (`--csr`). signet warns if a \
            certificate that is not a CA's has the CA's key or subject. This is enough for a private test PKI; signet \
            does not record what it has issued.
            """,
            """
            From a request, the certificate gets the key and, unless `--subject` is given, the subject. The signature of \
            the request must be valid. `--copy-extensions` also copies its alternative names, key usage and extended key \
            usage. If the request has alternative names, `--copy-extensions` or `--san` is required, so that no name is \
            lost unnoticed. Only `--is-ca` makes a CA, whatever the request asks for. Flags override the request.
            """,
            """
            A request for `OCSPSigning`, `anyExtendedKeyUsage`, `cRLSign` or the usage of another authority (the agents of \
            Windows, and those of RFC 6402 and RFC 9480) is refused with `--copy-extensions`, because they give authority \
            over other certificates or keys. Only `--ext-key-usage` and `--key-usage` grant them; `--is-ca` also \
            grants `cRLSign`.
            """,
        ],
        flags: flags,
        rules: rules,
        examples: [
            Example(
                "A self-signed certificate, for a local server",
                "signet cert create --key key.pem --subject CN=localhost --san dns:localhost"),
            Example(
                "A private CA",
                "signet cert create --key ca-key.pem --subject 'CN=Test CA' --is-ca --for 3650d"),
            Example(
                "A server's certificate issued by it",
                "signet cert create --key server.key --subject CN=example.org --san dns:example.org --ca ca.pem --ca-key ca-key.pem --for 90d --out site.pem"
            ),
            Example(
                "A certificate for a request",
                "signet cert create --csr request.pem --ca ca.pem --ca-key ca-key.pem --copy-extensions --for 90d --out site.pem"
            ),
            Example(
                "An intermediate that may certify only names of one domain, and says where its list is",
                "signet cert create --key sub-key.pem --subject 'CN=Sub CA' --is-ca --path-length 0 --name-constraint permit:dns:example.org --crl-url http://ca.example.org/ca.crl --ca ca.pem --ca-key ca-key.pem --out sub.pem"
            ),
            Example(
                "The same certificate again, with a new key",
                "signet cert create --key new.key --like site.pem --ca ca.pem --ca-key ca-key.pem --out new.pem"
            ),
            Example(
                "A certificate for IMS",
                "signet cert create --key key.pem --subject 'CN=Acme Host,O=Acme' --profile ims --for 730d --out ims.pem"
            ),
        ],
        exitStatuses: .standard(
            badInput: "the key, the request or the CA is malformed, or they do not match each other"),
        sections: [contentsSection] + PurposeFlags.sections,
        seeAlso: ["signet-csr-create(1)", "signet-cert-inspect(1)", "signet-keygen(1)"])
}

struct CertCreateRequest: CommandRequest {
    enum Signing {
        case bySelf(KeyLocation)
        /// - Parameters:
        ///   - certificate: the file of the CA's.
        ///   - key: the CA's.
        case byCA(Holder, certificate: String, key: KeyLocation)
    }

    /// The source of the key that a CA certifies.
    enum Holder {
        /// A file, or `-`.
        case request(String)
        case key(KeyLocation)
    }

    let signing: Signing
    let digest: DigestAlgorithm?
    /// A file of the certificate whose subject and extensions are copied, or `-`.
    let like: String?
    /// Nil: that of the request or of the copied certificate.
    let subject: DistinguishedName?
    /// What the flags say; they override the request.
    let purposes: Purposes
    let copiesExtensions: Bool
    let isCA: Bool
    let pathLength: Int?
    /// What the flags say of the authority.
    let authority: [CertificateExtension]
    let profile: Profile?
    let validity: RequestedValidity
    /// Nil for a random one.
    let serialNumber: [UInt8]?
    let encoding: Encoding
    let output: Output

    init(_ arguments: ParsedArguments) throws {
        let key = arguments[CertCreate.key] ?? "-"
        let passphrase = CertCreate.passphrase.origin(arguments)
        if let ca = arguments[CertCreate.ca] {
            signing = .byCA(
                arguments[CertCreate.csr].map(Holder.request) ?? .key(Self.certifiedKey(key, arguments)),
                certificate: ca,
                key: SigningFlags.location(
                    arguments[CertCreate.caKey] ?? "-", beside: key, passphrase, arguments))
        } else {
            signing = .bySelf(SigningFlags.location(key, passphrase, arguments))
        }
        digest = arguments[SigningFlags.digest]
        like = arguments[CertCreate.like]
        subject = arguments[CertCreate.subject]
        purposes = PurposeFlags.purposes(arguments)
        copiesExtensions = arguments[CertCreate.copyExtensions]
        isCA = arguments[CertCreate.isCA]
        pathLength = arguments[CertCreate.pathLength]
        authority = try AuthorityFlags.extensions(arguments)
        for constraint in arguments[AuthorityFlags.nameConstraint] {
            if let warning = try constraint.formWarning { Console.warn(warning) }
        }
        profile = arguments[CertCreate.profile]
        validity = try RequestedValidity(arguments)
        serialNumber = arguments[CertCreate.serial]
        if let serialNumber,
            let word = arguments.occurrences.last(where: { $0.flag == CertCreate.serial.info.name })?.value
        {
            SerialNumber.noteIfDoubtful(word, serialNumber, of: "--serial")
        }
        encoding = arguments[SharedFlags.encoding]
        output = Output(arguments)
        if let profile, let rules = profile.certificate, let digest, digest != rules.digest {
            throw CommandError(
                .usage,
                "the profile \(profile.name) requires \(rules.signatureAlgorithm) (\"\(rules.section)\")",
                hint: "leave out --digest")
        }
    }

    /// `--kid` and `--provider` are for the CA's key, unless this one needs a provider too.
    private static func certifiedKey(_ path: String, _ arguments: ParsedArguments) -> KeyLocation {
        KeyLocation(
            path: path, mayHaveID: false,
            provider: KeyFlags.provider(forURI: path, arguments),
            passphrase: CertCreate.keyPassphrase.origin(arguments),
            maximumIterations: arguments[KeyFlags.maximumIterations])
    }
}

extension ValueFormat where Result == CertCreate.End {
    fileprivate static var end: Self {
        Self("TIME|none") { word in
            word == "none" ? .never : .at(try TimeText(typed: word))
        }
    }
}

extension ValueFormat where Result == [UInt8] {
    fileprivate static var serialNumber: Self {
        Self("HEX") { word in
            if let hint = SerialNumber.decimalHint(word, for: "--serial") {
                throw InvalidValue.because(SerialNumber.mayBeDecimal, hint: hint)
            }
            guard let number = SerialNumber.bytes(word) else {
                throw InvalidValue.mustBe(
                    "a positive number of at most 20 octets, in hexadecimal (RFC 5280 §4.1.2.2)",
                    hint: "use --serial 1a2b or --serial 1A:2B, or leave it out for a random number")
            }
            return number
        }
    }
}

extension CertCreate {
    static let contentsSection = Section(
        "CONTENTS OF THE CERTIFICATE",
        [
            .table([
                ["", "a leaf", "a CA (`--is-ca`)"],
                ["basicConstraints", "critical, CA:FALSE", "critical, CA:TRUE, the path length if given"],
                [
                    "keyUsage", "critical: digitalSignature, for RSA also keyEncipherment",
                    "critical: keyCertSign, cRLSign",
                ],
                [
                    "extendedKeyUsage",
                    "serverAuth if it has `dns:` or `ip:` names, otherwise none; critical if it is timeStamping alone (RFC 3161 §2.3)",
                    "none",
                ],
                ["subjectAltName", "from `--san` or the request", "the same"],
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
            `--key-usage` and `--ext-key-usage` replace the defaults. A CA must have keyCertSign, and nothing else may \
            have it (RFC 5280 §4.2.1.9). Browsers look for host names only in the alternative names, never in the subject.
            """,
            """
            The version is always 3. The serial number comes from OpenSSL's random generator: 159 bits, positive, at most \
            20 octets. Times are UTCTime until 2049 and GeneralizedTime after that. signet warns if a certificate would \
            outlive its CA, because it stops working when the CA expires. It also warns of every check that the \
            certificate fails with this CA as its trust anchor, such as name constraints, a path length, or an unknown \
            critical extension of the CA. If the certificate has `serverAuth` or `clientAuth`, it is checked for that \
            purpose: see signet-cert-check(1).
            """,
        ])
}
