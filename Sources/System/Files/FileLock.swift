import Glibc

/// Keeps other processes from the same lock of a file as long as it lives (flock(2)). Processes that do not ask for it
/// are not hindered.
package struct FileLock: ~Copyable {
    private let number: Int32

    /// Does not wait: whoever may read the file can hold its lock for ever. On a file system without locks, nothing is
    /// locked.
    ///
    /// - Throws: `isLocked` if another process has the lock.
    package init(_ path: String) throws(SystemError) {
        number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(path) }
        if flock(number, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            throw SystemError(path: path, reason: .isLocked)
        }
    }

    deinit { close(number) }
}
