import JSON
import Testing

@Suite("Errors say where")
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
}
