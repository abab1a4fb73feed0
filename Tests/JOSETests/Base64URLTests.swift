import Foundation
import OpenSSL
import Testing

@testable import JOSE

@Suite("base64url is strict: one byte string has one spelling")
struct Base64URLTests {
    /// By Foundation, which knows only plain base64.
    private static func independent(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_")
            .replacing("=", with: "")
    }

    @Test("The vectors of RFC 4648, without padding")
    func vectors() throws {
        for (plain, encoded) in [
            ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
            ("foobar", "Zm9vYmFy"),
        ] {
            #expect(base64URL(plain) == encoded)
            #expect(try Base64URL.decode(encoded) == Array(plain.utf8))
        }
    }

    @Test("There may be no bytes, and no place where they are")
    func nothing() throws {
        #expect(Base64URL.encode(Span()) == [])
        #expect(try Base64URL.decode(Span()) == [])
    }

    @Test("It agrees with another encoder at every length and comes back")
    func everyLength() throws {
        var random = SplitMix64(state: 4648)
        for length in 0...300 {
            let bytes = random.bytes(length)
            let encoded = Base64URL.encode(bytes)
            #expect(text(encoded) == Self.independent(bytes))
            #expect(encoded.count == Base64URL.encodedCount(length))
            #expect(try Base64URL.decode(encoded.span) == bytes)
            var appended = Array("x.".utf8)
            Base64URL.append(bytes.span, to: &appended)
            #expect(appended == Array("x.".utf8) + encoded)
        }
    }

    @Test("A foreign byte is found wherever it is in a long text")
    func foreignByte() {
        for length in [64, 128, 171, 192, 203] {
            for offset in 0..<length {
                for byte: UInt8 in [0x00, 0x2C, 0x3A, 0x40, 0x5B, 0x60, 0x7B, 0x7F, 0x80, 0xC1, 0xFF] {
                    var text = [UInt8](repeating: UInt8(ascii: "A"), count: length)
                    text[offset] = byte
                    #expect(failure(text) == .foreignCharacter(byte, offset: offset))
                }
            }
        }
    }

    @Test("It agrees with another encoder on every pair of bytes")
    func everyByte() throws {
        for byte in UInt8.min...UInt8.max {
            for bytes in [[byte], [byte, ~byte], [byte, 0x55, byte], [0xFF, byte, 0x00]] {
                #expect(base64URL(bytes) == Self.independent(bytes))
                #expect(try Base64URL.decode(base64URL(bytes)) == bytes)
            }
        }
    }

    @Test("Each of the 256 bytes is either of the alphabet or refused at its offset")
    func alphabet() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for byte in UInt8.min...UInt8.max {
            for offset in 0..<4 {
                var text = Array("AAAA".utf8)
                text[offset] = byte
                let expected: Base64URL.DecodingError? =
                    switch byte {
                    case _ where alphabet.contains(byte): nil
                    case UInt8(ascii: "="): .padding(offset: offset)
                    case UInt8(ascii: "+"), UInt8(ascii: "/"): .otherAlphabet(offset: offset)
                    default: .foreignCharacter(byte, offset: offset)
                    }
                #expect(failure(text) == expected)
                #expect(secretFailure(text) == expected)
            }
        }
    }

    @Test(
        "What is not the one spelling is refused, and why is said",
        arguments: [
            ("Zg==", Base64URL.DecodingError.padding(offset: 2)), ("Zg=", .padding(offset: 2)),
            ("Zm9v=", .padding(offset: 4)), ("=", .padding(offset: 0)), ("-_+A", .otherAlphabet(offset: 2)),
            ("a/b", .otherAlphabet(offset: 1)), ("Zm 9v", .foreignCharacter(0x20, offset: 2)),
            ("Zm9v\n", .foreignCharacter(0x0A, offset: 4)), ("Zm.v", .foreignCharacter(0x2E, offset: 2)),
            ("Zm\0v", .foreignCharacter(0, offset: 2)), ("Zmé", .foreignCharacter(0xC3, offset: 2)),
            ("A", .impossibleLength(1)), ("AAAAA", .impossibleLength(5)), ("____B", .impossibleLength(5)),
            ("Zh", .trailingBits), ("Zn", .trailingBits), ("Z_", .trailingBits), ("Zm9", .trailingBits),
            ("Zm_", .trailingBits), ("AAAAAB", .trailingBits),
        ])
    func refused(encoded: String, expected: Base64URL.DecodingError) {
        #expect(failure(Array(encoded.utf8)) == expected)
        #expect(secretFailure(Array(encoded.utf8)) == expected)
    }

    @Test("Of the last characters that decode alike, only the one with zero bits is taken")
    func trailingBits() throws {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for (value, character) in alphabet.enumerated() {
            #expect((failure([UInt8(ascii: "A"), character]) == nil) == (value % 16 == 0))
            #expect(
                (failure([UInt8(ascii: "A"), UInt8(ascii: "A"), character]) == nil) == (value % 4 == 0))
        }
    }

    @Test("Secrets are coded in the same way")
    func secrets() throws {
        var random = SplitMix64(state: 7)
        for length in [0, 1, 2, 3, 15, 16, 17, 64, 255] {
            let plain = random.bytes(length)
            let encoded = Base64URL.encode(plain)
            #expect(bytes(try Base64URL.decodeSecret(encoded.span)) == plain)
            var buffer = SecretBuffer(capacity: 0)
            Base64URL.append(secret(plain), to: &buffer)
            #expect(bytes(Secret(buffer)) == encoded)
        }
    }

    private func failure(_ text: [UInt8]) -> Base64URL.DecodingError? {
        do {
            _ = try Base64URL.decode(text.span)
            return nil
        } catch {
            return error
        }
    }

    private func secretFailure(_ text: [UInt8]) -> Base64URL.DecodingError? {
        do {
            _ = try Base64URL.decodeSecret(text.span)
            return nil
        } catch {
            return error
        }
    }
}
