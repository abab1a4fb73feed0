package import Words

/// Base64 with padding (RFC 4648 §4). It is strict: line breaks are errors, and each byte string has exactly one
/// spelling.
package enum Base64 {
    package static func decode(_ text: [UInt8]) throws(InputError) -> [UInt8] {
        let length = InputError("the length is not a multiple of four")
        guard text.count % 4 == 0 else { throw length }
        var content = text[...]
        while text.count - content.count < 2, content.last == UInt8(ascii: "=") { content.removeLast() }
        // The alphabet differs from base64url's in two characters.
        var translated: [UInt8] = []
        translated.reserveCapacity(content.count)
        for (offset, byte) in content.enumerated() {
            switch byte {
            case UInt8(ascii: "+"): translated.append(UInt8(ascii: "-"))
            case UInt8(ascii: "/"): translated.append(UInt8(ascii: "_"))
            case UInt8(ascii: "-"), UInt8(ascii: "_"): throw foreignCharacter(offset)
            default: translated.append(byte)
            }
        }
        do {
            return try Base64URL.decode(translated.span)
        } catch {
            switch error {
            case .padding(let offset), .otherAlphabet(let offset), .foreignCharacter(_, let offset):
                throw foreignCharacter(offset)
            case .trailingBits: throw InputError("the last character has stray bits")
            case .impossibleLength: throw length
            }
        }
    }

    private static func foreignCharacter(_ offset: Int) -> InputError {
        InputError("invalid character \(offset + 1)")
    }

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
