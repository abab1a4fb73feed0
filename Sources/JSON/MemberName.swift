/// The name of a member, made ready to be looked up in text after text.
///
/// Compared as RFC 8259 §8.3 has it: unescaped, byte by byte.
package struct MemberName: Sendable, ExpressibleByStringLiteral {
    package let text: String
    let utf8: [UInt8]
    let fingerprint: NameFingerprint
    /// As it stands in a JSON text, with its quotes.
    let written: [UInt8]

    package init(_ text: String) {
        let utf8 = Array(text.utf8)
        self.text = text
        self.utf8 = utf8
        fingerprint = NameFingerprint(0..<utf8.count, in: utf8.span)
        written = JSONWriter.bytes(.string(text))
    }

    package init(stringLiteral text: String) { self.init(text) }
}

/// A name of at most seven bytes, which is a number: nothing is counted or allocated to look it up. All claims that
/// RFC 7519 §4.1 registers have one.
package struct ShortName: BitwiseCopyable, Sendable {
    let fingerprint: NameFingerprint
    let byteCount: Int

    package init(_ text: StaticString) {
        byteCount = text.utf8CodeUnitCount
        precondition(byteCount <= NameFingerprint.byteCount)
        let bytes = UnsafeBufferPointer(start: text.utf8Start, count: byteCount)
        fingerprint = NameFingerprint(0..<byteCount, in: Span(_unsafeElements: bytes))
    }
}

/// Length and the first seven bytes of a name in one word: nearly always enough to tell two names apart.
struct NameFingerprint: Equatable, BitwiseCopyable, Sendable {
    private let word: UInt64

    /// Of a name, unescaped.
    @inline(__always)
    init(_ name: ScannedString, in bytes: Span<UInt8>) {
        self = name.hasEscapes ? Self.unescaped(name, in: bytes) : NameFingerprint(name.content, in: bytes)
    }

    @inline(never)
    private static func unescaped(_ name: ScannedString, in bytes: Span<UInt8>) -> NameFingerprint {
        var unescaped: [UInt8] = []
        name.appendUnescaped(in: bytes, to: &unescaped)
        return NameFingerprint(0..<unescaped.count, in: unescaped.span)
    }

    /// One of 64 bits: names with different ones are different.
    @inline(__always)
    var bit: UInt64 { 1 &<< ((word &* 0x9E37_79B9_7F4A_7C15) &>> 58) }

    /// The most bytes of a name that are in its fingerprint.
    static let byteCount = 7

    @inline(__always)
    init(_ range: Range<Int>, in bytes: Span<UInt8>) {
        let word = bytes.word(at: range.lowerBound) ?? Self.lastBytes(range, in: bytes)
        let mask: UInt64 = 1 &<< (8 &* UInt64(min(range.count, Self.byteCount))) &- 1
        self.word = word & mask | UInt64(truncatingIfNeeded: range.count) &<< 56
    }

    /// The same word where less than eight bytes are left.
    @inline(never)
    private static func lastBytes(_ range: Range<Int>, in bytes: Span<UInt8>) -> UInt64 {
        range.reversed().reduce(0) { $0 << 8 | UInt64(bytes[$1]) }
    }

    @inline(__always)
    static func == (left: NameFingerprint, right: NameFingerprint) -> Bool { left.word == right.word }
}
