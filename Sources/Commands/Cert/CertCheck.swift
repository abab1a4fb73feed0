import Arguments
import JSON
import PKI
import System

enum CertCheck: SignetCommand {
    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = CertCheckInputs(arguments)
        let request = try CertCheckRequest(arguments, inputs)
        let checker = CertificateChecker(request.settings)
        var certificates: [CheckedCertificate] = []
        var failures: [(path: String, failure: Failure)] = []
        for path in request.paths {
            // One that cannot be read does not hide what is to be said of the others.
            do {
                let found = try inputs.certificates(path)
                for (index, report) in checker.reports(of: found).enumerated() {
                    certificates.append(
                        CheckedCertificate(
                            path: path, number: index + 1, isAlone: found.count == 1, report: report,
                            time: request.settings.time))
                }
            } catch {
                let failure = Failure(error)
                Console.show(failure)
                failures.append((path, failure))
            }
        }
        let report = CertCheckReport(
            certificates: certificates, failures: failures, settings: request.settings)
        var outputs = Outputs(mayReplace: false)
        if arguments.has("json") {
            outputs.add(Outputs.Content(line: JSONWriter.bytes(report.json)), to: nil)
        } else if !certificates.isEmpty {
            outputs.add(Outputs.Content(text: report.text), to: nil)
        }
        try outputs.write(inputs: inputs.inputs)
        if let worst = failures.map(\.failure.status.rawValue).max() {
            return ExitStatus(rawValue: worst) ?? .bug
        }
        return report.isPassed ? .success : .no
    }
}
