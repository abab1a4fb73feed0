/// A member name compared as RFC 8259 §8.3 has it: code unit by code unit.
///
/// `String` itself compares by canonical equivalence, by which `é` in one scalar and `é` in two are one name:
/// a claim could be read under a name that no other implementation finds it under.
struct ExactName: Hashable {
    let string: String

    static func == (left: ExactName, right: ExactName) -> Bool {
        left.string.utf8.count == right.string.utf8.count
            && left.string.utf8.elementsEqual(right.string.utf8)
    }

    func hash(into hasher: inout Hasher) {
        var copy = string
        copy.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
