internal import Glibc

/// The regular files below a folder, each of them once, however many links lead to it.
package struct FilesBelow {
    /// Sorted.
    package private(set) var paths: [String] = []
    /// The entries that cannot be examined or listed.
    package private(set) var failures: [SystemError] = []
    private var seen: Set<FileIdentity> = []
    private var links: [Link] = []
    private let hasEachName: Bool

    private struct Link {
        let path: String
        let isInsideFolder: Bool
    }

    /// Names that begin with a dot are left out. Links to folders are not followed: they may lead to the whole file
    /// system.
    ///
    /// - Parameter eachName: whether a file with several names (hard links) is there under each of them, for a caller that
    ///   replaces files: that changes one name only.
    package init(_ path: String, eachName: Bool = false) {
        hasEachName = eachName
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
            let isNew = seen.insert(FileIdentity(status)).inserted
            switch status.st_mode & S_IFMT {
            case S_IFREG where isNew || hasEachName && !isLink: paths.append(path)
            case S_IFDIR where isNew && !isLink: try visitEntries(path)
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
