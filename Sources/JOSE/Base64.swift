/// Base64 with padding (RFC 4648 §4), strictly: no line breaks, and one byte string has one spelling.
package enum Base64 {
    package enum Failure: Error, Equatable, Sendable {
        /// No multiple of four characters, or padding that does not stand at the end.
        case length
        case foreignCharacter(offset: Int)
        /// The last character holds bits that belong to no byte, and they are not zero.
        case trailingBits
    }

    package static func decode(_ text: [UInt8]) throws(Failure) -> [UInt8] {
        guard text.count % 4 == 0 else { throw .length }
        var content = text[...]
        while text.count - content.count < 2, content.last == UInt8(ascii: "=") { content.removeLast() }
        // The alphabet is base64url's but for two characters.
        var translated: [UInt8] = []
        translated.reserveCapacity(content.count)
        for (offset, byte) in content.enumerated() {
            switch byte {
            case UInt8(ascii: "+"): translated.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): translated.append(UInt8(ascii: "_"))
            case UInt8(ascii: "-"), UInt8(ascii: "_"): throw .foreignCharacter(offset: offset)
            default: translated.append(byte)
            }
        }
        do {
            return try Base64URL.decode(translated.span)
        } catch {
            switch error {
            case .padding(let offset), .otherAlphabet(let offset), .foreignCharacter(_, let offset):
                throw .foreignCharacter(offset: offset)
            case .trailingBits: throw .trailingBits
            case .impossibleLength: throw .length
            }
        }
    }
}

extension Base64 {
    package static func encode(_ bytes: [UInt8]) -> String {
        let text = Base64URL.encode(bytes).map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
            + String(repeating: "=", count: (3 - bytes.count % 3) % 3)
    }
}
