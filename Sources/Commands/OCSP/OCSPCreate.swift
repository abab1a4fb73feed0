import Arguments
import OpenSSL
import PKI
import System

enum OCSPCreate: SignetCommand {
    static let file = Operand(.file, "the certificate that the response is about; standard input if `-`")
        .proposed(for: "cert", "in", "i", "file", "input", "certificate")
    static let status = Flag(
        "status", .status, default: .good, group: "Status",
        "good, unknown, or revoked with its reason and time",
        details: [
            """
            After `revoked`, a colon and a reason of RFC 5280 §5.3.1 may follow, then a colon and the time: \
            `revoked:keyCompromise:2026-01-31T12:00:00Z`. Without a time, it is the current time.
            """
        ])
    static let duration = Flag(
        required: "for", .duration, group: "Time", "the time until the next response",
        details: [
            "nextUpdate is so much after the current time. Clients do not accept the response after it."
        ]
    )
    .proposed(for: "days", "ndays", "next-update", "validity")
    static let passphrase = PassphraseFlags(of: "the CA's key")

    static let declaration = Command(
        name: "create",
        synonyms: ["ocsp sign", "ocsp respond", "ocsp new"],
        summary: "create an OCSP response for a certificate",
        discussion: [
            """
            Creates a basic OCSP response (RFC 6960) about one certificate, signed by the CA that issued it, as DER. It \
            is what a server staples, and what `signet cert check` reads: for tests, and for CAs without a \
            responder. There is no request, so the response has no nonce. The CA must sign the response itself. A \
            responder that the CA has authorized (RFC 6960 §4.2.2.2) cannot sign it.
            """,
            """
            If the file contains several certificates, the response is about the one that issued no other. Certificates \
            are named with SHA-1, as most clients ask (RFC 5019 §2.1.1), and the responder by its key.
            """,
        ],
        operands: [file],
        flags: [CAFlags.requiredCA, CAFlags.requiredKey, SigningFlags.kid, SigningFlags.digest]
            + [status, duration, SharedFlags.at, SharedFlags.out, SharedFlags.force] + passphrase.all
            + [KeyFlags.provider, KeyFlags.maximumIterations, SharedFlags.help],
        rules: [passphrase.rule],
        examples: [
            Example(
                "A response that a server can staple",
                "signet ocsp create site.pem --ca ca.pem --ca-key ca.key --for 7d -o site.ocsp"),
            Example(
                "A response for a test that must fail",
                "signet ocsp create site.pem --ca ca.pem --ca-key ca.key --status revoked:keyCompromise --for 7d --out revoked.ocsp"
            ),
            Example(
                "Check a certificate with it",
                "signet cert check --roots ca.pem --ocsp site.ocsp site.pem"),
        ],
        exitStatuses: .standard(
            badInput: "the CA or the certificate is malformed, or the CA did not sign the certificate"),
        seeAlso: ["signet-cert-check(1)", "signet-crl-create(1)"])

    /// A status as it was typed.
    enum Status: Sendable {
        case good
        case unknown
        case revoked(RevocationDetails)
    }
}

struct OCSPCreateRequest: CommandRequest {
    let path: String
    let ca: String
    let caKey: KeyLocation
    let digest: DigestAlgorithm?
    let status: OCSPResponse.Answer.Status
    let now: Timestamp
    let nextUpdate: Timestamp
    let output: Output

    init(_ arguments: ParsedArguments) throws {
        path = arguments[OCSPCreate.file] ?? "-"
        ca = arguments[CAFlags.requiredCA]
        caKey = SigningFlags.location(
            arguments[CAFlags.requiredKey], OCSPCreate.passphrase.origin(arguments), arguments)
        digest = arguments[SigningFlags.digest]
        let now = try arguments.clock.now()
        self.now = now
        nextUpdate = try now.next(after: arguments[OCSPCreate.duration])
        switch arguments[OCSPCreate.status] {
        case .good: status = .good
        case .unknown: status = .unknown
        case .revoked(let details):
            let reason = details.reason == .unspecified ? nil : details.reason
            if reason == .removeFromCRL {
                throw CommandError(
                    .usage, "--status: removeFromCRL is only for delta lists (RFC 5280 §5.3.1)")
            }
            status = .revoked(
                at: try details.second(now, "--status") ?? now.seconds, reason: reason?.rawValue)
        }
        output = Output(arguments)
    }
}

extension ValueFormat where Result == OCSPCreate.Status {
    fileprivate static var status: Self {
        let words = ["good", "unknown", "revoked"]
        return Self(
            "STATUS", .suggestion(words.map { Value.Choice($0) }), text: { "\($0)" }
        ) { word in
            switch word {
            case "good": return .good
            case "unknown": return .unknown
            case "revoked": return .revoked(.none)
            default:
                if word.hasPrefix("good:") || word.hasPrefix("unknown:") {
                    throw InvalidValue.because("only revoked can have a reason and a time")
                }
                guard word.hasPrefix("revoked:") else { throw InvalidValue.unknown(word, among: words) }
                return .revoked(try RevocationDetails(typed: word.dropFirst("revoked:".count)))
            }
        }
    }
}

extension OCSPCreate {
    static func run(_ request: OCSPCreateRequest) throws -> ExitStatus {
        try request.output.refuseTerminal(.der)
        let inputs = InputFiles()
        let certificate = try CertificateFiles(inputs, pkcs12: request.caKey.opening).readLeaf(request.path)
        let issuer = try inputs.issuer(request.ca, request.caKey, for: [], at: request.now)
        issuer.warnIfNotValid(at: request.now, request.ca)
        guard issuer.certificate.hasIssued(certificate) else {
            throw CommandError(.badInput, "the CA did not sign this certificate, so it cannot answer for it")
                .about(sourceName(request.path))
        }
        try about(sourceName(request.path)) { try issuer.refuseItself(certificate.serialNumber) }
        let response = try OCSPResponse.make(
            issuer: issuer.certificate, certificate: certificate, status: request.status,
            thisUpdate: request.now.seconds, nextUpdate: request.nextUpdate.seconds,
            by: issuer.key, digest: try issuer.key.type.digest(request.digest))
        try request.output.write(.ordinary(response), inputs)
        return .success
    }
}
