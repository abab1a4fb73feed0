import Glibc

/// Removes a file that this process published and takes back. That it is gone already is no failure.
package func removeFile(_ path: String) { unlink(path) }

/// Makes a folder (0777 less the umask); one that exists is kept as it is.
package func makeFolder(_ path: String) throws(SystemError) {
    if mkdir(path, 0o777) == 0 { return }
    guard errno == EEXIST else { throw .last(path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(path) }
    if status.st_mode & S_IFMT != S_IFDIR { throw SystemError(path: path, reason: .errno(ENOTDIR)) }
}

/// Whether something has this name, also a link that leads nowhere.
package func fileExists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The first of these paths that something has.
///
/// - Returns: nil if there is none of them.
/// - Throws: if it cannot be told whether one is there.
package func firstExisting(of paths: [String]) throws(SystemError) -> String? {
    for path in paths {
        var status = stat()
        if stat(path, &status) == 0 { return path }
        if errno != ENOENT { throw .last(path) }
    }
    return nil
}
