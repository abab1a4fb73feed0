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
