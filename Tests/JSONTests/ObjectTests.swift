import JSON
import Testing

@Suite("Objects built in code")
struct ObjectTests {
    @Test("Members keep their order and have no place in a text")
    func order() {
        let object = JSONObject([
            ("iss", .string("a")), ("exp", .integer(1)), ("aud", .array([.null, .bool(true)])),
        ])
        #expect(JSONWriter.string(.object(object)) == #"{"iss":"a","exp":1,"aud":[null,true]}"#)
        #expect(object.members.allSatisfy { $0.nameRange.isEmpty && $0.valueRange.isEmpty })
        #expect(object.member("exp")?.value.numberValue?.int64 == 1)
        #expect(object["nbf"] == nil)
        #expect(object["EXP"] == nil)
    }

    @Test("A name given twice keeps its first place and its last value")
    func givenTwice() {
        let object = JSONObject([("a", .integer(1)), ("b", .integer(2)), ("a", .integer(3))])
        #expect(JSONWriter.string(.object(object)) == #"{"a":3,"b":2}"#)
        let equivalent = JSONObject([("\u{E9}", .integer(1)), ("e\u{301}", .integer(2))])
        #expect(equivalent.members.count == 2)
    }

    @Test("Setting a member replaces it in its place or appends it")
    func set() {
        var object = JSONObject()
        object.set("a", to: .integer(1))
        object.set("b", to: .integer(2))
        object.set("a", to: .null)
        #expect(JSONWriter.string(.object(object)) == #"{"a":null,"b":2}"#)
    }
}
