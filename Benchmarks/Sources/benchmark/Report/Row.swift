/// A line of the table.
struct Row {
    /// The same in every run.
    let id: String
    let work: String
    let against: String
    let reach: Reach
    /// One a round, or the only one there is; none where it could not be measured.
    let figures: [Double]
    /// Where the row stands for the least of several.
    var parts: [Part] = []
    var remark = ""

    struct Part {
        let name: String
        let figures: [Double]

        var figure: Double { figures.median }
    }

    /// What counts: a ratio, but for the cost, which is a number of instructions.
    var figure: Double? { figures.isEmpty ? nil : figures.median }

    var isReached: Bool? { figure.flatMap(reach.isReached) }
}
