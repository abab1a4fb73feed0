import Foundation

extension Trial {
    /// What became of an output.
    private enum Fate {
        case absent, old, new
    }

    private func fate(_ output: Victim.Output, in files: [String: File]) -> Fate {
        guard let file = files[output.name] else { return .absent }
        return victim.replaces && file.bytes == inputs.old(output, of: victim) ? .old : .new
    }

    /// Everything that is wrong after the command ended by itself or by a signal.
    func problems() throws -> [String] {
        try problemsOfFiles() + problemsOfStreams()
    }

    /// The same without the messages.
    func problemsOfFiles() throws -> [String] {
        var problems = try problemsOfOutputs()
        if let file = unexpected(files) { problems.append("left behind: \(file)") }
        // With several threads, one takes the signal while another is between two names.
        if let filesWhenStopped, victim.results.count == 1 {
            if !rules.contains("tmpfile"), let file = unexpected(filesWhenStopped) {
                problems.append("left behind when stopped: \(file)")
            }
            for result in victim.results where isMixed(result, in: filesWhenStopped) {
                problems.append("outputs were mixed when stopped")
            }
        }
        // What was not brought to the disk may be lost.
        if fault?.kind == .sync, fault?.action == .error(EIO), wasMade, ending != .exit(4) {
            problems.append("fsync failed, and nothing says so")
        }
        switch ending {
        case .exit(0), .exit(4): break
        case .signal(let number) where fault?.action == .signal(number): break
        default: problems.append("ended with \(ending)")
        }
        return problems
    }

    /// The same after SIGKILL, which can come between the names of two files, and leaves temporary files.
    func problemsAfterKill() throws -> [String] {
        var problems: [String] = []
        for result in victim.results {
            // The first outputs get their names first, except that private keys are replaced last.
            let last = victim.isForced ? result.outputs.filter(\.isSecret) : []
            let ordered = result.outputs.filter { output in !last.contains { $0.name == output.name } } + last
            let fates = ordered.map { fate($0, in: files) }
            if let newest = fates.lastIndex(of: .new), fates[..<newest].contains(where: { $0 != .new }) {
                problems.append("not in order: \(fates)")
            }
            problems += try self.problems(of: result, result.outputs.map { fate($0, in: files) })
        }
        for (name, file) in files where !victim.outputs.contains(where: { $0.name == name }) {
            let isTemporary = name.split(separator: "/").last?.hasPrefix(".signet-") == true
            let isSecret =
                victim.outputs.allSatisfy(\.isSecret)
                || String(decoding: file.bytes, as: UTF8.self).contains("PRIVATE KEY")
            if !isTemporary || isSecret && !file.bytes.isEmpty && file.mode != 0o600 {
                problems.append("left behind: \(name), mode \(String(file.mode, radix: 8))")
            }
        }
        return problems
    }

    private func problemsOfOutputs() throws -> [String] {
        var problems: [String] = []
        for result in victim.results {
            let fates = result.outputs.map { fate($0, in: files) }
            if ending == .exit(0), fates.contains(where: { $0 != .new }) {
                problems.append("no result: \(fates)")
            }
            if isMixed(result, in: files) {
                let new = zip(result.outputs, fates).filter { $0.1 == .new }.map(\.0.name)
                let old = zip(result.outputs, fates).filter { $0.1 != .new }.map(\.0.name)
                if !errors.contains("signet: note: \(new.joined(separator: ", ")): already replaced\n") {
                    problems.append("new: \(new), not new: \(old), and no note says so")
                }
            }
            problems += try self.problems(of: result, fates)
        }
        return problems
    }

    /// Checks the outputs that are new.
    private func problems(of result: Victim.Result, _ fates: [Fate]) throws -> [String] {
        var problems: [String] = []
        for (output, fate) in zip(result.outputs, fates) where fate == .new {
            let mode = files[output.name]!.mode
            if mode != (output.isSecret ? 0o600 : victim.replaces ? mode_t(Inputs.oldMode) : 0o666) {
                problems.append("\(output.name) has mode \(String(mode, radix: 8))")
            }
            if files[output.name]!.bytes.isEmpty { problems.append("\(output.name) is empty") }
        }
        if fates.allSatisfy({ $0 == .new }), try !succeeds(result.check) {
            problems.append("torn: \(result.check)")
        }
        return problems
    }

    private func isMixed(_ result: Victim.Result, in files: [String: File]) -> Bool {
        let new = result.outputs.filter { fate($0, in: files) == .new }
        return !new.isEmpty && new.count < result.outputs.count
    }

    private func unexpected(_ files: [String: File]) -> String? {
        files.keys.first { name in !victim.outputs.contains { $0.name == name } }
    }

    private func problemsOfStreams() -> [String] {
        var problems: [String] = []
        let expected = victim.printed.flatMap { inputs.files[$0] } ?? Data()
        if ending == .exit(0) {
            if output != expected { problems.append("standard output is not the result") }
            if errors.contains("signet: error:") { problems.append("an error, and exit status 0") }
            return problems
        }
        let lines = errors.split(separator: "\n")
        // The Swift runtime, which is partly C++, writes lines of its own if it gets no memory.
        let ownLines = lines.filter { line in
            ![
                "Fatal error: failed to allocate", "LLVM ERROR: out of memory", "terminate called after",
                "  what():  std::bad_alloc",
            ].contains { line.hasPrefix($0) }
        }
        if !expected.starts(with: output) {
            problems.append("standard output is not the start of the result")
        }
        // Without memory the process ends at once, even if another thread is writing. The kernel then stops that write
        // between two pages.
        let crashed = ownLines.count < lines.count
        if !crashed, !output.isEmpty, output.last != UInt8(ascii: "\n") {
            problems.append("standard output ends within a line")
        }
        if case .exit = ending {
            if ownLines.count(where: { $0.hasPrefix("signet: error: ") }) != 1 {
                problems.append("not one error")
            }
            if ownLines.contains(where: { !$0.hasPrefix("signet: ") }) {
                problems.append("a strange message")
            }
            // Where to continue is right.
            let written = output.count { $0 == UInt8(ascii: "\n") }
            if errors.contains("--skip"), !errors.contains("--skip \(written)\n") {
                problems.append("a wrong --skip")
            }
        }
        return problems
    }
}
