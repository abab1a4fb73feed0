import JSON
import Testing

@Suite("Strings by RFC 8259 §7 and §8")
struct StringTests {
    @Test(
        "Escapes stand for their characters",
        arguments: [
            (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u0041\u00e9\u20AC""#, "Aé€"),
            (#""\u0000""#, "\u{0}"), (#""\uD834\uDD1E""#, "𝄞"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
            (#""\uFFFF\ufeff""#, "\u{FFFF}\u{FEFF}"), (#""a\u0062c\nd""#, "abc\nd"),
        ])
    func unescapes(text: String, expected: String) throws {
        #expect(refusal(of: text) == nil)
        #expect(try scalars(of: text) == Array(expected.unicodeScalars))
    }

    @Test("Characters pass unescaped, DEL, C1 controls, U+2028 and noncharacters among them")
    func passesUTF8() throws {
        let string = "\u{7F}\u{80}\u{9F}é\u{7FF}\u{800}\u{2028}\u{D7FF}\u{E000}\u{FEFF}\u{FFFF}𝄞\u{10FFFF}"
        #expect(try scalars(of: "\"\(string)\"") == Array(string.unicodeScalars))
    }

    @Test(
        "A malformed escape is refused at its backslash",
        arguments: [
            (#""\a""#, 1), (#""ab\x41""#, 3), (#""\U0041""#, 1), (#""\u00g0""#, 1), (#""\u 041""#, 1),
            (#""\u+041""#, 1), (#""\u004""#, 1), (#""\ud800\u00g0""#, 7), (#""\'""#, 1), (#""\0""#, 1),
        ])
    func refusesEscape(text: String, offset: Int) {
        let error = refusal(of: text)
        #expect(error?.reason == .invalidEscape)
        #expect(error?.offset == offset)
    }

    @Test(
        "Half a surrogate pair is refused where it stands",
        arguments: [
            (#""\ud800""#, 1), (#""\uDFFF""#, 1), (#""a\udc00\ud800""#, 2), (#""\ud800\ud800\udc00""#, 1),
            (#""\ud800x""#, 1), (#""\ud800\n""#, 1), (#""\ud800\u0041""#, 1), (#""\ud834\udd1e\udd1e""#, 13),
            (#""\ud800"#, 1),
        ])
    func refusesLoneSurrogate(text: String, offset: Int) {
        let error = refusal(of: text)
        #expect(error?.reason == .loneSurrogate)
        #expect(error?.offset == offset)
    }

    @Test("Every control character must be escaped", arguments: UInt8(0)..<0x20)
    func refusesControl(control: UInt8) {
        let error = refusal(of: Array("\"abc".utf8) + [control, 0x22])
        #expect(error?.reason == .controlCharacter(control))
        #expect(error?.offset == 4)
    }

    @Test(
        "UTF-8 that is not well-formed is refused at the sequence's first byte",
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xC2, 0xC2],
            [0xE0, 0x80, 0x80],
            [0xE0, 0x9F, 0xBF], [0xE1, 0x80], [0xE1, 0x80, 0x41], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF],
            [0xF0, 0x80, 0x80, 0x80], [0xF0, 0x8F, 0xBF, 0xBF], [0xF1, 0x80, 0x80], [0xF1, 0x80, 0x80, 0xC0],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE],
            [0xFF],
        ] as [[UInt8]])
    func refusesInvalidUTF8(sequence: [UInt8]) {
        // Alone, after a good sequence, in a name, at the very end, and where no string is.
        for (before, after) in [
            ("\"", "\""), ("[\"é", "\"]"), ("{\"ab", "\":1}"), ("\"", ""), ("", ""), ("1", ""),
        ] {
            let error = refusal(of: Array(before.utf8) + sequence + Array(after.utf8))
            #expect(error?.reason == .notUTF8)
            #expect(error?.offset == before.utf8.count)
        }
    }

    @Test("Every sequence of two and three bytes is judged as the standard library judges it")
    func agreesWithStandardLibrary() {
        // Lead and second byte in full, the third at its edges.
        for lead in UInt8(0x80)...0xFF {
            for second in UInt8(0x80)...0xFF {
                for third in [0x7F, 0x80, 0xBF, 0xC0] as [UInt8] {
                    let sequence = [lead, second, third, 0x80]
                    let isValid = String(validating: sequence, as: UTF8.self) != nil
                    let error = refusal(of: [0x22] + sequence + [0x22])
                    #expect((error == nil) == isValid, "\(sequence)")
                }
            }
        }
    }

    @Test("A byte order mark is refused, a string may hold one")
    func byteOrderMark() {
        let error = refusal(of: [0xEF, 0xBB, 0xBF] + Array("{}".utf8))
        #expect(error?.reason == .byteOrderMark)
        #expect(error?.offset == 0)
        #expect(refusal(of: "\"\u{FEFF}\"") == nil)
        #expect(refusal(of: [0xFF, 0xFE, 0x7B, 0x00])?.reason == .notUTF8)
    }

    @Test(
        "What needs a closer look is found at every distance from the start",
        arguments: 0..<40)
    func findsSpecialBytes(length: Int) throws {
        // Beside the special bytes: the neighbours that differ from them in one bit or in the borrow.
        let plain = (0..<length).map { Array("!#[]~ \u{7F}a".utf8)[$0 % 8] }
        for end in [0, 3, 17] {
            let tail = Array(repeating: UInt8(ascii: "z"), count: end) + [0x22]
            let quoted = [0x22] + plain
            #expect(refusal(of: quoted + tail) == nil)
            #expect(refusal(of: quoted + [0x1F] + tail)?.offset == length + 1)
            #expect(refusal(of: quoted + [0x00] + tail)?.offset == length + 1)
            #expect(refusal(of: quoted + [0xFF] + tail)?.offset == length + 1)
            #expect(refusal(of: quoted + [0x5C, 0x61] + tail)?.offset == length + 1)
            #expect(refusal(of: quoted + [0x22] + tail)?.offset == length + 2)
            let escaped = String(decoding: quoted + [0x5C, 0x22] + tail, as: UTF8.self)
            let expected = String(decoding: plain + [0x22] + tail.dropLast(), as: UTF8.self)
            #expect(try scalars(of: escaped) == Array(expected.unicodeScalars))
        }
    }
}
