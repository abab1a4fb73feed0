internal import Glibc

/// The entries of a folder.
package enum Folder {
    /// Whether there is a folder of this name.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The paths of all entries but folders and what begins with a dot, in the order of their names.
    package static func files(_ path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw SystemError(path: path, reason: .errno(errno)) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name.hasPrefix(".") || exists("\(path)/\(name)") { continue }
            names.append(name)
        }
        return names.sorted().map { "\(path)/\($0)" }
    }
}
