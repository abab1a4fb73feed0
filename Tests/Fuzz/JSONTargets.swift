import Foundation
import JSON

extension FuzzTarget {
    static let json = [
        FuzzTarget(name: "json", words: jsonWords, seeds: { jsonSeeds }, body: testJSON),
        FuzzTarget(name: "json-peer", words: jsonWords, seeds: { jsonSeeds }, body: compareJSON),
    ]

    static let jsonWords = [
        "true", "false", "null", "{", "}", "[", "]", ":", ",", "\"", "\\u", "\\\"", "\\\\", "\\u0000",
        "\\ud800",
        "\\udc00", "\\n", "-0", "1e3", "1E-3", "0.1", "9223372036854775807", "-9223372036854775808",
        "\u{FEFF}",
        "\u{2028}", "\u{301}", "\"a\":",
    ]

    private static let jsonSeeds = [
        #"{"iss":"joe","exp":1300819380,"http://example.com/is_root":true}"#, "[]", "{}",
        #"[1,-0,0.5,1e3,1E-3,1.10,-12e+4]"#,
        #"{"a":{"b":[null,true,false,"\u00e9\ud83d\ude00\n\\\"\/"]}}"#, " \t\r\n\"text\" ",
        String(repeating: "[", count: 64) + String(repeating: "]", count: 64),
        #"{"aud":["a","b"],"é":"é","e\u0301":1}"#, "9223372036854775807", "-9223372036854775809",
        "123456789012345678901234567890e-15",
    ].map { Array($0.utf8) }

    /// What is written is read again the same, and all readers agree on what is JSON.
    @Sendable private static func testJSON(_ input: [UInt8]) throws {
        let text = outcome { () throws(JSONError) in try JSONObjectText(parsing: input) }
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: input)
        } catch {
            expect(text.value == nil, "an object is accepted by one reader only: \(error)")
            expect((0...input.count).contains(error.offset), "an error beyond the text: \(error)")
            expect(error.line > 0 && error.column > 0, "an error without a place: \(error)")
            throw error
        }
        let compact = JSONWriter.bytes(document.root)
        expect(JSONWriter.bytes(try JSONDocument(parsing: compact).root) == compact, "compact")
        let pretty = JSONWriter.pretty(document.root)
        expect(JSONWriter.bytes(try JSONDocument(parsing: Array(pretty.utf8)).root) == compact, "pretty")
        checkNumbers(document.root)

        expect((text.value != nil) == (document.root.objectValue != nil), "the readers disagree on an object")
        if var text = text.value, let object = document.root.objectValue {
            try checkEdits(&text, object)
        }
        let (hidden, start) = try JSONValue.parse(input.span, withholding: ["k", "d"])
        expect(hidden.kind == document.root.kind, "another value if members are withheld")
        for member in hidden.objectValue?.members ?? [] {
            let range = start + member.valueRange.lowerBound..<start + member.valueRange.upperBound
            // Members of members are withheld too.
            let (value, _) = try JSONValue.parse(Array(input[range]).span, withholding: ["k", "d"])
            if ["k", "d"].contains(member.name), case .string = value {
                expect(member.value.stringValue == "", "a secret was copied")
            } else {
                expect(
                    JSONWriter.bytes(value) == JSONWriter.bytes(member.value), "the range of \(member.name)")
            }
        }
    }

    /// Members are found, replaced and removed without a change of the others.
    private static func checkEdits(_ text: inout JSONObjectText, _ object: JSONObject) throws {
        expect(text.memberNames == object.members.map(\.name), "other members")
        for member in object.members {
            let name = MemberName(member.name)
            guard let value = text[name] else { fatalError("\(member.name) is not found") }
            expect(JSONWriter.bytes(value) == JSONWriter.bytes(member.value), "another value")
        }
        guard let victim = object.members.first else { return }
        var expected = object.members.map { ($0.name, $0.value) }
        expected[0].1 = .integer(7)
        expected.append(("added", .string("\u{202E}")))
        text.set(MemberName(victim.name), to: .integer(7))
        if object["added"] == nil {
            text.set("added", to: .string("\u{202E}"))
        } else {
            expected.removeLast()
        }
        let changed = try JSONDocument(parsing: text.bytes).root
        expect(JSONWriter.bytes(changed) == JSONWriter.bytes(.object(JSONObject(expected))), "after a change")
        text.remove(MemberName(victim.name))
        expected.removeFirst()
        let removed = try JSONDocument(parsing: text.bytes).root
        expect(
            JSONWriter.bytes(removed) == JSONWriter.bytes(.object(JSONObject(expected))), "after a removal")
        var line: [UInt8] = []
        text.appendLine(to: &line)
        expect(!line.contains(UInt8(ascii: "\n")), "a line with a newline")
        expect(
            JSONWriter.bytes(try JSONDocument(parsing: line).root) == JSONWriter.bytes(removed), "as a line")
    }

    private static func checkNumbers(_ value: JSONValue) {
        switch value {
        case .number(let number):
            if number.isPlainInteger { expect(Int64(number.spelling) == number.int64, number.spelling) }
            if let exact = number.int64 {
                expect(
                    abs(Double(number.spelling)! - Double(exact)) <= abs(Double(exact)) * 1e-15,
                    number.spelling)
            }
            if let micros = number.scaled(byPowerOfTen: 6) {
                let wanted = Double(number.spelling)! * 1e6
                expect(abs(wanted - Double(micros)) <= 1 + abs(wanted) * 1e-15, number.spelling)
            }
        case .array(let elements): elements.forEach(checkNumbers)
        case .object(let object): object.members.forEach { checkNumbers($0.value) }
        case .null, .bool, .string: break
        }
    }

    /// Where Foundation accepts a text too, it reads the same values.
    @Sendable private static func compareJSON(_ input: [UInt8]) throws {
        let ours = try JSONDocument(parsing: input).root
        guard
            let theirs = try? JSONSerialization.jsonObject(with: Data(input), options: .fragmentsAllowed)
        else { return }
        expect(isSame(ours, theirs), "Foundation reads \(theirs)")
    }

    /// Foundation drops it at the beginning of a string, and after an escape sequence.
    private static let mark: Unicode.Scalar = "\u{FEFF}"

    private static func isSame(_ ours: String, _ theirs: String) -> Bool {
        ours.unicodeScalars.filter { $0 != mark } == theirs.unicodeScalars.filter { $0 != mark }
    }

    private static func isSame(_ ours: JSONValue, _ theirs: Any) -> Bool {
        switch ours {
        case .null: return theirs is NSNull
        case .bool(let value): return theirs as? Bool == value
        case .string(let value):
            return (theirs as? String).map { isSame(value, $0) } ?? false
        case .number(let number):
            guard let value = theirs as? NSNumber else { return false }
            if let exact = number.int64, number.isPlainInteger { return value.int64Value == exact }
            let wanted = Double(number.spelling)!
            return abs(value.doubleValue - wanted) <= abs(wanted) * 1e-12
        case .array(let elements):
            guard let values = theirs as? [Any] else { return false }
            return values.count == elements.count && zip(elements, values).allSatisfy(isSame)
        case .object(let object):
            guard let members = theirs as? [String: Any] else { return false }
            // Foundation's names are equal if they are canonically equivalent; ours if their bytes are.
            let names = Set(object.members.map(\.name))
            if names.count < object.members.count
                || names.contains(where: { $0.unicodeScalars.contains(mark) })
            {
                return true
            }
            return members.count == object.members.count
                && object.members.allSatisfy { member in
                    members[member.name].map { isSame(member.value, $0) } ?? false
                }
        }
    }
}
