import Glibc
import Testing

@testable import System

@Suite("Open files")
struct FileDescriptorTests {
    private let folder = Folder()

    @Test("A file is read to its end")
    func reads() throws {
        let text = String(repeating: "0123456789", count: 1_000)
        folder.make("file", text)
        let file = try FileDescriptor.open(forReading: folder["file"])
        #expect(file.path == folder["file"])
        #expect(try file.readAll() == Array(text.utf8))
    }

    @Test("A file that is missing is refused, naming it")
    func refusesMissing() {
        do {
            _ = try FileDescriptor.open(forReading: folder["missing"])
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == SystemError(path: folder["missing"], reason: .errno(ENOENT)))
        }
    }

    @Test("A folder is refused when it is read")
    func refusesFolder() throws {
        let file = try FileDescriptor.open(forReading: folder.path)
        let reason = refusal { () throws(SystemError) in _ = try file.readAll() }
        #expect(reason == .errno(EISDIR))
    }

    @Test("A file is closed when it is let go of, and a borrowed one is not")
    func closes() throws {
        let number = open("/dev/null", O_RDONLY)
        do { _ = FileDescriptor(borrowing: number) }
        #expect(fcntl(number, F_GETFD) != -1)
        do { _ = FileDescriptor(owning: number, path: nil) }
        // Another test may have taken the number since, but not for /dev/null to be read.
        var status = stat()
        #expect(fstat(number, &status) != 0 || status.st_rdev != makedev())
    }

    private func makedev() -> dev_t {
        var status = stat()
        stat("/dev/null", &status)
        return status.st_rdev
    }

    @Test("A file is the same under each of its names, and another file is another")
    func identity() throws {
        let first = folder.make("first")
        let second = folder.make("second")
        link(folder["first"], folder["hard"])
        symlink("first", folder["symbolic"])
        for name in ["first", "hard", "symbolic", "./first"] {
            #expect(try FileDescriptor.open(forReading: folder[name]).identity() == first)
        }
        #expect(first != second)
    }

    @Test("All bytes are written to a pipe that takes few at a time and does not block")
    func writesToNonBlocking() throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe2(&ends) == 0)
        let (input, output) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        let bytes = [UInt8](repeating: 7, count: 1_000_000)
        // The calling thread, number 0, writes; the other reads.
        withThreads(2) { number in
            if number == 0 {
                let file = FileDescriptor(owning: output, path: nil)
                #expect(throws: Never.self) { try file.write(bytes.span) }
            } else {
                let file = FileDescriptor(owning: input, path: nil)
                #expect(throws: Never.self) {
                    let read = try file.readAll()
                    #expect(read == bytes)
                }
            }
        }
    }

    private func pipe2(_ ends: inout [Int32]) -> Int32 {
        ends.withUnsafeMutableBufferPointer { pipe($0.baseAddress!) }
    }

    @Test("A file that is open for reading is not written to")
    func refusesWriting() throws {
        folder.make("file")
        let file = try FileDescriptor.open(forReading: folder["file"])
        let bytes: [UInt8] = [1]
        let reason = refusal { () throws(SystemError) in try file.write(bytes.span) }
        #expect(reason == .errno(EBADF))
    }

    @Test("A folder is made, and one that is there is kept")
    func makesFolder() throws {
        try makeFolder(folder["new"])
        try makeFolder(folder["new"])
        #expect(folder.names == ["new"])
        #expect(refusal { () throws(SystemError) in try makeFolder(folder["missing/new"]) } == .errno(ENOENT))
    }

    @Test("A file is removed, and that it is gone already is no failure")
    func removes() {
        folder.make("file")
        #expect(removeFile(folder["file"]))
        #expect(removeFile(folder["file"]))
        #expect(folder.names == [])
    }
}
