/// One change of one line, and how the source reads with it.
struct Mutant: Hashable {
    enum Kind: String {
        /// A condition means its opposite.
        case negated
        /// A comparison includes its bound, or no longer does; or one more or less is counted.
        case bound
        /// `&&` for `||`, or the reverse.
        case connective
        /// A check that refuses something is not made.
        case unchecked
        /// `true` for `false`, or the reverse.
        case flag
        /// A call whose result nobody reads is not made.
        case dropped
    }

    /// Below the top of the tree.
    var file: String
    var lines: ClosedRange<Int>
    var kind: Kind
    /// The first of the lines, without indentation.
    var sourceLine: String
    /// What is changed, on one line.
    var before: String
    var after: String

    /// The bytes of the file to replace.
    var range: Range<Int>
    /// The source that takes their place, between "mutated(N)".
    var replacement: [String]

    var line: Int { lines.lowerBound }

    /// What Tests/Mutation/equivalent.txt calls it. It has no line number, so that it survives changes elsewhere.
    var name: String { "\(file): \(sourceLine) [\(before) → \(after)]" }

    func source(number: Int) -> String { replacement.joined(separator: "mutated(\(number))") }

    /// A number that looks random.
    func rank(seed: UInt64) -> UInt64 {
        var hash = 0xcbf2_9ce4_8422_2325 ^ (seed &* 0x9e37_79b9_7f4a_7c15)
        for byte in "\(file): \(before) → \(after) \(kind)".utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
        }
        hash = (hash ^ (hash >> 30)) &* 0xbf58_476d_1ce4_e5b9
        return hash ^ (hash >> 31)
    }

    /// A line of a table.
    func row(number: Int) -> String {
        [String(number), "\(file):\(line)", kind.rawValue, before, after].joined(separator: "\t")
    }
}
