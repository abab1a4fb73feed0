import Testing

@Suite struct AlignmentTests {
    private func align(_ expected: [String], _ seen: String, blanks: Int = 0) -> Alignment {
        let blankLines = [ExpectedLine](repeating: .optionalBlank, count: blanks)
        return Alignment(expected.map(ExpectedLine.init(reading:)) + blankLines, OutputLine.split(seen.utf8))
    }

    @Test(arguments: [
        (["…"], "", 0), (["…"], "a\nb\n", 0), (["a", "…"], "a\n", 0), (["…", "z"], "a\nz\nz\n", 0),
        (["a", "…", "z"], "a\nb\n", 1), (["…", "m", "…"], "a\nm\nz\nz", 0), (["…", "m", "…"], "a\nz", 1),
        (["a", "…", "* (glob)"], "a\n", 1), (["a"], "b\n", 2), ([], "", 0), (["a"], "a", 2),
    ])
    func `Lines and ellipses`(expected: [String], seen: String, cost: Int) {
        #expect(align(expected, seen).cost == cost)
    }

    @Test func `Blank lines at the end may be there, but no more of them than are written`() {
        #expect(align(["a"], "a\n", blanks: 2).cost == 0)
        #expect(align(["a"], "a\n\n\n", blanks: 2).cost == 0)
        #expect(align(["a"], "a\n\n", blanks: 0).cost == 1)
    }

    @Test func `The difference is the smallest, missing lines first`() {
        let edits = align(["a", "b* (glob)", "c"], "a\nx\nbb\nd\n").edits
        #expect(
            edits == [
                .kept(ExpectedLine(reading: "a")),
                .unexpected(OutputLine(bytes: Array("x".utf8))),
                .kept(ExpectedLine(reading: "b* (glob)")),
                .missing(ExpectedLine(reading: "c")),
                .unexpected(OutputLine(bytes: Array("d".utf8))),
            ])
    }
}
