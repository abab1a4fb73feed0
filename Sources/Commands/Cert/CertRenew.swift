import Arguments
import OpenSSL
import PKI
import System
import Words

enum CertRenew: SignetCommand {
    static let folder = Operand(repeatable: .directory, isRequired: true, "folders of certificates")
        .proposed(for: "dir", "in", "i", "folder")
    static let within = Flag(
        "within", .renewalTime, default: .share(numerator: 1, denominator: 3), group: "Time",
        "renew certificates with less left than this",
        details: [
            "A duration, such as `30d`, or a share of the lifetime, such as `1/3` or `33%`. Expired ones are renewed, too."
        ]
    )
    .proposed(for: "renew-before", "expires-in")
    .proposed(["days": "use --for for the validity of the new ones, or --within for which ones are renewed"])
    static let duration = Flag(
        "for", .duration, absent: "as long as the certificate before", group: "Time",
        "the validity of the new certificates, from now on"
    )
    .proposed(for: "validity", "lifetime", "ttl")
    static let newKeys = Flag(
        "new-keys", group: "Key", "make a new key for each renewed certificate",
        details: [
            """
            The new key has the type of the old one, and takes its place in the file. The private key must be in the same \
            PEM file as its certificate, not encrypted, because two files cannot be replaced in one step. A \
            certificate is not renewed if the new key would leave another one without a key: one that has not expired, in a \
            file without the key, if no other PEM file below the folders has it. Requests do not count. Without this flag, \
            the keys stay.
            """
        ]
    )
    .proposed(for: "new-key", "rekey", "rotate-keys", "rotate-key")
    static let passphrase = PassphraseFlags(of: "the CA's key")

    static let declaration = Command(
        name: "renew",
        synonyms: ["cert rotate", "cert reissue", "renew"],
        summary: "renew the certificates of a folder that a CA issued",
        discussion: [
            """
            Looks for leaves that this CA signed in every file below the folders. Files whose names begin with a dot are left \
            out, and so is an empty one to which the report or the errors are written. Those with less than a third of their lifetime left, or what `--within` says, are issued again: \
            with the same key (unless `--new-keys` is given), subject and extensions, a new serial number and new times.
            """,
            """
            A file is replaced in one step, so that a reader finds the old certificate or the new one, whole, \
            whatever stops signet. Only the certificate changes, and its key with `--new-keys`: the rest of a PEM file \
            stays as it is, such as the chain. Copies of a certificate in several files become the same new one, unless each \
            gets a new key. The owner, the group, the mode and the ACL of the file stay as well if the user \
            may set them, but a file with a private key always gets mode 0600.
            """,
            """
            Certificates of other CAs, CAs themselves, PKCS#12 files and Java keystores are ignored; the report says \
            how many files hold nothing to renew. If the CA has got a new key, signet warns of each certificate that \
            is due and that the earlier key signed. A signal ends the renewal after the file at hand, and the report \
            has what was replaced; a second signal ends it at once, without a report. A link to a folder is not \
            followed, and a note says so. Only certificates in DER and in CERTIFICATE blocks of PEM can be renewed. \
            If no folder has a certificate of the CA, for example because a disk is not mounted, the exit status is 3. A \
            certificate that cannot be renewed is reported, and the others are still renewed. A file that is named like a \
            certificate, such as `site.crt`, but contains none that can be read is also reported, and so is one of \
            any name that has a certificate encoded once more, such as PEM in base64. A certificate that is not valid \
            yet is left alone. signet warns if the new certificate ends before the old one, and if text like that of \
            `openssl x509 -text` stays beside it.
            """,
            """
            Revocation lists are not read: remove a revoked certificate from the folders, or it is renewed. The \
            certificate before a renewal stays valid until it expires. If the key leaks, revoke both; `--json` has the \
            serial number of the one before in `replaced`.
            """,
        ],
        operands: [folder],
        flags: [CAFlags.requiredCA, CAFlags.requiredKey, SigningFlags.kid, SigningFlags.digest]
            + [newKeys, within, duration, SharedFlags.at, SharedFlags.json] + passphrase.all
            + [KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help],
        rules: [passphrase.rule],
        examples: [
            Example(
                "Renew what has less than a third of its lifetime left",
                "signet cert renew --ca ca.pem --ca-key ca-key.pem /etc/ssl/sites"),
            Example(
                "Renew in a timer, and let the server load it",
                "signet cert renew --ca ca.pem --ca-key ca-key.pem /etc/ssl/sites; case $? in 1) ;; 0) systemctl reload nginx ;; *) systemctl reload nginx; false ;; esac"
            ),
            Example(
                "Renew what expires within 30 days, for 90 days",
                "signet cert renew --ca ca.pem --ca-key ca-key.pem --within 30d --for 90d sites"),
            Example(
                "Renew with new keys what has key and certificate in one file",
                "signet cert renew --ca ca.pem --ca-key ca-key.pem --new-keys /etc/haproxy/certs"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "at least one certificate was renewed, and none failed"),
            ExitStatusNote(1, "no certificate had to be renewed"),
            .usage,
            ExitStatusNote(
                3,
                "no certificate of the CA was found, one cannot be renewed, or the CA or a file is malformed"),
            ExitStatusNote(4, "a file cannot be read or replaced"),
            .bug,
        ],
        sections: [
            Section(
                "JSON",
                [
                    """
                    One object: `changed`, `at`, `ignored` (the files without a certificate that could be renewed), \
                    `certificates` in the order of the files, and `errors` (objects of `file` and `message`).
                    """,
                    .definitions([
                        ("file, index", "the place of the certificate; the first one of a file has index 1"),
                        ("status", "`renewed` or `ok`"),
                        ("subject", "RFC 4514"),
                        ("serial, notAfter, daysLeft", "of the new certificate if it was renewed"),
                        ("replaced", "the serial number of the certificate before; left out if it stays"),
                        ("newKey", "whether the key is new; left out if the certificate stays"),
                    ]),
                ])
        ],
        seeAlso: ["signet-cert-create(1)", "signet-cert-check(1)"])
}

struct CertRenewRequest: CommandRequest {
    let folders: [String]
    let ca: String
    let caKey: KeyLocation
    let digest: DigestAlgorithm?
    let limit: RenewalTime
    let now: Timestamp
    let validity: RequestedValidity
    let makesNewKeys: Bool
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        folders = arguments[CertRenew.folder]
        for folder in folders where Folder.isSomethingElse(folder) {
            throw CommandError(
                .usage, "expected a folder, found \(folder.quoted)",
                hint: "use signet cert create --like for one certificate")
        }
        ca = arguments[CAFlags.requiredCA]
        caKey = SigningFlags.location(
            arguments[CAFlags.requiredKey], CertRenew.passphrase.origin(arguments), arguments)
        digest = arguments[SigningFlags.digest]
        limit = arguments[CertRenew.within]
        if case .fromNow(let span)? = arguments[SharedFlags.at], span > .zero {
            throw CommandError(
                .usage,
                "--at must not be after now: certificates that are not valid yet would replace valid ones")
        }
        now = try arguments.clock.now()
        validity = try RequestedValidity(from: now, for: arguments[CertRenew.duration])
        makesNewKeys = arguments[CertRenew.newKeys]
        isJSON = arguments[SharedFlags.json]
    }

    /// Whether it is time to renew a certificate, which is valid already.
    func isDue(_ certificate: Certificate) -> Bool {
        guard let start = certificate.notBefore, start <= now.seconds, let end = certificate.notAfter else {
            return false
        }
        return limit.isReached(from: start, until: end, at: now)
    }
}
