import JSON
import System

extension EnrollParse {
    static func run(_ request: EnrollParseRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let enrollment = try Enrollment(reading: request.input, request.kind, inputs)
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.add(Outputs.Content(text: try text(of: enrollment, request)), to: nil)
        if let path = request.imageOut {
            outputs.add(.secret(try about(enrollment.source) { try enrollment.imageFile() }), to: path)
        }
        for warning in enrollment.warnings { Console.warn("\(enrollment.source): \(warning.words)") }
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func text(of enrollment: Enrollment, _ request: EnrollParseRequest) throws -> String {
        let report = enrollment.report
        if let field = request.field {
            return try about(enrollment.source) { try verbatim(field.text(from: report.json)) }
        }
        switch request.format {
        case .text: return try report.text + (request.showsCode ? "\n" + enrollment.drawnCode() : "")
        case .json: return JSONWriter.string(report.json) + "\n"
        case .env:
            return try about(enrollment.source) { try verbatim(EnrollVariables.assignments(report.json)) }
        }
    }

    /// A text that is printed as the platform sent it: not to a terminal that would interpret it.
    private static func verbatim(_ text: String) throws -> String {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if StandardStreams.outputIsTerminal, lines.contains(where: { $0 != String($0).printable(upTo: .max) })
        {
            throw Failure(
                .badInput, "a value has characters that control a terminal or are invisible",
                hint: "use --json, or send the output to a file or a pipe")
        }
        return text
    }
}
