/// The text of an object, read in one pass that checks all of it and builds no tree, and edited by splicing: what
/// is not replaced keeps its bytes, order and spelling. A claims file signed with a new `exp` is still the user's
/// file.
///
/// Its memory serves text after text (`read`), so that a batch allocates nothing for a line once it is warm.
package struct JSONObjectText: Sendable {
    /// The text, without white space around the object.
    package private(set) var bytes: [UInt8] = []
    /// Where the members stand in `bytes`, in order.
    private var members: [MemberPlace] = []
    private var names = MemberNames()
    private let limits: JSONLimits

    /// A member as it stands in the text.
    private struct MemberPlace {
        var name: ScannedString
        let kind: JSONKind
        var value: Range<Int>

        mutating func move(by distance: Int) {
            name = name.moved(by: distance)
            value = value.moved(by: distance)
        }
    }

    /// `{}`
    package static var empty: JSONObjectText { JSONObjectText(JSONObject()) }

    /// An empty text, to read others into.
    package init(limits: JSONLimits) { self.limits = limits }

    /// - Throws: a `JSONError` with offset, line and column in `bytes` as given; `notAnObject` at the value where
    ///   it is another.
    package init(parsing bytes: [UInt8], limits: JSONLimits = .standard) throws(JSONError) {
        self.init(limits: limits)
        try read(bytes.span)
    }

    /// An object that was built in code, written compactly. The limits are for texts from outside and do not bind
    /// here.
    package init(_ object: JSONObject) {
        self.init(limits: .standard)
        do {
            try read(JSONWriter.bytes(.object(object)).span, limits: .none)
        } catch {
            // Only `JSONObject.members`, changed by hand, can do this. Stopping is better than signing a text
            // that readers refuse, or read differently.
            preconditionFailure("an object was built with \(error)")
        }
    }

    /// Reads another text. After an error the value holds nothing of use until the next one is read.
    package mutating func read(_ text: Span<UInt8>) throws(JSONError) {
        try read(text, limits: limits)
    }

    private mutating func read(_ text: Span<UInt8>, limits: JSONLimits) throws(JSONError) {
        members.removeAll(keepingCapacity: true)
        names.removeAll()
        var scanner = JSONScanner(limits: limits)
        try scanner.beginText(in: text)
        let start = scanner.position
        guard try scanner.nextKind(in: text) == .object else {
            // Whether it is a value at all comes first.
            try scanner.skipValue(in: text, names: &names)
            try scanner.endText(in: text)
            throw JSONError(.notAnObject, at: start, in: text)
        }
        var scope = names.openObject()
        var hasMember = try scanner.openObject(in: text)
        while hasMember {
            let name = try scanner.scanName(in: text)
            try names.add(name, in: text, to: &scope)
            let kind = try scanner.nextKind(in: text)
            let value = try scanner.skipValue(in: text, names: &names)
            members.append(
                MemberPlace(name: name.moved(by: -start), kind: kind, value: value.moved(by: -start)))
            hasMember = try scanner.nextMember(in: text)
        }
        names.close(scope)
        let end = scanner.position
        try scanner.endText(in: text)
        bytes.removeAll(keepingCapacity: true)
        text.extracting(start..<end).withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
}

// MARK: looking things up

extension JSONObjectText {
    /// What kind of value a member has; nil where it is not there.
    package func kind(of name: String) -> JSONKind? { place(of: name).map { members[$0].kind } }

    package func has(_ name: String) -> Bool { place(of: name) != nil }

    /// The value of a member, parsed; nil where it is not there.
    package subscript(name: String) -> JSONValue? {
        guard let place = place(of: name) else { return nil }
        return value(of: members[place])
    }

    /// The value of a member that is a number.
    package func number(_ name: String) -> JSONNumber? {
        guard let place = place(of: name), members[place].kind == .number else { return nil }
        return JSONNumber(scanned: ScannedString.string(members[place].value, in: bytes.span))
    }

    /// The names of the members, in order, unescaped.
    package var memberNames: [String] { members.map { $0.name.value(in: bytes.span) } }

    /// All of it as a tree.
    package var object: JSONObject {
        JSONObject(
            parsed: members.map { member in
                JSONObject.Member(
                    name: member.name.value(in: bytes.span), value: value(of: member),
                    nameRange: member.name.range, valueRange: member.value)
            })
    }

    /// Appends the text where it is one line; else the same object without white space.
    package func appendLine(to output: inout [UInt8]) {
        if bytes.contains(where: { $0 == ASCII.lineFeed || $0 == ASCII.carriageReturn }) {
            JSONWriter.append(.object(object), to: &output)
        } else {
            output += bytes
        }
    }

    private func value(of member: MemberPlace) -> JSONValue {
        var reader = JSONReader(limits: .none, depth: 0)
        do {
            return try reader.readText(in: bytes.span.extracting(member.value)).root
        } catch {
            preconditionFailure("a value that was checked is \(error)")
        }
    }

    private func place(of name: String) -> Int? {
        var name = name
        let span = bytes.span
        return name.withUTF8 { wanted in
            members.firstIndex { member in
                if member.name.hasEscapes { return member.name.value(in: span).utf8.elementsEqual(wanted) }
                let content = member.name.content
                guard content.count == wanted.count else { return false }
                for index in wanted.indices where span[content.lowerBound + index] != wanted[index] {
                    return false
                }
                return true
            }
        }
    }
}

// MARK: editing

extension JSONObjectText {
    /// Replaces the value in its place, or appends the member right after the last member's value. The limits
    /// are for texts from outside and do not bind here.
    package mutating func set(_ name: String, to value: JSONValue) {
        splice(name, JSONWriter.bytes(value), value.kind)
    }

    /// The same with a value given as JSON text, which is kept as it is spelt, white space around it dropped.
    ///
    /// - Throws: what is wrong with `json`, at its place in `json`. The limits are those of the whole text.
    package mutating func set(_ name: String, toText json: [UInt8]) throws(JSONError) {
        let text = try JSONDocument(parsing: json, limits: limits, depth: 1)
        var edited = self
        edited.splice(name, text.bytes, text.root.kind)
        guard edited.bytes.count <= limits.maximumBytes else {
            throw JSONError(.tooLarge(limit: limits.maximumBytes), at: json.count, in: json.span)
        }
        self = edited
    }

    private mutating func splice(_ name: String, _ value: [UInt8], _ kind: JSONKind) {
        if let place = place(of: name) {
            replace(place, with: value, kind)
        } else {
            append(name, value, kind)
        }
    }

    private mutating func append(_ name: String, _ value: [UInt8], _ kind: JSONKind) {
        let written = JSONWriter.bytes(.string(name))
        let last = members.last?.value.upperBound
        let nameStart = last.map { $0 + 1 } ?? 1
        let valueStart = nameStart + written.count + 1
        let separator = last == nil ? [] : [ASCII.comma]
        bytes.insert(contentsOf: separator + written + [ASCII.colon] + value, at: last ?? 1)
        let hasEscapes = written.contains(ASCII.backslash)
        members.append(
            MemberPlace(
                name: ScannedString(range: nameStart..<valueStart - 1, hasEscapes: hasEscapes), kind: kind,
                value: valueStart..<valueStart + value.count))
    }

    private mutating func replace(_ place: Int, with value: [UInt8], _ kind: JSONKind) {
        let old = members[place]
        let start = old.value.lowerBound
        bytes.replaceSubrange(old.value, with: value)
        members[place] = MemberPlace(name: old.name, kind: kind, value: start..<start + value.count)
        let distance = value.count - old.value.count
        guard distance != 0 else { return }
        for later in members.indices[(place + 1)...] { members[later].move(by: distance) }
    }

    /// Removes a member, if it is there, with one of the commas beside it. Everything else keeps its bytes.
    package mutating func remove(_ name: String) {
        guard let place = place(of: name) else { return }
        let removed: Range<Int>
        if place + 1 < members.count {
            removed = members[place].name.range.lowerBound..<members[place + 1].name.range.lowerBound
        } else if place > 0 {
            removed = members[place - 1].value.upperBound..<members[place].value.upperBound
        } else {
            removed = members[place].name.range.lowerBound..<members[place].value.upperBound
        }
        bytes.removeSubrange(removed)
        members.remove(at: place)
        for later in members.indices[place...] { members[later].move(by: -removed.count) }
    }
}

extension ScannedString {
    fileprivate func moved(by distance: Int) -> ScannedString {
        ScannedString(range: range.moved(by: distance), hasEscapes: hasEscapes)
    }
}
