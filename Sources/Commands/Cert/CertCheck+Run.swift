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
            let run = BatchRun(batch, .checking)
            return try run.answer(inputs, cost: .medium, backend: nil, .string) { [clock = request.clock] in
                CertificateLines(settings, clock)
            }
        }
        var run = CertificateFileChecks(files, settings, isQuiet: request.isQuiet)
        try run.check(request.paths)
        let report = run.report
        if !request.isQuiet, request.isJSON || !report.certificates.isEmpty {
            let content =
                request.isJSON
                ? Outputs.Content(line: JSONWriter.bytes(report.json)) : Outputs.Content(text: report.text)
            try request.output.write(content, inputs)
        }
        return report.exitStatus
    }

    /// The settings with everything but the certificates themselves read.
    private static func settings(
        _ request: CertCheckRequest, _ inputs: InputFiles, _ files: CertificateFiles
    ) throws -> CheckSettings {
        var settings = request.settings
        if let location = request.key {
            settings.request(.key(try inputs.publicKey(at: location)))
        }
        if let profile = request.profile {
            settings.request(.profile(profile))
            settings.request(.profileCA(profile))
        }
        settings.roots = try request.roots?.flatMap(files.trustAnchors)
        settings.untrusted = try request.untrusted.flatMap { try files.read($0, as: .chain) }
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

/// Reads and checks one file after the other. What cannot be read is reported, and the others are still checked.
struct CertificateFileChecks {
    private let files: CertificateFiles
    private let checker: CertificateChecker
    private let showsProgress: Bool
    private(set) var report: CertCheckReport

    /// - Parameter isQuiet: whether no progress is shown.
    init(_ files: CertificateFiles, _ settings: CheckSettings, isQuiet: Bool) {
        self.files = files
        showsProgress = StandardStreams.errorIsTerminal && !isQuiet
        checker = CertificateChecker(settings)
        report = CertCheckReport(settings: settings)
    }

    /// - Parameter paths: files and folders; `-` is standard input.
    mutating func check(_ paths: [String]) throws {
        let places = paths.map { ($0, below: $0 != "-" && Folder.exists($0) ? FilesBelow($0) : nil) }
        let total = places.reduce(0) { $0 + ($1.below?.paths.count ?? 1) }
        let progress = try Progress("checked", "file", isShown: showsProgress && total > 1)
        progress.clearLineOnSignal()
        var count = 0
        for (path, below) in places {
            let countBefore = report.certificates.count + report.others.failures.count
            below?.noteLinks()
            for error in below?.failures ?? [] { report.others.fail(error.path ?? path, error) }
            for file in below?.paths ?? [path] {
                check(file, isOfFolder: below != nil)
                count += 1
                progress.show(count, fraction: Double(count) / Double(total))
            }
            if report.certificates.count + report.others.failures.count == countBefore {
                report.others.fail(
                    path, CommandError(.badInput, "the folder contains no certificates").about(path))
            }
        }
        try progress.finish(count)
    }

    private mutating func check(_ path: String, isOfFolder: Bool) {
        do {
            let found = try isOfFolder ? files.readForCheck(path) : files.read(path)
            if found.isEmpty { report.others.ignored.append(path) }
            for (index, certificate) in checker.reports(of: found).enumerated() {
                let verdict = CertificateVerdict(report: certificate, time: report.settings.time)
                report.certificates.append(
                    CheckedCertificate(
                        path: path, number: index + 1, isAlone: found.count == 1, verdict: verdict))
            }
        } catch {
            report.others.fail(path, error)
        }
    }
}
