import Glibc

/// A file that is being written and has no name yet, or not its own: it appears whole or not at all.
///
/// Where the file system can (`O_TMPFILE`), it has no name until it is published, so that even SIGKILL leaves
/// nothing behind; elsewhere it is a hidden file in the same folder, removed with this value. A path that
/// names a stream (a terminal, a pipe, `/dev/stdout`) is written to as it is.
package struct PendingFile: ~Copyable {
    package enum Mode: Sendable {
        /// 0600 from the first byte on, whatever the umask.
        case secret
        /// 0666 less the umask.
        case ordinary
    }

    private enum Stage {
        case unnamed
        case named(String)
        case stream
    }

    /// Where it is to appear, symbolic links followed; one that leads nowhere is replaced itself.
    private let target: String
    private let mayReplace: Bool
    private let file: FileDescriptor
    private var stage: Stage

    private init(target: String, mayReplace: Bool, file: consuming FileDescriptor, stage: Stage) {
        self.target = target
        self.mayReplace = mayReplace
        self.file = file
        self.stage = stage
    }

    deinit {
        if case .named(let temporary) = stage { unlink(temporary) }
    }

    /// - Parameters:
    ///   - path: where the file is to appear.
    ///   - mayReplace: whether a file that is there may be replaced.
    ///   - inputs: files that are being read, which are never written to.
    package static func create(
        at path: String, mode: Mode, mayReplace: Bool, inputs: Set<FileIdentity>
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
            mode.apply(to: number)
            return PendingFile(
                target: target, mayReplace: mayReplace, file: FileDescriptor(owning: number, path: path),
                stage: .unnamed)
        }
        if number >= 0 { close(number) }
        return try createNamed(for: target, mode, mayReplace: mayReplace, path: path)
    }

    /// `O_TMPFILE`, which the importer does not see: it is a GNU extension.
    private static let temporaryFile = 0o20_000_000 | O_DIRECTORY

    /// Where the file system has no files without a name.
    ///
    /// - Parameter path: `target` as the user wrote it, for errors.
    static func createNamed(
        for target: String, _ mode: Mode, mayReplace: Bool, path: String
    ) throws(SystemError) -> PendingFile {
        let temporary = temporaryName(in: OutputPlace.folder(of: target))
        let number = open(
            temporary, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_NOFOLLOW, mode.permissions)
        guard number >= 0 else { throw .last(path) }
        mode.apply(to: number)
        return PendingFile(
            target: target, mayReplace: mayReplace, file: FileDescriptor(owning: number, path: path),
            stage: .named(temporary))
    }

    /// Whether it is written to as it is: what was written stays, whatever becomes of the rest.
    package var isStream: Bool { if case .stream = stage { true } else { false } }

    /// Whether it has a name that stays if a signal ends the process: hold signals for as long as it has.
    package var hasTemporaryName: Bool { if case .named = stage { true } else { false } }

    package borrowing func identity() throws(SystemError) -> FileIdentity { try file.identity() }

    /// Where its bytes go, for those who write for longer. Use it while this value lives.
    package var descriptor: FileDescriptor { FileDescriptor(borrowing: file.number, path: file.path) }

    package borrowing func write(_ bytes: Span<UInt8>) throws(SystemError) {
        try file.write(bytes)
    }

    /// Brings the bytes to the disk, so that ``publish()`` has nothing left that can fail for want of space.
    package borrowing func synchronize() throws(SystemError) {
        if case .stream = stage { return }
        guard fsync(file.number) == 0 else { throw .last(file.path) }
    }

    /// Gives the file its name, in one step.
    ///
    /// - Parameter outputs: files that are not replaced in any case. Names that differ may still be one name where capitals
    ///   make no difference.
    /// - Returns: whether a file appeared that was not there before.
    @discardableResult
    package consuming func publish(keeping outputs: Set<FileIdentity> = []) throws(SystemError) -> Bool {
        if case .stream = stage { return false }
        return try giveName(keeping: outputs, while: HeldSignals())
    }

    /// - Parameter held: until the last name but the file's own is gone.
    private consuming func giveName(
        keeping outputs: Set<FileIdentity>, while held: borrowing HeldSignals
    ) throws(SystemError) -> Bool {
        if case .unnamed = stage {
            // The kernel's way to name an O_TMPFILE without privileges: open(2).
            let source = "/proc/self/fd/\(file.number)"
            if linkat(AT_FDCWD, source, AT_FDCWD, target, AT_SYMLINK_FOLLOW) == 0 {
                synchronizeFolder()
                return true
            }
            guard errno == EEXIST else { throw .last(file.path) }
            guard mayReplace else { throw SystemError(path: file.path, reason: .exists) }
            let temporary = Self.temporaryName(in: OutputPlace.folder(of: target))
            guard linkat(AT_FDCWD, source, AT_FDCWD, temporary, AT_SYMLINK_FOLLOW) == 0 else {
                throw .last(file.path)
            }
            stage = .named(temporary)
        }
        guard case .named(let temporary) = stage else { return false }
        // link, unlike rename, does not replace a file that came in between; deinit removes the old name.
        if link(temporary, target) == 0 {
            synchronizeFolder()
            return true
        }
        // Where there are no hard links either (FAT), a look has to do.
        let wasThere = errno == EEXIST
        var status = stat()
        let isThere = lstat(target, &status) == 0 || wasThere
        if outputs.contains(FileIdentity(status)) { throw SystemError(path: file.path, reason: .isOutput) }
        if isThere, !mayReplace { throw SystemError(path: file.path, reason: .exists) }
        guard rename(temporary, target) == 0 else { throw .last(file.path) }
        stage = .unnamed
        synchronizeFolder()
        return !isThere
    }

    /// The name is on the disk too. Not every file system can, and the file is there in any case.
    private borrowing func synchronizeFolder() {
        let number = open(OutputPlace.folder(of: target), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard number >= 0 else { return }
        fsync(number)
        close(number)
    }

    /// Somebody else may have put another thing in the place since it was looked at, so the judgement is on what was
    /// opened.
    ///
    /// - Parameter user: whose pipes may be given a secret.
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
            // Who made a pipe may be the one who reads it. Only root makes devices.
            if mode == .secret, status.st_uid != user { throw SystemError(path: path, reason: .foreignPipe) }
        }
        return file
    }

    private static func temporaryName(in folder: String) -> String {
        "\(folder)/.signet-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }
}

extension PendingFile.Mode {
    fileprivate var permissions: mode_t { self == .secret ? 0o600 : 0o666 }

    /// The umask can only take away, and may have taken the owner's own permissions.
    fileprivate func apply(to number: Int32) {
        if self == .secret { fchmod(number, permissions) }
    }
}
