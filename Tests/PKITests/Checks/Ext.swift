/// Extensions as test certificates have them.
enum Ext {
    static func make(_ oid: String, critical: Bool = false, _ value: [UInt8]) -> [UInt8] {
        DER.sequence(DER.oid(oid), critical ? DER.yes : [], DER.octets(value))
    }

    static func basic(ca: Bool = true, path: UInt8? = nil, critical: Bool = true) -> [UInt8] {
        make(
            "2.5.29.19", critical: critical,
            DER.sequence(ca ? DER.yes : [], path.map { DER.integer($0) } ?? []))
    }

    /// A CA with a path length of these octets, two's complement.
    static func basic(pathOctets: [UInt8]) -> [UInt8] {
        make("2.5.29.19", critical: true, DER.sequence(DER.yes, DER.tagged(0x02, pathOctets)))
    }

    /// Bit 0 is the highest: digitalSignature 0x80, keyEncipherment 0x20, keyCertSign 0x04, cRLSign 0x02.
    static func usage(_ bits: UInt8) -> [UInt8] {
        make(
            "2.5.29.15", critical: true,
            DER.bits(bits == 0 ? [] : [bits], unused: bits == 0 ? 0 : UInt8(bits.trailingZeroBitCount)))
    }

    static let server = "1.3.6.1.5.5.7.3.1"
    static let client = "1.3.6.1.5.5.7.3.2"
    static let any = "2.5.29.37.0"

    static func extended(_ oids: String..., critical: Bool = false) -> [UInt8] {
        make("2.5.29.37", critical: critical, DER.sequence(oids.flatMap(DER.oid)))
    }

    static func subjectKey(_ key: TestKey) -> [UInt8] { make("2.5.29.14", DER.octets(key.identifier)) }

    static func authorityKey(_ key: TestKey, critical: Bool = false) -> [UInt8] {
        make("2.5.29.35", critical: critical, DER.sequence(DER.tagged(0x80, key.identifier)))
    }

    static func names(_ names: [UInt8]..., critical: Bool = false) -> [UInt8] {
        make("2.5.29.17", critical: critical, DER.sequence(names.flatMap(\.self)))
    }

    static func constraints(
        permit: [[UInt8]] = [], exclude: [[UInt8]] = [], critical: Bool = true
    ) -> [UInt8] {
        func trees(_ tag: UInt8, _ names: [[UInt8]]) -> [UInt8] {
            names.isEmpty ? [] : DER.tagged(tag, names.flatMap { DER.sequence($0) })
        }
        return make(
            "2.5.29.30", critical: critical, DER.sequence(trees(0xA0, permit), trees(0xA1, exclude)))
    }

    static let domainValidated = "2.23.140.1.2.1"
    static let anyPolicy = "2.5.29.32.0"

    static func policies(_ oids: String..., critical: Bool = false) -> [UInt8] {
        make("2.5.29.32", critical: critical, DER.sequence(oids.flatMap { DER.sequence(DER.oid($0)) }))
    }

    /// - Parameter fields: what follows the name of the point.
    static func lists(_ names: [UInt8]..., fields: [UInt8] = [], critical: Bool = false) -> [UInt8] {
        let point = DER.tagged(0xA0, DER.tagged(0xA0, names.flatMap(\.self)))
        return make("2.5.29.31", critical: critical, DER.sequence(DER.sequence(point, fields)))
    }

    static let responder = "1.3.6.1.5.5.7.48.1"

    static func access(_ method: String, _ locations: [UInt8]...) -> [UInt8] {
        make(
            "1.3.6.1.5.5.7.1.1",
            DER.sequence(locations.flatMap { DER.sequence(DER.oid(method), $0) }))
    }

    static func dns(_ text: String) -> [UInt8] { DER.tagged(0x82, Array(text.utf8)) }
    static func email(_ text: String) -> [UInt8] { DER.tagged(0x81, Array(text.utf8)) }
    static func uri(_ text: String) -> [UInt8] { DER.tagged(0x86, Array(text.utf8)) }
    static func ip(_ octets: UInt8...) -> [UInt8] { DER.tagged(0x87, octets) }
    static func directory(_ name: [UInt8]) -> [UInt8] { DER.tagged(0xA4, name) }
    static func other(_ oid: String, _ text: String) -> [UInt8] {
        DER.tagged(0xA0, DER.oid(oid) + DER.tagged(0xA0, DER.utf8(text)))
    }
}
