import Glibc
import Testing

@testable import System

@Suite("The files below a folder")
struct FilesBelowTests {
    @Test("Files of all folders below are listed, hidden ones and FIFOs are not")
    func tree() {
        let (folder, inner) = (SystemTests.Folder(), SystemTests.Folder())
        for name in ["b", "a", ".hidden"] { folder.make(name) }
        mkfifo(folder["fifo"], 0o600)
        inner.make("c")
        rename(inner.path, folder["folder"])
        let found = FilesBelow(folder.path)
        #expect(found.paths == ["a", "b", "folder/c"].map { folder[$0] })
        #expect(found.failures.isEmpty)
    }

    @Test("A file is listed once, under its own name if that is below the folder")
    func links() {
        let (folder, other) = (SystemTests.Folder(), SystemTests.Folder())
        folder.make("named")
        symlink("named", folder["0.hash"])
        symlink(folder["named"], folder["1.link"])
        link(folder["named"], folder["twice"])
        other.make("outside")
        symlink(other["outside"], folder["z.pem"])
        symlink("z.pem", folder["2.hash"])
        #expect(FilesBelow(folder.path).paths == ["named", "z.pem"].map { folder[$0] })
    }

    @Test("Links to folders are not followed, but the folder itself may be one")
    func folderLinks() {
        let (folder, other) = (SystemTests.Folder(), SystemTests.Folder())
        folder.make("a")
        other.make("outside")
        symlink(".", folder["self"])
        symlink(other.path, folder["other"])
        symlink(folder.path, other["link"])
        #expect(FilesBelow(folder.path).paths == [folder["a"]])
        #expect(FilesBelow(folder.path).folderLinks == [folder["other"]])
        #expect(FilesBelow(other["link"]).paths == [other["link/a"]])
    }

    @Test("A name that is not UTF-8 is a failure")
    func notUTF8() {
        let folder = SystemTests.Folder()
        folder.make("a")
        close(
            folder["M"].withCString {
                open([CChar](UnsafeBufferPointer(start: $0, count: strlen($0))) + [-4, 0], O_CREAT, 0o600)
            })
        let found = FilesBelow(folder.path)
        #expect(found.paths == [folder["a"]])
        #expect(found.failures == [SystemError(path: folder["M\u{FFFD}"], reason: .errno(EILSEQ))])
    }

    @Test("What cannot be examined does not hide the rest")
    func failures() {
        let folder = SystemTests.Folder()
        folder.make("a")
        symlink("gone", folder["gone.pem"])
        let found = FilesBelow(folder.path)
        #expect(found.paths == [folder["a"]])
        #expect(found.failures == [SystemError(path: folder["gone.pem"], reason: .errno(ENOENT))])
    }
}
