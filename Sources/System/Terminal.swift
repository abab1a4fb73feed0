import Glibc

/// The terminal that the process belongs to, whatever its streams are.
package enum Terminal {
    package enum Failure: Error, Equatable, Sendable {
        /// No terminal belongs to the process (a job, a container, cron).
        case absent
        /// The user typed the end-of-file character.
        case ended
        /// A line that may be cut: a terminal drops what is beyond 4,095 bytes.
        case tooLong
        /// The terminal does not do what it is asked, such as not to show what is typed.
        case system(SystemError)
    }

    private static let path = "/dev/tty"

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
    /// - Parameter take: receives the bytes, at most 4,094 of them.
    package static func readSecret(
        prompt: String, take: (UnsafeRawBufferPointer) -> Void
    ) throws(Failure) {
        let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            switch errno {
            case ENXIO, ENOENT, ENODEV: throw .absent
            default: throw .system(.last(path))
            }
        }
        defer { close(terminal) }
        // The longest line of a terminal, with its newline.
        var line = [UInt8](repeating: 0, count: 4096)
        defer { line.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
        var count: Int?
        // After Ctrl-Z and the way back the user sees no prompt any more, and would type into the shell.
        while count == nil { count = try ask(prompt, on: terminal, &line) }

        guard let count, count > 0 else { throw .ended }
        // A line of that length has either no newline, or lost what was before it.
        guard count < line.count else { throw .tooLong }
        let length = line[count - 1] == UInt8(ascii: "\n") ? count - 1 : count
        line.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    /// - Returns: how many bytes were typed; nil when a signal came meanwhile and left the process alive.
    private static func ask(
        _ prompt: String, on terminal: Int32, _ line: inout [UInt8]
    ) throws(Failure) -> Int? {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw .system(.last(path)) }
        let signals = WatchedSignals()
        defer { signals.restore() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        // Nothing is asked for that would be seen.
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw .system(.last(path)) }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            put("\n", on: terminal)
        }
        put(prompt, on: terminal)
        guard let count = signals.read(terminal, &line) else { return nil }
        guard count >= 0 else { throw .system(.last(path)) }
        return count
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

    /// - Returns: as read(2); nil when a signal came first.
    func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int? {
        // pselect lets the signals in for just as long as it waits: none is lost between a look and a read. Linux takes
        // sets of any size; fd_set has room for 1,024 descriptors alone.
        var mask = maskBefore
        var readable = [UInt](repeating: 0, count: Int(descriptor) / UInt.bitWidth + 1)
        readable[Int(descriptor) / UInt.bitWidth] |= 1 << (UInt(descriptor) % UInt(UInt.bitWidth))
        let count = readable.withUnsafeMutableBytes { set in
            pselect(
                descriptor + 1, set.baseAddress!.assumingMemoryBound(to: fd_set.self), nil, nil, nil, &mask)
        }
        if count < 0 { return errno == EINTR ? nil : -1 }
        return Glibc.read(descriptor, &buffer, buffer.count)
    }

    /// Puts everything back; a signal that came is raised again, with the action it had.
    func restore() {
        for (number, before) in zip(Self.numbers, actionsBefore) {
            var before = before
            sigaction(number, &before, nil)
        }
        if caughtSignal != 0 { raise(caughtSignal) }
        var mask = maskBefore
        pthread_sigmask(SIG_SETMASK, &mask, nil)
    }
}
