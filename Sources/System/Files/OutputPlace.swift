import Glibc

/// The file or stream that an output path leads to. It is the same for every name of one place, even if the file does
/// not exist yet.
package struct OutputPlace {
    enum Kind {
        /// A stream that the caller opened and names by its number. Writing continues at its current offset.
        ///
        /// Opening it again by its name would overwrite a file that the shell appends to, and would fail for a
        /// socket.
        case descriptor(Int32)
        /// A device, a pipe or a socket, which is written to directly.
        case stream
        case folder
        /// A regular file, or a path at which nothing exists yet.
        case file
    }

    let kind: Kind
    /// The path with symbolic links resolved. A dangling link is its own target.
    let target: String
    /// The target with its folder resolved, so that every name of a missing file has the same spelling.
    private let spelling: String
    /// The status of what exists there; nil if nothing does.
    private let status: stat?

    /// - Parameter path: `-` is standard output.
    package init(_ path: String) throws(SystemError) {
        guard !path.isEmpty else { throw SystemError(path: path, reason: .errno(ENOENT)) }
        var status = stat()
        if let number = Self.descriptor(path) {
            guard fstat(number, &status) == 0 else { throw .last(path) }
            (kind, target, spelling, self.status) = (.descriptor(number), path, path, status)
        } else if stat(path, &status) == 0 {
            kind =
                switch status.st_mode & S_IFMT {
                case S_IFREG: .file
                case S_IFDIR: .folder
                default: .stream
                }
            target = try resolvedPath(path)
            (spelling, self.status) = (target, status)
        } else {
            guard errno == ENOENT else { throw .last(path) }
            (kind, target) = (.file, try resolvedPath(path))
            spelling =
                "\(try resolvedPath(Self.folder(of: target)))/\(target.split(separator: "/").last ?? "")"
            // A dangling link counts as existing.
            self.status = lstat(path, &status) == 0 ? status : nil
        }
    }

    /// Whether output is written to it directly, without a temporary file.
    package var isStream: Bool {
        switch kind {
        case .descriptor, .stream: true
        case .folder, .file: false
        }
    }

    /// Whether something has this name. A dangling link counts.
    var exists: Bool { status != nil }

    /// Whether writing to both would overwrite or mix their contents. Two names of one device are not the same place,
    /// because a device loses nothing.
    package func isSame(as other: OutputPlace) -> Bool {
        if case .descriptor(let number) = kind, case .descriptor(number) = other.kind { return true }
        if let status, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) { return false }
        return spelling == other.spelling || identity != nil && identity == other.identity
    }

    /// Whether this is one of these files. A device, a pipe or a socket may be read and written at the same time.
    package func isOne(of inputs: [FileIdentity]) -> Bool {
        guard let identity, let status, status.st_mode & S_IFMT == S_IFREG else { return false }
        return inputs.contains(identity)
    }

    /// Whether a path leads to the same regular file.
    package func isFile(at path: String) -> Bool {
        FileIdentity(at: path).map { isOne(of: [$0]) } ?? false
    }

    private var identity: FileIdentity? { status.map(FileIdentity.init) }

    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            for folder in StandardStreams.descriptorFolders where path.hasPrefix(folder) {
                return Int32(path.dropFirst(folder.count))
            }
            return nil
        }
    }

    /// The folder of a path, as the path names it; `.` if it names none.
    package static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
