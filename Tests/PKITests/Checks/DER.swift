/// Writes DER, and what only looks like it, for certificates that no CA would issue.
enum DER {
    static func tagged(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        let count = contents.count
        let length: [UInt8] =
            if count < 0x80 { [UInt8(count)] } else if count < 0x100 {
                [0x81, UInt8(count)]
            } else if count
                < 0x10000
            { [0x82, UInt8(count >> 8), UInt8(count & 0xFF)] } else {
                [0x83, UInt8(count >> 16), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)]
            }
        return [tag] + length + contents
    }

    static func sequence(_ members: [UInt8]...) -> [UInt8] { tagged(0x30, members.flatMap(\.self)) }
    static func set(_ members: [UInt8]...) -> [UInt8] { tagged(0x31, members.flatMap(\.self)) }
    /// - Parameter octets: the contents, two's complement.
    static func integer(_ octets: UInt8...) -> [UInt8] { tagged(0x02, octets) }
    static func octets(_ contents: [UInt8]) -> [UInt8] { tagged(0x04, contents) }
    static func bits(_ contents: [UInt8], unused: UInt8 = 0) -> [UInt8] { tagged(0x03, [unused] + contents) }
    static let yes = tagged(0x01, [0xFF])

    static func oid(_ dotted: String) -> [UInt8] {
        let arcs = dotted.split(separator: ".").map { Int($0)! }
        let contents = ([arcs[0] * 40 + arcs[1]] + arcs.dropFirst(2)).flatMap { arc -> [UInt8] in
            var groups = [UInt8(arc & 0x7F)]
            var rest = arc >> 7
            while rest > 0 {
                groups.insert(UInt8(rest & 0x7F) | 0x80, at: 0)
                rest >>= 7
            }
            return groups
        }
        return tagged(0x06, contents)
    }

    static func utf8(_ text: String) -> [UInt8] { tagged(0x0C, Array(text.utf8)) }
    static func utcTime(_ text: String) -> [UInt8] { tagged(0x17, Array(text.utf8)) }
    static func generalizedTime(_ text: String) -> [UInt8] { tagged(0x18, Array(text.utf8)) }

    /// A name of one common name; empty for an empty text.
    ///
    /// - Parameter emailTag: an IA5String without.
    static func name(_ common: String, email: String? = nil, emailTag: UInt8 = 0x16) -> [UInt8] {
        if common.isEmpty { return sequence() }
        let mailbox = email.map {
            set(sequence(oid("1.2.840.113549.1.9.1"), tagged(emailTag, Array($0.utf8))))
        }
        return sequence(set(sequence(oid("2.5.4.3"), utf8(common))), mailbox ?? [])
    }

    /// What is inside SEQUENCEs of two INTEGERs, for a signature that libcrypto gives as r and s side by side.
    static func signature(fixed: [UInt8]) -> [UInt8] {
        func number(_ half: ArraySlice<UInt8>) -> [UInt8] {
            let digits = Array(half.drop { $0 == 0 })
            return tagged(0x02, digits.first ?? 0 >= 0x80 ? [0] + digits : digits)
        }
        return sequence(number(fixed.prefix(fixed.count / 2)), number(fixed.suffix(fixed.count / 2)))
    }
}
