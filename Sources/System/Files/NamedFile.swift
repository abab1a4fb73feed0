import Glibc

/// A file that was given its name. It stays open, so that its inode does not become that of another file.
package final class NamedFile {
    /// As the user wrote it, for errors.
    package let path: String
    /// The path with symbolic links resolved.
    package let target: String
    private let file: FileDescriptor

    fileprivate init(_ path: String, _ target: String, owning number: Int32) {
        self.path = path
        self.target = target
        file = FileDescriptor(owning: number, path: path)
    }

    /// Whether another process has given the name to another file, or taken it away.
    package var isLost: Bool {
        var own = stat()
        var other = stat()
        guard fstat(file.number, &own) == 0, own.st_nlink == 0 else { return false }
        // Some file systems say that no file has a name.
        return lstat(target, &other) != 0 || other.st_nlink > 0
    }
}

extension PendingFile {
    /// The file as it is after ``publish(keeping:)``.
    ///
    /// - Parameter path: where the file is to appear.
    package borrowing func named(_ path: String) throws(SystemError) -> NamedFile {
        let number = fcntl(descriptor.number, F_DUPFD_CLOEXEC, 0)
        guard number >= 0 else { throw .last(path) }
        return NamedFile(path, target, owning: number)
    }
}
