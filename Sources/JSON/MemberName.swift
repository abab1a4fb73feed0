/// The name of a member, made ready to be looked up in text after text.
///
/// Compared as RFC 8259 §8.3 says: unescaped, byte by byte. `String` compares by canonical equivalence, so that `é` in one
/// scalar and `é` in two would be one name: a claim could be read under a name that no other implementation finds.
package struct MemberName: Sendable, ExpressibleByStringLiteral {
    package let text: String
    let utf8: [UInt8]
    /// The first eight bytes, which nearly always tell two names apart.
    let head: UInt64
    /// As it stands in a JSON text, with its quotes.
    let written: [UInt8]

    package init(_ text: String) {
        let utf8 = Array(text.utf8)
        self.text = text
        self.utf8 = utf8
        head = utf8.span.head(of: utf8.indices)
        written = JSONWriter.bytes(.string(text))
    }

    package init(stringLiteral text: String) { self.init(text) }
}

/// The names seen so far in one open object, to find the one that comes twice.
///
/// RFC 8259 §4 only warns of duplicates; RFC 7515 §4 and RFC 7519 §4 let a reader refuse them, and here every
/// object does, or the signer and the verifier could read different claims in one text.
struct MemberNames {
    /// The first names, which are compared with each other. From then on a set keeps the work linear.
    private var few: [ScannedString] = []
    /// All of them, unescaped, once they are many. `Set` is seeded at random in each process, so that no text can be made
    /// whose names all have one hash.
    private var many: Set<[UInt8]> = []

    mutating func removeAll() {
        few.removeAll(keepingCapacity: true)
        if !many.isEmpty { many.removeAll() }
    }

    /// Throws `duplicateMember` at the name when it is there already.
    ///
    /// - Parameter bytes: those of all names since `removeAll`.
    mutating func add(_ name: ScannedString, in bytes: Span<UInt8>) throws(JSONError) {
        if few.count < 32 {
            for other in few where other.isSame(as: name, in: bytes) {
                throw Self.duplicate(name, in: bytes)
            }
            few.append(name)
        } else {
            if many.isEmpty { many = Set(few.map { $0.utf8(in: bytes) }) }
            guard many.insert(name.utf8(in: bytes)).inserted else { throw Self.duplicate(name, in: bytes) }
        }
    }

    @inline(never)
    private static func duplicate(_ name: ScannedString, in bytes: Span<UInt8>) -> JSONError {
        JSONError(.duplicateMember(name.value(in: bytes)), at: name.range.lowerBound, in: bytes)
    }
}
