import Foundation

/// Chooses mutants, writes the copy of the tree and builds it, without those mutants that do not compile.
struct Preparation {
    let tree: Tree
    let folder: URL

    /// - Parameters:
    ///   - paths: the folders and files in which mutants are chosen; all if empty.
    ///   - commit: mutants are chosen only in the lines that have changed since; in all if nil.
    func prepare(count: Int, seed: UInt64, below paths: [String], since commit: String?) throws {
        let known = try Equivalents(contentsOf: tree.root.appending(path: "Tests/Mutation/equivalent.txt"))
        let all = try tree.allMutants(seed: seed)
        let stale = known.names.subtracting(all.map(\.name))
        guard stale.isEmpty else {
            throw Child.Failed(
                description: "equivalent.txt names what is not in the source:\n"
                    + stale.sorted().joined(separator: "\n"))
        }
        let changes = try commit.map(tree.changedLines)
        // A tenth or so does not compile.
        let wanted = all.filter { mutant in
            !known.names.contains(mutant.name)
                && (paths.isEmpty || paths.contains { mutant.file.hasPrefix($0) })
                && changes?[mutant.file, default: []].isDisjoint(with: mutant.lines) != true
        }
        let chosen = Self.choose(count + count / 10, of: wanted)
        say("\(all.count) mutants are possible, \(chosen.count) are chosen")

        var mutants = Dictionary(uniqueKeysWithValues: zip(1..., chosen))
        // By layer first: what does not compile in one hides the errors of those above it.
        var isChanged = false
        for target in Tree.modules.map({ ["--target", $0] }) + [["--build-tests"]] {
            if try build(target, &mutants) { isChanged = true }
        }
        let rows = mutants.sorted { $0.key < $1.key }.map { $1.row(number: $0) }
        try write(rows, to: "mutants.tsv")
        if isChanged {
            // Other tests may reach and kill what survived; what was killed stays killed.
            try? FileManager.default.removeItem(at: folder.appending(path: "tests.tsv"))
            let results =
                (try? String(contentsOf: folder.appending(path: "results.tsv"), encoding: .utf8)) ?? ""
            // A mutant's number, which comes first, may have changed.
            func rest(_ row: some StringProtocol) -> String { String(row.drop { $0 != "\t" }) }
            try write(
                results.split(separator: "\n").compactMap { result in
                    let row = rows.first { rest(result).hasPrefix(rest($0) + "\tkilled") }
                    return row.map { $0.prefix { $0 != "\t" } + rest(result) }
                }, to: "results.tsv")
        }
        say("\(mutants.count) mutants compile: \(folder.appending(path: "mutants.tsv").path)")
    }

    private func write(_ lines: [String], to name: String) throws {
        try lines.map { $0 + "\n" }.joined().write(
            to: folder.appending(path: name), atomically: true, encoding: .utf8)
    }

    /// The first that share no line and no byte.
    private static func choose(_ count: Int, of all: [Mutant]) -> [Mutant] {
        var taken: [String: [Mutant]] = [:]
        var chosen: [Mutant] = []
        for mutant in all where chosen.count < count {
            if taken[mutant.file, default: []].contains(where: { $0.lines.overlaps(mutant.lines) }) {
                continue
            }
            taken[mutant.file, default: []].append(mutant)
            chosen.append(mutant)
        }
        return chosen
    }

    private func build(_ target: [String], _ mutants: inout [Int: Mutant]) throws -> Bool {
        var isChanged = false
        let log = folder.appending(path: "build.log")
        while true {
            if try tree.write(mutants) { isChanged = true }
            let ending = try Child.run(["swift", "build"] + target, in: tree.copy, output: log)
            if case .status(0) = ending { return isChanged }
            let text = try String(contentsOf: log, encoding: .utf8)
            let refused = Set(text.split(separator: "\n").flatMap { refusal(in: $0, mutants) })
            guard !refused.isEmpty else { throw Child.Failed(description: "swift build: \(ending)\n\(text)") }
            for number in refused {
                say("does not compile: \(mutants[number]!.name)")
                mutants[number] = nil
            }
        }
    }

    /// The mutants in the line of an error, or the last one before it.
    private func refusal(in message: Substring, _ mutants: [Int: Mutant]) -> [Int] {
        let fields = message.split(separator: ":", maxSplits: 4)
        guard fields.count == 5, fields[3] == " error", let line = Int(fields[1]) else { return [] }
        let here = mutants.filter { fields[0].hasSuffix("/" + $0.value.file) }
        let inLine = here.filter { $0.value.lines.contains(line) }
        if !inLine.isEmpty { return Array(inLine.keys) }
        return here.filter { $0.value.line < line }.max { $0.value.line < $1.value.line }.map { [$0.key] }
            ?? []
    }
}

/// Tests/Mutation/equivalent.txt: mutants that change nothing, each with a reason.
struct Equivalents {
    var names: Set<String> = []

    init(contentsOf file: URL) throws {
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        names = Set(lines.filter { !$0.hasPrefix("#") && !$0.hasPrefix(" ") }.map(String.init))
    }
}
