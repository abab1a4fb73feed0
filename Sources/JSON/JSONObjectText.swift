import Words

/// The text of an object. It is checked completely in one pass without building a tree, and edited by splicing:
/// everything that is not replaced keeps its bytes, order and spelling. A claims file that is signed with a new `exp`
/// is otherwise unchanged.
///
/// `read` reuses the memory of the previous text, so that a batch does not allocate for each line. What each line needs
/// is inlinable: the compiler inlines nothing else into other modules.
@usableFromInline
package struct JSONObjectText: Sendable {
    /// The text, without white space around the object.
    @usableFromInline package private(set) var bytes: [UInt8] = []
    /// The positions of the members in `bytes`.
    @usableFromInline private(set) var members = MemberPlaces()
    private let limits: JSONLimits

    /// `{}`
    package static var empty: JSONObjectText { JSONObjectText(JSONObject()) }

    /// An empty text; call `read` before using it.
    package init(limits: JSONLimits) { self.limits = limits }

    /// - Throws: a `JSONError` with offset, line and column in `bytes` as given; `notAnObject` at the start of any
    ///   other value.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self.init(limits: limits)
        try read(bytes.span)
    }

    /// Writes an object that was built in code, compactly. The limits apply only to texts from outside.
    package init(_ object: JSONObject) {
        self.init(limits: .standard)
        do {
            try read(JSONWriter.bytes(.object(object)).span, limits: .none)
        } catch {
            // This only happens if `JSONObject.members` was changed by hand. Stopping is better than signing a text
            // that readers reject or read differently.
            preconditionFailure("an object was built with \(error)")
        }
    }

    /// Reads another text. After an error, do not use this value until a text has been read without one.
    package mutating func read(_ text: Span<UInt8>) throws(JSONError) {
        try read(text, limits: limits)
    }

    private mutating func read(_ text: Span<UInt8>, limits: JSONLimits) throws(JSONError) {
        members.removeAll()
        var scanner = JSONScanner(limits: limits)
        try scanner.beginText(in: text)
        let start = scanner.position
        guard try scanner.nextKind(in: text) == .object else {
            // If the text is not a value at all, report that error first.
            try scanner.skipValue(scanner.nextKind(in: text), in: text)
            try scanner.endText(in: text)
            throw JSONError(.notAnObject, at: start, in: text)
        }
        var hasMember = try scanner.openObject(in: text)
        while hasMember {
            let name = try scanner.scanName(in: text)
            try members.refuseDuplicate(name, in: text)
            members.append(name, value: try scanner.skipValue(scanner.nextKind(in: text), in: text))
            hasMember = try scanner.nextMember(in: text)
        }
        if start > 0 { members.move(from: 0, by: -start) }
        let end = scanner.position
        try scanner.endText(in: text)
        text.extracting(start..<end).withUnsafeBufferPointer {
            bytes.replaceSubrange(bytes.indices, with: $0)
        }
    }
}

// MARK: looking things up

extension JSONObjectText {
    /// A member that exists. It is invalid once the text has changed.
    @usableFromInline
    package struct Member: Sendable {
        /// In the text.
        @usableFromInline let value: Range<Int>
        @usableFromInline let firstByte: UInt8

        @inlinable
        init(value: Range<Int>, in bytes: [UInt8]) {
            self.value = value
            firstByte = bytes[value.lowerBound]
        }

        @inlinable package var isString: Bool { firstByte == UInt8(ascii: "\"") }
        @inlinable package var isNumber: Bool {
            firstByte == UInt8(ascii: "-") || (0x30...0x39).contains(firstByte)
        }
        /// Whether it is an object or an array.
        @inlinable package var isContainer: Bool {
            firstByte == UInt8(ascii: "{") || firstByte == UInt8(ascii: "[")
        }
    }

    /// The number of members.
    @inlinable package var count: Int { members.places.count }

    /// The name of the member at an index.
    @inlinable
    package func shortName(at index: Int) -> ShortName { ShortName(members.places[index].name) }

    /// The member at an index.
    @inlinable
    package func member(at index: Int) -> Member { Member(value: members.places[index].value, in: bytes) }

    /// Nil if there is no such member.
    package func member(_ name: MemberName) -> Member? {
        members.index(of: name, in: bytes.span).map(member(at:))
    }

    package func has(_ name: MemberName) -> Bool { members.index(of: name, in: bytes.span) != nil }

    /// The same for a name of at most eight bytes, which needs no global.
    @inlinable
    package func has(short name: ShortName) -> Bool {
        members.marks & ScannedString.mark(head: name.head, count: name.count) != 0
            && members.places.contains { ShortName($0.name) == name }
    }

    /// The parsed value of a member; nil if there is no such member.
    package subscript(name: MemberName) -> JSONValue? {
        members.index(of: name, in: bytes.span).map { value(at: members[$0].value) }
    }

    /// The parsed value of a member.
    package func value(of member: Member) -> JSONValue { value(at: member.value) }

    /// What the escapes of small letters begin with.
    private static let escapes = ["\\u006", "\\u007"].map { Array($0.utf8) }

    /// Whether one of the names occurs in the text of a member, or may because letters are escaped.
    ///
    /// - Parameter names: of small letters.
    package func mentions(_ names: [MemberName], in member: Member) -> Bool {
        let text = bytes.span.extracting(member.value)
        return names.contains { text.contains($0.written) } || Self.escapes.contains { text.contains($0) }
    }

    /// Whether a member is an array that contains only strings.
    package func isArrayOfStrings(_ member: Member) -> Bool {
        let text = bytes.span
        var scanner = JSONScanner(at: member.value.lowerBound, limits: .none)
        do {
            guard try scanner.nextKind(in: text) == .array else { return false }
            var hasElement = try scanner.openArray(in: text)
            while hasElement {
                guard try scanner.nextKind(in: text) == .string else { return false }
                _ = try scanner.scanString(in: text)
                hasElement = try scanner.nextElement(in: text)
            }
            return true
        } catch {
            preconditionFailure("a value that was checked is \(error)")
        }
    }

    /// The value of a member times 10^`power`, rounded toward negative infinity; nil if the member is not a number or
    /// the result does not fit. See `JSONNumber.scaled(byPowerOfTen:)`.
    package func scaledNumber(_ member: Member, byPowerOfTen power: Int) -> Int64? {
        guard member.isNumber else { return nil }
        return JSONNumber.roundedDown(bytes.span.extracting(member.value), byPowerOfTen: power)?.value
    }

    /// The position in `bytes` of the value at a path: a member, then a member or an element of its value, and so on.
    /// Nil if there is none.
    package func range(at path: JSONPath) -> Range<Int>? {
        guard let index = members.index(of: path.steps[0].name, in: bytes.span) else { return nil }
        return path.steps.dropFirst().reduce(members[index].value) { range, step in
            range.flatMap { child(step, of: $0) }
        }
    }

    private func child(_ step: JSONPath.Step, of range: Range<Int>) -> Range<Int>? {
        let text = bytes.span
        var scanner = JSONScanner(at: range.lowerBound, limits: .none)
        do {
            switch (try scanner.nextKind(in: text), step.index) {
            case (.object, _):
                var hasMember = try scanner.openObject(in: text)
                while hasMember {
                    let name = try scanner.scanName(in: text)
                    let value = try scanner.skipValue(scanner.nextKind(in: text), in: text)
                    if name.isSame(as: step.name, in: text) { return value }
                    hasMember = try scanner.nextMember(in: text)
                }
            case (.array, let index?):
                var place = 0
                var hasElement = try scanner.openArray(in: text)
                while hasElement {
                    let value = try scanner.skipValue(scanner.nextKind(in: text), in: text)
                    if place == index { return value }
                    place += 1
                    hasElement = try scanner.nextElement(in: text)
                }
            default: break
            }
            return nil
        } catch {
            preconditionFailure("a value that was checked is \(error)")
        }
    }

    /// The UTF-8 of the string at a position that `range(at:)` returned, unescaped; nil if it is another value.
    package func string(at range: Range<Int>) -> [UInt8]? {
        guard bytes[range.lowerBound] == ASCII.quote else { return nil }
        var scanner = JSONScanner(at: range.lowerBound, limits: .none)
        do {
            return try scanner.scanString(in: bytes.span).utf8(in: bytes.span)
        } catch {
            preconditionFailure("a string that was checked is \(error)")
        }
    }

    package func isObject(at range: Range<Int>) -> Bool { bytes[range.lowerBound] == ASCII.openBrace }

    /// Whether it has no member.
    package var isEmpty: Bool { members.places.isEmpty }

    /// The names of the members, in order, unescaped.
    package var memberNames: [String] { members.places.map { $0.name.value(in: bytes.span) } }

    /// The whole object as a tree.
    package var object: JSONObject {
        JSONObject(parsed: members.places.map(member(at:)))
    }

    private func member(at place: MemberPlaces.Place) -> JSONObject.Member {
        JSONObject.Member(
            name: place.name.value(in: bytes.span), value: value(at: place.value),
            nameRange: place.name.range, valueRange: place.value)
    }

    /// Appends the text if it is a single line; otherwise the same object without white space. People and programs
    /// read the output, so invisible characters in it are escaped.
    package func appendLine(to output: inout [UInt8]) {
        // Every line of a batch passes here, and nearly all of them are plain.
        if bytes.span.isVisible {
            output += bytes
        } else if bytes.contains(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            JSONWriter.append(.object(object), to: &output)
        } else {
            JSONWriter.append(text: bytes, to: &output)
        }
    }

    private func value(at range: Range<Int>) -> JSONValue {
        var reader = JSONReader(limits: .none, depth: 0)
        do {
            return try reader.readText(in: bytes.span.extracting(range)).root
        } catch {
            preconditionFailure("a value that was checked is \(error)")
        }
    }
}

// MARK: editing

extension JSONObjectText {
    /// Replaces the value at its position, or appends the member after the last member's value. The limits apply only
    /// to texts from outside.
    package mutating func set(_ name: MemberName, to value: JSONValue) {
        set(name, to: JSONValueText(value))
    }

    /// Sets a member to a value whose text exists already, and which is kept unchanged.
    package mutating func set(_ name: MemberName, to value: JSONValueText) {
        set(name, toText: value.bytes.span)
    }

    /// Sets a member to a string that needs no escapes.
    ///
    /// - Parameter text: ASCII without quotes, backslashes and control characters.
    package mutating func set(_ name: MemberName, toPlain text: Span<UInt8>) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count + 2) { room in
            room.initialize(repeating: ASCII.quote)
            for index in text.indices { room[index + 1] = text[index] }
            set(name, toText: Span(_unsafeElements: UnsafeBufferPointer(room)))
        }
    }

    private mutating func set(_ name: MemberName, toText value: Span<UInt8>) {
        if let place = members.indexForEdit(of: name, in: bytes) {
            replace(place, with: value)
        } else {
            append(name, value)
        }
    }

    private mutating func append(_ name: MemberName, _ value: Span<UInt8>) {
        let last = members.places.last?.value.upperBound
        let start = last ?? 1
        let nameStart = last == nil ? start : start + 1
        let valueStart = nameStart + name.written.count + 1
        insert(value, at: start)
        bytes.insert(ASCII.colon, at: start)
        insert(name.written.span, at: start)
        if last != nil { bytes.insert(ASCII.comma, at: start) }
        members.append(name, at: nameStart, value: valueStart..<valueStart + value.count)
    }

    private mutating func insert(_ text: Span<UInt8>, at place: Int) {
        text.withUnsafeBufferPointer { bytes.insert(contentsOf: $0, at: place) }
    }

    private mutating func replace(_ place: Int, with value: Span<UInt8>) {
        let old = members[place].value
        value.withUnsafeBufferPointer { bytes.replaceSubrange(old, with: $0) }
        members.setValue(at: place, to: old.lowerBound..<old.lowerBound + value.count)
        members.move(from: place + 1, by: value.count - old.count)
    }

    /// Removes a member, if it exists, and one of the commas beside it. Everything else keeps its bytes.
    package mutating func remove(_ name: MemberName) {
        guard let place = members.index(of: name, in: bytes.span) else { return }
        let removed: Range<Int>
        if place + 1 < members.places.count {
            removed = members[place].name.range.lowerBound..<members[place + 1].name.range.lowerBound
        } else if place > 0 {
            removed = members[place - 1].value.upperBound..<members[place].value.upperBound
        } else {
            removed = members[place].name.range.lowerBound..<members[place].value.upperBound
        }
        bytes.removeSubrange(removed)
        members.remove(at: place)
        members.move(from: place, by: -removed.count)
    }
}

/// The text of a value, ready to be inserted into one object after another.
package struct JSONValueText: Sendable {
    fileprivate let bytes: [UInt8]

    /// Written compactly.
    package init(_ value: JSONValue) {
        bytes = JSONWriter.bytes(value)
    }

    /// Keeps the spelling of the text, without the white space around it.
    ///
    /// - Throws: the error in `text` and its position there. The limits are those for a member of an object.
    package init(parsing text: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        bytes = try JSONDocument(parsing: text, limits: limits, depth: 1).bytes
    }
}
