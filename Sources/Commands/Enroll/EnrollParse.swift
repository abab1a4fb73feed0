import Arguments
import JSON
import OpenSSL
import Platforms
import System
import Words

enum EnrollParse: SignetCommand {
    enum Format: String, CaseIterable {
        case text, json, env
    }

    /// What the input is said to be.
    enum Kind: String, CaseIterable {
        case auto, nevis
        case nevisLink = "nevis-link"
        case sls

        var mayBeLink: Bool { self == .auto || self == .nevisLink }

        /// What is expected, for errors.
        var content: String {
            switch self {
            case .auto: "a response, a link or a dispatch token"
            case .nevis: "a response of Nevis or a push message"
            case .nevisLink: "a link or a dispatch token"
            case .sls: "an answer of a Secure Login Server"
            }
        }

        fileprivate var summary: String {
            switch self {
            case .auto: "detected from the content"
            case .nevis:
                "a response of Nevis Authentication Cloud (enrolment, approval or status), or a push message"
            case .nevisLink: "an enrolment link, or a dispatch token by itself"
            case .sls: "the answer of SAP's Secure Login Server to a log-in"
            }
        }
    }

    static let input = Operand(
        .input,
        "a file, a link or a dispatch token; standard input if omitted or `-`"
    )
    .proposed(for: "in")
    static let kind = Flag(
        "kind", .choice("KIND", Kind.allCases, summary: \.summary) { $0.rawValue }, default: .auto,
        group: "Input",
        "the kind of input")
    static let field = Flag(
        "field", .text("NAME"), group: "Output", "print only the value of this field",
        details: [
            """
            NAME is a path: names of members and indices of arrays, counted from 0, separated by dots. It is looked up \
            in the document that `--json` prints, and then in its `response`: `enrollment.statusToken`, \
            `authenticators.0.name`, `link.host`. A string is printed verbatim, anything else as JSON.
            """,
            .paragraph(EnrollVariables.terminalRule),
        ])
    static let format = Flag(
        "format", .choice("FORMAT"), default: Format.text, group: "Output",
        "print a report, JSON, or variables for a shell")
    static let json = Flag("json", group: "Output", "the same as --format json")
    static let imageOut = Flag(
        "qr-out", .output, group: "Output", "write the image of the QR code to FILE",
        details: [
            "The image is written byte for byte as the response has it, with mode 0600. `qrCode.type` is its type."
        ])
    static let showCode = Flag(
        "show-qr", group: "Output", "draw a QR code of the link below the report")

    static let declaration = Command(
        name: "parse",
        summary: "show the fields of an enrolment or an approval",
        discussion: [
            """
            Reads what an identity platform answers to an enrolment or an approval (Nevis Authentication Cloud), or to a \
            log-in (SAP Secure Login Server), checks it, and shows its parts: all members of the response, the link and the server that it \
            leads to, the dispatch token in the link, the image of the QR code, and the parameters for a certificate.
            """,
            """
            The input is a credential: whoever has the link, the code or the dispatch token can enrol a device, or \
            approve, in the user's place. The output contains them; error messages never do. On a shared machine, give a link on \
            standard input, because other users can see arguments in the list of processes.
            """,
        ],
        operands: [input],
        flags: [kind, field, format, json, imageOut, SharedFlags.force, showCode, SharedFlags.help],
        rules: [
            .atMostOne(field, format, json),
            .excludes(showCode, field, json, format.isOne(of: .json, .env)),
            .requires(SharedFlags.force, imageOut),
        ],
        examples: [
            Example("Show a response", "signet enroll parse response.json"),
            Example(
                "Print the token for status requests",
                "signet enroll parse --field enrollment.statusToken response.json"),
            Example(
                "Set variables in a script",
                "vars=$(signet enroll parse --format env response.json) && eval \"$vars\""),
            Example(
                "Show the code, to scan it from the screen", "signet enroll parse --show-qr response.json"),
            Example(
                "Print the URL that redeems a link",
                "printf '%s\\n' \"$LINK\" | signet enroll parse --field dispatchToken.nma_data.redeem_url"),
        ],
        exitStatuses: .standard(
            badInput: "not a response or link of the platform, or the requested part is missing"),
        sections: manual,
        seeAlso: ["signet-nevis(7)", "signet-sls(7)", "signet-csr-create(1)"])
}

/// What the operand names. A text that may be a credential in the wrong place is never taken for a file's name, which an
/// error would repeat.
enum EnrollInput: Sendable {
    case link(String)
    case token(String)
    case file(String)
}

extension ValueFormat where Result == EnrollInput {
    fileprivate static var input: Self {
        Self("FILE|URI", .file) { word in
            if word.hasPrefix("{") {
                throw InvalidValue.because(
                    "expected a file, a link or -, found JSON",
                    hint: "give it on standard input: signet enroll parse < FILE")
            }
            return EnrollmentLink.isURI(word)
                ? .link(word) : DispatchToken.isLikely(word) ? .token(word) : .file(word)
        }
    }
}

struct EnrollParseRequest: CommandRequest {
    let input: EnrollInput
    let kind: EnrollParse.Kind
    let field: FieldPath?
    let format: EnrollParse.Format
    let imageOut: String?
    let mayReplace: Bool
    let showsCode: Bool

    init(_ arguments: ParsedArguments) throws {
        input = arguments[EnrollParse.input] ?? .file("-")
        kind = arguments[EnrollParse.kind]
        field = arguments[EnrollParse.field].map(FieldPath.init)
        format = arguments[EnrollParse.json] ? .json : arguments[EnrollParse.format]
        imageOut = arguments[EnrollParse.imageOut]
        mayReplace = arguments[SharedFlags.force]
        showsCode = arguments[EnrollParse.showCode]
        if kind.mayBeLink { return }
        switch input {
        case .link:
            throw CommandError(
                .usage, "--kind \(kind.rawValue) requires a file, found a link",
                hint: "use ./NAME if that is the name of a file")
        case .token:
            throw CommandError(.usage, "--kind \(kind.rawValue) requires a file, found a dispatch token")
        case .file: return
        }
    }
}

extension EnrollParse {
    static func run(_ request: EnrollParseRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let enrollment = try Enrollment(reading: request.input, request.kind, inputs)
        var outputs = Outputs(mayReplace: request.mayReplace)
        outputs.flagForSecret = nil
        outputs.holdsKeys = false
        let text = try text(of: enrollment, request)
        let isSecret = enrollment.credentials.contains(where: text.has)
        outputs.add(
            isSecret ? .secret(Secret(copying: text.utf8.span)) : Outputs.Content(text: text), to: nil)
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
            throw CommandError(
                .badInput, "a value has characters that control a terminal or are invisible",
                hint: "use --json, or send the output to a file or a pipe")
        }
        return text
    }
}
