import Arguments
import JSON
import OpenSSL
import PKI
import Words

enum CSRInspect: SignetCommand {
    static let file = Operand(.file, "the request; standard input if omitted or `-`")
        .proposed(for: "csr", "in", "i", "file", "input", "req", "request")

    static let declaration = Command(
        name: "inspect",
        synonyms: ["csr print", "csr show", "csr verify", "req -noout", "req -verify"],
        summary: "show the contents of a certificate request, and verify its signature",
        discussion: [
            """
            Shows the contents of a certificate request (PKCS#10). Its signature shows whether the requester has the \
            private key. If it is invalid, or its algorithm is not supported, the report says so, and the exit status is \
            still 0. `signet cert create` refuses such a request.
            """,
            """
            The request may be PEM (`CERTIFICATE REQUEST` or `NEW CERTIFICATE REQUEST`), DER, or DER in base64. The format \
            is detected automatically.
            """,
        ],
        operands: [file],
        flags: [SharedFlags.json, SharedFlags.help],
        examples: [
            Example("Show what a request asks for", "signet csr inspect request.pem"),
            Example(
                "Print only the names", "signet csr inspect --json request.pem | jq -r '.subjectAltNames[]?'"),
            Example(
                "Test whether the signature is valid",
                "signet csr inspect --json request.der | jq -e .signatureValid"),
        ],
        exitStatuses: .standard(badInput: "not a certificate request"),
        sections: [
            Section(
                "JSON",
                [
                    "One object. Members that do not apply to the request are left out.",
                    .definitions([
                        ("subject", "RFC 4514, the most specific part first"),
                        ("signatureValid", "whether the signature is valid"),
                        (
                            "signatureProblem",
                            "`invalid`, or `unknown` if the algorithm or the key is not supported"
                        ),
                        ("signatureAlgorithm", "OpenSSL's name: `sha256WithRSAEncryption`"),
                        ("version", "1, the only version of PKCS#10; `null` for any other"),
                        ("key", "an object: `type`, `bits`, `curve`, `spkiSha256`"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("subjectAltNames", "an array: `dns:example.org`, `ip:192.0.2.1`, …"),
                        ("keyUsage, extendedKeyUsage", "arrays of names; an OID if there is no name"),
                        ("isCA, pathLength", "from basicConstraints; an impossible path length is `null`"),
                        ("extensions", ExtensionReport.jsonNote),
                        (
                            "attributes",
                            "other attributes: objects of `oid` and `values`, DER in hexadecimal"
                        ),
                    ]),
                ])
        ],
        seeAlso: ["signet-csr-create(1)", "signet-cert-create(1)", "signet-cert-inspect(1)"])
}

struct CSRInspectRequest: CommandRequest {
    let path: String
    let isJSON: Bool

    init(_ arguments: ParsedArguments) {
        path = arguments[CSRInspect.file] ?? "-"
        isJSON = arguments[SharedFlags.json]
    }
}

extension CSRInspect {
    static func run(_ request: CSRInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let found = try inputs.certificateRequest(at: request.path)
        let report = try about(sourceName(request.path)) { try Self.report(found) }
        try Output.standard.write(report.content(isJSON: request.isJSON), inputs)
        return .success
    }

    private static func report(_ request: CertificateRequest) throws -> Report {
        let verdict = request.verifySignature()
        let extensions = try request.extensions()
        var report = Report()
        let subject = request.subject
        report.add(
            "subject", "subject", .string(subject.text), text: subject.isEmpty ? "empty" : subject.text)
        report.add("signatureValid", "signature", .bool(verdict == .valid), text: verdict.words)
        if let problem = verdict.problem { report.add("signatureProblem", .string(problem)) }
        report.add("signatureAlgorithm", "signed with", request.signatureAlgorithm)
        report.add(version: request.encodedVersion, atMost: 1, isShown: false)
        try request.keyInfo.add(to: &report)
        let parts = ExtensionReport(extensions)
        parts.addCommon(to: &report)
        parts.addAll(to: &report, label: "extensions")
        let others = request.attributes.filter { !CertificateRequest.extensionRequests.contains($0.oid) }
        if !others.isEmpty {
            report.add(
                "attributes", "attributes",
                .array(
                    others.map { attribute in
                        .object([
                            ("oid", .string(attribute.oid)),
                            ("values", .strings(attribute.values.map { hexadecimal($0) })),
                        ])
                    }),
                lines: others.map {
                    "\($0.oid): \($0.values.map { hexadecimal($0) }.joined(separator: ", "))"
                })
        }
        return report
    }
}

extension InputFiles {
    /// - Parameter path: a file, or `-`.
    func certificateRequest(at path: String) throws -> CertificateRequest {
        try decode(path, upTo: Limits.requestFileBytes, as: .request) { bytes in
            try bytes.withBytes { try CertificateRequest.read($0) }
        }
    }
}

extension CertificateRequest.SignatureVerdict {
    fileprivate var words: String {
        switch self {
        case .valid: "valid"
        case .invalid: "INVALID: the requester may not have the private key"
        case .badKey(let fault): "INVALID: \(fault.message)"
        case .unknown(let reason): "NOT VERIFIED: \(reason)"
        }
    }

    fileprivate var problem: String? {
        switch self {
        case .valid: nil
        case .invalid, .badKey: "invalid"
        case .unknown: "unknown"
        }
    }
}
