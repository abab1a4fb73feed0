import JSON
import Testing

@Suite("Editing an object's text leaves the rest of its bytes alone")
struct ObjectTextTests {
    @Test(
        "A new member goes right after the last one",
        arguments: [
            ("{}", #"{"b":2}"#), ("{ \n }", "{\"b\":2 \n }"), (#"{"a":1}"#, #"{"a":1,"b":2}"#),
            (" {\"a\" : 1.0e1\n}\n", "{\"a\" : 1.0e1,\"b\":2\n}"), (#"{"a":"}" }"#, #"{"a":"}","b":2 }"#),
            (#"{"a":{"b":1}}"#, #"{"a":{"b":1},"b":2}"#),
        ])
    func appends(text: String, expected: String) throws {
        var edited = try JSONObjectText(parsing: Array(text.utf8))
        edited.set("b", to: .integer(2))
        #expect(String(decoding: edited.bytes, as: UTF8.self) == expected)
        try expectConsistent(edited)
    }

    @Test(
        "A value is replaced in its place",
        arguments: [
            (#"{"b":1}"#, #"{"b":"x"}"#),
            (#"{ "b" : 12345 , "c":{"d":[1, 2]} }"#, #"{ "b" : "x" , "c":{"d":[1, 2]} }"#),
            (#"{"a":1,"\u0062":{"b":{}},"c":[{"d":1}]}"#, #"{"a":1,"\u0062":"x","c":[{"d":1}]}"#),
            (#"{"b":"y","c":{"d":1}}"#, #"{"b":"x","c":{"d":1}}"#),
        ])
    func replaces(text: String, expected: String) throws {
        var edited = try JSONObjectText(parsing: Array(text.utf8))
        edited.set("b", to: .string("x"))
        #expect(String(decoding: edited.bytes, as: UTF8.self) == expected)
        try expectConsistent(edited)
    }

    @Test("A value given as text is kept as it is spelt, at every length", arguments: [0, 1, 7, 30])
    func setsText(padding: Int) throws {
        let json = "[1.50," + String(repeating: " ", count: padding) + #"{"\u0061": 1e0}]"#
        var edited = try JSONObjectText(parsing: Array(#"{"a":[1],"b":{"c":{"d":"e"}},"f":[{"g":2}]}"#.utf8))
        for name in ["b", "z", "a", "z"] {
            edited.set(MemberName(name), to: try JSONValueText(parsing: Array(" \(json)\n".utf8)))
            try expectConsistent(edited)
        }
        #expect(
            String(decoding: edited.bytes, as: UTF8.self)
                == #"{"a":\#(json),"b":\#(json),"f":[{"g":2}],"z":\#(json)}"#)
    }

    @Test("Edits follow one another from an empty object, names escaped as needed")
    func builds() throws {
        var text = JSONObjectText.empty
        #expect(text.bytes == Array("{}".utf8))
        text.set("a\"b\n", to: .object(JSONObject([("x", .array([.object(JSONObject([("y", .null)]))]))])))
        text.set("é", to: .string("\u{1}/"))
        text.set("a\"b\n", to: .bool(false))
        text.set("e\u{301}", to: .array([]))
        let expected = #"{"a\"b\n":false,"é":"\u0001/","\#("e\u{301}")":[]}"#
        #expect(text.bytes == Array(expected.utf8))
        try expectConsistent(text)
    }

    @Test("Many edits of one text, which an index serves, are the same as few")
    func manyEdits() throws {
        let count = 100
        var edited = try JSONObjectText(parsing: Array(#"{"n7":"old","\u006e8":"old","z":1}"#.utf8))
        for number in 0..<count { edited.set(MemberName("n\(number)"), to: .integer(Int64(number))) }
        edited.remove("n7")
        for number in stride(from: count - 1, through: 0, by: -1) {
            edited.set(MemberName("n\(number)"), to: .integer(Int64(-number)))
        }
        try expectConsistent(edited)
        let order = [8] + (0..<count).filter { ![7, 8].contains($0) } + [7]
        #expect(edited.memberNames == ["n8", "z"] + order.dropFirst().map { "n\($0)" })
        for number in 0..<count {
            #expect(edited[MemberName("n\(number)")]?.numberValue?.spelling == "\(-number)")
        }
        try edited.read(Array(#"{"a":1}"#.utf8).span)
        #expect(!edited.has("n1") && edited.has("a"))
    }

    @Test("An object built in code becomes a text with ranges")
    func fromObject() throws {
        let text = JSONObjectText(
            JSONObject([("a", .integer(1)), ("b", .object(JSONObject([("c", .null)])))]))
        #expect(text.bytes == Array(#"{"a":1,"b":{"c":null}}"#.utf8))
        try expectConsistent(text)
    }

    @Test("A value may be moved from one text to another")
    func movesValues() throws {
        let source = try JSONObjectText(parsing: Array(#"{ "pad":0, "v": { "w" : [ {"x":1} ] } }"#.utf8))
        var target = try JSONObjectText(parsing: Array(#"{"a":1}"#.utf8))
        target.set("v", to: try #require(source.object["v"]))
        #expect(target.bytes == Array(#"{"a":1,"v":{"w":[{"x":1}]}}"#.utf8))
        try expectConsistent(target)
    }

    @Test(
        "A text that is no value is refused",
        arguments: [
            ("", .unexpectedEnd, 0), ("1,\"c\":2", .trailingBytes, 1), ("1}", .trailingBytes, 1),
            (#"{"a":1,"a":2}"#, .duplicateMember("a"), 7), ("\n x", .unexpectedCharacter(0x78), 2),
        ] as [(String, JSONError.Reason, Int)])
    func refusesText(json: String, reason: JSONError.Reason, offset: Int) throws {
        let error = error { () throws(JSONError) in _ = try JSONValueText(parsing: Array(json.utf8)) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
    }

    @Test("A value's text may be as deep as a member of an object may be")
    func limits() throws {
        let limits = JSONLimits(maximumBytes: 14, maximumDepth: 2)
        let tooDeep = error { () throws(JSONError) in
            _ = try JSONValueText(parsing: Array("[[]]".utf8), limits: limits)
        }
        #expect(tooDeep?.reason == .tooDeep(limit: 2))
        #expect(tooDeep?.offset == 1)
        _ = try JSONValueText(parsing: Array("[2]".utf8), limits: limits)
    }

    @Test("Plain text becomes a string")
    func plain() throws {
        var text = try JSONObjectText(parsing: Array(#"{"a":1,"b":2}"#.utf8))
        text.set("a", toPlain: Array("x-1".utf8).span)
        text.set("c", toPlain: Array("".utf8).span)
        #expect(String(decoding: text.bytes, as: UTF8.self) == #"{"a":"x-1","b":2,"c":""}"#)
        try expectConsistent(text)
    }

    @Test("Short names and long ones are found, escaped or not, and no others")
    func findsMembers() throws {
        let longer = String(repeating: "n", count: 259)
        let text = try JSONObjectText(
            parsing: Array(
                #"{"exp":1,"\u0069at":2,"expires":"3","expires_in":[4],"\u0065xpires_at":5,"\#(longer)":6,"":7}"#
                    .utf8))
        for (name, value) in [
            ("exp", "1"), ("iat", "2"), ("expires", #""3""#), ("expires_in", "[4]"), ("expires_at", "5"),
            (longer, "6"), ("", "7"),
        ] {
            #expect(text[MemberName(name)].map(JSONWriter.string) == value)
        }
        for name in ["ex", "expi", "expires_", "expires_on", "nnn", String(repeating: "n", count: 258)] {
            #expect(!text.has(MemberName(name)))
        }
        #expect(text.member(MemberName("exp"))?.isNumber == true)
        #expect(text.member(MemberName("iat"))?.isNumber == true)
        #expect(text.member(MemberName("expires"))?.isString == true)
        #expect(text.member(MemberName("nnn")) == nil)
        #expect(text.member(MemberName("nbf")) == nil)
    }

    @Test("However many members there are, all are compared", arguments: [2, 31, 32, 33, 40])
    func manyMembers(count: Int) {
        let members = (0..<count).map { "\"member\($0)\":{\"x\":\($0)}" }
        for repeated in [0, count / 2, count - 1] {
            let json = "{" + (members + ["\"\\u006dember\(repeated)\":0"]).joined(separator: ",") + "}"
            let found = error { () throws(JSONError) in _ = try JSONObjectText(parsing: Array(json.utf8)) }
            #expect(found?.reason == .duplicateMember("member\(repeated)"))
        }
        let json = "{" + members.joined(separator: ",") + "}"
        #expect((try? JSONObjectText(parsing: Array(json.utf8)))?.memberNames.count == count)
    }

    @Test(
        "What is not an object is refused where the value begins",
        arguments: ["[]", "1", " \n\"{}\"", "null"])
    func notAnObject(text: String) {
        let error = error { () throws(JSONError) in _ = try JSONObjectText(parsing: Array(text.utf8)) }
        #expect(error?.reason == .notAnObject)
        #expect(error?.offset == text.prefix { $0.isWhitespace }.utf8.count)
    }

    @Test(arguments: [
        ("a", "{ \"b\" : [1, {\"\\u0063\":\"x\"}, []] }"), ("a.b.0", "1"), ("a.b.1.c", "\"x\""),
        ("a.b.2", "[]"),
        ("", "7"), ("d", nil), ("a.c", nil), ("a.b.3", nil), ("a.b.00", nil), ("a.b.-1", nil), ("a.b.c", nil),
        ("a.b.0.c", nil), ("a.", nil), (".a", nil), ("0", nil),
    ]) func aPathLeadsToAValue(_ path: String, _ value: String?) throws {
        let text = try JSONObjectText(
            parsing: Array(" {\"\":7, \"a\": { \"b\" : [1, {\"\\u0063\":\"x\"}, []] }}".utf8))
        let found = text.range(at: JSONPath(path)).map { String(decoding: text.bytes[$0], as: UTF8.self) }
        #expect(found == value)
    }

    @Test func aStringAtAPathIsUnescaped() throws {
        let text = try JSONObjectText(parsing: Array("{\"a\":\"\\u00e4\\n\",\"b\":1}".utf8))
        #expect(text.string(at: try #require(text.range(at: JSONPath("a")))) == Array("ä\n".utf8))
        #expect(text.string(at: try #require(text.range(at: JSONPath("b")))) == nil)
    }

    /// What the edited text says of itself is what parsing it anew says.
    private func expectConsistent(
        _ text: JSONObjectText, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let anew = try JSONObjectText(parsing: text.bytes)
        #expect(anew.bytes == text.bytes, sourceLocation: sourceLocation)
        #expect(
            places(.object(text.object)) == places(.object(anew.object)), sourceLocation: sourceLocation)
    }

    private func places(_ value: JSONValue) -> [String] {
        switch value {
        case .array(let elements): elements.flatMap(places)
        case .object(let object):
            object.members.flatMap { ["\($0.name) \($0.nameRange) \($0.valueRange)"] + places($0.value) }
        default: [JSONWriter.string(value)]
        }
    }
}
