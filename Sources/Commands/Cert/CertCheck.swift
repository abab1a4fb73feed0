import Arguments
import OpenSSL
import PKI
import Platforms
import System
import Words

enum CertCheck: SignetCommand {
    static let file = Operand(
        repeatable: .text("FILE|DIR", .file),
        "certificates, or folders of them; standard input if omitted or `-`"
    )
    .proposed(for: "cert", "file", "certificate", "crt", "leaf")
    static let lines = Flag(
        "in", short: "i", .file, group: "Batch", "read the lines from FILE", details: []
    )
    .proposed(for: "input", "infile")
    static let within = Flag(
        "within", .renewalTime, group: "Time", "fail certificates that expire within this time",
        details: [
            """
            A duration, such as `30d`, applies to every certificate of a FILE, and not to those of `--roots` and \
            `--untrusted`: give such a file as a FILE, too. A share of the lifetime, such as `1/3` or `33%`, applies to leaves \
            only: it fails those with less than a third of their lifetime left.
            """
        ]
    )
    .proposed(for: "checkend", "days", "expires-in")
    static let roots = Flag(
        repeatable: "roots", .text("FILE|DIR|system", .fileOr([Value.Choice("system")])), group: "Chain",
        "trust anchors: a file, a folder, or the system's",
        details: [
            """
            All files of a folder are read. A file or folder without certificates is an error: signet never falls back to \
            the system's roots.
            """,
            """
            If `SSL_CERT_FILE` or `SSL_CERT_DIR` is set, `system` means the roots in that file and in those folders, and \
            no others. As OpenSSL does, it reads only those files of the folders whose names are hashes (`1f2e3d4c.0`), \
            which `openssl rehash DIR` makes.
            """,
        ]
    )
    .proposed(for: "CA", "CAfile", "CApath", "ca", "ca-cert", "cacert", "cafile", "trust", "trusted")
    static let untrusted = Flag(
        repeatable: "untrusted", .file, group: "Chain", "intermediates that a path may use, in any order"
    )
    .proposed(for: "chain", "intermediate", "intermediates")
    static let crl = Flag(
        repeatable: "crl", .file, group: "Chain", "revocation lists of the issuers: PEM, DER or base64",
        details: [
            """
            Complete and delta lists, direct and indirect. A list is required for every certificate below the trust \
            anchor. Without `--roots`, it is required for the leaf, and the leaf's issuer is looked for in its file and \
            in `--untrusted`. An intermediate of a file fails if a list or a response says that it is revoked, \
            whatever path the leaf takes. An entry in a list that cannot be judged is a warning.
            """
        ])
    static let ocsp = Flag(
        repeatable: "ocsp", .file, group: "Chain", "OCSP responses, DER or base64",
        details: [
            """
            A response about the leaf is required, unless a list of `--crl` answers for it. If no response is about \
            an intermediate and there is no `--crl`, signet only warns: servers staple one response. The section OCSP \
            RESPONSES says which responses are used.
            """
        ]
    )
    .proposed(for: "respin", "staple", "stapled")
    static let maximumDepth = Flag(
        "max-depth", .number(0...1_000), group: "Chain",
        "allow at most N intermediates",
        details: ["Self-issued intermediates are not counted."])
    static let policyOID = Flag(
        repeatable: "policy-oid", .policyOID, group: "Policies", "a certificate policy that is acceptable",
        details: [
            """
            The path must be valid for one of these policies if it requires a policy, or if `--explicit-policy` is given \
            (RFC 5280 §6.1.1, user-initial-policy-set). Without `--policy-oid`, any policy is accepted.
            """
        ])
    static let explicitPolicy = Flag(
        "explicit-policy", group: "Policies", "require a path that is valid for a policy")
    static let inhibitAnyPolicy = Flag(
        "inhibit-any-policy", group: "Policies", "do not let anyPolicy stand for others")
    static let inhibitPolicyMapping = Flag(
        "inhibit-policy-mapping", group: "Policies", "do not let CAs map policies to others")
    static let host = Flag("host", .host, group: "Leaf", "require a leaf for this host name")
        .proposed(for: "dns", "domain", "hostname", "servername")
    static let ip = Flag("ip", .address, group: "Leaf", "require a leaf for this IPv4 or IPv6 address")
    static let email = Flag(
        "email", .mailbox, group: "Leaf", "require a leaf for this mailbox",
        details: [
            "Only the mailbox is compared. No purpose is required, because client certificates contain mailboxes, too."
        ])
    static let purpose = Flag(
        "purpose",
        .choice("PURPOSE", of: Purpose.self).proposing([
            "serverauth": "server", "sslserver": "server", "tls": "server", "clientauth": "client",
            "sslclient": "client",
        ]), group: "Leaf",
        "require a leaf and a path for this purpose")
    static let key = KeyFlags.key("require a leaf that matches this key")
    static let policy = Flag(
        "policy", .choice("POLICY", of: CheckPolicy.self),
        absent: "webpki for a server below --roots system, otherwise rfc5280",
        group: "Rules", "the rules to apply",
        details: [
            """
            `rfc5280` is RFC 5280 and RFC 9525 as validators must apply them. `webpki` adds the CA/Browser Forum's \
            Baseline Requirements (BR) for server certificates, and implies `--strict`. They bind the CAs that systems \
            trust, not private ones, so that `webpki` is the default only with `--roots system` and `--host` or `--ip`. \
            The section BASELINE REQUIREMENTS says what it checks.
            """
        ])
    static let strict = Flag(
        "strict", group: "Rules", "fail breaches of rules that bind only issuers",
        details: [
            """
            RFC 5280 forbids CAs to issue some certificates that validators may accept. Without this flag, signet only \
            warns of them. The section RULES FOR ISSUERS lists these rules.
            """
        ]
    )
    .proposed(for: "x509_strict", "pedantic")
    static let minimumRSABits = Flag(
        "min-rsa-bits", .number(512...16_384), default: 2048, group: "Rules",
        "require RSA keys of at least N bits")
    static let profile = SigningFlags.profile(
        "Rules", "enforce a platform's rules: signet-profiles(7)",
        details: ["The rules apply to leaves."])
    static let pkcs12 = PKCS12Flags(of: "a PKCS#12 or key")
    static let quiet = Flag(
        "quiet", short: "q", group: "Output", "print no report; the exit status is the answer",
        details: ["Files that cannot be read are still reported on standard error."]
    )
    .proposed(for: "silent")

    /// The checks that flags request, in the order of the report.
    static let requests: [(flags: [any AnyFlag], check: Check)] = [
        ([maximumDepth], .maximumDepth), ([purpose, host, ip], .nestedKeyUsage), ([crl, ocsp], .revocation),
        ([within], .expiresWithin(nil)), ([host], .host(nil)), ([ip], .address(nil)),
        ([email], .mailbox(nil)), ([purpose, host, ip], .purpose(nil)), ([key], .key(nil)),
        ([profile], .profile(nil)),
        ([profile], .profileCA(nil)),
    ]

    private static let pathReason = "policies are checked along a path"

    private static let flags: [any AnyFlag] =
        [
            within, SharedFlags.at, SharedFlags.leeway, roots, untrusted, crl, ocsp, maximumDepth, host, ip,
            email, purpose, key, SigningFlags.kid, policyOID, explicitPolicy, inhibitAnyPolicy,
            inhibitPolicyMapping,
        ] + pkcs12.all + [
            policy, strict, minimumRSABits, profile, KeyFlags.provider, SharedFlags.json, quiet,
            SharedFlags.out, SharedFlags.force, lines,
        ] + BatchFlags.checking + [SharedFlags.help]

    static let declaration = Command(
        name: "check",
        synonyms: [
            "cert lint", "cert validate", "cert verify", "cert expiry", "check", "lint",
            "crl check", "crl lint", "crl validate", "crl verify",
            "ocsp -respin", "ocsp check", "ocsp inspect", "ocsp print", "ocsp show", "ocsp validate",
            "ocsp verify", "verify -CAfile", "verify -CApath", "verify -trusted", "verify -untrusted",
            "verify -crl_check", "x509 -checkend", "x509 -checkhost",
        ],
        summary: "check certificates: expiry, chain, names, purpose, key and policy",
        discussion: [
            """
            Checks certificates against rules. Each rule has a name and the section of the standard that it comes from; \
            the section CHECKS lists them. Every certificate of every file is checked, not only the first. Files may be \
            PEM bundles, DER, PKCS#7 (PEM, DER or base64) or PKCS#12. The format is detected automatically.
            """,
            """
            Every file below a folder is read, except those whose names begin with a dot, and an empty one to which the \
            report or the errors are written. Keys and other files without certificates are ignored; the report says how \
            many, and `--json` lists them. A file that is named as certificates are (`.crt`, `.cer`, `.p7b`, `.pfx`, \
            `.jks`, …) must hold some. A PKCS#12 or a Java keystore that cannot be opened is an error, and so is a \
            certificate that is encoded once more, such as PEM in base64 or in UTF-16. A file that several links lead to \
            is checked once. A link to a folder is not followed, and a note says so.
            """,
            """
            signet makes no connections. To check what a server sends, let `openssl s_client` fetch it, as in the \
            examples; the text around the certificates does no harm.
            """,
            """
            A certificate that issued another one of the same file, by name and by signature, is an intermediate. It is checked by itself and as \
            part of the path. The others are leaves; host, address, mailbox, purpose, key and chain checks apply to \
            them. With `--host` or `--ip`, the purpose is server unless `--purpose` says another one. The order of the \
            certificates in a file does not matter.
            """,
            """
            Without `--roots` the chain is not checked, and the report says so. With `--roots`, signet looks for a path \
            that passes every check. If one path fails, it tries others, for example through cross-signed intermediates \
            or around expired ones. Any certificate of `--roots` may be a trust anchor, even an intermediate or the leaf. \
            Certificates outside the path are not checked.
            """,
            """
            Trust anchors are checked too: a path cannot end at a root that has expired or is not a CA. A root of \
            version 1 cannot state that it is a CA; it is accepted with a warning, unless `--strict` is given.
            """,
            """
            The trust settings of a `TRUSTED CERTIFICATE` block in `--roots` are applied as OpenSSL applies them: a use \
            that is rejected fails, and so does one that is not among the trusted uses, if these are listed. The use is \
            that of `--purpose`, serverAuth under webpki, and otherwise anyExtendedKeyUsage. They apply to every \
            certificate of a path that `--roots` contains. In other files they are ignored, because nobody signs them.
            """,
        ],
        operands: [file],
        flags: flags,
        rules: [
            pkcs12.rule, .requires(SigningFlags.kid, key), .requires(KeyFlags.provider, key),
            .requires(maximumDepth, roots, because: "without them, no path is known"),
            .requires(policyOID, roots, because: pathReason),
            .requires(explicitPolicy, roots, because: pathReason),
            .requires(inhibitAnyPolicy, roots, because: pathReason),
            .requires(inhibitPolicyMapping, roots, because: pathReason),
            .requires(SharedFlags.leeway, ocsp),
            .atMostOne(SharedFlags.json, quiet), .excludes(quiet, SharedFlags.out, BatchFlags.batch),
            .requires(lines, BatchFlags.batch), .excludesOperands(lines),
            .requires(BatchFlags.allowEmpty, BatchFlags.batch),
        ] + BatchFlags.rules.limited(to: flags),
        examples: [
            Example(
                "Find certificates that expire within 30 days",
                "signet cert check --within 30d fullchain.pem mail.pem"),
            Example(
                "Find leaves of which less than a third of the lifetime is left",
                "signet cert check --within 1/3 /etc/ssl/private"),
            Example("Check every certificate of a folder", "signet cert check --within 30d /etc/ssl/private"),
            Example(
                "Check what a server sends",
                "openssl s_client -connect example.org:443 -servername example.org -showcerts </dev/null | signet cert check --roots system --host example.org -"
            ),
            Example(
                "Check the name and the chain of a server's certificate",
                "signet cert check fullchain.pem --roots system --host www.example.com"),
            Example(
                "Check that a key matches a certificate", "signet cert check server.pem --key server.key"),
            Example(
                "Check that a certificate is not revoked",
                "signet cert check server.pem --untrusted ca.pem --roots root.pem --crl ca.crl --crl root.crl"
            ),
            Example(
                "Fetch an OCSP response with another program",
                "openssl ocsp -issuer ca.pem -cert server.pem -url \"$(openssl x509 -noout -ocsp_uri -in server.pem)\" -respout server.ocsp"
            ),
            Example(
                "Fetch the response that a server staples",
                "gnutls-cli --save-ocsp=server.ocsp www.example.com </dev/null"
            ),
            Example(
                "Check a certificate with an OCSP response",
                "signet cert check server.pem --untrusted ca.pem --roots root.pem --ocsp server.ocsp"),
            Example(
                "Check millions of certificates, one per line",
                "signet cert check --batch --in certificates.txt --out verdicts.jsonl --stats"),
            Example(
                "List the failed checks, for a program",
                "signet cert check --json server.pem | jq -r '.certificates[].checks[] | select(.verdict == \"fail\")'"
            ),
        ],
        exitStatuses: [
            ExitStatusNote(0, "every certificate passes; warnings are allowed"),
            ExitStatusNote(
                1,
                "a certificate fails; files that cannot be read are reported too, but do not change the status"
            ),
            .usage,
            ExitStatusNote(
                3,
                "no certificate fails, but a file or a folder does not contain certificates, or one cannot be opened; or a batch has no line"
            ),
            ExitStatusNote(4, "no certificate fails, but a file cannot be read"),
            .bug,
        ],
        sections: [
            reportSection, checksSection, issuerRulesSection, baselineSection, revocationSection,
            responsesSection, ambiguitiesSection, jsonSection, batchSection, BatchFlags.checkingStatistics,
        ],
        seeAlso: ["signet-cert-inspect(1)", "signet-key-inspect(1)", "signet-batch(7)"])
}

struct CertCheckRequest: CommandRequest {
    /// Files and folders; `-` is standard input.
    let paths: [String]
    /// Without what is read from files, and without the profile, whose check comes after that of the key.
    let settings: CheckSettings
    let key: KeyLocation?
    let profile: CertificateProfile?
    /// Files, folders, or `system`; nil if the chain is not judged.
    let roots: [String]?
    let untrusted: [String]
    let revocationLists: [String]?
    let responses: [String]?
    /// How a PKCS#12 is opened.
    let pkcs12: PKCS12Opening
    let isJSON: Bool
    let isQuiet: Bool
    let output: Output
    let batch: BatchRequest?
    /// Read for each line of a batch.
    let clock: Clock

    init(_ arguments: ParsedArguments) throws {
        batch = try Self.batch(arguments)
        paths = try batch == nil ? Self.paths(arguments[CertCheck.file]) : []
        clock = try arguments.clock
        settings = try Self.settings(arguments, clock)
        let opening = CertCheck.pkcs12.opening(arguments)
        pkcs12 = opening
        key = arguments[CertCheck.key].map {
            SigningFlags.location($0, opening.passphrase, arguments)
        }
        profile = arguments[CertCheck.profile]?.certificate
        roots = Self.nonEmpty(arguments[CertCheck.roots])
        untrusted = arguments[CertCheck.untrusted]
        revocationLists = Self.nonEmpty(arguments[CertCheck.crl])
        responses = Self.nonEmpty(arguments[CertCheck.ocsp])
        isJSON = arguments[SharedFlags.json]
        isQuiet = arguments[CertCheck.quiet]
        output = Output(arguments)
    }

    private static func batch(_ arguments: ParsedArguments) throws -> BatchRequest? {
        let operands = arguments[CertCheck.file]
        let isOperandInput = operands.isEmpty || operands == ["-"]
        let path = isOperandInput ? arguments[CertCheck.lines] ?? "-" : nil
        return try BatchRequest(arguments.leavingOut([BatchFlags.engine]), path)
    }

    private static func paths(_ words: [String]) throws -> [String] {
        for word in words where !fileExists(word) {
            if let server = ServerName(word) {
                throw CommandError(
                    .usage,
                    "expected a file or a folder, found the server \(word.quoted); signet makes no connections",
                    hint: server.pipeline(into: "signet cert check --roots system \(server.flag) -"))
            }
        }
        if words.isEmpty, StandardStreams.inputIsTerminal {
            throw CommandError(
                .usage, "expected a FILE or DIR, or certificates on standard input",
                hint: "signet cert check FILE")
        }
        return words.isEmpty ? ["-"] : words
    }

    private static func nonEmpty(_ paths: [String]) -> [String]? { paths.isEmpty ? nil : paths }

    private static func settings(_ arguments: ParsedArguments, _ clock: Clock) throws -> CheckSettings {
        var settings = CheckSettings(time: try clock.now())
        let (host, address) = (arguments[CertCheck.host], arguments[CertCheck.ip])
        let requested = [
            arguments[CertCheck.within].map(Check.expiresWithin), host.map(Check.host),
            address.map(Check.address), arguments[CertCheck.email].map(Check.mailbox),
        ]
        for case let check? in requested { settings.request(check) }
        settings.leeway = arguments[SharedFlags.leeway]
        let isOfServer = host != nil || address != nil
        let isPublic = isOfServer && arguments[CertCheck.roots].contains("system")
        settings.policy = arguments[CertCheck.policy] ?? (isPublic ? .webpki : .rfc5280)
        if let purpose = arguments[CertCheck.purpose] ?? (isOfServer ? .server : nil) {
            settings.request(purpose)
        }
        settings.isStrictRequested = arguments[CertCheck.strict]
        settings.maximumDepth = arguments[CertCheck.maximumDepth]
        settings.policies.acceptable = arguments[CertCheck.policyOID]
        settings.policies.isExplicit = arguments[CertCheck.explicitPolicy]
        settings.policies.inhibitsAnyPolicy = arguments[CertCheck.inhibitAnyPolicy]
        settings.policies.inhibitsMapping = arguments[CertCheck.inhibitPolicyMapping]
        settings.minimumRSABits = arguments[CertCheck.minimumRSABits]
        if settings.policy == .webpki, settings.minimumRSABits < 2048 {
            throw CommandError(
                .usage, "--min-rsa-bits must be at least 2048 under the webpki policy",
                hint: "use --policy rfc5280")
        }
        return settings
    }
}

extension ValueFormat where Result == ReferenceHost {
    fileprivate static var host: Self {
        Self("NAME", text: { $0.text }, read: parse)
    }

    private static func parse(_ word: String) throws -> ReferenceHost {
        do {
            return try ReferenceHost(word)
        } catch {
            if let server = ServerName(word) {
                throw InvalidValue.because(
                    "expected a host name, found a URL or a port", hint: "use \(server.flag)")
            }
            if HostAddress(word) != nil {
                throw InvalidValue.because(
                    "expected a host name, found the address \(word.quoted)",
                    hint: "use --ip \(word.printable)")
            }
            throw error
        }
    }
}

extension ValueFormat where Result == HostAddress {
    fileprivate static var address: Self {
        Self("ADDR") { word in
            guard let address = HostAddress(word) else {
                throw InvalidValue.because(
                    "invalid address \(word.quoted)",
                    hint: "use an address such as 192.0.2.1 or 2001:db8::1")
            }
            return address
        }
    }
}

extension ValueFormat where Result == Mailbox {
    fileprivate static var mailbox: Self {
        Self("ADDR") { word in
            guard let mailbox = Mailbox(word) else {
                throw InvalidValue.because(
                    "invalid mailbox \(word.quoted)", hint: "use a mailbox such as user@example.com")
            }
            return mailbox
        }
    }
}
