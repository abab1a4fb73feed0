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
        for entry in try entries(in: stream, path) where !entry.isHidden {
            guard let file = entry.path else { throw entry.nameError }
            var status = stat()
            guard stat(file, &status) == 0 else { throw .last(file) }
            if status.st_mode & S_IFMT == S_IFREG { files.append(file) }
        }
        return files
    }

    struct Entry {
        /// Nil if the name is not UTF-8: such a file cannot be opened here.
        let path: String?
        let isHidden: Bool
        /// The path for errors.
        fileprivate let readablePath: String

        var nameError: SystemError { SystemError(path: readablePath, reason: .errno(EILSEQ)) }
    }

    /// All entries, sorted by name.
    static func entries(in stream: OpaquePointer, _ folder: String) throws(SystemError) -> [Entry] {
        let prefix = folder.hasSuffix("/") ? folder : folder + "/"
        var entries: [Entry] = []
        while true {
            // readdir returns NULL both at the end and on failure; only errno distinguishes the two.
            errno = 0
            guard let entry = readdir(stream) else {
                if errno != 0 { throw .last(folder) }
                return entries.sorted { $0.readablePath < $1.readablePath }
            }
            let (name, readable) = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) {
                    (String(validatingCString: $0), String(cString: $0))
                }
            }
            entries.append(
                Entry(
                    path: name.map { prefix + $0 }, isHidden: readable.hasPrefix("."),
                    readablePath: prefix + readable))
        }
    }
}
