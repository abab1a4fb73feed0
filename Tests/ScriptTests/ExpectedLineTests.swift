import Testing

@Suite struct ExpectedLineTests {
    private func line(_ text: String, endsInNewline: Bool = true) -> OutputLine {
        OutputLine(bytes: Array(text.utf8), endsInNewline: endsInNewline)
    }

    @Test(arguments: [
        ("", "", true), ("*", "", true), ("*", "anything", true), ("?", "", false), ("?", "é", true),
        ("a*c", "abc", true), ("a*c", "abcd", false), ("a*b*c", "a-b-b-c", true), ("*.pem", "key.pem", true),
        (#"\*"#, "*", true), (#"\*"#, "x", false), (#"a\\?"#, #"a\b"#, true), ("a?c", "ac", false),
        ("*ab", "aab", true), ("(*)", "(1)", true), ("a", "ab", false), ("a*", "ba", false),
    ])
    func `A glob`(pattern: String, text: String, matches: Bool) {
        #expect(ExpectedLine(reading: "\(pattern) (glob)").matches(line(text)) == matches)
    }

    @Test func `A newline is missing, or is not`() {
        #expect(ExpectedLine(reading: "x (no-eol)").matches(line("x", endsInNewline: false)))
        #expect(!ExpectedLine(reading: "x (no-eol)").matches(line("x")))
        #expect(!ExpectedLine(reading: "x").matches(line("x", endsInNewline: false)))
        #expect(ExpectedLine(reading: "x* (glob) (no-eol)").matches(line("xyz", endsInNewline: false)))
    }

    @Test func `Text is compared by bytes`() {
        #expect(!ExpectedLine(reading: "e\u{301}").matches(line("\u{e9}")))
    }

    @Test(arguments: [
        ("plain", "plain"), ("", ""), ("a\tb", "a\tb"), ("# x", #"\x23 x (esc)"#), ("$ x", #"\x24 x (esc)"#),
        ("> x", #"\x3e x (esc)"#), ("[3]", #"\x5b3] (esc)"#), ("[300]", "[300]"), ("x ", #"x\x20 (esc)"#),
        ("…", #"\xe2\x80\xa6 (esc)"#), ("… etc", "… etc"), ("x (glob)", "x (glob) (esc)"),
        ("x (no-eol)", "x (no-eol) (esc)"), ("x (esc)", "x (esc) (esc)"), (#"a\x41"#, #"a\x41"#),
        ("a\rb", #"a\x0db (esc)"#), (#"\"# + "\u{1b}[0m", #"\\\x1b[0m (esc)"#), ("é", "é"),
    ])
    func `What was seen is spelt so that it is read the same`(text: String, spelling: String) {
        for endsInNewline in [true, false] where endsInNewline || !text.isEmpty {
            let seen = line(text, endsInNewline: endsInNewline)
            let spelt = ExpectedLine(spelling: seen)
            #expect(!endsInNewline || spelt.source == spelling)
            #expect(ExpectedLine(reading: spelt.source).matches(seen))
            #expect(Script.LineKind(spelt.source) == .output)
        }
    }

    @Test func `Bytes that are not UTF-8 are escaped`() {
        let seen = OutputLine(bytes: [0x61, 0xff, 0xc3, 0xa9])
        let spelt = ExpectedLine(spelling: seen)
        #expect(spelt.source == #"a\xff\xc3\xa9 (esc)"#)
        #expect(spelt.matches(seen))
    }
}
