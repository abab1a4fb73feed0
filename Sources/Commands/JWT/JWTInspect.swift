import Arguments
import JOSE
import JSON
import System

enum JWTInspect: SignetCommand {
    static let declaration = Command(
        name: "inspect",
        synonyms: [
            "decode", "inspect", "jwt decode", "jwt parse", "jwt print", "jwt show", "jwt view", "jwt debug",
        ],
        summary: "decode a token without verifying it",
        discussion: [
            """
            Shows the header and the payload of a token or of an unsigned prototype. Nothing is verified: anybody could \
            have written them. Use `signet jwt verify` to find out whether a token can be trusted.
            """
        ],
        operands: [TokenFlags.token],
        flags: [TokenFlags.input, SharedFlags.json, SharedFlags.timeUnit, SharedFlags.at, SharedFlags.help],
        rules: [.excludesOperands(TokenFlags.input)],
        examples: [
            Example("Show a token", "signet jwt inspect --in token.txt"),
            Example("Print one claim", "signet jwt inspect --json --in token.txt | jq -r .payload.sub"),
        ],
        exitStatuses: .standard(badInput: "the input is not a token"),
        sections: [
            Section(
                "JSON",
                [
                    .definitions([
                        ("verified", "always `false`"),
                        ("signed", "whether there is a signature; a prototype has none"),
                        ("header", "the header, verbatim"),
                        ("payload", "the payload, if it is JSON"),
                        ("payloadBase64url", "the payload in base64url, if it is not JSON"),
                        (
                            "lifetimeSeconds",
                            "whole seconds from `iat` (or `nbf`, if there is no `iat`) to `exp`; left out if unknown"
                        ),
                        ("signature", "the signature in base64url"),
                    ])
                ]),
            Section(
                "Times",
                [
                    """
                    The text ends with `iat`, `nbf` and `exp` as dates, their distance from now, and the lifetime of the \
                    token: an ID token is often valid for an hour, a refresh token for a month. Numbers that would be \
                    times after the year 5138 are probably milliseconds; use `--time-unit ms` to read them.
                    """
                ]),
        ],
        seeAlso: ["signet-jwt-verify(1)", "signet-jwt-sign(1)"])
}

struct JWTInspectRequest: CommandRequest {
    let input: TokenLocation
    let clock: Clock
    let timeUnit: TimeUnit
    let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        input = try TokenFlags.location(arguments, TokenFlags.token, of: .tokenOrPrototype)
        clock = try arguments.clock
        timeUnit = arguments[SharedFlags.timeUnit] ?? .seconds
        isJSON = arguments[SharedFlags.json]
    }
}

extension JWTInspect {
    static func run(_ request: JWTInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let parts = try decode(try TokenInput(request.input, inputs, .tokenOrPrototype))
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
            times = document.root.objectValue.map { TokenTimes($0, unit: request.timeUnit) }
        } else {
            report.add(
                "payloadBase64url", .string(Base64URL.string(parts.payload)))
        }
        if let lifetime = times?.lifetime {
            report.add("lifetimeSeconds", .number(JSONNumber(lifetime.microseconds / 1_000_000)))
        }
        if let signature = parts.signature {
            report.add("signature", .string(Base64URL.string(signature)))
        }
        try Output.standard.write(
            request.isJSON
                ? Outputs.Content(line: JSONWriter.bytes(report.json))
                : Outputs.Content(
                    text: try text(parts, payload, times?.text(now: request.clock.now()) ?? "")),
            inputs)
        return .success
    }

    private typealias Parts = (header: Header, payload: [UInt8], signature: [UInt8]?)

    private static func decode(_ input: TokenInput) throws -> Parts {
        try input.refuseEmpty()
        return try input.about {
            if input.hasSeveralLines { throw CommandError(.badInput, TokenInput.severalLines) }
            return try parts(input.trimmed)
        }
    }

    private static func parts(_ text: [UInt8]) throws(CompactToken.ParsingError) -> Parts {
        let prototype: Prototype
        do {
            prototype = try Prototype(parsing: text.span)
        } catch {
            guard case .parts = error else { throw error }
            let token = try CompactToken(parsing: text)
            return (token.header, token.payload, token.signature)
        }
        var payload: [UInt8] = []
        try prototype.decodePayload(in: text.span, into: &payload)
        return (try prototype.header(in: text.span), payload, nil)
    }

    private static func text(
        _ parts: Parts, _ payload: Result<JSONDocument, JSONError>, _ times: String
    ) -> String {
        var text = "NOT VERIFIED: anybody could have written this.\n\nheader\n"
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
