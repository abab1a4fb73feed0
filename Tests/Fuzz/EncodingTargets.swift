import COpenSSL
import JOSE
import OpenSSL

extension FuzzTarget {
    static let encodings = [
        FuzzTarget(
            name: "base64url",
            seeds: { (0..<130).map { Base64URL.encode((0..<$0).map { UInt8($0 * 7 & 0xFF) }) } },
            body: testBase64URL),
        FuzzTarget(
            name: "base64", words: ["=", "=="],
            seeds: { [Array("aGVsbG8=".utf8), Array("aGVsbG8h".utf8)] }, body: testBase64),
    ]

    /// Accepts exactly the texts that libcrypto's encoder makes, with the same bytes (RFC 4648 §5).
    @Sendable private static func testBase64URL(_ input: [UInt8]) throws {
        let encoded = Base64URL.encode(input)
        expect(try Base64URL.decode(encoded.span) == input, "its own text")
        expect(Peer.base64URL(encoded) == input, "libcrypto reads something else")
        let theirs = Peer.base64URL(input)
        let ours = outcome { () throws(Base64URL.DecodingError) in try Base64URL.decode(input.span) }
        expect(ours.value == theirs, "libcrypto says \(theirs.debugDescription)")
        let secret = try Base64URL.decodeSecret(input.span)
        expect(secret.withBytes { Array($0) } == theirs, "as a secret")
    }

    @Sendable private static func testBase64(_ input: [UInt8]) throws {
        expect(try Base64.decode(Array(Base64.encode(input).utf8)) == input, "its own text")
        let bytes = try Base64.decode(input)
        expect(Array(Base64.encode(bytes).utf8) == input, "two spellings of the same bytes")
    }
}

/// What libcrypto alone says, without signet's layers.
enum Peer {
    private static let alphabet: [Bool] = {
        let letters = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        return (0..<256).map { letters.contains(UInt8($0)) }
    }()

    /// - Returns: nil for what is not canonical base64url without padding.
    static func base64URL(_ text: [UInt8]) -> [UInt8]? {
        guard text.count % 4 != 1, text.allSatisfy({ alphabet[Int($0)] }) else { return nil }
        var standard = text.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = (4 - text.count % 4) % 4
        standard += [UInt8](repeating: UInt8(ascii: "="), count: padding)
        if standard.isEmpty { return [] }
        var bytes = [UInt8](repeating: 0, count: standard.count)
        let count = Int(EVP_DecodeBlock(&bytes, standard, Int32(standard.count)))
        guard count >= padding else { return nil }
        bytes.removeLast(bytes.count - (count - padding))
        var again = [UInt8](repeating: 0, count: standard.count + 1)
        EVP_EncodeBlock(&again, bytes, Int32(bytes.count))
        return again.dropLast() == standard[...] ? bytes : nil
    }
}
