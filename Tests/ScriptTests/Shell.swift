import Foundation
import Glibc
import Spawning

/// A program in a session of its own: no terminal that it could ask, nothing to read, stdout and stderr in
/// one pipe, and nothing of it left when it is over.
struct Shell {
    struct Run: Equatable, Sendable {
        var output: [UInt8]
        /// As a shell counts: 128 and the signal where one ended it.
        var status: Int32
        var wasKilled = false
    }

    /// In bytes. Who writes more will not end by itself, and nobody would read it.
    private static let mostOutput = 1 << 20

    var environment: [String: String]

    /// Runs a program to its end or to the deadline, and kills whatever it has left behind.
    func run(_ arguments: [String], deadline: Duration) throws -> Run {
        let pipe = try Pipe()
        let process = try Spawn(.session, environment: environment).start(arguments, output: pipe.writeEnd)
        close(pipe.writeEnd)
        defer { close(pipe.readEnd) }

        let clock = ContinuousClock()
        let end = clock.now + deadline
        var run = Run(output: [], status: 0)
        var isOpen = true
        // A process in the background may hold the pipe open for longer than its shell lives.
        while !Self.hasEnded(process) {
            if clock.now >= end || run.output.count > Self.mostOutput {
                run.wasKilled = true
                break
            }
            if isOpen {
                isOpen = pipe.read(into: &run.output, waiting: 50)
            } else {
                usleep(1_000)
            }
        }
        // Before the wait below, the number of the group cannot have been given to another.
        kill(-process, SIGKILL)
        var status: Int32 = 0
        while waitpid(process, &status, 0) == -1, errno == EINTR {}
        // What is in the pipe by now; a process that left the session could keep it open for ever.
        while isOpen, pipe.hasInput(waiting: 0) {
            isOpen = pipe.read(into: &run.output, waiting: 0)
        }
        let signal = status & 0x7f
        run.status = signal == 0 ? (status >> 8) & 0xff : 128 + signal
        return run
    }

    /// Whether the process is over; it is left to be waited for.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        return waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT) != 0
            || information._sifields._sigchld.si_pid == process
    }
}

/// A pipe that programs do not inherit, but for their stdout and stderr. What they leave in the background may keep it
/// open; so the end of the input is not what tells that a program has ended.
private struct Pipe {
    let readEnd: Int32
    let writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else {
            throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
        }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    func hasInput(waiting milliseconds: Int32) -> Bool {
        var descriptor = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        return poll(&descriptor, 1, milliseconds) > 0
    }

    /// Adds what is there to the output; false at the end.
    func read(into output: inout [UInt8], waiting milliseconds: Int32) -> Bool {
        guard hasInput(waiting: milliseconds) else { return true }
        let chunk = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
            count = max(0, Glibc.read(readEnd, buffer.baseAddress, buffer.count))
        }
        output += chunk
        return !chunk.isEmpty
    }
}
