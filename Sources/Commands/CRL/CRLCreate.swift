import Arguments
import OpenSSL
import PKI
import System

enum CRLCreate: SignetCommand {
    static let revoke = Flag(
        repeatable: "revoke", .revocation, group: "Revoked certificates",
        "revoke a certificate, with its reason and time",
        details: [
            """
            A file with the certificate, or its serial number in hexadecimal (`1a2b`, or `1A:2B` as `openssl` prints it). \
            30 decimal digits or more are refused without colons, because they are hardly hexadecimal; with fewer, a note says \
            how they are read. \
            The CA must have signed the certificate. A colon and one of the REASONS may follow, then a colon and the \
            TIME of the revocation: `leaf.pem:keyCompromise:2026-01-31T12:00:00Z`. Without TIME it is the current time.
            """,
            """
            A certificate that is already revoked in OLD or BASE keeps its reason and its time unless others are given; \
            one that is on hold there requires a reason. \
            `removeFromCRL` takes a `certificateHold` back.
            """,
        ]
    )
    .proposed(for: "serial", "cert")
    .proposed([
        "unrevoke": "use --revoke CERT:removeFromCRL for a certificateHold",
        "remove": "use --revoke CERT:removeFromCRL for a certificateHold",
        "reason": "use --revoke CERT:REASON",
    ])
    static let from = Flag(
        repeatable: "from", .text("OLD", .file), group: "Revoked certificates",
        "keep the entries of this list",
        details: [
            """
            The CA must have signed it. With `--delta`, it is the delta before this one. Entries keep their extensions; \
            the entries of certificates that have expired stay, because the list does not say when they do. A warning \
            names the extensions of the list that are not copied.
            """,
            """
            If there are deltas to OLD, a second `--from` gives the last of them: the new complete list then has its \
            changes, too. Without it, a warning follows if OLD says where its deltas are (freshestCRL).
            """,
            """
            If two processes continue one list at the same time, the changes of one are lost. Run this command and the \
            one that renames the new list under flock(1).
            """,
        ]
    )
    .proposed(for: "old", "crl", "in")
    static let delta = Flag(
        "delta", .text("BASE", .file), group: "Revoked certificates",
        "make a delta list to this complete list",
        details: [
            """
            The list then contains only what changed since BASE: the entries of `--revoke` and of the delta before it \
            (`--from`). The CA must have signed BASE, and it must have a number (RFC 5280 §5.2.4). Verifiers look for \
            deltas only if BASE or the certificate says where they are: `--delta-url`. They apply a delta only if its \
            authorityKeyIdentifier is that of BASE (RFC 5280 §6.3.3), so it is copied.
            """
        ])
    static let deltaURL = Flag(
        repeatable: "delta-url", .url, group: "Output", "say where the deltas to this list are",
        details: ["The extension freshestCRL (RFC 5280 §5.2.6). Several are places of the same delta."]
    )
    .proposed(for: "freshest-crl")
    static let number = Flag(
        "number", .number(0...Int.max), absent: "one more than OLD and BASE; otherwise 1", group: "Output",
        "the number of the list",
        details: [
            """
            It must be greater than those of OLD and BASE (RFC 5280 §5.2.3). With `--force`, it must also be greater than \
            that of a list of a CA with the same name that is replaced.
            """,
            """
            `--force` does not end revocations by mistake: all entries of the list that is replaced must be in the \
            new one or in BASE, also those of certificates that have expired. Only a `certificateHold` may be \
            missing, if OLD or BASE has taken it back, or `--revoke` takes it back now; in a list that another key of \
            the CA signed, only the latter counts. A warning says so if entries lose their reason, time or extensions, \
            because neither OLD nor BASE has them, or only as they were before. A delta never replaces a complete list, \
            and no list replaces one of another CA, or one that begins later. A list without a number is not replaced \
            either, nor is a file with other PEM blocks, or one that cannot be read as a list, unless it is empty.
            """,
        ]
    )
    .proposed(for: "crl-number", "crlnumber")
    static let duration = Flag(
        required: "for", .duration, group: "Time", "the time until the next list",
        details: ["nextUpdate is so much after the current time. Verifiers do not accept the list after it."]
    )
    .proposed(for: "days", "crldays", "next-update", "expires-in", "validity")
    static let passphrase = PassphraseFlags(of: "the CA's key")

    static let declaration = Command(
        name: "create",
        synonyms: [
            "gencrl", "ca gencrl", "crl sign", "crl issue", "ca crl", "crl new", "crl generate",
            "crl gen", "crl make", "revoke", "cert revoke", "ca revoke", "ca -gencrl", "ca -revoke",
        ],
        summary: "create a certificate revocation list (CRL)",
        discussion: [
            """
            Creates a certificate revocation list of version 2 (RFC 5280 §5), signed by the CA. Nothing is recorded \
            elsewhere: `--from` continues the list before this one, and its number.
            """,
            """
            The list has authorityKeyIdentifier and cRLNumber. It applies to every certificate of the CA; lists for some \
            of them (issuingDistributionPoint) are not made. An empty list is written if nothing is revoked.
            """,
        ],
        flags: [CAFlags.requiredCA, CAFlags.requiredKey, SigningFlags.kid, SigningFlags.digest]
            + [revoke, from, delta, duration, SharedFlags.at, number, deltaURL]
            + [SharedFlags.encoding, SharedFlags.out, SharedFlags.force] + passphrase.all
            + [KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help],
        rules: [
            passphrase.rule,
            .excludes(delta, deltaURL, because: "a delta has no deltas (RFC 5280 §5.2.6)"),
        ],
        examples: [
            Example(
                "An empty list",
                "signet crl create --ca ca.pem --ca-key ca-key.pem --for 30d --out ca.crl"),
            Example(
                "The next list, with one more certificate",
                "signet crl create --ca ca.pem --ca-key ca-key.pem --from ca.crl --revoke site.pem:keyCompromise --for 30d --out new.crl && mv new.crl ca.crl"
            ),
            Example(
                "What has changed since a complete list, which was made with --delta-url",
                "signet crl create --ca ca.pem --ca-key ca-key.pem --delta ca.crl --revoke 1A:2B:superseded --for 1d --out delta.crl"
            ),
            Example(
                "Check a certificate with it",
                "signet cert check --roots ca.pem --crl ca.crl site.pem"),
        ],
        exitStatuses: .standard(
            badInput: "the CA, a certificate or a list is malformed, or they do not belong together"),
        sections: [reasonsSection],
        seeAlso: ["signet-crl-inspect(1)", "signet-cert-check(1)", "signet-ocsp-create(1)"])

    static let reasonsSection = Section(
        "REASONS",
        [
            .paragraph(
                """
                The names are those of RFC 5280 §5.3.1, and case is ignored: \
                \(RevocationReason.allCases.map { "`\($0.name)`" }.joined(separator: ", ")). Without a reason, or with \
                `unspecified`, the entry has none.
                """)
        ])
}

struct CRLCreateRequest: CommandRequest {
    let ca: String
    let caKey: KeyLocation
    let digest: DigestAlgorithm?
    let revocations: [CRLCreate.Revocation]
    let from: [String]
    let delta: String?
    let number: Int?
    let deltaURLs: [String]
    let now: Timestamp
    let nextUpdate: Timestamp
    let encoding: Encoding
    let output: Output

    init(_ arguments: ParsedArguments) throws {
        ca = arguments[CAFlags.requiredCA]
        caKey = SigningFlags.location(
            arguments[CAFlags.requiredKey], CRLCreate.passphrase.origin(arguments), arguments)
        digest = arguments[SigningFlags.digest]
        revocations = arguments[CRLCreate.revoke]
        from = arguments[CRLCreate.from]
        delta = arguments[CRLCreate.delta]
        if from.count > (delta == nil ? 2 : 1) {
            throw CommandError(
                .usage,
                delta == nil
                    ? "--from accepts a complete list and its last delta"
                    : "--from cannot be given twice with --delta")
        }
        number = arguments[CRLCreate.number]
        deltaURLs = arguments[CRLCreate.deltaURL].withoutDuplicates()
        now = try arguments.clock.now()
        try now.requireX509("--at")
        nextUpdate = try now.next(after: arguments[CRLCreate.duration])
        encoding = arguments[SharedFlags.encoding]
        output = Output(arguments)
    }
}

extension Timestamp {
    /// When the next list or response follows.
    func next(after duration: TimeSpan) throws -> Timestamp {
        guard let next = adding(duration) else {
            throw CommandError(.usage, "--for ends after the year 9999")
        }
        guard next.seconds > seconds else {
            throw CommandError(.usage, "--for must be at least a second", hint: "use --for 7d")
        }
        return next
    }
}

extension CRLCreate {
    /// A certificate to revoke.
    struct Revocation: Sendable {
        /// A file, or a serial number.
        let certificate: String
        let details: RevocationDetails
        /// The reason and the time as they were typed, with the colon before them; empty without a reason.
        let typedDetails: String
    }
}

extension ValueFormat where Result == CRLCreate.Revocation {
    fileprivate static var revocation: Self {
        Self("CERT|SERIAL[:REASON[:TIME]]", .file) { word in
            if word.isEmpty { throw InvalidValue.empty(insteadOf: "CERT|SERIAL") }
            var rest = word[...]
            // Serial numbers, names of files and times may contain colons, but no name of a reason is a part of one.
            while let colon = rest.firstIndex(of: ":") {
                rest = rest[colon...].dropFirst()
                let part = rest.prefix { $0 != ":" }
                if RevocationReason(named: part) != nil {
                    if colon == word.startIndex { throw InvalidValue.empty(insteadOf: "CERT|SERIAL") }
                    return CRLCreate.Revocation(
                        certificate: String(word[..<colon]), details: try RevocationDetails(typed: rest),
                        typedDetails: String(word[colon...]))
                }
            }
            return CRLCreate.Revocation(certificate: word, details: .none, typedDetails: "")
        }
    }
}
