import Arguments
import Testing

@Suite struct `The nearest word` {
    private static let flags = ["--key", "--kid", "--out", "--out-dir", "--passphrase-file"]

    @Test(arguments: [
        ("--ouy", "--out"),  // a letter changed
        ("--ou", "--out"),  // one missing
        ("--outt", "--out"),  // one too many
        ("--uot", "--out"),  // two swapped
        ("--pass", "--passphrase-file"),  // only begun
        ("--passphrase-flie", "--passphrase-file"),
        ("--ki", "--kid"),
    ])
    func near(typed: String, expected: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.flags) == expected)
    }

    @Test(arguments: ["--zebra", "", "-", "--", "--verbose", "passphrase"])
    func `nothing is near`(typed: String) {
        #expect(Suggestion.nearest(to: typed, among: Self.flags) == nil)
    }

    @Test func `the first of equals`() {
        #expect(Suggestion.nearest(to: "--k", among: Self.flags) == "--key")
    }

    @Test func `a word of any length`() {
        let word = String(repeating: "é", count: 1_000_000)
        #expect(Suggestion.nearest(to: word, among: Self.flags) == nil)
    }

    @Test func `no candidates`() {
        #expect(Suggestion.nearest(to: "sign", among: []) == nil)
    }
}
