internal import COpenSSL
import Words

/// The bytes that a text in base64 outside PEM (RFC 4648 §4) encodes, in memory that is wiped, because they may be a
/// private key.
///
/// - Returns: nil unless the text is base64 with its padding. Line breaks and spaces are allowed anywhere.
package func decodedBase64(_ text: Span<UInt8>) -> Secret? {
    var characters = SecretBuffer(capacity: text.count)
    var padding = 0
    for index in text.indices {
        if text[index].isSpace { continue }
        if text[index] == UInt8(ascii: "=") {
            padding += 1
        } else if padding > 0 {
            // Only padding and white space may follow the padding.
            return nil
        }
        characters.append(text[index])
    }
    guard characters.count > 0, characters.count % 4 == 0, padding <= 2 else { return nil }
    let byteCount = characters.count / 4 * 3
    var decoded = SecretBuffer(capacity: byteCount)
    characters.withBytes { characters in
        decoded.append(upTo: byteCount) { room in
            let count = unsafe room.withUnsafeMutableBufferPointer { room in
                unsafe characters.withUnsafeBufferPointer {
                    unsafe EVP_DecodeBlock(room.baseAddress, $0.baseAddress, Int32($0.count))
                }
            }
            return max(0, Int(count))
        }
    }
    // libcrypto ignores dashes at the end, because in a PEM block they follow the base64. Then it writes fewer bytes.
    guard decoded.count == byteCount else { return nil }
    decoded.removeLast(padding)
    return Secret(decoded)
}
