import JSON
import Testing

@Suite("Writing values")
struct WriterTests {
    @Test(
        "A compact text is written back byte for byte",
        arguments: [
            "null", "[]", "{}", #"[1,-0,1.0,1e3,"",true,false,null,[[]],{}]"#, #"{"a":{"b":["c"]},"d":1}"#,
            #""\"\\\b\f\n\r\t""#, #""\u0000\u0001\u000b\u001f""#, "\"/é€𝄞\u{7E}\u{A0}\u{2010}\u{FFFD}\"",
        ])
    func roundTrip(text: String) throws {
        let value = try JSONDocument(parsing: text).root
        #expect(JSONWriter.bytes(value) == Array(text.utf8))
        #expect(Array(JSONWriter.string(value).utf8) == Array(text.utf8))
    }

    @Test(
        "A string that was spelt otherwise is written the shortest way",
        arguments: [
            (#""\u0041\/\u00E9""#, #""A/é""#), (#""\u000A\u001B""#, #""\n\u001b""#),
            (#""\ud834\udd1e""#, #""𝄞""#),
        ])
    func shortestEscapes(text: String, expected: String) throws {
        #expect(JSONWriter.string(try JSONDocument(parsing: text).root) == expected)
    }

    /// DEL, the C1 controls, the bidirectional controls and the separators; U+E0041 hides what it stands for.
    @Test("What a terminal may obey, or what hides text, is escaped, compact and pretty")
    func invisible() throws {
        let string =
            "a\u{7F}\u{80}\u{9B}\u{9F}\u{61C}\u{200E}\u{200F}\u{202A}\u{202E}\u{2066}\u{2069}"
            + "\u{2028}\u{2029}\u{E0041}é"
        let expected =
            #""a\u007f\u0080\u009b\u009f\u061c\u200e\u200f\u202a\u202e\u2066\u2069\u2028\u2029\udb40\udc41é""#
        #expect(JSONWriter.string(.string(string)) == expected)
        #expect(JSONWriter.pretty(.string(string)) == expected)
        let object = JSONObject([(string, .integer(1))])
        #expect(JSONWriter.string(.object(object)) == "{\(expected):1}")
    }

    @Test("A text that was read is appended as it is spelt, but for what is invisible")
    func line() throws {
        func line(_ text: String) throws -> String {
            var output: [UInt8] = []
            try JSONObjectText(parsing: Array(text.utf8)).appendLine(to: &output)
            return String(decoding: output, as: UTF8.self)
        }
        #expect(try line(#"{ "a":1.0, "é\/":"\u0041" }"#) == #"{ "a":1.0, "é\/":"\u0041" }"#)
        #expect(try line("{ \"\u{202E}\":\"\u{9B}é\u{7F}\"}") == #"{ "\u202e":"\u009bé\u007f"}"#)
        #expect(try line("{ \"\u{202E}\":\n1.0}") == #"{"\u202e":1.0}"#)
    }

    @Test("A character that is not plain is seen in every place of a line", arguments: 0..<20)
    func places(index: Int) throws {
        let plain = String(repeating: "a", count: 20)
        for character in ["\u{7F}", "\u{80}", "\u{2028}", "\u{FF}", " ", "~"] {
            let string = plain.prefix(index) + character + plain.dropFirst(index)
            for text in [#"{"":"\#(string)"}"#, #"{"\#(string)":"\#(plain)"}"#] {
                let value = try JSONDocument(parsing: text).root
                var line: [UInt8] = []
                try JSONObjectText(parsing: Array(text.utf8)).appendLine(to: &line)
                #expect(String(decoding: line, as: UTF8.self) == JSONWriter.string(value))
            }
        }
        for space in ["\n", "\r"] {
            let text = #"{"a":"\#(plain.prefix(index))"\#(space),"b":"\#(plain)"}"#
            var line: [UInt8] = []
            try JSONObjectText(parsing: Array(text.utf8)).appendLine(to: &line)
            #expect(!line.contains(10) && !line.contains(13))
        }
    }

    @Test("Every character is read back as itself, compact and pretty", arguments: 0..<17)
    func everyScalar(plane: UInt32) throws {
        var string = ""
        for value in plane << 16..<(plane + 1) << 16 {
            if let scalar = Unicode.Scalar(value) { string.unicodeScalars.append(scalar) }
        }
        let value = JSONValue.string(string)
        for text in [JSONWriter.string(value), JSONWriter.pretty(value)] {
            let read = try #require(try JSONDocument(parsing: text).root.stringValue)
            #expect(read.utf8.elementsEqual(string.utf8))
        }
    }

    @Test("For people, values are indented by two spaces")
    func pretty() throws {
        let text = #"{"a":1,"b":[],"c":{},"d":[1,{"e":null}],"f":{"g":"h"}}"#
        let expected = """
            {
              "a": 1,
              "b": [],
              "c": {},
              "d": [
                1,
                {
                  "e": null
                }
              ],
              "f": {
                "g": "h"
              }
            }
            """
        #expect(JSONWriter.pretty(try JSONDocument(parsing: text).root) == expected)
        #expect(JSONWriter.pretty(.string("x")) == #""x""#)
        #expect(JSONWriter.pretty(.array([])) == "[]")
    }

    @Test("For people, no control character reaches the terminal, in names neither")
    func prettyIsSafe() {
        let object = JSONObject([("\u{9B}31m", .string("\u{1B}]0;\u{7}\u{7F}\u{80}\u{9F}\u{A0}é\n"))])
        let expected = #"  "\u009b31m": "\u001b]0;\u0007\u007f\u0080\u009f\#u{A0}é\n""#
        #expect(JSONWriter.pretty(.object(object)) == "{\n\(expected)\n}")
    }

    @Test("Writing appends to what is there")
    func appends() {
        var output = Array("x".utf8)
        JSONWriter.append("y\"", to: &output)
        JSONWriter.append(.integer(-1), to: &output)
        #expect(output == Array(#"x"y\""-1"#.utf8))
    }
}
