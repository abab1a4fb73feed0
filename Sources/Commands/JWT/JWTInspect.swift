import Arguments
import JOSE
import JSON
import System

enum JWTInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        summary: "decode without verifying, and say so",
        discussion: [
            """
            Shows the header and the payload of a token or of an unsigned prototype. Nothing is verified: anybody can \
            have written what it shows. `signet jwt verify` tells whether it can be trusted.
            """
        ],
        operands: [UntypedOperand(Value("TOKEN"), "the token itself; standard input without it, or for `-`")],
        flags: [TokenInput.inFlag, SharedFlags.json, SharedFlags.timeUnit, SharedFlags.at, SharedFlags.help],
        rules: TokenInput.rules,
        examples: [
            Example("Look into a token", "signet jwt inspect --in token.txt"),
            Example("One claim", "signet jwt inspect --json --in token.txt | jq -r .payload.sub"),
        ],
        exitStatuses: SharedExitStatuses.standard(badInput: "not a token"),
        sections: [
            Section(
                "JSON",
                [
                    .definitions([
                        ("verified", "`false`, always"),
                        ("signed", "whether there is a signature part (a prototype has none)"),
                        ("header", "the header, as it stands in the token"),
                        ("payload", "the payload, if it is JSON"),
                        ("payloadBase64url", "the payload, if it is not JSON"),
                        (
                            "lifetimeSeconds",
                            "whole seconds from `iat`, or from `nbf` where there is no `iat`, to `exp`; missing where that cannot be said"
                        ),
                        ("signature", "the signature, base64url"),
                    ])
                ]),
            Section(
                "Times",
                [
                    """
                    The text ends with what `iat`, `nbf` and `exp` are as dates, how far from now they are, and the \
                    token's lifetime: an ID token is often good for an hour, a refresh token for a month. Numbers \
                    that would be times after the year 5138 are most likely milliseconds, which `--time-unit ms` \
                    reads.
                    """
                ]),
        ],
        seeAlso: ["signet-jwt-verify(1)", "signet-jwt-sign(1)"])

    static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
        let inputs = InputFiles()
        let input = try TokenInput.read(arguments, inputs, what: "the token")
        let now = try arguments.now()
        let parts = try decode(input)
        var report = Report()
        report.add("verified", .bool(false))
        report.add("signed", .bool(parts.signature != nil))
        report.add("header", .object(parts.header.text.object))
        let payload: Result<JSONDocument, JSONError>
        do {
            payload = .success(try JSONDocument(parsing: parts.payload))
        } catch {
            payload = .failure(error)
        }
        var times: TokenTimes?
        if case .success(let document) = payload {
            report.add("payload", document.root)
            times = document.root.objectValue.map { TokenTimes($0, unit: arguments.timeUnit) }
        } else {
            report.add(
                "payloadBase64url", .string(String(decoding: Base64URL.encode(parts.payload), as: UTF8.self)))
        }
        if let lifetime = times?.lifetime {
            report.add("lifetimeSeconds", .number(JSONNumber(lifetime.microseconds / 1_000_000)))
        }
        if let signature = parts.signature {
            report.add("signature", .string(String(decoding: Base64URL.encode(signature), as: UTF8.self)))
        }
        var outputs = Outputs(mayReplace: false)
        if arguments.has("json") {
            outputs.add(Outputs.Content(line: JSONWriter.bytes(report.json)), to: nil)
        } else {
            outputs.add(
                Outputs.Content(text: text(parts, payload, times?.text(now: now) ?? "")), to: nil)
        }
        try outputs.write(inputs: inputs)
        return .success
    }

    private typealias Parts = (header: Header, payload: [UInt8], signature: [UInt8]?)

    private static func decode(_ input: TokenInput) throws -> Parts {
        let text = input.trimmed
        if input.hasSeveralLines {
            throw Failure(.badInput, TokenInput.severalLines).about(input.source)
        }
        do {
            let token = try CompactToken(parsing: text)
            return (token.header, token.payload, token.signature)
        } catch .parts(2) {
            return try saying({ (error: CompactToken.Failure) in Failure(token: error).about(input.source) })
            {
                () throws(CompactToken.Failure) in
                let prototype = try Prototype(parsing: text.span)
                var payload: [UInt8] = []
                try prototype.decodePayload(in: text.span, into: &payload)
                return (try prototype.header(in: text.span), payload, nil)
            }
        } catch {
            throw Failure(token: error).about(input.source)
        }
    }

    private static func text(
        _ parts: Parts, _ payload: Result<JSONDocument, JSONError>, _ times: String
    ) -> String {
        var text = "NOT VERIFIED: anybody can have written this.\n\nheader\n"
        text += JSONWriter.pretty(.object(parts.header.text.object)) + "\n\npayload"
        switch payload {
        case .success(let document):
            text += "\n" + JSONWriter.pretty(document.root) + "\n"
            if !times.isEmpty { text += "\ntimes\n" + times }
        case .failure(let error):
            text += " (\(parts.payload.count) bytes, not JSON: \(error.words))\n"
        }
        text +=
            "\nsignature\n"
            + (parts.signature.map { "  \($0.count) bytes, not checked\n" } ?? "  none: a prototype\n")
        return text
    }
}

extension Failure {
    /// A token, or what should be one, that is bad input.
    init(token error: CompactToken.Failure) {
        self.init(.badInput, error.words.message, hint: error.words.hint)
    }
}
