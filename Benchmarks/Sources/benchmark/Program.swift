import Glibc

@main
enum Program {
    static func main() {
        // A process that ends too early is told from what it leaves unread, not by a signal.
        signal(SIGPIPE, SIG_IGN)
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            let results = try run(options)
            print(results.text, terminator: "")
            if let json = options.json { try results.writeJSON(to: json) }
            if let svg = options.svg { try SpeedChart(results).write(to: svg) }
            exit(results.failures.isEmpty ? 0 : 1)
        } catch {
            say("error: \(words(error))")
            exit(2)
        }
    }

    private static func run(_ options: Options) throws -> Results {
        let cores = Cores.available()
        let signet = Command(options.signet, "--version")
        let versions = try [signet, Command("openssl", "version")].map { command in
            try command.output().split(separator: "\n").joined(separator: ", ")
        }
        var results = Results(plan: options.plan, processors: cores.count, versions: versions)

        let folder = try TemporaryFolder.make()
        defer { folder.remove() }
        folder.removeOnInterrupt()
        let bench = Workbench(
            signet: options.signet, plan: options.plan, folder: folder, keys: KeyFiles(in: folder),
            cores: cores)
        for experiment in options.selected {
            say(experiment.name)
            do {
                results.rows += try experiment.measure(bench)
            } catch {
                results.failures.append((experiment.name, words(error)))
            }
        }
        return results
    }

    private static func words(_ error: any Error) -> String {
        (error as? Failure)?.words ?? "\(error)"
    }

    private static func say(_ words: String) {
        try? FileDescriptor.standardError.write(Array("benchmark: \(words)\n".utf8))
    }
}
