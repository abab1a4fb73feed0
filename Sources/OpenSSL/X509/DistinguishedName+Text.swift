// A name as text, by RFC 4514 §2, so that reading the text gives the same name: types by the names of
// ``AttributeType``, others by their numbers with the value's DER in hexadecimal (§2.4), as a value is that is
// no text.

extension DistinguishedName {
    static func text(_ relativeNames: [[NameAttribute]]) -> String {
        relativeNames.reversed().map { attributes in
            attributes.map(text).joined(separator: "+")
        }.joined(separator: ",")
    }

    private static func text(_ attribute: NameAttribute) -> String {
        guard let type = AttributeType.of(oid: attribute.oid) else {
            return "\(attribute.oid)=\(hexadecimal(attribute.der))"
        }
        return "\(type.names[0])=\(attribute.text.map(escaped) ?? hexadecimal(attribute.der))"
    }

    private static func hexadecimal(_ der: [UInt8]) -> String { "#" + der.map(pair).joined() }

    private static func pair(_ byte: UInt8) -> String {
        (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }

    /// §2.4. Control characters, which the standard lets stand, are escaped too.
    private static func escaped(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        let scalars = Array(value.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            let isFirst = index == 0
            let isLast = index == scalars.count - 1
            switch scalar {
            case "\"", "+", ",", ";", "<", ">", "\\": text.append(contentsOf: ["\\", scalar])
            case "#" where isFirst, " " where isFirst || isLast: text.append(contentsOf: ["\\", scalar])
            case "\u{0}"..<" ", "\u{7F}":
                text.append(contentsOf: "\\\(pair(UInt8(scalar.value)))".unicodeScalars)
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
