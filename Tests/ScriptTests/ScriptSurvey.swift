/// Which scripts can run here, and what the others lack.
struct ScriptSurvey: Sendable {
    private(set) var ready: [ScriptFile] = []
    private(set) var lacking: [(file: ScriptFile, missing: [String])] = []

    /// Made once; looking for a Python module takes its time.
    static let shared = ScriptSurvey(of: ScriptFile.all)

    /// What cannot be judged counts as ready: its test says what is wrong with it.
    private init(of files: [ScriptFile]) {
        guard let binary = try? ScriptFile.binary() else {
            ready = files
            return
        }
        let environment = ScriptEnvironment(binary: binary, testFolder: ScriptFile.testFolder)
        var known: [String: Bool] = [:]
        for file in files {
            let needs = (try? file.read())?.needs ?? []
            let missing = needs.filter { need in
                let isHere = known[need] ?? ((try? environment.has(need)) ?? true)
                known[need] = isHere
                return !isHere
            }
            if missing.isEmpty {
                ready.append(file)
            } else {
                lacking.append((file, missing))
            }
        }
    }
}
