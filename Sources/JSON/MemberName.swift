/// The name of a member, prepared for lookups in many texts.
///
/// Names are compared as RFC 8259 §8.3 says: unescaped, byte by byte. `String` compares by canonical equivalence,
/// which treats `é` as one scalar and `é` as two scalars as equal. A claim could then be read under a name that no
/// other implementation finds.
package struct MemberName: Sendable, ExpressibleByStringLiteral {
    package let text: String
    let utf8: [UInt8]
    /// The first eight bytes, which are nearly always enough to distinguish two names.
    let head: UInt64
    /// The name in JSON, with its quotes.
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

/// The names seen so far in one open object, for finding duplicates.
///
/// RFC 8259 §4 only warns about duplicates; RFC 7515 §4 and RFC 7519 §4 allow a reader to reject them. Here every
/// object with a duplicate is rejected, because signer and verifier could otherwise read different claims in the same
/// text.
struct MemberNames {
    /// The first names, which are compared with each other. If there are more, a set keeps the work linear.
    private var few: [ScannedString] = []
    /// All names, unescaped, if there are many. `Set` uses a random seed in each process, so that nobody can
    /// construct a text whose names all have the same hash.
    private var many: Set<[UInt8]> = []

    mutating func removeAll() {
        few.removeAll(keepingCapacity: true)
        if !many.isEmpty { many.removeAll() }
    }

    /// - Parameter bytes: the bytes that contain all names since `removeAll`.
    /// - Throws: `duplicateMember` at the position of the name, if it was added before.
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
