import Foundation
import Testing

/// Whether everything is tried, which takes long: `make failures`. Otherwise only every `n`-th call is.
let triesAll = ProcessInfo.processInfo.environment["SIGNET_FAULTS"] == "all"
private func every(_ n: Int) -> Int { triesAll ? 1 : n }

/// What the file system can do. What it cannot do fails each time.
enum FileSystem: CaseIterable {
    case modern, withoutUnnamedFiles, withoutLinks

    var rules: [Fault] {
        let unnamed = Fault(kind: .tmpfile, number: 1, action: .error(EOPNOTSUPP), lasts: true)
        let links = Fault(kind: .link, number: 1, action: .error(EPERM), lasts: true)
        return switch self {
        case .modern: []
        case .withoutUnnamedFiles: [unnamed]
        case .withoutLinks: [unnamed, links]
        }
    }
}

private let SIGRTMIN = __libc_current_sigrtmin()

/// Each system call of a command fails once, or a signal arrives just before it. Afterwards there is the old file or the
/// whole new one, and an error with the right exit status.
@Suite struct FaultTests {
    private static let victims = Victim.all.filter { triesAll || !$0.isForced || $0.hasOwnOutputs }
    private static let cases: [(Victim, FileSystem)] = FileSystem.allCases.flatMap { files in
        victims.filter { files == .modern || (triesAll ? $0.hasOwnOutputs : $0.name == "keygen") }
            .map { ($0, files) }
    }
    private static let limited = triesAll ? victims : victims.filter { !$0.replaces }

    @Test(arguments: cases)
    func `Each call fails once`(_ victim: Victim, _ files: FileSystem) throws {
        try Passed.once("calls", victim, files) { try failEachCall(victim, files) }
    }

    private func failEachCall(_ victim: Victim, _ files: FileSystem) throws {
        let whole = try Trial(victim, rules: files.rules)
        var problems = try whole.problems()
        if whole.ending != .exit(0) { problems.append("ended with \(whole.ending) without a fault") }
        report(problems, whole)
        for kind in CallKind.allCases {
            let made = whole.counts[kind.rawValue, default: 0]
            for number in stride(from: 1, through: made, by: kind == .status ? every(8) : 1) {
                try fail(victim, kind, number, files)
            }
            if kind.isNeeded(by: victim, on: files) {
                #expect(made > 0, "\(victim) makes no call of \(kind)")
            }
        }
        if triesAll {
            let made = CallKind.allCases.map { "\($0) \(whole.counts[$0.rawValue, default: 0])" }
            print("\(victim), \(files): \(made.joined(separator: ", "))")
        }
    }

    /// The call fails in each of its ways. Threads may make fewer calls than they did before.
    private func fail(_ victim: Victim, _ kind: CallKind, _ number: Int, _ files: FileSystem) throws {
        for action in kind.actions {
            let trial = try Trial(
                victim, Fault(kind: kind, number: number, action: action), rules: files.rules)
            var problems = try trial.problems()
            if !trial.wasMade, trial.ending != .exit(0) {
                problems.append("ended with \(trial.ending) without a fault")
            }
            // A lack of memory is no verdict, and not a fault of the input.
            if kind == .memory, ![.exit(0), .exit(4)].contains(trial.ending) {
                problems.append("ended with \(trial.ending)")
            }
            report(problems, trial)
        }
    }

    @Test(
        arguments: [(.large, .modern), (.judgement, .modern), (.batch, .withoutUnnamedFiles)]
            as [(Victim, FileSystem)])
    func `Memory for a large block is missing`(_ victim: Victim, _ files: FileSystem) throws {
        let blocks = try Trial(victim, rules: files.rules).counts[CallKind.memory.rawValue, default: 0]
        try #require(blocks > 0)
        for number in 1...blocks { try fail(victim, .memory, number, files) }
    }

    @Test(arguments: cases)
    func `A signal arrives before a call`(_ victim: Victim, _ files: FileSystem) throws {
        try Passed.once("signals", victim, files) { try signalBeforeCalls(victim, files) }
    }

    private func signalBeforeCalls(_ victim: Victim, _ files: FileSystem) throws {
        let calls = try Trial(victim, rules: files.rules).counts["any", default: 0]
        #expect(calls > 0)
        let others = [SIGTERM, SIGINT, SIGTSTP, SIGALRM, SIGUSR1, SIGXCPU, SIGRTMIN]
        let step = every(files == .modern ? 4 : 8)
        for number in stride(from: 1, through: calls, by: step) {
            // The others take turns, because signet handles them in one way.
            for signal in [SIGKILL, others[number / step % others.count]] {
                let trial = try Trial(
                    victim, Fault(kind: nil, number: number, action: .signal(signal)), rules: files.rules)
                var problems = try signal == SIGKILL ? trial.problemsAfterKill() : trial.problems()
                let expected: [Ending] =
                    switch signal {
                    case SIGKILL: [.signal(SIGKILL)]
                    case SIGTSTP: [.exit(0)]
                    // A batch that was read to its end finishes.
                    default: [.signal(signal), .exit(0)]
                    }
                if trial.wasMade, !expected.contains(trial.ending) {
                    problems.append("ended with \(trial.ending)")
                }
                report(problems, trial)
            }
        }
        if triesAll { print("\(victim), \(files): signals before \(calls) calls") }
    }

    @Test(arguments: victims)
    func `The disk stays full`(_ victim: Victim) throws {
        for kind in [CallKind.write, .link, .sync] {
            let trial = try Trial(victim, Fault(kind: kind, number: 1, action: .error(ENOSPC), lasts: true))
            // The error cannot be written either.
            report(try kind == .write ? trial.problemsOfFiles() : trial.problems(), trial)
            if trial.wasMade, trial.ending == .exit(0) { report(["ended with success"], trial) }
        }
    }

    /// As on the file systems of networks.
    @Test(arguments: victims.filter { $0.printed != nil })
    func `Only closing standard output says that its bytes are lost`(_ victim: Victim) throws {
        let count = try Trial(victim).counts[CallKind.close.rawValue, default: 0]
        try #require(count > 0)
        let endings = try (1...count).map { number in
            let trial = try Trial(victim, Fault(kind: .close, number: number, action: .error(EDQUOT)))
            report(try trial.problems(), trial)
            return trial.ending
        }
        #expect(endings.contains(.exit(4)))
    }

    @Test(arguments: limited)
    func `Standard streams are closed`(_ victim: Victim) throws {
        for closed in 0..<8 {
            let setup = ["<&-", ">&-", "2>&-"].enumerated()
                .filter { closed & 1 << $0.offset != 0 }.map { "exec \($0.element)" }.joined(separator: "; ")
            let trial = try Trial(victim, setup: setup)
            let failed = (victim.printed != nil || victim.printsReport) && closed & 2 != 0
            var problems = try closed & 4 == 0 ? trial.problems() : trial.problemsOfFiles()
            if trial.ending != .exit(failed ? 4 : 0) {
                problems.append("\(setup): ended with \(trial.ending)")
            }
            report(problems, trial)
        }
    }

    @Test(arguments: limited)
    func `There are too few descriptors`(_ victim: Victim) throws {
        for count in stride(from: 3, through: 16, by: every(4)) {
            let trial = try Trial(victim, setup: "unset LD_PRELOAD; ulimit -n \(count)")
            // The loader needs descriptors too.
            if trial.ending == .exit(127) { continue }
            report(try trial.problems(), trial)
        }
    }

    @Test(arguments: limited)
    func `There is too little memory`(_ victim: Victim) throws {
        try Passed.once("memory", victim, .modern) { try limitMemory(victim) }
    }

    private func limitMemory(_ victim: Victim) throws {
        var kilobytes = 8_704
        var problems: [String] = ["no size is enough"]
        while kilobytes < 16 << 20 {
            let trial = try Trial(victim, setup: "unset LD_PRELOAD; ulimit -v \(kilobytes)")
            // Without memory, the loader exits or crashes, or a library of Swift's crashes as it begins. signet itself
            // reports a crash as exit status 70.
            kilobytes += kilobytes / (triesAll ? 64 : 2)
            if [.exit(127), .signal(SIGSEGV), .signal(SIGILL)].contains(trial.ending) { continue }
            problems = try trial.problems()
            report(problems, trial)
            if trial.ending == .exit(0) { break }
        }
        #expect(problems.isEmpty)
    }

    @Test(
        "A disk of 1 MiB is full",
        .enabled(if: triesAll && geteuid() == 0, "only root can mount a file system"),
        arguments: victims)
    func fullDisk(_ victim: Victim) throws {
        try Passed.once("full disk", victim, .modern) { try fillDisk(victim) }
    }

    private func fillDisk(_ victim: Victim) throws {
        for left in stride(from: 0, through: 64 << 10, by: 4 << 10) {
            let trial = try Trial(
                victim,
                setup: """
                    cp -R . ../before && mount -t tmpfs -o size=1m none . && cd -- "$FOLDER" || exit 99
                    cp -R ../before/. . && exec 9> ballast && rm ballast || exit 99
                    head -c $((1048576 - \(left) - $(du -s -B 1 . | cut -f 1))) /dev/zero >&9
                    """)
            report(try trial.problems(), trial)
            #expect(try trial.succeeds("cd .. && umount work"))
        }
    }
}

private func report(_ problems: [String], _ trial: Trial) {
    if problems.isEmpty {
        trial.remove()
    } else {
        Passed.exclude(trial.victim)
        Issue.record(
            """
            signet \(trial.victim.command)
            \(trial.rules): \(problems.joined(separator: "; "))
            \(trial.errors)
            """)
    }
}

extension CallKind {
    /// Whether a command that makes no such call must have been built in another way than these tests expect.
    fileprivate func isNeeded(by victim: Victim, on files: FileSystem) -> Bool {
        switch self {
        case .open, .close, .status, .write: true
        case .tmpfile, .sync, .link: !victim.results.isEmpty
        case .rename: victim.replaces || files == .withoutLinks && !victim.results.isEmpty
        case .thread, .pipe: victim.name.contains("--batch") || victim.name.contains("--count")
        default: false
        }
    }
}
