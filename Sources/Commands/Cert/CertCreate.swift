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

    static let key = KeyFlags.key("self-sign a certificate with this private key")
    static let csr = Flag("csr", .file, group: "Key", "issue a certificate for this request")
        .proposed(for: "req", "request")
    static let ca = Flag(
        "ca", .file, group: "Key", "the certificate of the CA",
        details: [
            """
            If the file contains several, the first one that matches `--ca-key` is used. It must be a CA; if it has a key \
            usage, that must include keyCertSign. A PKCS#12 is opened with the passphrase of the CA's key.
            """
        ]
    )
    .proposed(for: "CA", "ca-cert", "cacert", "issuer")
    static let caKey = Flag("ca-key", .text("KEY", .file), group: "Key", "the private key of the CA")
        .proposed(for: "CAkey", "ca-private-key")
    static let subject = PurposeFlags.subject(absent: "that of the request")
    static let copyExtensions = Flag(
        "copy-extensions", group: "Purpose", "copy the request's alternative names and usages")
    static let isCA = Flag("is-ca", group: "Purpose", "make a CA, which may issue certificates")
        .proposed(for: "make-ca", "root", "root-ca")
        .proposed([
            "self-signed": "leave it out: without --ca, the certificate is self-signed",
            "self-sign": "leave it out: without --ca, the certificate is self-signed",
            "x509": "leave it out: without --ca, the certificate is self-signed",
        ])
    static let pathLength = Flag(
        "path-length", .number(0...255), absent: "any", group: "Purpose", "allow at most N CAs below this one"
    )
    static let profile = SigningFlags.profile(
        "Purpose", "enforce a platform's rules: signet-profiles(7)",
        details: [
            "The certificate is then not a CA. With `--csr`, the CA must sign as the platform requires."
        ])
    static let duration = Flag(
        "for", .duration, default: .seconds(365 * 86_400), group: "Time",
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
            "A positive number of at most 20 octets, in hexadecimal: `1a2b`, or `1A:2B` as `openssl` prints it."
        ]
    )
    .proposed(for: "serial-number", "set-serial", "set_serial")
    static let passphrase = PassphraseFlags(of: "the signing key")

    private static let flags: [any AnyFlag] =
        [key, csr, ca, caKey, SigningFlags.kid, SigningFlags.digest, subject] + PurposeFlags.all + [
            copyExtensions, isCA, pathLength, profile, duration, notBefore, notAfter, SharedFlags.at, serial,
            SharedFlags.encoding, SharedFlags.out, SharedFlags.force,
        ] + passphrase.all + [KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help]

    private static let rules: [Rule] = [
        passphrase.rule,
        .exactlyOne(key, csr),
        .requires(key, subject),
        .requires(csr, ca),
        .requires(ca, caKey),
        .requires(caKey, csr),
        .requires(copyExtensions, csr),
        .requires(pathLength, isCA),
        .excludes(profile, isCA),
        .atMostOne(duration, notAfter),
    ]

    static let declaration = Command(
        name: "create",
        synonyms: [
            "cert issue", "cert new", "cert generate", "cert self-sign", "cert sign", "csr sign", "ca sign",
        ],
        summary: "create a self-signed certificate, or issue one from a request",
        discussion: [
            """
            With `--key` and `--subject`, creates a self-signed certificate: for a private CA (`--is-ca`), for a platform \
            (`--profile ims`), or for a test. With `--csr`, `--ca` and `--ca-key`, issues a certificate for a request, \
            signed by the CA. This is enough for a private test PKI; signet does not record what it has issued.
            """,
            """
            The certificate gets the key of the request and, unless `--subject` is given, its subject. The signature of \
            the request must be valid. `--copy-extensions` also copies its alternative names, key usage and extended key \
            usage. Only `--is-ca` makes a CA, whatever the request asks for. Flags override the request.
            """,
            """
            A request for `OCSPSigning`, `anyExtendedKeyUsage` or `cRLSign` is refused with `--copy-extensions`, because \
            they give authority over other certificates. Only `--ext-key-usage` and `--key-usage` grant them; `--is-ca` \
            also grants `cRLSign`.
            """,
        ],
        flags: flags,
        rules: rules,
        examples: [
            Example(
                "A self-signed certificate, for a local server",
                "signet cert create --key key.pem --subject CN=localhost --san dns:localhost --san ip:127.0.0.1 --out localhost.pem"
            ),
            Example(
                "A private CA",
                "signet keygen --type ec --out ca-key.pem && signet cert create --key ca-key.pem --subject 'CN=Test CA' --is-ca --for 3650d --out ca.pem"
            ),
            Example(
                "A certificate issued by it",
                "signet cert create --csr request.pem --ca ca.pem --ca-key ca-key.pem --copy-extensions --for 90d --out site.pem"
            ),
            Example(
                "A certificate for IMS",
                "signet cert create --key key.pem --subject 'CN=Acme Host,O=Acme' --profile ims --for 730d --out ims.pem"
            ),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "the key, the request or the CA is malformed, or they do not match each other"),
        sections: [contentsSection] + PurposeFlags.sections,
        seeAlso: ["signet-csr-create(1)", "signet-cert-inspect(1)", "signet-keygen(1)"])
}

struct CertCreateRequest: CommandRequest {
    enum Signing {
        case bySelf(KeyLocation)
        /// - Parameters:
        ///   - request: a file, or `-`.
        ///   - certificate: the file of the CA's.
        ///   - key: the CA's.
        case byCA(request: String, certificate: String, key: KeyLocation)
    }

    let signing: Signing
    let digest: DigestAlgorithm?
    /// Nil: that of the request.
    let subject: DistinguishedName?
    /// What the flags say; they override the request.
    let purposes: Purposes
    let copiesExtensions: Bool
    let isCA: Bool
    let pathLength: Int?
    let profile: Profile?
    /// The first and the last second.
    let validity: ClosedRange<Timestamp>
    /// Nil for a random one.
    let serialNumber: [UInt8]?
    let encoding: Encoding
    let out: String?
    let mayReplace: Bool

    init(_ arguments: ParsedArguments) throws {
        if let request = arguments[CertCreate.csr] {
            signing = .byCA(
                request: request, certificate: arguments[CertCreate.ca] ?? "-",
                key: SigningFlags.location(
                    arguments[CertCreate.caKey] ?? "-", CertCreate.passphrase.origin(arguments), arguments))
        } else {
            signing = .bySelf(
                SigningFlags.location(
                    arguments[CertCreate.key] ?? "-", CertCreate.passphrase.origin(arguments), arguments))
        }
        digest = arguments[SigningFlags.digest]
        subject = arguments[CertCreate.subject]
        purposes = PurposeFlags.purposes(arguments)
        copiesExtensions = arguments[CertCreate.copyExtensions]
        isCA = arguments[CertCreate.isCA]
        pathLength = arguments[CertCreate.pathLength]
        profile = arguments[CertCreate.profile]
        validity = try Self.validity(arguments)
        serialNumber = arguments[CertCreate.serial]
        encoding = arguments[SharedFlags.encoding]
        out = arguments[SharedFlags.out]
        mayReplace = arguments[SharedFlags.force]
        if let profile, let rules = profile.certificate, let digest, digest != rules.digest {
            throw Failure(
                .usage,
                "the profile \(profile.name) requires \(rules.signatureAlgorithm) (\"\(rules.section)\")",
                hint: "leave out --digest")
        }
    }

    private static func validity(_ arguments: ParsedArguments) throws -> ClosedRange<Timestamp> {
        let now = try (arguments[SharedFlags.at]?.clock ?? .system).now()
        let start = try arguments[CertCreate.notBefore].map { try time($0, "--not-before", now) } ?? now
        let end: Timestamp
        switch arguments[CertCreate.notAfter] {
        case .never: end = .latest
        case .at(let text): end = try time(text, "--not-after", now)
        case nil:
            guard let sum = start.adding(arguments[CertCreate.duration]) else {
                throw Failure(
                    .usage, "--for ends after the year 9999", hint: "use --not-after none for no expiry")
            }
            end = sum
        }
        guard start.seconds < end.seconds else {
            throw Failure(
                .usage,
                "the validity must begin before it ends, but it begins at \(start.rfc3339) and ends at \(end.rfc3339)",
                hint: "use --for 90d, or a later --not-after")
        }
        // RFC 5280 §4.1.2.5: UTCTime begins with 1950, and GeneralizedTime is for 2050 and later.
        guard start.seconds >= -631_152_000 else {
            throw Failure(.usage, "--not-before must not be before 1950, where the times of X.509 begin")
        }
        return Timestamp(seconds: start.seconds)...Timestamp(seconds: end.seconds)
    }

    private static func time(_ text: TimeText, _ flag: String, _ now: Timestamp) throws -> Timestamp {
        guard let time = text.time(now: now) else {
            throw Failure(.usage, "\(flag) is outside the years 1 to 9999")
        }
        return time
    }
}

extension ValueFormat where Result == CertCreate.End {
    fileprivate static var end: Self {
        Self("TIME|none") { word throws(InvalidValue) in
            word == "none" ? .never : .at(try TimeText(typed: word))
        }
    }
}

extension ValueFormat where Result == [UInt8] {
    fileprivate static var serialNumber: Self {
        Self("HEX") { word throws(InvalidValue) in
            guard let number = SerialNumber.bytes(word) else {
                throw .mustBe(
                    "a positive number of at most 20 octets, in hexadecimal (RFC 5280 §4.1.2.2)",
                    hint: "use --serial 1a2b or --serial 1A:2B, or leave it out for a random number")
            }
            return number
        }
    }
}
