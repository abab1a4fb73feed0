import Testing

@Suite struct ScriptParserTests {
    @Test func `A script has steps with output and status`() throws {
        let script = try Script(
            parsing: """
                # What this shows.

                $ one
                first
                second

                # Between.
                $ two 'and
                > more'
                [4]
                $ three

                """)
        #expect(script.steps.map(\.command) == ["one", "two 'and\nmore'", "three"])
        #expect(script.steps.map(\.lineNumber) == [3, 8, 11])
        #expect(script.steps.map(\.status) == [0, 4, 0])
        #expect(script.steps[0].expected.map(\.source) == ["first", "second", ""])
        #expect(script.steps[0].expected[2].pattern == .optionalBlank)
        #expect(script.steps[0].tailCount == 1)
        #expect(script.steps[1].expected.isEmpty)
    }

    @Test func `Only the last line of a block is a status`() throws {
        let script = try Script(parsing: "$ list\n[1]\n[2]\n\n$ other\n[256]\n")
        #expect(script.steps[0].expected.map(\.source) == ["[1]"])
        #expect(script.steps[0].status == 2)
        #expect(script.steps[1].expected.map(\.source) == ["[256]"])
    }

    @Test func `A blank line amid the output belongs to it`() throws {
        let script = try Script(parsing: "$ x\na\n\nb\n")
        #expect(script.steps[0].expected.map(\.pattern) == ["a", "", "b"].map { .literal(Array($0.utf8)) })
    }

    @Test func `A continuation may be empty, and keeps its blanks`() throws {
        let script = try Script(parsing: "$ cat <<X\n>   a\n>\n> \n> X\n> quoted\n")
        #expect(script.steps[0].command == "cat <<X\n  a\n\n\nX\nquoted")
    }

    @Test(arguments: [
        ("hello\n$ x\n", 1),
        ("$ x\na\n# no\nb\n", 3),
        ("$ x\r\n", 1),
    ])
    func `What cannot be read is named by its line`(text: String, line: Int) {
        let error = #expect(throws: ScriptSyntaxError.self) { try Script(parsing: text) }
        #expect(error?.lineNumber == line)
    }
}
