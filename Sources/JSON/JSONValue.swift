/// A value (RFC 8259 §3): objects keep the order of their members, numbers their spelling.
///
/// Not `Equatable`: `String` compares by canonical equivalence, and two values that differ in bytes have
/// different signatures. Compare what `JSONWriter` makes of them.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The six kinds of value (RFC 8259 §3), `false` and `true` being one.
package enum JSONKind: Sendable {
    case null, boolean, number, string, array, object
}

extension JSONValue {
    package var numberValue: JSONNumber? {
        if case .number(let value) = self { value } else { nil }
    }

    package var stringValue: String? {
        if case .string(let value) = self { value } else { nil }
    }

    package var arrayValue: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    package var objectValue: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    package var kind: JSONKind {
        switch self {
        case .null: .null
        case .bool: .boolean
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    /// An integer, spelt plainly.
    package static func integer(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
}

extension JSONValue {
    /// Parses a text that holds secrets. The strings of the members named are checked and then left where they
    /// are: their values here are empty, and their ranges, in `bytes` without the white space before the
    /// value, say where they stand.
    ///
    /// - Returns: the value, and where it begins in `bytes`.
    package static func parse(
        _ bytes: Span<UInt8>, withholding names: Set<String>, limits: JSONLimits = .standard
    ) throws(JSONError) -> (value: JSONValue, start: Int) {
        var reader = JSONReader(limits: limits, depth: 0, withholding: names)
        let (value, range) = try reader.readText(in: bytes)
        return (value, range.lowerBound)
    }
}
