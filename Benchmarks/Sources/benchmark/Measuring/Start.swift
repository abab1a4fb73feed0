/// Compares two commands that are so short that most of their time is starting them.
struct Start {
    let id: String
    let work: String
    let against: String
    let reach: Reach

    /// The ratio of medians, not the median of ratios: one start says little about the one beside it.
    func row(_ ours: Command, _ theirs: Command, starts: Int) throws -> Row {
        // What starting any program costs here is in all other figures too.
        let floor = Command("true")
        let commands = [floor, ours, theirs]
        for command in commands { _ = try command.time() }
        let medians = try interleaved(starts, commands.map { command in { try command.time() } }).map(
            \.median)
        return Row(
            id: id, work: work, against: against, reach: reach, figures: [medians[1] / medians[2]],
            remark: "`true` takes \((medians[0] / medians[2]).fixed(2))")
    }
}
