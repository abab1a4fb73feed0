import Glibc

/// A system call that failed: which path it was about, and errno.
package struct SystemError: Error, Equatable, Sendable {
    /// Nil for a stream without a name.
    package let path: String?
    /// errno as the call left it (`EACCES`, `ENOSPC`, …), or one of ours for what is no call's failure.
    package let reason: Reason

    package enum Reason: Equatable, Sendable {
        case errno(Int32)
        /// An output that exists and may not be replaced.
        case exists
        /// An output that is one of the inputs.
        case isInput
        /// An output that is another output.
        case isOutput
        /// A pipe of another user, who could read the secret that is to be written to it.
        case foreignPipe
        /// An input longer than what its kind may be.
        case tooLarge(limitBytes: Int)
    }

    package init(path: String?, reason: Reason) {
        self.path = path
        self.reason = reason
    }

    /// Takes errno as it stands.
    static func last(_ path: String?) -> SystemError {
        SystemError(path: path, reason: .errno(Glibc.errno))
    }

    /// Whether there is no file of the name.
    package var isMissing: Bool { [ENOENT, ENOTDIR, ENAMETOOLONG].map(Reason.errno).contains(reason) }
}
