import Glibc

/// A failed system call: the path that it was about, and the reason.
package struct SystemError: Error, Equatable, Sendable {
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

    /// Whether no file has this name.
    package var isMissing: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG].map(Reason.errno).contains(reason) }
}
