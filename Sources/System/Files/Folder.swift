internal import Glibc

/// The entries of a folder.
package enum Folder {
    /// Whether a folder with this path exists.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The paths of all regular files whose names do not begin with a dot, sorted by name.
    ///
    /// - Throws: also if an entry cannot be examined, such as a link to a missing file.
    package static func files(_ path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last(path) }
        defer { closedir(stream) }
        var files: [String] = []
        for name in try names(in: stream, path).sorted() where !name.hasPrefix(".") {
            let file = "\(path)/\(name)"
            var status = stat()
            guard stat(file, &status) == 0 else { throw .last(file) }
            if status.st_mode & S_IFMT == S_IFREG { files.append(file) }
        }
        return files
    }

    /// The names of all entries, in no particular order.
    ///
    /// - Parameter path: for errors.
    static func names(in stream: OpaquePointer, _ path: String) throws(SystemError) -> [String] {
        var names: [String] = []
        while true {
            // readdir returns NULL both at the end and on failure; only errno distinguishes the two.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .last(path) }
                return names
            }
            names.append(
                withUnsafePointer(to: entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                })
        }
    }
}
