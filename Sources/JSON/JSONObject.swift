/// An object (RFC 8259 §4). Its members keep their order and are found by the exact bytes of their names.
package struct JSONObject: Sendable {
    package struct Member: Sendable {
        /// Unescaped.
        package let name: String
        package let value: JSONValue
        /// The position of the name in the parsed text, quotes included, in bytes; empty in an object built in code.
        package let nameRange: Range<Int>
        /// The position of the value in the parsed text, in bytes; empty in an object built in code.
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

    /// In the order of the text. Code that appends to it must keep names unique; `set` does.
    package var members: [Member]

    init(parsed members: [Member]) {
        self.members = members
    }

    package init() {
        members = []
    }

    /// If a name occurs twice, the first position and the last value are kept, so that no text contains a name twice.
    package init(_ members: [(String, JSONValue)]) {
        self.members = []
        for (name, value) in members { set(name, to: value) }
    }

    package subscript(name: String) -> JSONValue? { member(name)?.value }

    /// Linear in the number of members.
    package func member(_ name: String) -> Member? {
        place(of: name).map { members[$0] }
    }

    /// Replaces the value at its position, or appends the member.
    package mutating func set(_ name: String, to value: JSONValue) {
        let member = Member(name: name, value: value)
        if let place = place(of: name) {
            members[place] = member
        } else {
            members.append(member)
        }
    }

    private func place(of name: String) -> Int? {
        // Compares bytes, because String's equality treats different encodings of a text as equal.
        members.firstIndex { $0.name.utf8.elementsEqual(name.utf8) }
    }
}
