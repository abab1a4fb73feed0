internal import CSystem
import Glibc

/// A file that is being written and has no name yet, or only a temporary one. It appears complete or not at all.
///
/// If the file system supports `O_TMPFILE`, the file has no name until it is published, so that even SIGKILL leaves
/// nothing behind. Otherwise it is a hidden file in the same folder, which is removed with this value, or when a
/// signal ends the process. A path that names a stream (a terminal, a pipe, `/dev/stdout`) is written to directly.
package struct PendingFile: ~Copyable {
    package enum Mode: Sendable {
        /// 0600 from the first byte on, regardless of the umask.
        case secret
        /// 0666 less the umask.
        case ordinary
    }

    private enum Stage: ~Copyable {
        case unnamed
        case named(TemporaryName)
        case stream
    }

    /// The path of the finished file with symbolic links resolved. A dangling link is itself replaced.
    let target: String
    private let mayReplace: Bool
    private let file: FileDescriptor
    private var stage: Stage

    private init(target: String, mayReplace: Bool, file: consuming FileDescriptor, stage: consuming Stage) {
        self.target = target
        self.mayReplace = mayReplace
        self.file = file
        self.stage = stage
    }

    deinit {
        if let path = temporaryPath { unlink(path) }
    }

    /// - Parameters:
    ///   - path: where the file is to appear.
    ///   - mayReplace: whether an existing file may be replaced.
    ///   - inputs: files that are being read, which are never overwritten.
    package static func create(
        at path: String, mode: Mode, mayReplace: Bool, inputs: [FileIdentity]
    ) throws(SystemError) -> PendingFile {
        let place = try OutputPlace(path)
        if place.isOne(of: inputs) { throw SystemError(path: path, reason: .isInput) }
        switch place.kind {
        case .descriptor(let number):
            let name = path == "-" ? StandardStreams.output.path : path
            return PendingFile(
                target: path, mayReplace: true, file: FileDescriptor(borrowing: number, path: name),
                stage: .stream)
        case .stream:
            return PendingFile(
                target: path, mayReplace: true, file: try openStream(path, mode), stage: .stream)
        case .folder: throw SystemError(path: path, reason: .errno(EISDIR))
        case .file where place.exists && !mayReplace: throw SystemError(path: path, reason: .exists)
        case .file: break
        }
        let target = place.target
        let number = open(
            OutputPlace.folder(of: target), temporaryFile | O_WRONLY | O_CLOEXEC, mode.permissions)
        if number >= 0, access("/proc/self/fd", X_OK) == 0 {
            let file = PendingFile(
                target: target, mayReplace: mayReplace, file: FileDescriptor(owning: number, path: path),
                stage: .unnamed)
            try mode.apply(to: file.file)
            return file
        }
        if number >= 0 { close(number) }
        return try createNamed(for: target, mode, mayReplace: mayReplace, path: path)
    }

    /// `O_TMPFILE`. The importer does not see it, because it is a GNU extension.
    private static let temporaryFile = 0o20_000_000 | O_DIRECTORY

    /// Used if the file system does not support unnamed files.
    ///
    /// - Parameter path: `target` as the user wrote it, for errors.
    static func createNamed(
        for target: String, _ mode: Mode, mayReplace: Bool, path: String
    ) throws(SystemError) -> PendingFile {
        let temporary = try TemporaryName(in: OutputPlace.folder(of: target))
        let number = open(
            temporary.path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode.permissions)
        guard number >= 0 else { throw .last(path) }
        let file = PendingFile(
            target: target, mayReplace: mayReplace, file: FileDescriptor(owning: number, path: path),
            stage: .named(temporary))
        try mode.apply(to: file.file)
        return file
    }

    /// Whether output is written directly. What has been written then stays, even if the rest fails.
    package var isStream: Bool {
        switch stage {
        case .stream: true
        default: false
        }
    }

    var hasTemporaryName: Bool { temporaryPath != nil }

    private var temporaryPath: String? {
        switch stage {
        case .named(let temporary): temporary.path
        default: nil
        }
    }

    /// The mode of a regular file that is written as a stream, if others than its owner have rights to it.
    package borrowing func modeForOthers() throws(SystemError) -> UInt32? {
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw .last(file.path) }
        let mode = status.st_mode & 0o777
        return status.st_mode & S_IFMT == S_IFREG && mode & 0o077 != 0 ? mode : nil
    }

    package borrowing func identity() throws(SystemError) -> FileIdentity { try file.identity() }

    /// The descriptor, for repeated writes. It is valid only while this value lives.
    package var descriptor: FileDescriptor { FileDescriptor(borrowing: file.number, path: file.path) }

    package borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try file.write(bytes)
    }

    /// Removes the file, which is not needed.
    package consuming func discard() throws(SystemError) {
        guard let path = temporaryPath else { return }
        guard removeFile(path) else { throw .last(path) }
        stage = .unnamed
    }

    /// Takes over the owner, the group and, unless the file is secret, the mode of the file that this one replaces, as
    /// far as the user may set them. Another group gets the rights of all others.
    package borrowing func keepOwner(_ mode: Mode) throws(SystemError) {
        var old = stat()
        if isStream { return }
        guard stat(target, &old) == 0 else {
            if errno == ENOENT { return }
            throw .last(target)
        }
        // Only root can give files away; others can choose among their groups.
        if fchown(file.number, old.st_uid, old.st_gid) != 0 {
            _ = fchown(file.number, uid_t.max, old.st_gid)
        }
        if mode == .secret { return }
        var new = stat()
        guard fstat(file.number, &new) == 0 else { throw .last(file.path) }
        let acl = try acl
        if acl.isEmpty {
            // One that it inherited from its folder.
            _ = fremovexattr(file.number, Self.aclName)
        }
        let kept: mode_t
        if new.st_gid != old.st_gid {
            // Another group has the rights of all others, but an ACL may deny them to some.
            kept = acl.isEmpty ? old.st_mode & 0o707 | (old.st_mode & 0o007) << 3 : old.st_mode & 0o700
        } else if acl.isEmpty {
            kept = old.st_mode & 0o777
        } else {
            guard fsetxattr(file.number, Self.aclName, acl, acl.count, 0) == 0 else { throw .last(file.path) }
            return
        }
        // Where all files have one mode, it cannot be changed.
        if new.st_mode & 0o777 != kept, fchmod(file.number, kept) != 0 { throw .last(file.path) }
    }

    private static let aclName = "system.posix_acl_access"

    /// The rights of single users and groups in the file that this one replaces (acl(5)); empty if it has none. The mode
    /// of a file that has some shows their mask in the place of its group's rights.
    private var acl: [UInt8] {
        get throws(SystemError) {
            let count = getxattr(target, Self.aclName, nil, 0)
            var acl = [UInt8](repeating: 0, count: max(count, 0))
            guard acl.isEmpty || getxattr(target, Self.aclName, &acl, count) == count else {
                throw .last(target)
            }
            return acl
        }
    }

    /// Flushes the bytes to disk, so that ``publish()`` cannot fail because the disk is full. A stream is only asked for the
    /// errors of what was written.
    package borrowing func synchronize() throws(SystemError) {
        if isStream { return try file.throwWriteError() }
        guard fsync(file.number) == 0 else { throw .last(file.path) }
    }

    /// Gives the file its name, atomically. ``synchronizeFolder(of:)`` then brings the name to the disk too.
    ///
    /// - Parameter outputs: files that are never replaced. On a case-insensitive file system, different names may be
    ///   the same file.
    /// - Returns: whether the file is new.
    @discardableResult
    package consuming func publish(keeping outputs: [FileIdentity] = []) throws(SystemError) -> Bool {
        try giveName(keeping: outputs, while: HeldSignals())
    }

    /// - Parameter held: signals stay blocked until the temporary name is gone.
    private consuming func giveName(
        keeping outputs: [FileIdentity], while held: borrowing HeldSignals
    ) throws(SystemError) -> Bool {
        if !isStream, !hasTemporaryName {
            // open(2) documents this as the way to name an O_TMPFILE without privileges.
            let source = "/proc/self/fd/\(file.number)"
            if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 { return true }
            guard errno == EEXIST else { throw .last(file.path) }
            guard mayReplace else { throw SystemError(path: file.path, reason: .exists) }
            let temporary = try TemporaryName(in: OutputPlace.folder(of: target))
            guard linkat(AT_FDCWD, source, AT_FDCWD, temporary.path, AT_SYMLINK_FOLLOW) == 0 else {
                throw .last(file.path)
            }
            stage = .named(temporary)
        }
        // A stream has its name already.
        guard let temporary = temporaryPath else { return false }
        // link, unlike rename, does not replace a file that was created in the meantime.
        if link(temporary, target) == 0 {
            guard removeFile(temporary) else {
                let error = SystemError.last(temporary)
                unlink(target)
                throw error
            }
            stage = .unnamed
            return true
        }
        // If the target exists, or there are no hard links (FAT), check first and then rename.
        let wasThere = errno == EEXIST
        var status = stat()
        let isThere = lstat(target, &status) == 0
        if !isThere, wasThere || errno != ENOENT { throw .last(file.path) }
        if outputs.contains(FileIdentity(status)) { throw SystemError(path: file.path, reason: .isOutput) }
        if isThere, !mayReplace { throw SystemError(path: file.path, reason: .exists) }
        guard rename(temporary, target) == 0 else {
            let error = SystemError.last(file.path)
            guard case .errno(let code) = error.reason, !removeFile(temporary) else {
                stage = .unnamed
                throw error
            }
            throw SystemError(path: file.path, reason: .isLeft(as: temporary, code))
        }
        stage = .unnamed
        return !isThere
    }

    /// Flushes the name of a published file to disk. This is skipped if the user may not list the folder, or if the
    /// file system cannot do it.
    package static func synchronizeFolder(of path: String) throws(SystemError) {
        let target = try OutputPlace(path).target
        let number = open(OutputPlace.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if number < 0, errno == EACCES { return }
        guard number >= 0 else { throw .last(path) }
        let folder = FileDescriptor(owning: number, path: path)
        if fsync(folder.number) != 0, errno != EINVAL { throw .last(path) }
    }

    /// Checks what was opened, because another process may have replaced the file after its path was checked.
    ///
    /// - Parameter user: the owner whose pipes may receive a secret.
    static func openStream(
        _ path: String, _ mode: Mode, user: uid_t = geteuid()
    ) throws(SystemError) -> FileDescriptor {
        let number = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard number >= 0 else { throw .last(path) }
        let file = FileDescriptor(owning: number, path: path)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last(path) }
        switch status.st_mode & S_IFMT {
        case S_IFCHR, S_IFBLK: break
        case S_IFREG: throw SystemError(path: path, reason: .exists)
        default:
            // The creator of a pipe may also be its reader. Devices are safe, because only root creates them.
            if mode == .secret, status.st_uid != user { throw SystemError(path: path, reason: .foreignPipe) }
        }
        return file
    }
}

extension PendingFile.Mode {
    fileprivate var permissions: mode_t { self == .secret ? 0o600 : 0o666 }

    /// The umask only removes permissions, and it may have removed the owner's. Some file systems ignore modes.
    fileprivate func apply(to file: borrowing FileDescriptor) throws(SystemError) {
        guard self == .secret else { return }
        let isSet = fchmod(file.number, permissions) == 0
        var status = stat()
        guard fstat(file.number, &status) == 0 else { throw .last(file.path) }
        let mode = status.st_mode & 0o777
        if mode & 0o077 != 0 || !isSet && mode != permissions {
            throw SystemError(path: file.path, reason: .wrongMode(mode))
        }
    }
}
