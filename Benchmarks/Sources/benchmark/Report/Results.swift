/// What one run on one machine found out.
struct Results {
    let plan: Plan
    let processors: Int
    /// `signet --version`, `openssl version`.
    let versions: [String]
    var rows: [Row] = []
    /// What could not be measured, and why.
    var failures: [(name: String, why: String)] = []
}
