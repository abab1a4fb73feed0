import Foundation

/// What a script's commands wrote, and how each of them ended.
struct Transcript: Equatable, Sendable {
    enum Ending: Equatable {
        case exited(Int32)
        /// The command was running at the script's deadline, or wrote without end.
        case killed
    }

    struct Result: Equatable {
        var output: [OutputLine]
        var ending: Ending
    }

    /// One for each command that was started; fewer than the script has when one of them ended the script.
    var results: [Result] = []
    /// What came after the last command: a trap's output, or that of a process left behind.
    var rest: [OutputLine] = []
    var wasKilled = false
}

extension Script {
    /// The program that bash runs. Each command stands on the line it has in the file, so that bash's own
    /// messages name that line, and is evaluated on its own, so that a syntax error ends with it. After
    /// each, a line with the nonce, the number of the step and its exit status goes to stdout.
    func program(nonce: String) -> String {
        // The marker keeps $? as it was, and goes past whatever the script has done to stdout.
        var program =
            "cd -- \"$HOME\"; unset OLDPWD; umask 022; exec {_signet_stdout}>&1; "
            + "_signet_mark() { local s=$?; builtin printf '%s %d %d\\n' \(nonce) \"$1\" $s >&$_signet_stdout; "
            + "return $s; }; "
        var lineCount = 0
        for (index, step) in steps.enumerated() {
            program += String(repeating: "\n", count: step.range.lowerBound - lineCount)
            program += "eval -- \(Self.quote(step.command))$'\\n'; _signet_mark \(index)"
            lineCount = step.range.lowerBound + step.commandLineCount - 1
        }
        return program + "\n"
    }

    private static func quote(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
    }

    /// Takes the output of `program` apart at its markers.
    func transcript(of run: Shell.Run, nonce: String) -> Transcript {
        var transcript = Transcript(wasKilled: run.wasKilled)
        var rest = run.output[...]
        for index in steps.indices {
            let marker = Array("\(nonce) \(index) ".utf8)
            guard let found = rest.firstRange(of: marker),
                let end = rest[found.upperBound...].firstIndex(of: UInt8(ascii: "\n")),
                let status = Int32(String(decoding: rest[found.upperBound..<end], as: UTF8.self))
            else {
                // No marker: this is the command that ended bash, or that never ended.
                let ending: Transcript.Ending = run.wasKilled ? .killed : .exited(run.status)
                transcript.results.append(.init(output: OutputLine.split(rest), ending: ending))
                return transcript
            }
            let output = OutputLine.split(rest[..<found.lowerBound])
            transcript.results.append(.init(output: output, ending: .exited(status)))
            rest = rest[(end + 1)...]
        }
        transcript.rest = OutputLine.split(rest)
        return transcript
    }
}
