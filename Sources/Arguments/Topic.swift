/// A page that is not about a command: `signet help nevis`, `signet-nevis(7)`.
package struct Topic: Sendable {
    /// One word: `nevis`.
    package let name: String
    /// Words that lead here: `signet help rotate`.
    package let synonyms: [String]
    /// One line: no capital at the start, no full stop.
    package let summary: String
    package let sections: [Section]
    /// Names of man pages with their section.
    package let seeAlso: [String]

    package init(
        name: String, synonyms: [String] = [], summary: String, sections: [Section], seeAlso: [String] = []
    ) {
        self.name = name
        self.synonyms = synonyms
        self.summary = summary
        self.sections = sections
        self.seeAlso = seeAlso
    }

    /// The name of its man page: `signet-nevis`.
    package func pageName(program: String) -> String { "\(program)-\(name)" }
}
