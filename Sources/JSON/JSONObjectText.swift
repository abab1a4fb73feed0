/// The text of an object, edited by splicing: what is not replaced keeps its bytes, order and spelling.
///
/// A claims file signed with a new `exp` is still the user's file.
package struct JSONObjectText: Sendable {
    /// The text, without white space around the object.
    package private(set) var bytes: [UInt8]
    /// What the text says now; ranges are relative to `bytes`.
    package private(set) var object: JSONObject
    private let limits: JSONLimits

    /// - Throws: what `JSONDocument` throws, or `notAnObject` at the value.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        let document = try JSONDocument(parsing: bytes, limits: limits)
        guard let object = document.root.objectValue else {
            var scanner = JSONScanner(limits: limits)
            scanner.skipWhiteSpace(in: bytes.span)
            throw JSONError(.notAnObject, at: scanner.position, in: bytes.span)
        }
        self.bytes = document.bytes
        self.object = object
        self.limits = limits
    }

    /// An object that was built in code, written compactly.
    package init(_ object: JSONObject) {
        self.init(Self.readBack(.object(object)))
    }

    private init(_ document: JSONDocument) {
        bytes = document.bytes
        object = document.root.objectValue ?? JSONObject()
        limits = .standard
    }

    /// `{}`
    package static var empty: JSONObjectText { JSONObjectText(JSONObject()) }

    /// Replaces the value in its place, or appends the member right after the last member's value. The limits
    /// are for texts from outside and do not bind here.
    package mutating func set(_ name: String, to value: JSONValue) {
        splice(name, Self.readBack(value))
    }

    /// The same with a value given as JSON text, which is kept as it is spelt, white space around it dropped.
    ///
    /// - Throws: what is wrong with `json`, at its place in `json`. The limits are those of the whole text.
    package mutating func set(_ name: String, toText json: [UInt8]) throws(JSONError) {
        let text = try JSONDocument(parsing: json, limits: limits, depth: 1)
        var edited = self
        edited.splice(name, text)
        guard edited.bytes.count <= limits.maximumBytes else {
            throw JSONError(.tooLarge(limit: limits.maximumBytes), at: json.count, in: json.span)
        }
        self = edited
    }

    /// The text of a value that was built in code, parsed, because `object` says where each part stands.
    private static func readBack(_ value: JSONValue) -> JSONDocument {
        do {
            let unlimited = JSONLimits(maximumBytes: .max, maximumDepth: .max)
            return try JSONDocument(parsing: JSONWriter.bytes(value), limits: unlimited)
        } catch {
            // Only `JSONObject.members`, changed by hand, can do this. Stopping is better than signing a text
            // that readers refuse, or read differently.
            preconditionFailure("an object was built with \(error)")
        }
    }

    private mutating func splice(_ name: String, _ text: JSONDocument) {
        if let place = object.place(of: name) {
            replace(place, with: text)
        } else {
            append(name, text)
        }
    }

    private mutating func append(_ name: String, _ text: JSONDocument) {
        let written = JSONWriter.bytes(.string(name))
        let last = object.members.last?.valueRange.upperBound
        let nameStart = last.map { $0 + 1 } ?? 1
        let valueStart = nameStart + written.count + 1
        let separator = last == nil ? [] : [ASCII.comma]
        bytes.insert(contentsOf: separator + written + [ASCII.colon] + text.bytes, at: last ?? 1)
        object.members.append(
            JSONObject.Member(
                name: name, value: text.root.moved(by: valueStart),
                nameRange: nameStart..<valueStart - 1,
                valueRange: valueStart..<valueStart + text.bytes.count))
    }

    private mutating func replace(_ place: Int, with text: JSONDocument) {
        let old = object.members[place]
        let start = old.valueRange.lowerBound
        bytes.replaceSubrange(old.valueRange, with: text.bytes)
        object.members[place] = JSONObject.Member(
            name: old.name, value: text.root.moved(by: start), nameRange: old.nameRange,
            valueRange: start..<start + text.bytes.count)
        let distance = text.bytes.count - old.valueRange.count
        guard distance != 0 else { return }
        for later in object.members.indices[(place + 1)...] {
            object.members[later] = object.members[later].moved(by: distance)
        }
    }
}

extension JSONValue {
    /// The same value further on in a text.
    fileprivate func moved(by distance: Int) -> JSONValue {
        switch self {
        case .null, .bool, .number, .string: self
        case .array(let elements): .array(elements.map { $0.moved(by: distance) })
        case .object(let object):
            .object(JSONObject(parsed: object.members.map { $0.moved(by: distance) }))
        }
    }
}

extension JSONObject.Member {
    fileprivate func moved(by distance: Int) -> JSONObject.Member {
        JSONObject.Member(
            name: name, value: value.moved(by: distance), nameRange: nameRange.moved(by: distance),
            valueRange: valueRange.moved(by: distance))
    }
}

extension JSONObjectText {
    /// Removes a member, if it is there, with one of the commas beside it. Everything else keeps its bytes.
    package mutating func remove(_ name: String) {
        guard let place = object.place(of: name) else { return }
        let members = object.members
        let removed: Range<Int>
        if place + 1 < members.count {
            removed = members[place].nameRange.lowerBound..<members[place + 1].nameRange.lowerBound
        } else if place > 0 {
            removed = members[place - 1].valueRange.upperBound..<members[place].valueRange.upperBound
        } else {
            removed = members[place].nameRange.lowerBound..<members[place].valueRange.upperBound
        }
        var text = bytes
        text.removeSubrange(removed)
        // What is left of an object without one of its members is an object.
        self = try! JSONObjectText(parsing: text)
    }
}
