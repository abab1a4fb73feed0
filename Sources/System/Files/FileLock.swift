import Glibc

/// A lock of a file (flock(2)), held as long as this value lives. It hinders only processes that ask for it.
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
