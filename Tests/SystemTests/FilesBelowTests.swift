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
        symlink(inner.path, folder["folder"])
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

    @Test("Links to folders do not lead in circles")
    func circle() {
        let folder = SystemTests.Folder()
        folder.make("a")
        symlink(".", folder["self"])
        symlink(folder.path, folder["above"])
        #expect(FilesBelow(folder.path).paths == [folder["a"]])
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
