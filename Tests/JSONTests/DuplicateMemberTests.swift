import JSON
import Testing

@Suite("Member names are unique by the bytes they unescape to")
struct DuplicateMemberTests {
    @Test(
        "A name that comes twice is refused where it comes again",
        arguments: [
            (#"{"a":1,"a":2}"#, "a", 7), (#"{"":1,"":2}"#, "", 6), (#"{"a":1,"b":2,"a":3}"#, "a", 13),
            (#"{"a":1,"\u0061":2}"#, "a", 7), (#"{"\u0061":1,"a":2}"#, "a", 12),
            (#"{"\u0061":1,"\u0061":2}"#, "a", 12), (#"{"\/":1,"/":2}"#, "/", 8),
            (#"[{"x":{"a":1,"a":2}}]"#, "a", 13),
            (#"{"abcdefg":1,"abcdefg":2}"#, "abcdefg", 13), (#"{"abcdefgh":1,"abcdefgh":2}"#, "abcdefgh", 14),
            (#"{"é":1,"\u00e9":2}"#, "é", 8), (#"{"\u0000":1,"\u0000":2}"#, "\u{0}", 12),
            (#"{"a":{"b":{}},"c":[{"d":1}],"a":2}"#, "a", 28),
        ])
    func refuses(text: String, name: String, offset: Int) {
        let error = refusal(of: text)
        #expect(error?.reason == .duplicateMember(name))
        #expect(error?.offset == offset)
    }

    @Test(
        "Names that differ in a byte are two names",
        arguments: [
            #"{"a":1,"A":2}"#, #"{"a":1,"a ":2}"#, #"{"a":1,"b":{"a":2,"b":3}}"#, #"[{"a":1},{"a":2}]"#,
            #"{"\u0000":1,"":2}"#, #"{"a\u0000":1,"a":2}"#, #"{"abcdefgh":1,"abcdefgi":2}"#,
            #"{"abcdefg":1,"abcdefg\u0000":2}"#, #"{"a":{"a":{"a":{}}}}"#,
        ])
    func accepts(text: String) {
        #expect(refusal(of: text) == nil)
    }

    @Test(
        "Canonically equivalent names are two names, each found by its own bytes",
        arguments: [
            ("\u{E9}", "e\u{301}"),
            // As long as each other in UTF-8: the angstrom sign, and two marks in either order.
            ("\u{212B}", "A\u{30A}"), ("a\u{301}\u{323}", "a\u{323}\u{301}"),
        ])
    func canonicalEquivalence(first: String, second: String) throws {
        #expect(first == second)
        let text = "{\"\(first)\":1,\"\(second)\":2}"
        #expect(refusal(of: text) == nil)
        let object = try #require(try JSONDocument(parsing: text).root.objectValue)
        #expect(object[first]?.numberValue?.int64 == 1)
        #expect(object[second]?.numberValue?.int64 == 2)
        let single = try #require(try JSONDocument(parsing: "{\"\(first)\":1}").root.objectValue)
        #expect(single[second] == nil)
    }

    @Test("A length that differs by 256 does not hide or invent a duplicate")
    func longNames() {
        let name = String(repeating: "n", count: 8)
        let longer = String(repeating: "n", count: 8 + 256)
        #expect(refusal(of: "{\"\(name)\":1,\"\(longer)\":2}") == nil)
        #expect(refusal(of: "{\"\(longer)\":1,\"\(longer)\":2}")?.reason == .duplicateMember(longer))
    }

    @Test(
        "A duplicate is found whichever place it repeats, and however many names there are",
        arguments: [1, 2, 15, 16, 17, 18, 31, 32, 33, 64, 65, 200])
    func everyPlace(count: Int) {
        // Odd names are escaped in the text, so that both stores of names are searched.
        func spelt(_ index: Int) -> String { index % 2 == 0 ? "name-\(index)" : "n\\u0061me-\(index)" }
        let members = (0..<count).map { "\"\(spelt($0))\":{\"name-0\":0}" }.joined(separator: ",")
        #expect(refusal(of: "{\(members)}") == nil)
        for index in 0..<count {
            let error = refusal(of: "{\(members),\"\(spelt(index))\":0}")
            #expect(error?.reason == .duplicateMember("name-\(index)"))
            #expect(error?.offset == members.utf8.count + 2)
        }
    }

    @Test("Objects of many members stand in one another")
    func nestedLargeObjects() {
        let few = (0..<50).map { "\"\($0)\":0" }.joined(separator: ",")
        let nested = (0..<50).map { "\"\($0)\":{\(few)}" }.joined(separator: ",")
        #expect(refusal(of: "{\(nested)}") == nil)
        #expect(refusal(of: "{\(nested),\"49\":0}")?.reason == .duplicateMember("49"))
    }

    @Test("A hundred thousand members are read, and one that comes twice is found")
    func manyMembers() throws {
        let members = (0..<100_000).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        let object = try #require(try JSONDocument(parsing: "{\(members)}").root.objectValue)
        #expect(object.members.count == 100_000)
        #expect(object["99999"]?.numberValue?.int64 == 99_999)
        #expect(refusal(of: "{\(members),\"50000\":0}")?.reason == .duplicateMember("50000"))
    }
}
