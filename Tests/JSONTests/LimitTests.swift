import JSON
import Testing

@Suite("Limits and hostile texts")
struct LimitTests {
    @Test("The standard limits are 16 MiB and 64 levels")
    func standard() {
        #expect(JSONLimits.standard.maximumBytes == 16_777_216)
        #expect(JSONLimits.standard.maximumDepth == 64)
    }

    @Test(
        "A text of the greatest size is read, one byte more is refused",
        arguments: ["12345", " 123 ", "[1,2]"])
    func size(text: String) {
        #expect(refusal(of: text, limits: JSONLimits(maximumBytes: 5, maximumDepth: 1)) == nil)
        let tight = JSONLimits(maximumBytes: 4, maximumDepth: 1)
        let error = refusal(of: text, limits: tight)
        #expect(error?.reason == .tooLarge(limit: 4))
        #expect(error?.offset == 4)
    }

    @Test(
        "Arrays and objects nest to the greatest depth and no further",
        arguments: [("[", "]"), (#"{"a":"#, "}"), (#"[{"a":"#, "}]")])
    func depth(opening: String, closing: String) {
        let levels = opening.filter { $0 == "[" || $0 == "{" }.count
        func nested(_ count: Int) -> String {
            String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count)
        }
        #expect(refusal(of: nested(64 / levels)) == nil)
        let error = refusal(of: nested(64 / levels + 1))
        #expect(error?.reason == .tooDeep(limit: 64))
        #expect(error?.offset == opening.utf8.count * 64 / levels)
    }

    @Test("A scalar has no depth, an empty array has one level")
    func noDepth() {
        let flat = JSONLimits(maximumBytes: 100, maximumDepth: 0)
        #expect(refusal(of: "1", limits: flat) == nil)
        #expect(refusal(of: "[]", limits: flat)?.reason == .tooDeep(limit: 0))
        #expect(refusal(of: "{}", limits: flat)?.reason == .tooDeep(limit: 0))
    }

    @Test("Levels are counted, not arrays and objects")
    func depthIsGivenBack() {
        let two = JSONLimits(maximumBytes: 100, maximumDepth: 2)
        #expect(refusal(of: #"[[],[],{},{"a":1},{"b":2},[3],[]]"#, limits: two) == nil)
    }

    @Test(
        "A mebibyte of the same is refused in one pass",
        arguments: [
            ("[", .tooDeep(limit: 64)), (#"{"a":"#, .tooDeep(limit: 64)), (#""a":"#, .trailingBytes),
            ("[[],", .tooDeep(limit: 64)), ("\"", .trailingBytes), ("\\", .unexpectedCharacter(0x5C)),
            ("-", .invalidNumber), (" ", .unexpectedEnd), ("\n", .unexpectedEnd),
            ("\u{FEFF}", .byteOrderMark),
        ] as [(String, JSONError.Reason)])
    func repeated(unit: String, reason: JSONError.Reason) {
        let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
        #expect(refusal(of: text)?.reason == reason)
    }

    @Test("A string, a number, an escape run and a list as long as the limit are read", arguments: 0..<4)
    func longValues(kind: Int) {
        let length = 1 << 20
        let texts = [
            ("\"", "x", "\""), ("", "1", ""), ("\"", "\\ud834\\udd1e", "\""), ("[[]", ",[]", "]"),
        ]
        let (before, unit, after) = texts[kind]
        let text = before + String(repeating: unit, count: length / unit.utf8.count) + after
        #expect(refusal(of: text) == nil)
        #expect(refusal(of: text + "x")?.offset == text.utf8.count)
    }
}
