import JSON
import OpenSSL
import PKI

extension CSRInspect {
    static func run(_ request: CSRInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let found = try inputs.certificateRequest(at: request.path)
        let report = try about(sourceName(request.path)) { try Self.report(found) }
        var outputs = Outputs(mayReplace: false)
        outputs.add(report.content(isJSON: request.isJSON), to: nil)
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func report(_ request: Request) throws -> Report {
        let verdict = request.verifySignature()
        let extensions = try request.extensions()
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

extension InputFiles {
    /// - Parameter path: a file, or `-`.
    func certificateRequest(at path: String) throws -> Request {
        try decode(path, upTo: Limits.requestFileBytes, as: .request) { bytes in
            try bytes.withBytes { try Request.read($0) }
        }
    }
}

extension Request.SignatureVerdict {
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
