import CSystem
import Glibc
import Testing

@testable import System

/// Serialized, because the umask is the process's.
@Suite("Files that appear whole or not at all", .serialized)
struct PendingFileTests {
    private let folder = Folder()

    /// Both ways of making one.
    enum Way: CaseIterable {
        case create, createNamed

        func make(
            _ path: String, _ mode: PendingFile.Mode = .secret, mayReplace: Bool = false
        ) throws(SystemError) -> PendingFile {
            switch self {
            case .create: try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: [])
            case .createNamed:
                try PendingFile.createNamed(for: path, mode, mayReplace: mayReplace, path: path)
            }
        }
    }

    private func write(_ text: String, _ file: borrowing PendingFile) throws(SystemError) {
        let bytes = Array(text.utf8)
        try file.write(bytes.span)
    }

    /// Creates, writes, brings to the disk and publishes.
    @discardableResult
    private func save(
        _ text: String = "after", at path: String, _ mode: PendingFile.Mode = .secret,
        mayReplace: Bool = false,
        inputs: [FileIdentity] = []
    ) throws(SystemError) -> Bool {
        let file = try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
        try write(text, file)
        try file.synchronize()
        return try file.publish()
    }

    @Test(
        "A file takes over the mode of the file that it replaces, unless it is secret",
        arguments: Way.allCases)
    func keepsMode(way: Way) throws {
        for (mode, expected) in [(PendingFile.Mode.ordinary, mode_t(0o640)), (.secret, 0o600)] {
            folder.make("site", "before", mode: 0o640)
            let file = try way.make(folder["site"], mode, mayReplace: true)
            try file.keepOwner(mode)
            try write("after", file)
            try file.publish()
            #expect(folder.mode("site") == expected)
            #expect(folder.contents("site") == "after")
        }
        let new = try way.make(folder["new"], .secret, mayReplace: true)
        try new.keepOwner(.secret)
        try new.publish()
        #expect(folder.mode("new") == 0o600)
    }

    @Test("A lock of a file is held until it is let go of")
    func locks() throws {
        folder.make("site", "text", mode: 0o600)
        func isLocked() -> Bool {
            let number = open(folder["site"], O_RDONLY)
            defer { close(number) }
            return flock(number, LOCK_EX | LOCK_NB) != 0
        }
        let lock = try FileLock(folder["site"])
        #expect(isLocked())
        _ = consume lock
        #expect(!isLocked())
    }

    @Test("A file takes over the ACL of the file that it replaces")
    func keepsACL() throws {
        // acl(5): version 2; the owner rw-, user 12345 r--, the group ---, the mask r--, others ---.
        let none: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        let acl: [UInt8] =
            [2, 0, 0, 0, 1, 0, 6, 0] + none + [2, 0, 4, 0, 0x39, 0x30, 0, 0, 4, 0, 0, 0] + none
            + [0x10, 0, 4, 0] + none + [0x20, 0, 0, 0] + none
        let name = "system.posix_acl_access"
        folder.make("site", "before", mode: 0o600)
        // Not every file system has them.
        guard setxattr(folder["site"], name, acl, acl.count, 0) == 0 else { return }
        let file = try Way.create.make(folder["site"], .ordinary, mayReplace: true)
        try file.keepOwner(.ordinary)
        try file.publish()
        var found = [UInt8](repeating: 0, count: 100)
        #expect(getxattr(folder["site"], name, &found, found.count) == acl.count)
        #expect(Array(found[..<acl.count]) == acl)
        #expect(folder.mode("site") == 0o640)
    }

    @Test("Root gives a file to the owner of the file that it replaces", .enabled(if: geteuid() == 0))
    func keepsOwner() throws {
        folder.make("site", "before", mode: 0o640)
        // A container may not have these users.
        guard chown(folder["site"], 12_345, 12_346) == 0 else { return }
        let file = try Way.create.make(folder["site"], .secret, mayReplace: true)
        try file.keepOwner(.secret)
        try file.publish()
        var status = stat()
        #expect(stat(folder["site"], &status) == 0)
        #expect(status.st_uid == 12_345 && status.st_gid == 12_346 && status.st_mode & 0o777 == 0o600)
    }

    @Test("A mode that cannot be read is not replaced by another one")
    func unknownMode() throws {
        let file = try Way.create.make(folder["site"], .ordinary, mayReplace: true)
        symlink("site", folder["site"])
        do {
            try file.keepOwner(.ordinary)
            Issue.record("the mode is lost")
        } catch {
            #expect(error.reason == .errno(ELOOP))
        }
    }

    /// Runs `body` under a umask.
    private func under<Result>(umask mask: mode_t, _ body: () throws -> Result) rethrows -> Result {
        let before = umask(mask)
        defer { umask(before) }
        return try body()
    }

    @Test(
        "A file appears when it is published, with what was written, and no other is left",
        arguments: Way.allCases)
    func publishes(way: Way) throws {
        let file = try way.make(folder["key"])
        try write("one ", file)
        try write("", file)
        try write("two", file)
        try file.synchronize()
        #expect(folder.contents("key") == nil)
        #expect(try file.publish())
        #expect(folder.contents("key") == "one two")
        #expect(folder.names == ["key"])
    }

    @Test("A file that is let go of unpublished leaves nothing in the folder", arguments: Way.allCases)
    func dropped(way: Way) throws {
        do {
            let file = try way.make(folder["key"])
            try write("secret", file)
            #expect(folder.names.count == (way == .createNamed ? 1 : 0))
        }
        #expect(folder.names == [])
    }

    @Test(
        "A secret has mode 0600 from its first byte on, whatever the umask",
        arguments: [0, 0o022, 0o077, 0o777])
    func secretMode(mask: mode_t) throws {
        try under(umask: mask) {
            for way in Way.allCases {
                let file = try way.make(folder["key"])
                if way == .createNamed { #expect(folder.names.map(folder.mode) == [0o600]) }
                try write("secret", file)
                try file.publish()
                #expect(folder.mode("key") == 0o600)
                unlink(folder["key"])
            }
        }
    }

    @Test(
        "An ordinary file has mode 0666 less the umask",
        arguments: [(0, 0o666), (0o022, 0o644), (0o077, 0o600)])
    func ordinaryMode(mask: mode_t, mode: mode_t) throws {
        try under(umask: mask) {
            for way in Way.allCases {
                try way.make(folder["token"], .ordinary).publish()
                #expect(folder.mode("token") == mode)
                unlink(folder["token"])
            }
        }
    }

    @Test("A file that is there is not replaced unless that is allowed")
    func doesNotReplace() {
        folder.make("key")
        #expect(refusal { () throws(SystemError) in try save(at: folder["key"]) } == .exists)
        #expect(folder.contents("key") == "before")
        #expect(folder.names == ["key"])
    }

    @Test("A file that came in between is not replaced unless that is allowed", arguments: Way.allCases)
    func doesNotReplaceLater(way: Way) throws {
        let reason = refusal { () throws(SystemError) in
            let file = try way.make(folder["key"])
            folder.make("key")
            try file.publish()
        }
        #expect(reason == .exists)
        #expect(folder.contents("key") == "before")
        #expect(folder.names == ["key"])
    }

    @Test(
        "A second output does not replace the first, where two names turn out to be one",
        arguments: Way.allCases)
    func doesNotReplaceOutput(way: Way) throws {
        let first = folder.make("Key")
        let reason = refusal { () throws(SystemError) in
            let file = try way.make(folder["key"], mayReplace: true)
            link(folder["Key"], folder["key"])
            try file.publish(keeping: [first])
        }
        #expect(reason == .isOutput)
        #expect(folder.contents("Key") == "before")
        #expect(folder.names == ["Key", "key"])
    }

    @Test("A file has a temporary name until it is published, if it has one at all", arguments: Way.allCases)
    func temporaryName(way: Way) throws {
        let file = try way.make(folder["key"])
        #expect(file.hasTemporaryName == (way == .createNamed))
        #expect(folder.names.isEmpty != file.hasTemporaryName)
    }

    @Test("A folder that is gone is named as the reason")
    func folderIsGone() throws {
        mkdir(folder["gone"], 0o700)
        let reason = refusal { () throws(SystemError) in
            let file = try Way.create.make(folder["gone/key"], mayReplace: false)
            rmdir(folder["gone"])
            try file.publish()
        }
        #expect(reason == .errno(ENOENT))
    }

    /// The test has a process of its own, because other tests have temporary files at the same time.
    @Test("A crash removes files that have temporary names, and no others")
    func crash() async {
        await #expect(processExitsWith: .success) {
            do {
                let folder = Folder()
                let published = try Way.createNamed.make(folder["published"])
                let name = try #require(folder.names.first)
                try published.publish()
                folder.make(name)
                let waiting = try Way.createNamed.make(folder["waiting"])
                TemporaryName.removeAll()
                #expect(Set(folder.names) == ["published", name])
                #expect(waiting.hasTemporaryName == true)
            }
            // removeAll() does not free the names, which a sanitizer would report at a normal end.
            _exit(0)
        }
    }

    @Test("A secret that replaces a file of mode 0644 has mode 0600", arguments: Way.allCases)
    func replaces(way: Way) throws {
        folder.make("key", mode: 0o644)
        let file = try way.make(folder["key"], mayReplace: true)
        try write("after", file)
        #expect(folder.contents("key") == "before")
        #expect(try !file.publish())
        #expect(folder.contents("key") == "after")
        #expect(folder.mode("key") == 0o600)
        #expect(folder.names == ["key"])
    }

    @Test("Where replacing is allowed and nothing is there, a file has appeared", arguments: Way.allCases)
    func mayReplaceNothing(way: Way) throws {
        #expect(try way.make(folder["key"], mayReplace: true).publish())
        #expect(folder.names == ["key"])
    }

    @Test("Somebody who reads the file that is replaced goes on reading the old one")
    func replacesWhole() throws {
        folder.make("key")
        let reader = try FileDescriptor.open(forReading: folder["key"])
        try save(at: folder["key"], mayReplace: true)
        #expect(try reader.readAll() == Array("before".utf8))
    }

    @Test("A symbolic link is followed, and stays one")
    func followsLinks() throws {
        folder.make("target")
        symlink("target", folder["link"])
        #expect(refusal { () throws(SystemError) in try save(at: folder["link"]) } == .exists)
        try save(at: folder["link"], mayReplace: true)
        #expect(folder.isLink("link"))
        #expect(!folder.isLink("target"))
        #expect(folder.contents("target") == "after")
        #expect(folder.mode("target") == 0o600)
        #expect(folder.names == ["link", "target"])
    }

    @Test("A symbolic link that leads nowhere is something that is there, and is replaced itself")
    func danglingLinks() throws {
        symlink("nowhere", folder["link"])
        #expect(refusal { () throws(SystemError) in try save(at: folder["link"]) } == .exists)
        #expect(try !save(at: folder["link"], mayReplace: true))
        #expect(!folder.isLink("link"))
        #expect(folder.contents("link") == "after")
        #expect(folder.names == ["link"])
    }

    @Test("A link that leads in a circle is refused")
    func circularLinks() {
        symlink("link", folder["link"])
        #expect(
            refusal { () throws(SystemError) in try save(at: folder["link"], mayReplace: true) }
                == .errno(ELOOP))
    }

    @Test("An input is never replaced, under whatever name")
    func refusesInput() throws {
        let input = folder.make("key")
        symlink("key", folder["symbolic"])
        link(folder["key"], folder["hard"])
        for path in [
            folder["key"], folder["./key"], folder["../\(folder.path.split(separator: "/").last!)/key"],
            folder["symbolic"], folder["hard"],
        ] {
            for mayReplace in [true, false] {
                #expect(
                    refusal { () throws(SystemError) in
                        try save(at: path, mayReplace: mayReplace, inputs: [input])
                    } == .isInput, "\(path)")
            }
        }
        #expect(folder.contents("key") == "before")
        // Another file is not the input.
        folder.make("other")
        try save(at: folder["other"], mayReplace: true, inputs: [input])
    }

    @Test("A folder is not replaced", arguments: [true, false])
    func refusesFolder(mayReplace: Bool) throws {
        try makeFolder(folder["folder"])
        for path in [folder["folder"], folder["folder/"], folder.path, "/", ".", ".."] {
            #expect(
                refusal { () throws(SystemError) in try save(at: path, mayReplace: mayReplace) }
                    == .errno(EISDIR))
        }
    }

    @Test("A folder that came in between is not replaced", arguments: Way.allCases)
    func refusesLaterFolder(way: Way) throws {
        let reason = refusal { () throws(SystemError) in
            let file = try way.make(folder["key"], mayReplace: true)
            try makeFolder(folder["key"])
            try file.publish()
        }
        #expect(reason == .errno(EISDIR))
        #expect(folder.names == ["key"])
    }

    @Test("A folder that is missing, and a name that is none, are refused before anything is written")
    func refusesMissingFolder() {
        folder.make("file")
        for (path, code) in [
            (folder["missing/key"], ENOENT), ("", ENOENT), (folder["new/"], ENOENT),
            (folder["file/key"], ENOTDIR),
            (folder["file/"], ENOTDIR), (folder[String(repeating: "x", count: 300)], ENAMETOOLONG),
        ] {
            #expect(
                refusal { () throws(SystemError) in
                    _ = try PendingFile.create(at: path, mode: .secret, mayReplace: false, inputs: [])
                } == .errno(code), "\(path)")
        }
        #expect(folder.names == ["file"])
    }

    @Test("A folder that may not be written to is refused", .enabled(if: geteuid() != 0))
    func refusesUnwritableFolder() throws {
        chmod(folder.path, 0o500)
        defer { chmod(folder.path, 0o700) }
        for way in Way.allCases {
            #expect(refusal { () throws(SystemError) in _ = try way.make(folder["key"]) } == .errno(EACCES))
        }
    }

    @Test("A path without a folder is in the working directory")
    func relativePath() throws {
        let name = ".signet-test-\(getpid())"
        defer { unlink(name) }
        try save(at: name)
        #expect(access(name, F_OK) == 0)
        #expect(refusal { () throws(SystemError) in try save(at: "./\(name)") } == .exists)
    }

    // MARK: streams

    @Test("A device is written to as it is, whether or not files may be replaced", arguments: [true, false])
    func device(mayReplace: Bool) throws {
        #expect(try !save(at: "/dev/null", mayReplace: mayReplace))
        var status = stat()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
    }

    @Test("A full device fails at the write or when the bytes are brought to the disk")
    func fullDevice() {
        #expect(refusal { () throws(SystemError) in try save(at: "/dev/full") } == .errno(ENOSPC))
    }

    @Test("A FIFO is written to as it is")
    func fifo() throws {
        mkfifo(folder["pipe"], 0o600)
        let number = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
        defer { close(number) }
        #expect(try !save(at: folder["pipe"]))
        var buffer = [UInt8](repeating: 0, count: 10)
        #expect(read(number, &buffer, 10) == 5)
        #expect(buffer.prefix(5) == ArraySlice("after".utf8))
        #expect(folder.names == ["pipe"])
    }

    @Test("A secret goes into a pipe of one's own only, a token into any")
    func foreignPipe() throws {
        mkfifo(folder["pipe"], 0o666)
        let number = open(folder["pipe"], O_RDONLY | O_NONBLOCK)
        defer { close(number) }
        _ = try PendingFile.openStream(folder["pipe"], .secret)
        _ = try PendingFile.openStream(folder["pipe"], .ordinary, user: geteuid() + 1)
        #expect(
            refusal { () throws(SystemError) in
                _ = try PendingFile.openStream(folder["pipe"], .secret, user: geteuid() + 1)
            } == .foreignPipe)
        var byte: UInt8 = 0
        #expect(read(number, &byte, 1) <= 0)
        _ = try PendingFile.openStream("/dev/null", .secret, user: geteuid() + 1)
    }

    @Test("A file that came in the place of a pipe is not written over", arguments: [true, false])
    func fileInPlaceOfPipe(isSecret: Bool) throws {
        folder.make("pipe")
        #expect(
            refusal { () throws(SystemError) in
                _ = try PendingFile.openStream(folder["pipe"], isSecret ? .secret : .ordinary)
            } == .exists)
        #expect(folder.contents("pipe") == "before")
    }

    @Test(
        "A file is one that exists, through whatever folder it is named",
        arguments: ["/proc/self/root", "/dev/fd/../root", "/proc/self/fd/../root"])
    func fileThroughProc(prefix: String) throws {
        folder.make("key")
        let path = prefix + folder["key"]
        #expect(refusal { () throws(SystemError) in try save(at: path) } == .exists)
        #expect(folder.contents("key") == "before")
        try save("new", at: path, mayReplace: true)
        #expect(folder.contents("key") == "new")
        #expect(folder.mode("key") == 0o600)
        #expect(try save(at: prefix + folder["other"]))
        #expect(folder.names == ["key", "other"])
    }

    @Test("A descriptor by its name goes on where it stands", arguments: ["/dev/fd", "/proc/self/fd"])
    func descriptor(names: String) throws {
        folder.make("log")
        let number = open(folder["log"], O_WRONLY | O_APPEND)
        defer { close(number) }
        try save(" after", at: "\(names)/\(number)")
        #expect(folder.contents("log") == "before after")
        // Our own is still open.
        #expect(Glibc.write(number, "!", 1) == 1)
    }

    @Test("A descriptor of a file that is read is refused")
    func descriptorOfInput() throws {
        let input = folder.make("log")
        let number = open(folder["log"], O_WRONLY | O_APPEND)
        defer { close(number) }
        #expect(
            refusal { () throws(SystemError) in try save(at: "/dev/fd/\(number)", inputs: [input]) }
                == .isInput)
        #expect(folder.contents("log") == "before")
    }

    @Test("A descriptor that is not open is refused")
    func descriptorNotOpen() {
        #expect(refusal { () throws(SystemError) in try save(at: "/dev/fd/987") } != nil)
        #expect(refusal { () throws(SystemError) in try save(at: "/dev/fd/x") } != nil)
    }

    @Test("An ordinary file below /dev is one")
    func sharedMemory() throws {
        let path = "/dev/shm/signet-test-\(getpid())"
        guard access("/dev/shm", W_OK) == 0 else { return }
        defer { unlink(path) }
        #expect(try save(at: path))
        #expect(refusal { () throws(SystemError) in try save(at: path) } == .exists)
    }
}
