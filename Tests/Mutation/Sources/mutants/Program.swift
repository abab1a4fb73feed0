import Foundation

/// Changes one place at a time and asks whether a test fails. All mutants are in one build; SIGNET_MUTANT chooses one.
@main enum Program {
    static let usage =
        "usage: mutants prepare|run|report --out FOLDER [--count N] [--seed N] [--in PATHS] [--since COMMIT] [--longest SECONDS]"

    static func main() {
        do {
            try run(Array(CommandLine.arguments.dropFirst()))
        } catch {
            FileHandle.standardError.write(Data("mutants: \(error)\n".utf8))
            exit(1)
        }
    }

    private static func run(_ arguments: [String]) throws {
        var options: [String: String] = [:]
        for index in stride(from: 1, to: arguments.count - 1, by: 2) {
            options[arguments[index]] = arguments[index + 1]
        }
        guard let command = arguments.first, arguments.count % 2 == 1,
            let out = options.removeValue(forKey: "--out"),
            let count = Int(options.removeValue(forKey: "--count") ?? "300"),
            let longest = Double(options.removeValue(forKey: "--longest") ?? "inf"),
            case let paths = (options.removeValue(forKey: "--in") ?? "").split(separator: " ").map(
                String.init),
            case let commit = options.removeValue(forKey: "--since").flatMap({ $0.isEmpty ? nil : $0 }),
            let seed = UInt64(options.removeValue(forKey: "--seed") ?? "1"), options.isEmpty
        else { throw Child.Failed(description: usage) }
        let folder = URL(filePath: out).absoluteURL
        let copy = folder.appending(path: "tree")
        switch command {
        case "prepare":
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            let tree = Tree(root: URL(filePath: FileManager.default.currentDirectoryPath), copy: copy)
            try Preparation(tree: tree, folder: folder).prepare(
                count: count, seed: seed, below: paths, since: commit)
        case "run": try Trial(copy: copy, folder: folder, longest: longest).run()
        case "report": try Trial(copy: copy, folder: folder, longest: longest).report()
        default: throw Child.Failed(description: usage)
        }
    }
}

/// Writes at once, also into a file: print would wait for more.
func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
}
