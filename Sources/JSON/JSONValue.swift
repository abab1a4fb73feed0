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

    /// For sentences: `a string`.
    package var words: String {
        switch self {
        case .null: "null"
        case .boolean: "a boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
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

extension JSONValue {
    /// Whether both texts mean the same: strings byte by byte, numbers by value (`1.0` is 1), arrays element by
    /// element, and objects by name, in any order.
    package func hasSameValue(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.bool(let mine), .bool(let theirs)): mine == theirs
        case (.number(let mine), .number(let theirs)): mine.hasSameValue(as: theirs)
        case (.string(let mine), .string(let theirs)): mine.utf8.elementsEqual(theirs.utf8)
        case (.array(let mine), .array(let theirs)):
            mine.count == theirs.count && zip(mine, theirs).allSatisfy { $0.hasSameValue(as: $1) }
        case (.object(let mine), .object(let theirs)):
            // A parsed object has no name twice.
            mine.members.count == theirs.members.count
                && mine.members.allSatisfy { member in
                    theirs[member.name].map { member.value.hasSameValue(as: $0) } ?? false
                }
        case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
        }
    }
}

/// A path from an object to a value in it, as users type it: `payload.claims`, `events.0.token`.
///
/// A step is the name of a member. In an array, it is an index from 0. No step can have a dot in its name.
package struct JSONPath: Sendable {
    package struct Step: Sendable {
        package let name: MemberName
        /// Digits alone: no sign, no index in two spellings.
        package let index: Int?

        init(_ text: String) {
            name = MemberName(text)
            index = Int(text).flatMap { $0 >= 0 && String($0) == text ? $0 : nil }
        }
    }

    /// As it was typed.
    package let text: String
    package let steps: [Step]

    package init(_ text: String) {
        self.text = text
        // Even an empty text has one step.
        steps = text.split(separator: ".", omittingEmptySubsequences: false).map { Step(String($0)) }
    }
}
