import JSON
import Testing

@Suite("The grammar of RFC 8259 §2 to §5")
struct GrammarTests {
    @Test(
        "A well-formed text is accepted and written compactly",
        arguments: [
            ("null", "null"), ("true", "true"), ("false", "false"), ("0", "0"), (#""""#, #""""#),
            ("[]", "[]"), ("{}", "{}"), ("[ \t\r\n]", "[]"), ("{ \t\r\n}", "{}"),
            (" \t\r\n1\n", "1"), ("[1,2,[3],{}]", "[1,2,[3],{}]"),
            ("[ 1 , 2 ]", "[1,2]"), (#"{ "a" : 1 , "b" : [ ] }"#, #"{"a":1,"b":[]}"#),
            (#"{"":""}"#, #"{"":""}"#), (#"{"b":1,"a":2}"#, #"{"b":1,"a":2}"#),
            (#"[true,false,null,"x",-1.50e+3]"#, #"[true,false,null,"x",-1.50e+3]"#),
        ])
    func accepts(text: String, compact: String) throws {
        #expect(refusal(of: text) == nil)
        #expect(JSONWriter.string(try JSONDocument(parsing: text).root) == compact)
    }

    @Test(
        "A text that stops too early ends unexpectedly at its end",
        arguments: [
            "", " ", "[", "[1", "[1,", "[1, ", "{", #"{"a"#, #"{"a""#, #"{"a":"#, #"{"a":1"#, #"{"a":1,"#,
            "t",
            "nul", "fals", #"""#, #""abc"#, #""\"#, #""\u"#, #""\u12"#, #""\ud800\u"#, "-", "1.", "1e", "1e+",
        ])
    func endsUnexpectedly(text: String) {
        let error = refusal(of: text)
        #expect(error?.reason == .unexpectedEnd)
        #expect(error?.offset == text.utf8.count)
    }

    @Test(
        "A byte that the grammar has no use for is refused where it stands",
        arguments: [
            ("]", .unexpectedCharacter(UInt8(ascii: "]")), 0), ("[1,]", .unexpectedCharacter(0x5D), 3),
            ("[,1]", .unexpectedCharacter(0x2C), 1), ("'a'", .unexpectedCharacter(0x27), 0),
            ("+1", .unexpectedCharacter(0x2B), 0), (".5", .unexpectedCharacter(0x2E), 0),
            ("NaN", .unexpectedCharacter(0x4E), 0), ("Infinity", .unexpectedCharacter(0x49), 0),
            ("\u{0}", .unexpectedCharacter(0), 0), ("\u{C}1", .unexpectedCharacter(0x0C), 0),
            ("\u{A0}1", .unexpectedCharacter(0xC2), 0), ("// 1", .unexpectedCharacter(0x2F), 0),
            ("tRue", .expected("true"), 0), ("[nulL]", .expected("null"), 1),
            ("falsy", .expected("false"), 0),
            ("[1 2]", .expected("',' or ']'"), 3), ("[1}", .expected("',' or ']'"), 2),
            (#"{"a":1]"#, .expected("',' or '}'"), 6), (#"{"a":1 "b":2}"#, .expected("',' or '}'"), 7),
            (#"{"a":1,}"#, .expected("a member name"), 7), ("{a:1}", .expected("a member name"), 1),
            ("{1:1}", .expected("a member name"), 1), ("{,}", .expected("a member name"), 1),
            (#"{"a" 1}"#, .expected("':'"), 5), (#"{"a",1}"#, .expected("':'"), 4),
            ("1 2", .trailingBytes, 2), ("{}{}", .trailingBytes, 2), ("[]]", .trailingBytes, 2),
            ("nullx", .trailingBytes, 4), ("1\u{0}", .trailingBytes, 1), ("1/**/", .trailingBytes, 1),
        ] as [(String, JSONError.Reason, Int)])
    func refuses(text: String, reason: JSONError.Reason, offset: Int) {
        let error = refusal(of: text)
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test("White space around the document is dropped, white space inside stays")
    func dropsOuterWhiteSpace() throws {
        let document = try JSONDocument(parsing: "\r\n\t { \"a\" :\t1 } \n")
        #expect(String(decoding: document.bytes, as: UTF8.self) == "{ \"a\" :\t1 }")
        let member = try #require(document.root.objectValue?.member("a"))
        #expect(String(decoding: document.bytes[member.nameRange], as: UTF8.self) == #""a""#)
        #expect(String(decoding: document.bytes[member.valueRange], as: UTF8.self) == "1")
    }

    @Test("Ranges of members at every level point into the kept bytes")
    func nestedRanges() throws {
        let document = try JSONDocument(parsing: #"  {"a":{"\u0062":[ {"c" : "é" } ]}}"#)
        func text(_ range: Range<Int>) -> String { String(decoding: document.bytes[range], as: UTF8.self) }
        let a = try #require(document.root.objectValue?.member("a"))
        #expect(text(a.valueRange) == #"{"\u0062":[ {"c" : "é" } ]}"#)
        let b = try #require(a.value.objectValue?.member("b"))
        #expect(text(b.nameRange) == #""\u0062""#)
        let c = try #require(b.value.arrayValue?.first?.objectValue?.member("c"))
        #expect(text(c.nameRange) == #""c""#)
        #expect(text(c.valueRange) == #""é""#)
    }

    @Test(
        "A value is known by its kind",
        arguments: [
            ("null", "null"), ("true", "boolean"), ("1", "number"), (#""1""#, "string"), ("[1]", "array"),
            ("{}", "object"),
        ])
    func kinds(text: String, kind: String) throws {
        let value = try JSONDocument(parsing: text).root
        #expect("\(value.kind)" == kind)
        #expect((value.numberValue != nil) == (kind == "number"))
        #expect((value.stringValue != nil) == (kind == "string"))
        #expect((value.arrayValue != nil) == (kind == "array"))
        #expect((value.objectValue != nil) == (kind == "object"))
    }
}
