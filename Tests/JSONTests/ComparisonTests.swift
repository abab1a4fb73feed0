import JSON
import Testing

@Suite("Values that mean the same")
struct ComparisonTests {
    private func areSame(_ left: String, _ right: String) throws -> Bool {
        let left = try JSONDocument(parsing: Array(left.utf8)).root
        let right = try JSONDocument(parsing: Array(right.utf8)).root
        let result = left.hasSameValue(as: right)
        #expect(right.hasSameValue(as: left) == result)
        return result
    }

    @Test(
        "Spelling, order of members and white space do not matter",
        arguments: [
            ("null", "null"), ("true", " true "), ("1", "1.0"), ("1", "10e-1"), ("1", "0.1E1"),
            ("100", "1e2"),
            ("0", "-0"), ("0", "0.00e9"), ("-1.50", "-15e-1"), ("\"é\"", "\"\\u00e9\""), ("[]", "[ ]"),
            ("[1,[2.0]]", "[1.0,[2]]"), ("{\"a\":1,\"b\":{\"c\":[]}}", "{\"b\":{\"c\":[]},\"a\":1.0}"),
            ("1e99999999999999", "10e99999999999998"), ("0e9999999999999999999", "0e1"),
            ("1e9999999999999999999", "1e9999999999999999999"),
            ("123456789012345678901", "1.23456789012345678901e20"),
        ])
    func same(left: String, right: String) throws {
        #expect(try areSame(left, right))
    }

    @Test(
        "Another value or another kind is not the same",
        arguments: [
            ("null", "false"), ("true", "false"), ("1", "\"1\""), ("1", "-1"), ("1", "10"), ("1", "0"),
            ("1", "1e1"),
            ("9007199254740993", "9007199254740992"), ("0.1", "0.10000000000000001"), ("\"a\"", "\"A\""),
            ("\"\\u00e9\"", "\"e\\u0301\""), ("[1,2]", "[2,1]"), ("[1]", "[1,1]"), ("[]", "{}"),
            ("{\"a\":1}", "{}"), ("1e9999999999999999999", "1e9999999999999999998"),
            ("1e-9999999999999999999", "1e-9999999999999999998"),
            ("{\"a\":1}", "{\"a\":2}"), ("{\"a\":1}", "{\"b\":1}"), ("{\"a\":1}", "{\"a\":1,\"b\":1}"),
        ])
    func different(left: String, right: String) throws {
        #expect(try !areSame(left, right))
    }
}
