import Glibc

/// Where the name of an output leads: the same for every name of one place, also of a file that is not there yet.
package struct OutputPlace {
    enum Kind {
        /// A stream that the caller opened and gave a number: it is written to where it stands. Opened again by its
        /// name, a file that the shell appends to would be written over from its beginning, and a socket could not be
        /// opened at all.
        case descriptor(Int32)
        /// A device, a pipe or a socket: written to as it is.
        case stream
        case folder
        /// A file, or nothing yet.
        case file
    }

    let kind: Kind
    /// Symbolic links followed; one that leads nowhere is a place itself.
    let target: String
    /// The target with its folder resolved: one spelling for every name of a file that is not there yet.
    private let spelling: String
    /// What is there; nil for nothing.
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
            target = Self.resolved(path)
            (spelling, self.status) = (target, status)
        } else {
            guard errno == ENOENT else { throw .last(path) }
            (kind, target) = (.file, Self.resolved(path))
            spelling = "\(Self.resolved(Self.folder(of: target)))/\(target.split(separator: "/").last ?? "")"
            // A link that leads nowhere is something, too.
            self.status = lstat(path, &status) == 0 ? status : nil
        }
    }

    /// Whether it is written to as it is.
    package var isStream: Bool {
        switch kind {
        case .descriptor, .stream: true
        case .folder, .file: false
        }
    }

    /// Whether something has this name, also a link that leads nowhere.
    var exists: Bool { status != nil }

    /// Whether what is written to one is lost, or mixed with what is written to the other. A device loses nothing, and
    /// may have many names.
    package func isSame(as other: OutputPlace) -> Bool {
        if case .descriptor(let number) = kind, case .descriptor(number) = other.kind { return true }
        if let status, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) { return false }
        return spelling == other.spelling || identity != nil && identity == other.identity
    }

    /// Whether it is one of these files. A device, a pipe or a socket may be read and written at once.
    package func isOne(of inputs: Set<FileIdentity>) -> Bool {
        guard let identity, let status, status.st_mode & S_IFMT == S_IFREG else { return false }
        return inputs.contains(identity)
    }

    /// Whether a path leads to the same regular file.
    package func isFile(at path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && isOne(of: [FileIdentity(status)])
    }

    private var identity: FileIdentity? { status.map(FileIdentity.init) }

    private static func descriptor(_ path: String) -> Int32? {
        switch path {
        case "-", "/dev/stdout": return STDOUT_FILENO
        case "/dev/stderr": return STDERR_FILENO
        default:
            for folder in ["/dev/fd/", "/proc/self/fd/"] where path.hasPrefix(folder) {
                return Int32(path.dropFirst(folder.count))
            }
            return nil
        }
    }

    private static func resolved(_ path: String) -> String {
        guard let real = realpath(path, nil) else { return path }
        defer { free(real) }
        // A folder above may have a name that is no UTF-8, which a String would not keep.
        return String(validatingCString: real) ?? path
    }

    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
