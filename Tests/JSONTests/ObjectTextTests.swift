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
            try edited.set(name, toText: Array(" \(json)\n".utf8))
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
        "A text that is no value is refused and changes nothing",
        arguments: [
            ("", .unexpectedEnd, 0), ("1,\"c\":2", .trailingBytes, 1), ("1}", .trailingBytes, 1),
            (#"{"a":1,"a":2}"#, .duplicateMember("a"), 7), ("\n x", .unexpectedCharacter(0x78), 2),
        ] as [(String, JSONError.Reason, Int)])
    func refusesText(json: String, reason: JSONError.Reason, offset: Int) throws {
        var text = try JSONObjectText(parsing: Array(#"{"a":1}"#.utf8))
        let error = error { () throws(JSONError) in try text.set("b", toText: Array(json.utf8)) }
        #expect(error?.reason == reason)
        #expect(error?.offset == offset)
        #expect(text.bytes == Array(#"{"a":1}"#.utf8))
        try expectConsistent(text)
    }

    @Test("The limits bind what a text becomes by an edit with text")
    func limits() throws {
        let limits = JSONLimits(maximumBytes: 14, maximumDepth: 2)
        var text = try JSONObjectText(parsing: Array(#"{"a":1}"#.utf8), limits: limits)
        let tooDeep = error { () throws(JSONError) in try text.set("b", toText: Array("[[]]".utf8)) }
        #expect(tooDeep?.reason == .tooDeep(limit: 2))
        #expect(tooDeep?.offset == 1)
        let tooLarge = error { () throws(JSONError) in try text.set("b", toText: Array("22".utf8)) }
        #expect(tooLarge == nil)
        let larger = error { () throws(JSONError) in try text.set("b", toText: Array("333".utf8)) }
        #expect(larger?.reason == .tooLarge(limit: 14))
        try text.set("a", toText: Array("4".utf8))
        #expect(text.bytes == Array(#"{"a":4,"b":22}"#.utf8))
        try expectConsistent(text)
    }

    @Test(
        "What is not an object is refused where the value begins",
        arguments: ["[]", "1", " \n\"{}\"", "null"])
    func notAnObject(text: String) {
        let error = error { () throws(JSONError) in _ = try JSONObjectText(parsing: Array(text.utf8)) }
        #expect(error?.reason == .notAnObject)
        #expect(error?.offset == text.prefix { $0.isWhitespace }.utf8.count)
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
