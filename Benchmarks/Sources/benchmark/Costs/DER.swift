/// Writes DER (X.690), well formed or not: the lengths are right, and everything else is the caller's.
struct DER: Sendable {
    let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ tag: UInt8, _ contents: [UInt8]) {
        var length = [UInt8(truncatingIfNeeded: contents.count)]
        if contents.count >= 0x80 {
            while contents.count >> (8 * length.count) > 0 {
                length.insert(UInt8(truncatingIfNeeded: contents.count >> (8 * length.count)), at: 0)
            }
            length.insert(0x80 | UInt8(length.count), at: 0)
        }
        bytes = [tag] + length + contents
    }

    init(_ tag: UInt8, _ parts: [DER]) { self.init(tag, Array(parts.map(\.bytes).joined())) }

    static func sequence(_ parts: DER...) -> DER { DER(0x30, parts) }
    static func sequence(_ parts: [DER]) -> DER { DER(0x30, parts) }
    static func set(_ parts: DER...) -> DER { DER(0x31, parts) }
    static func set(_ parts: [DER]) -> DER { DER(0x31, parts) }
    /// `[number]`, constructed: EXPLICIT, or the contents of an IMPLICIT sequence.
    static func context(_ number: UInt8, _ parts: DER...) -> DER { DER(0xA0 | number, parts) }
    static func context(_ number: UInt8, _ parts: [DER]) -> DER { DER(0xA0 | number, parts) }
    /// `[number]`, primitive.
    static func context(_ number: UInt8, _ text: String) -> DER { DER(0x80 | number, Array(text.utf8)) }

    static let null = DER(0x05, [UInt8]())
    static let yes = DER(0x01, [0xFF])
    static func octets(_ contents: DER) -> DER { DER(0x04, contents.bytes) }
    static func bits(_ contents: [UInt8]) -> DER { DER(0x03, [0] + contents) }
    static func utf8(_ text: String) -> DER { DER(0x0C, Array(text.utf8)) }
    static func bmp(_ text: String) -> DER {
        DER(0x1E, text.utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] })
    }
    /// `YYMMDDHHMMSSZ`
    static func time(_ text: String) -> DER { DER(0x17, Array(text.utf8)) }
    /// `YYYYMMDDHHMMSSZ`
    static func generalizedTime(_ text: String) -> DER { DER(0x18, Array(text.utf8)) }

    /// Four bytes of contents, so that all numbers have one length.
    static func integer(_ value: Int) -> DER {
        let number = UInt32(value) | 0x4000_0000
        return DER(0x02, (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) })
    }

    static func small(_ value: UInt8) -> DER { DER(0x02, [value]) }

    static func oid(_ text: String) -> DER {
        let arcs = text.split(separator: ".").map { Int($0)! }
        return DER(0x06, ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap(base128))
    }

    private static func base128(_ arc: Int) -> [UInt8] {
        var bytes = [UInt8(arc & 0x7F)]
        var rest = arc >> 7
        while rest > 0 {
            bytes.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
            rest >>= 7
        }
        return bytes
    }
}
