import Testing

@testable import JSON

@Suite("The scanner, driven step by step")
struct ScannerTests {
    @Test("An object is walked without a tree, names and values told by their ranges")
    func walksObject() throws {
        let text = Array(#" {"iss" : "a\n", "exp":1e3 ,"x":[{"y":[]}, null]} "#.utf8)
        var found: [String] = []
        var scanner = JSONScanner()
        var members = MemberPlaces()
        try scanner.beginText(in: text.span)
        var hasMember = try scanner.openObject(in: text.span)
        while hasMember {
            let name = try scanner.scanName(in: text.span)
            try members.refuseDuplicate(name, in: text.span)
            let kind = try scanner.nextKind(in: text.span)
            let value = try scanner.skipValue(scanner.nextKind(in: text.span), in: text.span)
            members.append(name, value: value)
            found.append(
                "\(name.value(in: text.span)) \(kind) \(String(decoding: text[value], as: UTF8.self))")
            hasMember = try scanner.nextMember(in: text.span)
        }
        try scanner.endText(in: text.span)
        #expect(found == [#"iss string "a\n""#, "exp number 1e3", #"x array [{"y":[]}, null]"#])
        #expect(scanner.position == text.count)
        #expect(scanner.depth == 0)
    }

    @Test(
        "A string's range holds its quotes, its content does not",
        arguments: [
            (#""""#, 1..<1, false), (#""ab""#, 1..<3, false), (#""a\n""#, 1..<4, true),
            (#""é""#, 1..<3, false),
        ])
    func scansString(text: String, content: Range<Int>, hasEscapes: Bool) throws {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner()
        let string = try scanner.scanString(in: bytes.span)
        #expect(string.range == bytes.indices)
        #expect(string.content == content)
        #expect(string.hasEscapes == hasEscapes)
    }

    @Test(
        "A number ends where its grammar does",
        arguments: [("12]", 2), ("-0.5e+7,", 7), ("0 ", 1), ("0x1", 1)])
    func scansNumber(text: String, end: Int) throws {
        let bytes = Array(text.utf8)
        var scanner = JSONScanner()
        #expect(try scanner.scanNumber(in: bytes.span) == 0..<end)
        #expect(scanner.position == end)
    }

    @Test("A step that meets something else says what it wanted, and stays where it is")
    func wants() {
        let bytes = Array("x".utf8)
        var scanner = JSONScanner()
        let string = error { () throws(JSONError) in _ = try scanner.scanString(in: bytes.span) }
        #expect(string?.reason == .expected("a string"))
        let object = error { () throws(JSONError) in _ = try scanner.openObject(in: bytes.span) }
        #expect(object?.reason == .expected("'{'"))
        let array = error { () throws(JSONError) in _ = try scanner.openArray(in: bytes.span) }
        #expect(array?.reason == .expected("'['"))
        let boolean = error { () throws(JSONError) in _ = try scanner.scanBoolean(in: bytes.span) }
        #expect(boolean?.reason == .expected("false"))
        #expect(scanner.position == 0)
    }

    @Test("One text serves object after object, after an error too")
    func reusesText() throws {
        var text = JSONObjectText(limits: .standard)
        let many = (0..<40).map { "\"n\($0)\":0" }.joined(separator: ",")
        try text.read(Array(#"{"a":1,"\u0062":{"a":1}}"#.utf8).span)
        try text.read(Array("{\(many)}".utf8).span)
        try text.read(Array("{\(many)}".utf8).span)
        #expect(throws: JSONError.self) { try text.read(Array(#"{"a":{"\u0062":1,"b":2}}"#.utf8).span) }
        #expect(throws: JSONError.self) { try text.read(Array("{\(many),\"n7\":0}".utf8).span) }
        try text.read(Array(#"{"a":1,"b":{"b":1}}"#.utf8).span)
        #expect(text.memberNames == ["a", "b"])
    }

    @Test("A scanner may start in the middle, at a depth")
    func startsInside() throws {
        let bytes = Array(#"xx[[1]]"#.utf8)
        var scanner = JSONScanner(at: 2, depth: 62)
        #expect(try scanner.skipValue(scanner.nextKind(in: bytes.span), in: bytes.span) == 2..<7)
        var deeper = JSONScanner(at: 2, depth: 63)
        let error = error { () throws(JSONError) in
            try deeper.skipValue(deeper.nextKind(in: bytes.span), in: bytes.span)
        }
        #expect(error?.reason == .tooDeep(limit: 64))
        #expect(error?.offset == 3)
    }
}
