import Glibc
import Synchronization
import Testing

@testable import System

@Suite("Open files")
struct FileDescriptorTests {
    private let folder = Folder()

    @Test("A file is read to its end")
    func reads() throws {
        let text = String(repeating: "0123456789", count: 1_000)
        folder.make("file", text)
        let file = try FileDescriptor.open(forReading: folder["file"])
        #expect(file.path == folder["file"])
        #expect(try file.readAll() == Array(text.utf8))
    }

    @Test("A file that is missing is refused, naming it")
    func refusesMissing() {
        do {
            _ = try FileDescriptor.open(forReading: folder["missing"])
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == SystemError(path: folder["missing"], reason: .errno(ENOENT)))
        }
    }

    @Test("A folder is refused when it is read")
    func refusesFolder() throws {
        let file = try FileDescriptor.open(forReading: folder.path)
        let reason = refusal { () throws(SystemError) in _ = try file.readAll() }
        #expect(reason == .errno(EISDIR))
    }

    @Test("A file is closed when it is let go of, and a borrowed one is not")
    func closes() throws {
        let number = open("/dev/null", O_RDONLY)
        do { _ = FileDescriptor(borrowing: number) }
        #expect(fcntl(number, F_GETFD) != -1)
        do { _ = FileDescriptor(owning: number, path: nil) }
        // Another test may have taken the number since, but not for /dev/null to be read.
        var status = stat()
        #expect(fstat(number, &status) != 0 || status.st_rdev != makedev())
    }

    private func makedev() -> dev_t {
        var status = stat()
        stat("/dev/null", &status)
        return status.st_rdev
    }

    @Test("A file is the same under each of its names, and another file is another")
    func identity() throws {
        let first = folder.make("first")
        let second = folder.make("second")
        link(folder["first"], folder["hard"])
        symlink("first", folder["symbolic"])
        for name in ["first", "hard", "symbolic", "./first"] {
            #expect(try FileDescriptor.open(forReading: folder[name]).identity() == first)
        }
        #expect(first != second)
    }

    @Test("All bytes are written to a pipe that takes few at a time and does not block")
    func writesToNonBlocking() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe2(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let bytes = [UInt8](repeating: 7, count: 1_000_000)
        // The calling thread, number 0, writes; the other reads.
        withThreads(2) { number in
            if number == 0 {
                let file = FileDescriptor(owning: output, path: nil)
                #expect(throws: Never.self) { try file.write(bytes.span) }
            } else {
                let file = FileDescriptor(owning: input, path: nil)
                #expect(throws: Never.self) {
                    let read = try file.readAll()
                    #expect(read == bytes)
                }
            }
        }
    }

    private func pipe2(_ ends: inout [Int32]) -> Int32 {
        ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress!) }
    }

    @Test("What arrives is appended to what is there, as far as the limit allows")
    func appendsWhatArrives() throws {
        folder.make("file", "12345")
        let file = try FileDescriptor.open(forReading: folder["file"])
        let wakeUp = try WakeUp()
        var buffer = Array("ab......".utf8)
        #expect(try file.read(into: &buffer, at: 2, upTo: 4, unless: wakeUp) == .bytes(4))
        #expect(buffer == Array("ab1234..".utf8))
        #expect(try file.read(into: &buffer, at: 6, upTo: 2, unless: wakeUp) == .bytes(1))
        #expect(try file.read(into: &buffer, at: 7, upTo: 1, unless: wakeUp) == .bytes(0))
        #expect(buffer == Array("ab12345.".utf8))
    }

    @Test("What cannot be read is refused by those who wait for it, too")
    func refusesFolderWhileWaiting() throws {
        let file = try FileDescriptor.open(forReading: folder.path)
        let wakeUp = try WakeUp()
        var buffer: [UInt8] = [0]
        let reason = refusal { () throws(SystemError) in
            _ = try file.read(into: &buffer, at: 0, upTo: 1, unless: wakeUp)
        }
        #expect(reason == .errno(EISDIR))
    }

    @Test("Nothing of a wake-up call is left open")
    func closesWakeUp() throws {
        func make() throws -> stat {
            let wakeUp = try WakeUp()
            var pipe = stat()
            #expect(fstat(wakeUp.descriptor, &pipe) == 0)
            #expect(openDescriptors(of: pipe).count == 2)
            return pipe
        }
        #expect(openDescriptors(of: try make()) == [])
    }

    @Test("A wake-up call still ends the waiting after a signal that asks for nothing")
    func wakesUpAfterSignal() throws {
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        var before = sigaction()
        sigaction(SIGUSR1, &action, &before)
        defer { sigaction(SIGUSR1, &before, nil) }
        var ends: [Int32] = [0, 0]
        #expect(pipe2(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        defer { for end in [input, output] { close(end) } }
        let wakeUp = try WakeUp()
        let reader = Sleeper()
        withThreads(2) { number in
            if number == 0 {
                let count = reader.waitForSleep(after: -1)
                reader.send(SIGUSR1)
                _ = reader.waitForSleep(after: count)
                wakeUp.send()
                let late = FileDescriptor(borrowing: output)
                #expect(throws: Never.self) { try late.write([7].span) }
            } else {
                reader.begin(receiving: SIGUSR1)
                let file = FileDescriptor(borrowing: input)
                var buffer: [UInt8] = [0]
                #expect(throws: Never.self) {
                    let arrival = try file.read(into: &buffer, at: 0, upTo: 1, unless: wakeUp)
                    #expect(arrival == .awakened)
                }
            }
        }
    }

    @Test(
        "Nothing is written where the next byte would continue a line",
        arguments: [
            ("", 0, false), ("a\n", 2, false), ("a", 1, true), ("a\nb", 3, true), ("a\nb", 2, false),
            ("a\nb", 1, true), ("a\nb", 0, false), ("a\nb", 9, true), ("a\n", 9, false),
        ])
    func incompleteLine(text: String, offset: Int, isRefused: Bool) {
        folder.make("file", text)
        let number = open(folder["file"], O_RDWR)
        lseek(number, off_t(offset), SEEK_SET)
        let file = FileDescriptor(owning: number, path: "results")
        let expected = SystemError(path: "results", reason: .incompleteLine)
        if isRefused {
            #expect(throws: expected) { try file.refuseIncompleteLine() }
        } else {
            #expect(throws: Never.self) { try file.refuseIncompleteLine() }
        }
    }

    @Test("A file that is appended to ends where it ends, wherever its offset is")
    func incompleteLastLine() {
        for (text, expected) in [("a\nb", SystemError.Reason.incompleteLine), ("a\n", nil), ("", nil)] {
            folder.make("file", text)
            let file = FileDescriptor(owning: open(folder["file"], O_WRONLY | O_APPEND), path: nil)
            #expect(refusal { () throws(SystemError) in try file.refuseIncompleteLine() } == expected)
        }
    }

    @Test(
        "A stream gets whole lines, as far as they are not longer than a piece, and a failure says what it has"
    )
    func writesLinesInPieces() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe2(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        // O_DIRECT: each read takes what one write has given.
        #if arch(x86_64)
            let direct: Int32 = 0o40000
        #else
            let direct: Int32 = 0o200000
        #endif
        #expect(fcntl(output, F_SETFL, direct) == 0)
        // The end of the reader stays open, so that a write without room fails instead of ending the process.
        defer { close(input) }
        let file = FileDescriptor(owning: output, path: nil)
        let line = [UInt8](repeating: 7, count: 999) + [UInt8(ascii: "\n")]
        let lines = (0..<40).flatMap { _ in line }
        try file.writeLines(lines.span)
        var buffer = [UInt8](repeating: 0, count: 100_000)
        for _ in 0..<10 { #expect(Glibc.read(input, &buffer, buffer.count) == 4_000) }
        let long = [UInt8](repeating: 7, count: 9_000) + [UInt8(ascii: "\n")]
        try file.writeLines((line + long).span)
        for size in [1_000, 4_096, 4_096, 809] {
            #expect(Glibc.read(input, &buffer, buffer.count) == size)
        }
    }

    @Test("What a file does not have room for is cut off again, and a stream that is closed says so")
    func incompleteWrites() throws {
        folder.make("file", "1\n")
        let file = try FileDescriptor.open(forReading: folder["file"])
        do throws(FileDescriptor.IncompleteWrite) {
            try file.writeLines([UInt8(ascii: "\n")].span)
            Issue.record("nothing was thrown")
        } catch {
            #expect(error.count == 0)
            let reason: SystemError? = if case .failed(let reason) = error.cause { reason } else { nil }
            #expect(reason?.reason == .errno(EBADF))
        }
    }

    @Test("A stream has no length, and no incomplete line")
    func streamsHaveNoLength() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe2(&ends) == 0)
        defer { close(ends[0]) }
        let output = FileDescriptor(owning: ends[1], path: nil)
        try output.write([UInt8(ascii: "a")].span)
        let length = output.length()
        #expect(length == nil)
        #expect(throws: Never.self) { try output.refuseIncompleteLine() }
    }

    @Test("The length of a file is told with the offset in it")
    func lengths() throws {
        folder.make("file", "12345")
        let file = try FileDescriptor.open(forReading: folder["file"])
        lseek(file.number, 2, SEEK_SET)
        let length = file.length()
        #expect(length?.total == 5 && length?.read == 2)
    }

    @Test("A program that is started inherits neither end of a wake-up call, nor an open file")
    func nothingIsInherited() throws {
        folder.make("file")
        let file = try FileDescriptor.open(forReading: folder["file"])
        let ends = try PipeEnds.make()
        for number in [file.number, ends.reading, ends.writing] {
            #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
        }
        for end in [ends.reading, ends.writing] { close(end) }
    }

    @Test("A file that is open for reading is not written to")
    func refusesWriting() throws {
        folder.make("file")
        let file = try FileDescriptor.open(forReading: folder["file"])
        let bytes: [UInt8] = [1]
        let reason = refusal { () throws(SystemError) in try file.write(bytes.span) }
        #expect(reason == .errno(EBADF))
    }

    @Test("A folder is made, and one that is there is kept")
    func makesFolder() throws {
        try makeFolder(folder["new"])
        try makeFolder(folder["new"])
        #expect(folder.names == ["new"])
        #expect(refusal { () throws(SystemError) in try makeFolder(folder["missing/new"]) } == .errno(ENOENT))
    }

    @Test("A file is removed, and that it is gone already is no failure")
    func removes() {
        folder.make("file")
        #expect(removeFile(folder["file"]))
        #expect(removeFile(folder["file"]))
        #expect(folder.names == [])
    }
}

/// A thread of which others want to know when it sleeps.
private final class Sleeper: Sendable {
    private let state = Mutex<(thread: pthread_t, status: String)?>(nil)

    /// The calling thread is meant. It receives signals, which threads of a pool do not.
    func begin(receiving signal: Int32) {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, signal)
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
        var name = [UInt8](repeating: 0, count: 64)
        let count = name.withUnsafeMutableBytes { readlink("/proc/thread-self", $0.baseAddress!, $0.count) }
        let thread = String(decoding: name.prefix(count), as: UTF8.self)
        state.withLock { $0 = (pthread_self(), "/proc/\(thread)/status") }
    }

    func send(_ signal: Int32) { pthread_kill(state.withLock { $0!.thread }, signal) }

    /// Waits until the thread sleeps and has gone to sleep more than `count` times.
    ///
    /// - Returns: how many times it has.
    func waitForSleep(after count: Int) -> Int {
        while true {
            sched_yield()
            guard let status = state.withLock({ $0?.status }).flatMap(smallFile) else { continue }
            let fields = status.split(separator: "\n").map { $0.split(whereSeparator: \.isWhitespace) }
            let sleeps = fields.first { $0[0] == "voluntary_ctxt_switches:" }.flatMap { Int($0[1]) } ?? 0
            if sleeps > count, fields.contains(where: { $0.starts(with: ["State:", "S"]) }) { return sleeps }
        }
    }
}
