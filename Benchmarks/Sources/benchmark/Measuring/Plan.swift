/// How long and how often to measure.
struct Plan {
    let name: String
    /// Rounds of which the median counts.
    let rounds: Int
    /// How long a batch of signet runs, at least.
    let batchSeconds: Double
    /// The same beside another library, where there are many to be measured.
    let librarySeconds: Double
    let starts: Int
    /// Lines of the shorter of the two inputs whose peak memory is compared.
    let memoryLines: Int

    static let usual = Plan(
        name: "usual", rounds: 5, batchSeconds: 1.05, librarySeconds: 0.3, starts: 101, memoryLines: 500_000)

    /// To see that all of it works; its figures are not to be quoted.
    static let quick = Plan(
        name: "quick", rounds: 1, batchSeconds: 0.3, librarySeconds: 0.1, starts: 31, memoryLines: 20_000)

    static let long = Plan(
        name: "long", rounds: 11, batchSeconds: 2, librarySeconds: 1, starts: 301, memoryLines: 500_000)
}
