import Foundation

/// One prototype, signed: the whole process, from start to end, against openssl's.
struct SigningOnce: Experiment {
    let name = "start-sign"

    func measure(_ bench: Workbench) async throws -> [Row] {
        let key = try await bench.key(.rsa2048)
        let prototype = bench.file("prototype")
        // openssl signs all that it is given: no line's end.
        try Claims.prototype(0, .rs256).write(to: URL(filePath: prototype))
        let signet = try await bench.command(
            bench.installed(), "jwt", "sign", "--key", key, "--prototype", "--in", prototype)
        let openssl = bench.command("openssl", "dgst", "-sha256", "-sign", key, prototype)
        // If they did different work, there would be nothing to compare.
        guard try await signet.text().hasSuffix(".\(openssl.output().base64URL)\n") else {
            throw Failure("signet and openssl made different signatures")
        }
        return [
            try await startRow(
                name, "one jwt sign --prototype, rsa2048, whole process", signet,
                against: "openssl dgst -sha256 -sign", openssl, reach: .atMost(0.95), bench)
        ]
    }
}

/// What it costs to start and to load libcrypto.
struct ShowingVersion: Experiment {
    let name = "start-version"

    func measure(_ bench: Workbench) async throws -> [Row] {
        [
            try await startRow(
                name, "signet --version, whole process", bench.command(bench.installed(), "--version"),
                against: "openssl version", bench.command("openssl", "version"), reach: .atMost(0.9), bench)
        ]
    }
}

/// Compares two commands that are so short that most of their time is starting them.
///
/// The figure is the ratio of medians, not the median of ratios: one start says little about the one beside it.
private func startRow(
    _ id: String, _ work: String, _ ours: Command, against: String, _ theirs: Command, reach: Reach,
    _ bench: Workbench
) async throws -> Row {
    // What starting any program costs here is in all other figures too.
    let commands = [bench.command("true"), ours, theirs]
    for command in commands { _ = try await command.time() }
    let medians = try await interleaved(bench.plan.starts, commands.map { $0.time }).map(\.median)
    return Row(
        id, work, against: against, reach: reach, rounds: [medians[1] / medians[2]],
        remark: "`true` takes \((medians[0] / medians[2]).fixed(2))")
}
