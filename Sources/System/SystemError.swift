import Glibc
import Words

/// A failed system call: the path that it was about, and the reason.
package struct SystemError: DescribedError, Equatable {
    /// Nil for a stream without a name.
    package let path: String?
    /// errno as the call left it (`EACCES`, `ENOSPC`, …), or a reason of our own if no call failed.
    package let reason: Reason

    package enum Reason: Equatable, Sendable {
        case errno(Int32)
        /// The output exists and may not be replaced.
        case exists
        /// The output is also an input.
        case isInput
        /// The output is also another output.
        case isOutput
        /// Another process replaced the output while the others were still being written.
        case isReplaced
        /// The output could not be replaced, and the new file, which has this name, not removed.
        case isLeft(as: String, Int32)
        /// Another process has the lock of the output.
        case isLocked
        /// Somebody changed the output after it was read.
        case isChanged
        /// A line that was typed into a terminal, which keeps no more bytes of one.
        case isCut(afterBytes: Int)
        /// The pipe belongs to another user, who could read the secret that is to be written to it.
        case foreignPipe
        /// The file system gives a secret this mode instead of 0600.
        case wrongMode(UInt32)
        /// The output ends with an incomplete line, which the result would continue.
        case incompleteLine
        /// The input is longer than its kind allows.
        case tooLarge(limitBytes: Int)
    }

    package init(path: String?, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Uses the current value of errno.
    static func last(_ path: String?) -> SystemError {
        SystemError(path: path, reason: .errno(Glibc.errno))
    }

    /// Whether the input is longer than its kind allows.
    package var isTooLarge: Bool {
        if case .tooLarge = reason { true } else { false }
    }

    /// Whether the path leads nowhere, or through a folder that does not exist.
    package var isNowhere: Bool { reason == .errno(ENOENT) }

    /// Whether the user may not do it.
    package var isForbidden: Bool { reason == .errno(EACCES) }

    /// Whether a file cannot be replaced because it is mounted by itself, as into a container.
    package var isMounted: Bool { reason == .errno(EBUSY) }

    /// Whether no file has this name.
    package var isMissing: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG].map(Reason.errno).contains(reason) }
}

extension SystemError {
    /// The path and what went wrong.
    package var message: String { (path.map { "\($0.shown): " } ?? "") + words }

    /// What went wrong, without the path. A failed call's is in the words of the C library, lower case at the start, as in
    /// all our words: `no such file or directory`.
    package var words: String {
        switch reason {
        // The C library's words would be understood as being about the contents.
        case .errno(EILSEQ): return "its name is not UTF-8, so it is not read; rename it"
        case .errno(let code): return Self.words(code)
        case .exists: return "file already exists"
        case .isInput: return "input and output are the same file"
        case .isOutput: return "two outputs are the same file"
        case .isReplaced:
            return "another process replaced it at the same time, so the outputs may not belong together"
        case .isLeft(let name, let code):
            return "\(Self.words(code)); the new file stays as \(name.shown), which could not be removed"
        case .isLocked:
            return "another process has locked it (flock), so it stays as it is"
        case .isChanged: return "the file was changed at the same time, so it stays as it is"
        case .isCut(let bytes): return "the terminal cut off a line after \(bytes) bytes"
        case .foreignPipe: return "the pipe belongs to another user, who could read the secret"
        case .wrongMode(let mode):
            return
                "other users could read it: the file system gives it mode \(String(mode, radix: 8)) instead of 600"
        case .incompleteLine: return "the last line is incomplete"
        case .tooLarge(let limit): return "the input is larger than \(limit) bytes"
        }
    }

    private static func words(_ code: Int32) -> String {
        let text = String(cString: strerror(code))
        return text.prefix(1).lowercased() + text.dropFirst()
    }
}
