/// Builds the tree of a text with `JSONScanner`. It recurses once per level, up to the depth limit.
struct JSONReader {
    private var scanner: JSONScanner
    /// The index at which the value begins; ranges are relative to it.
    private var origin = 0
    private let withheld: Set<String>

    init(limits: JSONLimits, depth: Int, withholding withheld: Set<String> = []) {
        scanner = JSONScanner(depth: depth, limits: limits)
        self.withheld = withheld
    }

    /// The one value of the text and its range in `bytes`.
    mutating func readText(in bytes: Span<UInt8>) throws(JSONError) -> (root: JSONValue, range: Range<Int>) {
        try scanner.beginText(in: bytes)
        origin = scanner.position
        let root = try readValue(in: bytes)
        let end = scanner.position
        try scanner.endText(in: bytes)
        return (root, origin..<end)
    }

    private mutating func readValue(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        switch try scanner.nextKind(in: bytes) {
        case .null:
            try scanner.scanNull(in: bytes)
            return .null
        case .boolean:
            return .bool(try scanner.scanBoolean(in: bytes))
        case .number:
            let range = try scanner.scanNumber(in: bytes)
            return .number(JSONNumber(scanned: ScannedString.string(range, in: bytes)))
        case .string:
            return .string(try scanner.scanString(in: bytes).value(in: bytes))
        case .array:
            return .array(try readElements(in: bytes))
        case .object:
            return .object(JSONObject(parsed: try readMembers(in: bytes)))
        }
    }

    /// Checks a value. If it is a string, its characters are not copied out of the text.
    private mutating func readWithheld(in bytes: Span<UInt8>) throws(JSONError) -> JSONValue {
        guard try scanner.nextKind(in: bytes) == .string else { return try readValue(in: bytes) }
        _ = try scanner.scanString(in: bytes)
        return .string("")
    }

    private mutating func readElements(in bytes: Span<UInt8>) throws(JSONError) -> [JSONValue] {
        var elements: [JSONValue] = []
        var hasElement = try scanner.openArray(in: bytes)
        while hasElement {
            elements.append(try readValue(in: bytes))
            hasElement = try scanner.nextElement(in: bytes)
        }
        return elements
    }

    private mutating func readMembers(in bytes: Span<UInt8>) throws(JSONError) -> [JSONObject.Member] {
        var members: [JSONObject.Member] = []
        var places = MemberPlaces()
        var hasMember = try scanner.openObject(in: bytes)
        while hasMember {
            let name = try scanner.scanName(in: bytes)
            try places.refuseDuplicate(name, in: bytes)
            let start = scanner.position
            let text = name.value(in: bytes)
            let value = try withheld.contains(text) ? readWithheld(in: bytes) : readValue(in: bytes)
            let range = start..<scanner.position
            places.append(name, value: range)
            members.append(
                JSONObject.Member(
                    name: text, value: value,
                    nameRange: name.range.moved(by: -origin), valueRange: range.moved(by: -origin)))
            hasMember = try scanner.nextMember(in: bytes)
        }
        return members
    }
}

extension Range<Int> {
    func moved(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
