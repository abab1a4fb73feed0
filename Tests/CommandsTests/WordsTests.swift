import Glibc
import JSON
import OpenSSL
import System
import Testing

@testable import Commands

@Suite("Errors of the layers below find their words")
struct WordsTests {
    @Test("A failed call is told in the words of the C library, and everything else in ours")
    func system() {
        #expect(SystemError(path: "x", reason: .errno(ENOENT)).words == "no such file or directory")
        #expect(SystemError(path: "x", reason: .errno(EACCES)).words == "permission denied")
        #expect(SystemError(path: "x", reason: .exists).words == "file already exists")
        #expect(SystemError(path: "x", reason: .isInput).words == "input and output are the same file")
        #expect(
            SystemError(path: "x", reason: .tooLarge(limitBytes: 10)).words
                == "the input is larger than 10 bytes")
    }

    @Test("A lack of memory is not blamed on the input, nor on libcrypto")
    func memory() {
        let failure = CommandError(OpenSSLError.noMemory("mmap"))
        #expect((failure.status, failure.message) == (.file, "out of memory"))
    }

    private func words(of text: [UInt8], limits: JSONLimits = .standard) -> String? {
        do {
            _ = try JSONDocument(parsing: text, limits: limits)
            return nil
        } catch {
            return error.words
        }
    }

    private func words(of text: String, limits: JSONLimits = .standard) -> String? {
        words(of: Array(text.utf8), limits: limits)
    }

    @Test(
        "An error is a fragment of a sentence",
        arguments: [
            (#"{"exp":1,"exp":2}"#, "duplicate member 'exp' at line 1, byte 10"),
            ("", "unexpected end of text at line 1, byte 1"),
            ("[\n]]", "more text after the end of the value at line 2, byte 2"),
            ("x", "unexpected 'x' at line 1, byte 1"), ("\u{1B}", "unexpected byte 0x1b at line 1, byte 1"),
            ("\u{C}", "unexpected byte 0x0c at line 1, byte 1"),
            ("é", "unexpected byte 0xc3 at line 1, byte 1"),
            ("[1 2]", "expected ',' or ']' at line 1, byte 4"),
            ("{1}", "expected a member name at line 1, byte 2"),
            ("01", "invalid number at line 1, byte 2"), (#""\x""#, "invalid escape at line 1, byte 2"),
            (#""\ud800""#, "unpaired surrogate escape at line 1, byte 2"),
            ("\"\n\"", "unescaped control character 0x0a at line 1, byte 2"),
            ("\u{FEFF}1", "byte order mark at line 1, byte 1"),
        ])
    func fragment(text: String, expected: String) {
        #expect(words(of: text) == expected)
    }

    @Test("Limits, encodings and kinds are described too")
    func otherDescriptions() {
        let limits = JSONLimits(maximumBytes: 4, maximumDepth: 1)
        #expect(words(of: [0xFF]) == "invalid UTF-8 at line 1, byte 1")
        #expect(
            words(of: "[[]]", limits: limits)
                == "nesting deeper than 1 levels at line 1, byte 2")
        #expect(words(of: "12345", limits: limits) == "text longer than 4 bytes")
        #expect {
            _ = try JSONObjectText(parsing: Array("\n [1]".utf8))
        } throws: {
            ($0 as? JSONError)?.words == "value that is not an object at line 2, byte 2"
        }
    }

    @Test(
        "A member name is shown safe for a terminal and cut at 64 characters",
        arguments: [
            (#"\u001b[31m"#, "?[31m"), (#"a\nb"#, "a?b"), (#"\u0000"#, "?"), (#"\u009b1m"#, "?1m"),
            (#"\u007f"#, "?"), (#"\u202e"#, "?"), (#"\u2028"#, "?"), (#"say \"hi\" \\"#, #"say "hi" \"#),
            ("größe 🔑", "größe 🔑"), (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
            (String(repeating: "x", count: 65), "\(String(repeating: "x", count: 64))…"),
            ("e" + String(repeating: "\u{301}", count: 99), "e\(String(repeating: "\u{301}", count: 63))…"),
        ])
    func quotesName(spelt: String, shown: String) {
        let words = words(of: "{\"\(spelt)\":1,\"\(spelt)\":2}")
        #expect(words == "duplicate member '\(shown)' at line 1, byte \(spelt.utf8.count + 7)")
    }
}
