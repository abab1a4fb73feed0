internal import Glibc
import Words

/// The entries of a folder.
package enum Folder {
    /// Whether a folder with this path exists.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// - Throws: if a folder has this path, at which a file is to be written.
    package static func refuse(at path: String) throws(SystemError) {
        if exists(path) { throw SystemError(path: path, reason: .errno(EISDIR)) }
    }

    /// Whether something other than a folder has this path. If that cannot be determined, it is not reported here, but by
    /// whatever reads the folder.
    package static func isSomethingElse(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
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

    /// The paths of the regular files under which OpenSSL looks for certificates: `1f2e3d4c.0`, the hash of a subject and a
    /// number. Links to missing files are ignored.
    package static func hashedFiles(_ path: String) throws(SystemError) -> [String] {
        guard let stream = opendir(path) else { throw .last(path) }
        defer { closedir(stream) }
        return try entries(in: stream, path).compactMap { entry in
            guard let file = entry.path, let name = file.split(separator: "/").last else { return nil }
            var status = stat()
            let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            let isHashed =
                parts.count == 2 && parts[0].count == 8
                && parts[0].allSatisfy { $0.hexadecimalValue != nil && $0.inLowerCase == $0 }
                && !parts[1].isEmpty && parts[1].allSatisfy(\.isDigit)
            return isHashed && stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? file : nil
        }
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

/// Removes a file that this process published and now withdraws.
///
/// - Returns: whether the file is gone.
package func removeFile(_ path: String) -> Bool { unlink(path) == 0 || errno == ENOENT }

/// Runs `body` after creating a folder. If `body` fails, a folder that is new and still empty is removed.
package func withFolder<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    let isNew = try makeFolder(path)
    do {
        return try body()
    } catch {
        if isNew { rmdir(path) }
        throw error
    }
}

/// Creates a folder with mode 0777 less the umask. An existing folder is left unchanged.
///
/// - Returns: whether the folder is new.
@discardableResult
package func makeFolder(_ path: String) throws(SystemError) -> Bool {
    if mkdir(path, 0o777) == 0 { return true }
    guard errno == EEXIST else { throw .last(path) }
    var status = stat()
    guard stat(path, &status) == 0 else { throw .last(path) }
    if status.st_mode & S_IFMT != S_IFDIR { throw SystemError(path: path, reason: .errno(ENOTDIR)) }
    return false
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

/// The regular files below a folder, each of them once, however many links lead to it.
package struct FilesBelow {
    /// Sorted.
    package private(set) var paths: [String] = []
    /// The entries that cannot be examined or listed.
    package private(set) var failures: [SystemError] = []
    /// The links to folders outside, which are not followed: they may lead to the whole file system.
    package private(set) var folderLinks: [String] = []
    private var seen: Set<FileIdentity> = []
    private var links: [Link] = []
    private let hasEachName: Bool
    private var reports: [FileIdentity] = []

    private struct Link {
        let path: String
        let isInsideFolder: Bool
    }

    /// Names that begin with a dot are left out. So is an empty file to which standard output or standard error writes: the
    /// report.
    ///
    /// - Parameter eachName: whether a file with several names (hard links) is there under each of them, for a caller that
    ///   replaces files: that changes one name only.
    package init(_ path: String, eachName: Bool = false) {
        hasEachName = eachName
        do throws(SystemError) {
            reports = [try StandardStreams.output.identity(), try StandardStreams.error.identity()]
        } catch {
            failures.append(error)
        }
        visit(path)
        // Links come last, so that a file is found under its own name, and those within a folder after all others:
        // in its folders of roots, OpenSSL names each file a second time by a hash.
        for link in links where !link.isInsideFolder { visit(link.path, isLink: true) }
        for link in links where link.isInsideFolder { visit(link.path, isLink: true) }
        paths.sort()
    }

    private mutating func visit(_ path: String, isLink: Bool = false) {
        do throws(SystemError) {
            var status = stat()
            guard stat(path, &status) == 0 else { throw .last(path) }
            let identity = FileIdentity(status)
            let isNew = seen.insert(identity).inserted
            switch status.st_mode & S_IFMT {
            case S_IFREG where status.st_size == 0 && reports.contains(identity): break
            case S_IFREG where isNew || hasEachName && !isLink: paths.append(path)
            case S_IFDIR where isNew && isLink: folderLinks.append(path)
            case S_IFDIR where isNew: try visitEntries(path)
            default: break
            }
        } catch {
            failures.append(error)
        }
    }

    private mutating func visitEntries(_ folder: String) throws(SystemError) {
        guard let stream = opendir(folder) else { throw .last(folder) }
        defer { closedir(stream) }
        for entry in try Folder.entries(in: stream, folder) where !entry.isHidden {
            guard let path = entry.path else {
                failures.append(entry.nameError)
                continue
            }
            if let target = Self.target(path) {
                links.append(Link(path: path, isInsideFolder: !target.contains("/")))
            } else {
                visit(path)
            }
        }
    }

    /// Where a symbolic link leads; nil if the path is not one.
    private static func target(_ path: String) -> String? {
        var target = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = target.withUnsafeMutableBytes {
            readlink(path, $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        return count < 0 ? nil : String(decoding: target.prefix(count), as: UTF8.self)
    }
}

/// The absolute path of a file, without symbolic links.
///
/// - Returns: the path itself if nothing exists there, or if it leads to a stream without a name.
package func resolvedPath(_ path: String) throws(SystemError) -> String {
    guard let real = realpath(path, nil) else {
        if errno == ENOENT { return path }
        throw .last(path)
    }
    defer { free(real) }
    // A parent folder may have a name that is not UTF-8, which a String would not preserve.
    return String(validatingCString: real) ?? path
}
