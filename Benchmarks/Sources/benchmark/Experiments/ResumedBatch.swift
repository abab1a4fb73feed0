/// A batch that is killed in the middle and resumed with `--skip`: whether the two outputs together are that of one that
/// was not interrupted, and how much longer it takes.
///
/// HS256, because its tokens are the same each time. The output is digested and not stored: it fits on few disks.
struct ResumedBatch: Experiment {
    let name = "resume"

    /// As many different lines; then they come again.
    private let block = 10_000

    func measure(_ bench: Workbench) async throws -> [Row] {
        let count = bench.plan.memoryLines * 10
        let path = bench.file("block")
        try writeLines(block, to: path) { Claims.prototype($0, .hs256) }
        let words = try await bench.signBatch(.hs256, on: bench.cores) + ["--prototype"]
        func digest(_ script: String) async throws -> (text: String, seconds: Double) {
            let arguments = ["bash", "-c", Self.lines + script, name, path, "\(count)", "\(count / block)"]
            let start = ContinuousClock.now
            let text = try await Command(arguments + [bench.file("pipe")] + words, on: bench.cores).text()
            return (text, (ContinuousClock.now - start) / .seconds(1))
        }
        let whole = try await digest(Self.whole)
        let resumed = try await digest(Self.resumed)
        guard whole.text == resumed.text else {
            throw Failure("the output of the resumed batch differs from that of a whole one")
        }
        return [
            Row(
                name, "\(count) prototypes, killed in the middle and resumed", against: "not interrupted",
                reach: .atMost(1.25), rounds: [resumed.seconds / whole.seconds], remark: "the same output")
        ]
    }

    private static let lines = """
        set -e -o pipefail
        block=$1 count=$2 times=$3 pipe=$4; shift 4
        lines() { for ((i = 0; i < times; i++)); do cat "$block" || exit; done; }

        """

    private static let whole = """
        lines | "$@" | sha256sum
        """

    /// What arrives before it is killed ends inside a line.
    private static let resumed = """
        line=$(head -n 1 "$block" | "$@" | wc -c)
        half=$((count / 2))
        mkfifo "$pipe"
        "$@" < <(lines) > "$pipe" & killed=$!
        exec 3< "$pipe"
        {
            head -c $((half * line + line / 2)) <&3 | LC_ALL=C sed '$d'
            kill -KILL $killed
            "$@" --skip $half < <(lines)
        } | sha256sum
        """
}
