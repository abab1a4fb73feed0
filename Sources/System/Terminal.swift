import Glibc
import Words

/// The controlling terminal of the process, wherever its streams lead.
package enum Terminal {
    package enum ReadingError: DescribedError {
        /// The process has no terminal (a job, a container, cron).
        case absent
        /// The line may be truncated: a terminal drops everything beyond 4,095 bytes.
        case tooLong

        package var message: String {
            switch self {
            case .absent: "no terminal is available to ask for a passphrase"
            case .tooLong: "a line that long cannot be typed, because terminals truncate it"
            }
        }
    }

    private static let path = "/dev/tty"

    /// The columns of the terminal behind a stream; nil if it is not a terminal.
    package static func columns(of descriptor: Int32 = STDOUT_FILENO) -> Int? {
        size(of: descriptor)?.columns
    }

    /// The columns and lines of the terminal behind a stream; nil if it is not a terminal or does not know its size.
    package static func size(of descriptor: Int32 = STDOUT_FILENO) -> (columns: Int, lines: Int)? {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Prompts on the terminal, reads a line without echo, and passes its bytes to `take` without the newline. The
    /// buffer is wiped before this returns.
    ///
    /// If a signal arrives while the user types, echo is restored before the signal takes effect.
    ///
    /// - Parameter take: receives the bytes, at most 4,094 of them.
    package static func readSecret(
        prompt: String, take: (UnsafeRawBufferPointer) -> Void
    ) throws {
        let terminal = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY)
        guard terminal >= 0 else {
            switch errno {
            case ENXIO, ENOENT, ENODEV: throw ReadingError.absent
            default: throw SystemError.last(path)
            }
        }
        defer { close(terminal) }
        // The longest line that a terminal delivers, newline included.
        var line = [UInt8](repeating: 0, count: 4096)
        defer { line.withUnsafeMutableBytes { explicit_bzero($0.baseAddress!, $0.count) } }
        var count: Int?
        // After Ctrl-Z and fg the prompt is no longer visible, and the user would believe that the shell is reading.
        while count == nil { count = try ask(prompt, on: terminal, &line) }

        guard let count, count > 0 else { throw InputError("no passphrase was typed") }
        // A line of that length has no newline, or lost the bytes before it.
        guard count < line.count else { throw ReadingError.tooLong }
        let length = line[count - 1] == UInt8(ascii: "\n") ? count - 1 : count
        line.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<length])) }
    }

    /// - Returns: the number of bytes typed; nil if a signal arrived in the meantime and did not end the process.
    private static func ask(
        _ prompt: String, on terminal: Int32, _ line: inout [UInt8]
    ) throws -> Int? {
        var before = termios()
        guard tcgetattr(terminal, &before) == 0 else { throw SystemError.last(path) }
        let signals = WatchedSignals()
        defer { signals.restore() }
        var silent = before
        silent.c_lflag &= ~tcflag_t(ECHO)
        // If echo cannot be turned off, nothing is asked, because the answer would be visible.
        guard tcsetattr(terminal, TCSAFLUSH, &silent) == 0 else { throw SystemError.last(path) }
        defer {
            tcsetattr(terminal, TCSAFLUSH, &before)
            put("\n", on: terminal)
        }
        put(prompt, on: terminal)
        guard let count = signals.read(terminal, &line) else { return nil }
        guard count >= 0 else { throw SystemError.last(path) }
        return count
    }

    private static func put(_ text: String, on terminal: Int32) {
        var text = text
        text.withUTF8 { _ = write(terminal, $0.baseAddress, $0.count) }
    }
}

/// The last signal that arrived while signals were watched; 0 if none did. The handler writes it.
private nonisolated(unsafe) var caughtSignal: sig_atomic_t = 0

/// The signals that end or stop a process. They are blocked, except while waiting for the terminal.
private struct WatchedSignals {
    private static let numbers = EndingSignals.all + [SIGTSTP]
    private var maskBefore = sigset_t()
    private var actionsBefore: [sigaction] = []

    init() {
        caughtSignal = 0
        var held = sigset_t(Self.numbers)
        pthread_sigmask(SIG_BLOCK, &held, &maskBefore)
        for number in Self.numbers {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { caughtSignal = $0 }
            var before = sigaction()
            sigaction(number, &action, &before)
            actionsBefore.append(before)
        }
    }

    /// - Returns: as read(2); nil if a signal arrived first.
    func read(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int? {
        // pselect unblocks the signals only while it waits, so that none is lost between a check and a read. The set
        // is an array, because fd_set has room for only 1,024 descriptors; Linux accepts sets of any size.
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

    /// Restores the signal mask and actions. A signal that arrived is raised again, with its original action.
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
