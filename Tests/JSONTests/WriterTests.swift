import JSON
import Testing

@Suite("Writing values")
struct WriterTests {
    @Test(
        "A compact text is written back byte for byte",
        arguments: [
            "null", "[]", "{}", #"[1,-0,1.0,1e3,"",true,false,null,[[]],{}]"#, #"{"a":{"b":["c"]},"d":1}"#,
            #""\"\\\b\f\n\r\t""#, #""\u0000\u0001\u000b\u001f""#, "\"/é€𝄞\u{7F}\u{85}\u{2028}\"",
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
