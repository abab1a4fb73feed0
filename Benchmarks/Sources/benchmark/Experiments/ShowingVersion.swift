/// What it costs to start and to load libcrypto.
struct ShowingVersion: Experiment {
    let name = "start-version"

    func measure(_ bench: Workbench) throws -> [Row] {
        let start = Start(
            id: name, work: "signet --version, whole process", against: "openssl version", reach: .atMost(1.1)
        )
        return [
            try start.row(
                Command(bench.signet, "--version"), Command("openssl", "version"), starts: bench.plan.starts)
        ]
    }
}
