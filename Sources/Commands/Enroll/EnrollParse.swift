import Arguments
import JSON
import OpenSSL
import System

enum EnrollParse: SignetCommand {
    enum Format: String, CaseIterable {
        case text, json, env
    }

    static let declaration = Command(
        name: "parse",
        summary: "an enrolment response or link into fields",
        discussion: [
            """
            Reads what an identity platform answers to an enrolment, checks it, and takes it apart: all members of the \
            response, the link in it and the server it is for, the dispatch token behind the link, the image of the QR \
            code.
            """,
            """
            What is read is a credential: whoever has the link, the code or the dispatch token can enrol a device in the \
            user's place. The output holds them, because it is what was asked for; error messages never do. Arguments are seen in \
            the list of processes: where others use the machine, give a link by standard input.
            """,
        ],
        operands: [
            UntypedOperand(
                Value("FILE|URI", .file),
                "a file, a link (anything that begins with a scheme and a colon), or `-`; standard input without it"
            )
        ],
        flags: [
            UntypedFlag(
                "kind",
                value: Value(
                    "KIND",
                    .choice([
                        .init("auto", "found out from the content"),
                        .init(
                            "nevis",
                            "a response of Nevis Authentication Cloud, to an enrolment or of its status"),
                        .init("nevis-link", "the link, or the dispatch token alone"),
                        .init("sls", "the answer of SAP's Secure Login Server to a log-in"),
                    ])), default: "auto", group: "Input", "what the input is"),
            UntypedFlag(
                "field", value: Value("NAME"), group: "Output", "print one value and nothing else",
                details: [
                    """
                    NAME is a path: names of members and indices of arrays, counted from 0, with dots between them. It \
                    is looked up in the document that `--json` prints, and then in the `response` there: \
                    `enrollment.statusToken`, `authenticators.0.name`, `link.host`. A string is printed as it is, \
                    anything else as JSON.
                    """
                ]),
            UntypedFlag(
                "format", value: .choice("FORMAT", Format.allCases.map(\.rawValue)), default: "text",
                group: "Output", "report for people, as JSON, or as variables for a shell"),
            UntypedFlag("json", group: "Output", "the same as --format json"),
            UntypedFlag(
                "qr-out", value: .output, group: "Output", "write the image of the QR code to FILE",
                details: [
                    """
                    The image is what the response holds, byte for byte, with mode 0600. Its type is in `qrCode.type`.
                    """
                ]),
            SharedFlags.force,
            UntypedFlag(
                "show-qr", group: "Output", "draw a QR code of the link after the text, for a phone to read"),
            SharedFlags.help,
        ],
        rules: [
            .atMostOne(["field", "format", "json"]), .excludes("show-qr", ["field", "json"]),
            .requires("force", oneOf: ["qr-out"]),
        ],
        examples: [
            Example("What is in it?", "signet enroll parse response.json"),
            Example(
                "The token to ask for the status with",
                "signet enroll parse --field enrollment.statusToken response.json"),
            Example(
                "Variables for a script",
                "vars=$(signet enroll parse --format env response.json) && eval \"$vars\""),
            Example("The code, to scan off the screen", "signet enroll parse --show-qr response.json"),
            Example(
                "Where does this link lead?",
                "printf '%s\\n' \"$LINK\" | signet enroll parse --field dispatchToken.nma_data.redeem_url"),
        ],
        exitStatuses: SharedExitStatuses.standard(
            badInput: "not a response or link of the platform, or without what was asked for"),
        sections: EnrollSections.all,
        seeAlso: ["signet-nevis(7)", "signet-sls(7)", "signet-csr-create(1)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let format: Format = arguments.has("json") ? .json : arguments.choice("format") ?? .text
        if arguments.has("show-qr"), format != .text {
            throw Failure(.usage, "--show-qr goes with --format text")
        }
        let inputs = InputFiles()
        let enrollment = try Enrollment.read(arguments, inputs)
        let report = enrollment.report
        let text: String
        if let field = arguments.value("field") {
            text = try FieldPath(field).print(from: report.json, enrollment.source)
        } else {
            switch format {
            case .text: text = report.text
            case .json: text = JSONWriter.string(report.json) + "\n"
            case .env: text = try EnrollVariables.assignments(report.json, enrollment.source)
            }
        }
        var outputs = Outputs(mayReplace: arguments.has("force"))
        let code = arguments.has("show-qr") ? "\n" + (try enrollment.drawnCode()) : ""
        outputs.add(Outputs.Content(text: text + code), to: nil)
        if let path = arguments.value("qr-out") {
            outputs.add(.secret(try enrollment.imageFile()), to: path)
        }
        for warning in enrollment.warnings { Console.warn("\(enrollment.source): \(warning.words)") }
        try outputs.write(inputs: inputs)
        return .success
    }
}
