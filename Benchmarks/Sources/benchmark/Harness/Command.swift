import Foundation
import Subprocess

/// Why something could not be measured.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Processors that a command may run on.
struct Cores {
    let numbers: [Int]

    var count: Int { numbers.count }

    /// The last one alone: interrupts tend to meet the first.
    var one: Cores { Cores(numbers: numbers.suffix(1)) }

    var two: Cores { Cores(numbers: numbers.suffix(2)) }

    /// Those that this process may run on: proc_pid_status(5) lists them as `0-3,8`.
    static func available() throws -> Cores {
        let key = "Cpus_allowed_list:"
        let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
        guard let list = status.split(separator: "\n").first(where: { $0.hasPrefix(key) }) else {
            throw Failure("/proc/self/status: no \(key)")
        }
        let ranges = list.dropFirst(key.count).split(separator: ",").map { range in
            range.split(separator: "-").compactMap { Int($0.trimmingCharacters(in: .whitespaces)) }
        }
        return Cores(numbers: ranges.flatMap { Array($0[0]...$0[$0.count - 1]) })
    }
}

/// A program and its arguments, to be run to its end as often as needed.
struct Command {
    var words: [String]
    /// Where it runs, with what it starts.
    let cores: Cores
    /// The file that is its input when it is timed. A file, not a pipe: whoever fills a pipe needs a processor too.
    var input = "/dev/null"

    init(_ words: [String], on cores: Cores, input: String = "/dev/null") {
        self.words = words
        self.cores = cores
        self.input = input
    }

    /// The path of a program that is built beside this one.
    static func sibling(_ name: String) -> String {
        Bundle.main.bundleURL.appending(path: name).path
    }

    /// What it writes. Its input is empty.
    func output() async throws -> Data {
        let result = try await run(
            configuration, output: .data(limit: 1 << 26), error: .string(limit: 1 << 20))
        try check(result)
        return result.standardOutput
    }

    func text() async throws -> String {
        String(decoding: try await output(), as: UTF8.self)
    }

    /// The number that it writes.
    func number() async throws -> Double {
        let text = try await text()
        guard let number = Double(text.trimmingCharacters(in: .newlines)) else {
            throw Failure("\(words[0]): expected a number, found '\(text)'")
        }
        return number
    }

    /// How many seconds it takes, from before its start to after its end.
    func time() async throws -> Double {
        try await wholeProcess().seconds
    }

    /// What it takes. Its output is thrown away.
    ///
    /// - Parameter status: the exit status that it must have.
    func wholeProcess(status: Int? = 0) async throws -> WholeProcess {
        try WholeProcess(await watched(input: input).text(), status: status)
    }

    /// The same under the stopwatch, which writes what `WholeProcess` reads.
    func watched(input: String) -> Command {
        Command([Command.sibling("stopwatch"), input] + words, on: cores)
    }

    var configuration: Configuration {
        let list = cores.numbers.map(String.init).joined(separator: ",")
        return Configuration(executable: .name("taskset"), arguments: Arguments(["-c", list] + words))
    }

    /// Throws unless the command succeeded.
    func check<Body, Output>(_ result: ExecutionResult<Body, Output, StringOutput<UTF8>>) throws {
        guard !result.terminationStatus.isSuccess else { return }
        throw Failure("\(words[0]): \(result.terminationStatus): \(result.standardError)")
    }
}

/// What a process took, by the stopwatch.
struct WholeProcess {
    let seconds: Double
    let peakKibibytes: Double
    /// How long processors worked for it, in its own code and in the system's.
    let processorSeconds: Double

    /// - Parameter status: the exit status that the process must have.
    init(_ report: String, status: Int? = 0) throws {
        let figures = report.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard figures.count == 4 else { throw Failure("stopwatch: unexpected output '\(report)'") }
        (seconds, peakKibibytes, processorSeconds) = (figures[0], figures[1], figures[2])
        if let status, figures[3] != Double(status) {
            throw Failure("expected exit status \(status), found \(Int(figures[3]))")
        }
    }
}
