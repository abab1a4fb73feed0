/// The name of a member, prepared for lookups in many texts.
///
/// Names are compared as RFC 8259 §8.3 says: unescaped, byte by byte. `String` compares by canonical equivalence,
/// which treats `é` as one scalar and `é` as two scalars as equal. A claim could then be read under a name that no
/// other implementation finds.
package struct MemberName: Sendable, ExpressibleByStringLiteral {
    package let text: String
    let utf8: [UInt8]
    let count: Int
    /// The first eight bytes, which are nearly always enough to distinguish two names.
    let head: UInt64
    /// One of 64 bits, which depends on the first eight bytes and the length.
    let mark: UInt64
    /// The name in JSON, with its quotes.
    let written: [UInt8]

    package init(_ text: String) {
        let utf8 = Array(text.utf8)
        self.text = text
        self.utf8 = utf8
        count = utf8.count
        head = utf8.span.head
        mark = ScannedString.mark(head: head, count: utf8.count)
        written = JSONWriter.bytes(.string(text))
    }

    package init(stringLiteral text: String) { self.init(text) }
}

/// The name of a member of an object, to be compared with short literals: a `switch` over them needs no lookup for each.
@usableFromInline
package struct ShortName: Equatable, ExpressibleByStringLiteral, Sendable {
    @usableFromInline let head: UInt64
    @usableFromInline let count: Int

    @inlinable
    init(_ name: ScannedString) {
        head = name.head
        count = name.count
    }

    /// - Parameter text: at most eight bytes.
    @inlinable
    package init(stringLiteral text: StaticString) {
        precondition(text.utf8CodeUnitCount <= 8)
        head = text.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt64($1) } }
        count = text.utf8CodeUnitCount
    }

    /// The lengths first: a `switch` whose literals are of one length asks for it once.
    @inlinable
    package static func == (one: Self, other: Self) -> Bool {
        one.count == other.count && one.head == other.head
    }
}
