import Testing

@testable import JSON

/// The error that a text is refused with, nil when it is accepted. The scanner's own check of a value and the
/// tree reader must agree on it, so every test of a rule is a test of both.
func refusal(
    of bytes: [UInt8], limits: JSONLimits = .standard, sourceLocation: SourceLocation = #_sourceLocation
) -> JSONError? {
    let byReader = error { () throws(JSONError) in _ = try JSONDocument(parsing: bytes, limits: limits) }
    let byScanner = error { () throws(JSONError) in
        var scanner = JSONScanner(limits: limits)
        try scanner.beginText(in: bytes.span)
        try scanner.skipValue(scanner.nextKind(in: bytes.span), in: bytes.span)
        try scanner.endText(in: bytes.span)
    }
    #expect(byReader == byScanner, sourceLocation: sourceLocation)
    return byReader
}

func refusal(
    of text: String, limits: JSONLimits = .standard, sourceLocation: SourceLocation = #_sourceLocation
) -> JSONError? {
    refusal(of: Array(text.utf8), limits: limits, sourceLocation: sourceLocation)
}

extension JSONDocument {
    init(parsing text: String) throws { try self.init(parsing: Array(text.utf8)) }
}

func error(_ body: () throws(JSONError) -> Void) -> JSONError? {
    do {
        try body()
        return nil
    } catch {
        return error
    }
}

/// Of a string value: its scalars, which unlike `String` do not compare by canonical equivalence.
func scalars(of text: String) throws -> [Unicode.Scalar]? {
    try JSONDocument(parsing: text).root.stringValue.map { Array($0.unicodeScalars) }
}
