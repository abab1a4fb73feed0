import Glibc
import Testing

@testable import System

/// The descriptors of this process for one file.
func openDescriptors(of file: stat) -> [Int32] {
    (0..<1024).filter { descriptor in
        var open = stat()
        return fstat(descriptor, &open) == 0 && (open.st_dev, open.st_ino) == (file.st_dev, file.st_ino)
    }
}

@Suite("The files of a folder")
struct FolderTests {
    @Test("Regular files are listed in the order of their names, hidden ones and folders are not")
    func regularFiles() throws {
        let folder = SystemTests.Folder()
        for name in ["b", "a", ".hidden"] { folder.make(name) }
        mkdir(folder["folder"], 0o700)
        symlink(folder["a"], folder["link"])
        #expect(try System.Folder.files(folder.path) == ["a", "b", "link"].map { folder[$0] })
    }

    @Test("A folder that was listed is closed")
    func closed() throws {
        let folder = SystemTests.Folder()
        folder.make("a")
        _ = try System.Folder.files(folder.path)
        var listed = stat()
        #expect(stat(folder.path, &listed) == 0)
        #expect(openDescriptors(of: listed) == [])
    }

    @Test("A FIFO is not listed: to read it would wait for a writer")
    func fifo() throws {
        let folder = SystemTests.Folder()
        folder.make("a")
        mkfifo(folder["fifo"], 0o600)
        #expect(try System.Folder.files(folder.path) == [folder["a"]])
    }

    @Test("A link to a file that is gone is an error")
    func danglingLink() {
        let folder = SystemTests.Folder()
        symlink(folder["gone"], folder["link"])
        #expect(throws: SystemError(path: folder["link"], reason: .errno(ENOENT))) {
            try System.Folder.files(folder.path)
        }
    }

    @Test("A folder that is not there is an error")
    func missing() {
        let folder = SystemTests.Folder()
        #expect(throws: SystemError(path: folder["none"], reason: .errno(ENOENT))) {
            try System.Folder.files(folder["none"])
        }
    }

    @Test(
        "A folder exists under its name and under a link to it; a file is none, and neither is what is not there"
    )
    func exists() {
        let folder = SystemTests.Folder()
        folder.make("file")
        symlink(folder.path, folder["link"])
        symlink("gone", folder["dangling"])
        #expect(System.Folder.exists(folder.path) && System.Folder.exists(folder["link"]))
        for name in ["file", "none", "dangling", "file/below"] {
            #expect(!System.Folder.exists(folder[name]))
        }
    }

    @Test("An error in the middle of a listing is not its end")
    func failure() throws {
        let folder = SystemTests.Folder()
        let stream = try #require(opendir(folder.path))
        defer { closedir(stream) }
        // Behind the stream is now something that cannot be listed.
        let other = open("/dev/null", O_RDONLY)
        dup2(other, dirfd(stream))
        close(other)
        #expect(throws: SystemError(path: "folder", reason: .errno(ENOTDIR))) {
            try System.Folder.entries(in: stream, "folder")
        }
    }

    @Test("Of several paths the first one that exists is taken")
    func firstPath() throws {
        let folder = SystemTests.Folder()
        folder.make("a")
        folder.make("b")
        #expect(try firstExisting(of: [folder["none"], folder["b"], folder["a"]]) == folder["b"])
        #expect(try firstExisting(of: [folder["none"]]) == nil)
    }

    @Test("A path of which it cannot be told whether it exists is an error, and no reason to go on")
    func unknownPath() {
        let folder = SystemTests.Folder()
        folder.make("a")
        #expect(throws: SystemError(path: folder["a/b"], reason: .errno(ENOTDIR))) {
            try firstExisting(of: [folder["a/b"], folder["a"]])
        }
    }

    /// fsync of a folder in /proc fails with EINVAL.
    @Test func bringsNamesToTheDiskWhereThatIsPossible() throws {
        try PendingFile.synchronizeFolder(of: "/proc/self/status")
    }
}
