import Glibc

/// Removes a file that this process published and now withdraws.
///
/// - Returns: whether the file is gone.
package func removeFile(_ path: String) -> Bool { unlink(path) == 0 || errno == ENOENT }

/// Creates a folder with mode 0777 less the umask. An existing folder is left unchanged.
package func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) == 0 { return }
    guard errno == EEXIST else { throw .last(path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(path) }
    if status.st_mode & S_IFMT != S_IFDIR { throw SystemError(path: path, reason: .errno(ENOTDIR)) }
}

/// Whether something has this name. A dangling link counts.
package func fileExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The first of these paths at which something exists.
///
/// - Returns: nil if none exists.
/// - Throws: if it cannot be determined whether one exists.
package func firstExisting(of paths: [String]) throws(SystemError) -> String? {
    for path in paths {
        var status = stat()
        if stat(path, &status) == 0 { return path }
        if errno != ENOENT { throw .last(path) }
    }
    return nil
}
