/// A value (RFC 8259 §3). Objects keep the order of their members, and numbers their spelling.
///
/// It is not `Equatable`, because `String` compares by canonical equivalence, and values that differ in bytes have
/// different signatures. Compare the output of `JSONWriter` instead.
package enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([JSONValue])
    case object(JSONObject)
}

/// The six kinds of value (RFC 8259 §3); `false` and `true` are one kind.
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

    /// An integer, written without fraction and exponent.
    package static func integer(_ value: Int64) -> JSONValue { .number(JSONNumber(value)) }
}

extension JSONValue {
    /// Parses a text that contains secrets. The strings of the named members are checked but not copied: their values
    /// are empty. Their ranges give their positions in `bytes`, relative to the start of the value.
    ///
    /// - Returns: the value, and the index in `bytes` at which it begins.
    package static func parse(
        _ bytes: Span<UInt8>, withholding names: Set<String>, limits: JSONLimits = .standard
    ) throws(JSONError) -> (value: JSONValue, start: Int) {
        var reader = JSONReader(limits: limits, depth: 0, withholding: names)
        let (value, range) = try reader.readText(in: bytes)
        return (value, range.lowerBound)
    }
}
