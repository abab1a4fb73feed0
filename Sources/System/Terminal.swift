import Glibc

/// The terminal that the process belongs to, whatever its streams are.
package enum Terminal {
    package enum Failure: Error, Equatable, Sendable {
        /// No terminal belongs to the process (a job, a container, cron).
        case absent
        /// The user typed the end-of-file character.
        case ended
    }

    /// Columns of the terminal behind a stream, or nil where there is none.
    package static func columns(of descriptor: Int32 = STDOUT_FILENO) -> Int? {
        size(of: descriptor)?.columns
    }

    /// Columns and lines of the terminal behind a stream, or nil where there is none that knows its size.
    package static func size(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, lines: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Asks on the terminal, reads a line without echo, and hands over its bytes without the newline. The
    /// buffer is wiped before this returns.
    ///
    /// A signal that comes while the user types puts the echo back before it takes its course.
    ///
    /// - Parameter take: receives the bytes, at most 4,095 of them, the longest line that a terminal hands over.
    package static func readSecret(
        prompt: String, take: (UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        let terminal = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else { throw .absent }
        defer { close(terminal) }
        var line = [UInt8](repeating: 0, count: 4096)
        defer { line.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
        var answer: (count: Int, signal: Int32)
        repeat {
            answer = try ask(prompt, on: terminal, &line)
            // Back in the foreground after Ctrl-Z: the user sees no prompt any more, and would type into the shell.
        } while answer.signal == SIGTSTP

        guard answer.count > 0 else { throw .ended }
        let length = line[answer.count - 1] == UInt8(ascii: "\n") ? answer.count - 1 : answer.count
        line.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    /// - Returns: how many bytes were typed, as read(2) has it, and the signal that came meanwhile, or 0.
    private static func ask(
        _ prompt: String, on terminal: Int32, _ line: inout [UInt8]
    ) throws(Failure) -> (count: Int, signal: Int32) {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw .absent }
        let signals = WatchedSignals()
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        tcsetattr(terminal, TCSAFLUSH, &silent)
        put(prompt, on: terminal)
        let count = signals.read(terminal, &line)
        tcsetattr(terminal, TCSAFLUSH, &before)
        put("\n", on: terminal)
        return (count, signals.restore())
    }

    private static func put(_ text: String, on terminal: Int32) {
        var text = text
        text.withUTF8 { _ = write(terminal, $0.baseAddress, $0.count) }
    }
}

/// The signal that came last while they were watched; 0 for none. Written by the handler.
private nonisolated(unsafe) var caughtSignal: sig_atomic_t = 0

/// The signals that end or stop a process, held back except while waiting for the terminal.
private struct WatchedSignals {
    private static let numbers = [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP]
    private var maskBefore = sigset_t()
    private var actionsBefore: [sigaction] = []

    init() {
        caughtSignal = 0
        var held = sigset_t()
        sigemptyset(&held)
        for number in Self.numbers { sigaddset(&held, number) }
        pthread_sigmask(SIG_BLOCK, &held, &maskBefore)
        for number in Self.numbers {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { caughtSignal = $0 }
            var before = sigaction()
            sigaction(number, &action, &before)
            actionsBefore.append(before)
        }
    }

    /// - Returns: as read(2); -1 when a signal came first.
    func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
        // pselect lets the signals in for just as long as it waits: none is lost between a look and a read.
        var mask = maskBefore
        var readable = fd_set()
        guard descriptor < FD_SETSIZE else { return -1 }
        withUnsafeMutableBytes(of: &readable) {
            $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8)
        }
        guard pselect(descriptor + 1, &readable, nil, nil, nil, &mask) > 0 else { return -1 }
        return Glibc.read(descriptor, &buffer, buffer.count)
    }

    /// Puts everything back; a signal that came is raised again, with the action it had.
    ///
    /// - Returns: the signal, where its action left the process alive; 0 for none.
    func restore() -> Int32 {
        for (number, before) in zip(Self.numbers, actionsBefore) {
            var before = before
            sigaction(number, &before, nil)
        }
        let caught = caughtSignal
        if caught != 0 { raise(caught) }
        var mask = maskBefore
        pthread_sigmask(SIG_SETMASK, &mask, nil)
        return caught
    }
}
