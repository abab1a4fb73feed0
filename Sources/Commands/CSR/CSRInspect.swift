import Arguments
import JSON
import OpenSSL
import PKI

enum CSRInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        summary: "what a request asks for, and whether its signature holds",
        discussion: [
            """
            Shows what a certificate request (PKCS#10) asks for, and verifies that whoever made it has the private key. \
            If the signature does not hold, or is by an algorithm that cannot be verified, everything is shown and the exit \
            status is 1.
            """,
            """
            PEM (`CERTIFICATE REQUEST` and `NEW CERTIFICATE REQUEST`), DER and base64 of DER are read, whatever the \
            file's name.
            """,
        ],
        operands: [UntypedOperand(.file, "the request; standard input without it, or for `-`")],
        flags: [SharedFlags.json, SharedFlags.help],
        examples: [
            Example("What does it ask for?", "signet csr inspect request.pem"),
            Example("The names alone", "signet csr inspect --json request.pem | jq -r '.subjectAltNames[]'"),
            Example("Is it well signed?", "signet csr inspect request.der >/dev/null && echo yes"),
        ],
        exitStatuses: [
            ExitStatusNote(0, "the request is well signed"),
            ExitStatusNote(1, "its signature does not hold, or cannot be verified"),
            SharedExitStatuses.usage, ExitStatusNote(3, "not a request"), SharedExitStatuses.file,
            SharedExitStatuses.bug,
        ],
        sections: [
            Section(
                "JSON",
                [
                    "One object. Members about what is not asked for are left out.",
                    .definitions([
                        ("subject", "RFC 4514, the most specific part first"),
                        ("signatureValid", "whether the signature holds"),
                        (
                            "signatureProblem",
                            "`invalid`, or `unknown` where the algorithm or the key is not known"
                        ),
                        ("signatureAlgorithm", "by OpenSSL's name: `sha256WithRSAEncryption`"),
                        ("version", "1, as PKCS#10 has no other; `null` for any other"),
                        ("key", "an object: `type`, `bits`, `curve`, `spkiSha256`"),
                        ("spkiSha256", "SHA-256 of the SubjectPublicKeyInfo, hexadecimal"),
                        ("subjectAltNames", "an array: `dns:example.org`, `ip:192.0.2.1`, …"),
                        ("keyUsage, extendedKeyUsage", "arrays of names, or of numbers without one"),
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

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let path = arguments.operands.first ?? "-"
        let request = try Request.read(path, inputs)
        let verdict = request.verifySignature()
        let report = try report(request, verdict, sourceName(path))
        var outputs = Outputs(mayReplace: false)
        outputs.add(
            arguments.has("json")
                ? Outputs.Content(line: JSONWriter.bytes(report.json)) : Outputs.Content(text: report.text),
            to: nil)
        try outputs.write(inputs: inputs)
        return verdict == .valid ? .success : .no
    }

    private static func report(
        _ request: Request, _ verdict: Request.SignatureVerdict, _ source: String
    ) throws -> Report {
        let extensions = try request.extensions(source)
        var report = Report()
        let subject = request.subject
        report.add(
            "subject", "subject", .string(subject.text), text: subject.isEmpty ? "empty" : subject.text)
        report.add("signatureValid", "signature", .bool(verdict == .valid), text: verdict.words)
        if let problem = verdict.problem { report.add("signatureProblem", .string(problem)) }
        report.add("signatureAlgorithm", "signed with", request.signatureAlgorithm)
        let version = versionNumber(encoded: request.encodedVersion, atMost: 1)
        report.add("version", version.map(JSONValue.integer) ?? .null)
        try request.keyInfo.add(to: &report)
        let parts = ExtensionReport(extensions)
        parts.addCommon(to: &report)
        parts.addAll(to: &report, label: "extensions")
        let others = request.attributes.filter { !Request.extensionRequests.contains($0.oid) }
        if !others.isEmpty {
            report.add(
                "attributes", "attributes",
                .array(
                    others.map { attribute in
                        .object(
                            JSONObject([
                                ("oid", .string(attribute.oid)),
                                ("values", .array(attribute.values.map { .string(hexadecimal($0)) })),
                            ]))
                    }),
                lines: others.map {
                    "\($0.oid): \($0.values.map { hexadecimal($0) }.joined(separator: ", "))"
                })
        }
        return report
    }
}

extension Request {
    /// - Parameter path: a file, or `-`.
    static func read(_ path: String, _ inputs: InputFiles) throws -> Request {
        let text = try inputs.read(path, upTo: Limits.requestFileBytes)
        return try saying({ (error: RequestError) in Failure(request: error).about(sourceName(path)) }) {
            () throws(RequestError) in
            try text.withBytes { (bytes) throws(RequestError) in try Request.read(bytes) }
        }
    }
}

extension Request {
    /// What it asks for.
    ///
    /// - Parameter source: for errors.
    func extensions(_ source: String) throws -> [CertificateExtension] {
        try saying({ (error: RequestError) in Failure(request: error).about(source) }) {
            () throws(RequestError) in
            try extensions()
        }
    }
}

extension Request.SignatureVerdict {
    fileprivate var words: String {
        switch self {
        case .valid: "valid"
        case .invalid: "INVALID: whoever made this need not have the private key"
        case .unknown(let reason): "NOT VERIFIED: \(reason)"
        }
    }

    fileprivate var problem: String? {
        switch self {
        case .valid: nil
        case .invalid: "invalid"
        case .unknown: "unknown"
        }
    }
}
