import JOSE
import JSON
import System

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
        var outputs = Outputs(mayReplace: false)
        outputs.add(
            request.isJSON
                ? Outputs.Content(line: JSONWriter.bytes(report.json))
                : Outputs.Content(
                    text: try text(parts, payload, times?.text(now: request.clock.now()) ?? "")),
            to: nil)
        try outputs.write(inputs: inputs)
        return .success
    }

    private typealias Parts = (header: Header, payload: [UInt8], signature: [UInt8]?)

    private static func decode(_ input: TokenInput) throws -> Parts {
        try input.refuseEmpty()
        return try input.about {
            if input.hasSeveralLines { throw Failure(.badInput, TokenInput.severalLines) }
            return try parts(input.trimmed)
        }
    }

    private static func parts(_ text: [UInt8]) throws(CompactToken.Failure) -> Parts {
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
