/// The members of one open object, in order, found by their names.
///
/// RFC 8259 §4 only warns about duplicate names; RFC 7515 §4 and RFC 7519 §4 allow a reader to reject them. Here every
/// object with a duplicate is rejected, because signer and verifier could otherwise read different claims in the same
/// text.
@usableFromInline
struct MemberPlaces: Sendable {
    /// The position of a member in the text.
    @usableFromInline
    struct Place: Sendable {
        @usableFromInline var name: ScannedString
        @usableFromInline var value: Range<Int>
    }

    @usableFromInline private(set) var places: [Place] = []
    /// The marks of all names. A name whose mark is missing is new, which nearly always settles it.
    @usableFromInline private(set) var marks: UInt64 = 0
    /// All names, unescaped, if there are more than a few: they keep the work linear. `Set` uses a random seed in each
    /// process, so that nobody can construct a text whose names all have the same hash.
    private var many: Set<[UInt8]> = []

    /// How often a member was looked up for an edit.
    private var editCount = 0
    /// The indices of all names, unescaped, after more than a few edits. It keeps many edits linear; a few would not
    /// gain what it takes to make.
    private var indices: [[UInt8]: Int]?

    private static let few = 32

    mutating func removeAll() {
        places.removeAll(keepingCapacity: true)
        marks = 0
        editCount = 0
        if indices != nil { indices = nil }
        if !many.isEmpty { many.removeAll() }
    }

    /// - Parameter bytes: the bytes that contain all names since `removeAll`.
    /// - Throws: `duplicateMember` at the position of the name, if there is a member of this name.
    @inline(__always)
    mutating func refuseDuplicate(_ name: ScannedString, in bytes: Span<UInt8>) throws(JSONError) {
        if marks & name.mark != 0 { try search(for: name, in: bytes) }
        marks |= name.mark
    }

    /// Appends a member whose name was not refused.
    @inline(__always)
    mutating func append(_ name: ScannedString, value: Range<Int>) {
        places.append(Place(name: name, value: value))
    }

    /// Appends a member whose name was written to the text.
    ///
    /// - Parameter start: the index of the name's first quote.
    mutating func append(_ name: MemberName, at start: Int, value: Range<Int>) {
        let range = start..<start + name.written.count
        marks |= name.mark
        append(ScannedString(range: range, count: name.count, head: name.head), value: value)
        indices?[name.utf8] = places.count - 1
    }

    subscript(index: Int) -> Place { places[index] }

    mutating func setValue(at index: Int, to value: Range<Int>) { places[index].value = value }

    /// Marks are never taken back: a mark without a name only costs a search.
    mutating func remove(at index: Int) {
        places.remove(at: index)
        indices = nil
    }

    /// Moves the members from an index on, after an edit of the text before them.
    mutating func move(from index: Int, by distance: Int) {
        if distance == 0 { return }
        for later in places.indices[index...] {
            places[later].name = places[later].name.moved(by: distance)
            places[later].value = places[later].value.moved(by: distance)
        }
    }

    /// The same as ``index(of:in:)``, for a member that is to be set.
    mutating func indexForEdit(of name: MemberName, in text: [UInt8]) -> Int? {
        editCount += 1
        if editCount <= Self.few { return index(of: name, in: text.span) }
        if indices == nil {
            var indices: [[UInt8]: Int] = [:]
            for index in places.indices { indices[places[index].name.utf8(in: text.span)] = index }
            self.indices = indices
        }
        return indices?[name.utf8]
    }

    @inline(never)
    private mutating func search(for name: ScannedString, in bytes: Span<UInt8>) throws(JSONError) {
        let isNew: Bool
        if places.count < Self.few {
            isNew = !places.contains { $0.name.isSame(as: name, in: bytes) }
        } else {
            if many.isEmpty {
                many = Set(places.map { $0.name.utf8(in: bytes) })
                // From here on, each name is looked up in the set.
                marks = .max
            }
            isNew = many.insert(name.utf8(in: bytes)).inserted
        }
        if !isNew {
            throw JSONError(.duplicateMember(name.value(in: bytes)), at: name.range.lowerBound, in: bytes)
        }
    }

    /// The index in `places` of the member with a name; nil if there is none.
    @inline(__always)
    func index(of name: MemberName, in bytes: Span<UInt8>) -> Int? {
        if marks & name.mark == 0 { return nil }
        return places.firstIndex { $0.name.isSame(as: name, in: bytes) }
    }
}
