import Glibc

/// Keeps other processes that ask for the same lock waiting as long as it lives (flock(2)). Processes that do not ask
/// are not hindered.
package struct FileLock: ~Copyable {
    private let number: Int32

    /// Waits until no other process has the lock. On a file system without locks, nothing is locked.
    ///
    /// - Throws: if the file cannot be opened.
    package init(_ path: String) throws(SystemError) {
        number = open(path, O_RDONLY | O_CLOEXEC)
        guard number >= 0 else { throw .last(path) }
        while flock(number, LOCK_EX) != 0, errno == EINTR {}
    }

    deinit { close(number) }
}
