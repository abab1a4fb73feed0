import JOSE
import JSON
import OpenSSL
import PKI
import System

extension CertCheck {
    static func run(_ request: CertCheckRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let files = CertificateFiles(inputs, pkcs12: request.pkcs12)
        let settings = try settings(request, inputs, files)
        if let batch = request.batch {
            inputs.forgetSecrets()
            return try run(batch, allowsEmpty: request.allowsEmpty, settings, request.clock, inputs)
        }
        var run = CertCheckRun(files, settings, isQuiet: request.isQuiet)
        try run.check(request.paths)
        let report = run.report
        var outputs = Outputs(mayReplace: request.mayReplace)
        if request.isQuiet {
            return report.exitStatus
        }
        if request.isJSON {
            outputs.add(Outputs.Content(line: JSONWriter.bytes(report.json)), to: request.out)
        } else if !report.certificates.isEmpty {
            outputs.add(Outputs.Content(text: report.text), to: request.out)
        }
        try outputs.write(inputs: inputs)
        return report.exitStatus
    }

    private static func run(
        _ batch: BatchRequest, allowsEmpty: Bool, _ settings: CheckSettings, _ clock: Clock,
        _ inputs: InputFiles
    ) throws -> ExitStatus {
        let run = BatchRun(batch, .checking(allowsEmpty: allowsEmpty))
        if let record = run.record {
            return try run.run(inputs, cost: .medium, backend: nil) {
                RecordLines(CertificateLines(settings, clock), record, .string)
            }
        }
        return try run.run(inputs, cost: .medium, backend: nil) { CertificateLines(settings, clock) }
    }

    /// The settings with everything but the certificates themselves read.
    private static func settings(
        _ request: CertCheckRequest, _ inputs: InputFiles, _ files: CertificateFiles
    ) throws -> CheckSettings {
        var settings = request.settings
        if let location = request.key {
            settings.request(.key(try inputs.certificateKey(at: location)))
        }
        if let profile = request.profile {
            settings.request(.profile(profile))
            settings.request(.profileCA(profile))
        }
        settings.roots = try request.roots?.flatMap(files.trustAnchors)
        settings.untrusted = try request.untrusted.flatMap(files.read)
        settings.revocationLists = try request.revocationLists?.flatMap(inputs.revocationLists)
        settings.responses = try request.responses.map { paths in
            ResponseIndex(try paths.map { try response($0, inputs) })
        }
        return settings
    }

    private static func response(_ path: String, _ inputs: InputFiles) throws -> OCSPResponse {
        try inputs.decode(path, upTo: Limits.responseFileBytes, as: .response) { bytes in
            try bytes.withBytes { try OCSPResponse.read($0) }
        }
    }
}
