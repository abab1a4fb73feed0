import JSON
import Testing

@Suite("Errors say what and where")
struct ErrorTests {
    @Test(
        "An error knows its line and its byte in the line",
        arguments: [
            ("x", 0, 1, 1), ("\nx", 1, 2, 1), ("{\n  \"a\": 1,\n  \"a\": 2\n}", 14, 3, 3),
            ("[1,\r\n 2,\r\n]", 10, 3, 1),
            ("\"é\" x", 5, 1, 6), ("[\n", 2, 2, 1), ("\r\rx", 2, 1, 3), ("\"\n\"", 1, 1, 2),
        ])
    func position(text: String, offset: Int, line: Int, column: Int) {
        let error = refusal(of: text)
        #expect(error?.offset == offset)
        #expect(error?.line == line)
        #expect(error?.column == column)
    }

    @Test(
        "An error is a fragment of a sentence",
        arguments: [
            (#"{"exp":1,"exp":2}"#, #"duplicate member "exp" at line 1, byte 10"#),
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
    func description(text: String, description: String) {
        #expect(refusal(of: text)?.description == description)
    }

    @Test("Limits, encodings and kinds are described too")
    func otherDescriptions() {
        let limits = JSONLimits(maximumBytes: 4, maximumDepth: 1)
        #expect(refusal(of: [0xFF])?.description == "invalid UTF-8 at line 1, byte 1")
        #expect(
            refusal(of: "[[]]", limits: limits)?.description
                == "nesting deeper than 1 levels at line 1, byte 2")
        #expect(refusal(of: "12345", limits: limits)?.description == "text longer than 4 bytes")
        let notAnObject = error { () throws(JSONError) in
            _ = try JSONObjectText(parsing: Array("\n [1]".utf8))
        }
        #expect(notAnObject?.description == "value that is not an object at line 2, byte 2")
    }

    @Test(
        "A member name is shown safe for a terminal and cut at 64 characters",
        arguments: [
            (#"\u001b[31m"#, #""\u{1b}[31m""#), (#"a\nb"#, #""a\u{a}b""#), (#"\u0000"#, #""\u{0}""#),
            (#"\u009b1m"#, #""\u{9b}1m""#), (#"\u007f"#, #""\u{7f}""#), (#"\u202e"#, #""\u{202e}""#),
            (#"\u2028"#, #""\u{2028}""#), (#"say \"hi\" \\"#, #""say \"hi\" \\""#),
            ("größe 🔑", "\"größe 🔑\""),
            (String(repeating: "x", count: 64), "\"\(String(repeating: "x", count: 64))\""),
            (String(repeating: "x", count: 65), "\"\(String(repeating: "x", count: 64))…\""),
            (
                "e" + String(repeating: "\u{301}", count: 99),
                "\"e\(String(repeating: "\u{301}", count: 63))…\""
            ),
        ])
    func quotesName(spelt: String, shown: String) {
        let error = refusal(of: "{\"\(spelt)\":1,\"\(spelt)\":2}")
        #expect(error?.description == "duplicate member \(shown) at line 1, byte \(spelt.utf8.count + 7)")
    }
}
