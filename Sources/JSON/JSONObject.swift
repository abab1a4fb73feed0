/// An object (RFC 8259 §4): members in order, found by the exact bytes of their names.
package struct JSONObject: Sendable {
    package struct Member: Sendable {
        /// Unescaped.
        package let name: String
        package let value: JSONValue
        /// Where the name stands in the parsed text, quotes included, in bytes; empty in an object built in
        /// code.
        package let nameRange: Range<Int>
        /// Where the value stands in the parsed text, in bytes; empty in an object built in code.
        package let valueRange: Range<Int>

        package init(name: String, value: JSONValue) {
            self.init(name: name, value: value, nameRange: 0..<0, valueRange: 0..<0)
        }

        init(name: String, value: JSONValue, nameRange: Range<Int>, valueRange: Range<Int>) {
            self.name = name
            self.value = value
            self.nameRange = nameRange
            self.valueRange = valueRange
        }
    }

    /// In the order of the text. Whoever adds to it sees to it that names stay unique; `set` does.
    package var members: [Member]

    init(parsed members: [Member]) {
        self.members = members
    }

    package init() {
        members = []
    }

    /// A name given twice keeps its first place and its last value, so that no text has it twice.
    package init(_ members: [(String, JSONValue)]) {
        self.members = []
        for (name, value) in members { set(name, to: value) }
    }

    package subscript(name: String) -> JSONValue? { member(name)?.value }

    /// Linear in the number of members.
    package func member(_ name: String) -> Member? {
        place(of: name).map { members[$0] }
    }

    /// Replaces the value in its place, or appends the member.
    package mutating func set(_ name: String, to value: JSONValue) {
        let member = Member(name: name, value: value)
        if let place = place(of: name) {
            members[place] = member
        } else {
            members.append(member)
        }
    }

    private func place(of name: String) -> Int? {
        // By bytes: String's equality would take other spellings of the same text for it.
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
