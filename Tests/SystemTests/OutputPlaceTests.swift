import Glibc
import Testing

@testable import System

@Suite("Where the name of an output leads")
struct OutputPlaceTests {
    private let folder = Folder()

    private func areSame(_ first: String, _ second: String) throws -> Bool {
        let places = (try OutputPlace(first), try OutputPlace(second))
        let answer = places.0.isSame(as: places.1)
        #expect(places.1.isSame(as: places.0) == answer)
        return answer
    }

    @Test("One file is the same under all its names")
    func names() throws {
        folder.make("a")
        folder.make("b")
        link(folder["a"], folder["hard"])
        symlink("a", folder["soft"])
        for name in ["a", "./a", "hard", "soft", ".//soft"] {
            #expect(try areSame(folder["a"], folder[name]), "\(name)")
            #expect(try !areSame(folder["b"], folder[name]), "\(name)")
        }
    }

    @Test("A file that is not there yet is the same under all names of its folder")
    func newFiles() throws {
        symlink(".", folder["here"])
        symlink("new", folder["link"])
        #expect(try areSame(folder["new"], folder["here/./new"]))
        #expect(try !areSame(folder["new"], folder["New"]))
        // A link that leads nowhere is replaced, and its target is not made.
        #expect(try !areSame(folder["new"], folder["link"]))
        #expect(try areSame(folder["link"], folder["here/link"]))
    }

    @Test("Standard output has several names")
    func standardOutput() throws {
        for name in ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
            #expect(try areSame("-", name), "\(name)")
            #expect(try !areSame("/dev/null", name), "\(name)")
        }
    }

    @Test("Two descriptors of one pipe or file are the same, two of one device are not")
    func descriptors() throws {
        mkfifo(folder["pipe"], 0o600)
        folder.make("a")
        for path in [folder["pipe"], folder["a"], "/dev/null"] {
            let numbers = (open(path, O_RDWR), open(path, O_RDWR))
            let names = ("/dev/fd/\(numbers.0)", "/proc/self/fd/\(numbers.1)")
            #expect(try areSame(names.0, names.0))
            #expect(try areSame(names.0, names.1) == (path != "/dev/null"))
            #expect(try areSame(names.0, path) == (path != "/dev/null"))
            close(numbers.0)
            close(numbers.1)
        }
        #expect(try !areSame("/dev/null", "/dev/null"))
    }

    @Test("What is written to as it is")
    func streams() throws {
        mkfifo(folder["pipe"], 0o600)
        folder.make("a")
        for name in ["-", "/dev/null", "/dev/stderr", "/dev/fd/0", folder["pipe"]] {
            #expect(try OutputPlace(name).isStream, "\(name)")
        }
        for name in [folder["a"], folder["new"], folder.path, "/proc/self/cwd", "/proc/self/status"] {
            #expect(try !OutputPlace(name).isStream, "\(name)")
        }
    }

    @Test("A regular file that is read is an input, whatever it is called")
    func inputs() throws {
        let file = folder.make("a")
        link(folder["a"], folder["hard"])
        #expect(try OutputPlace(folder["hard"]).isOne(of: [file]))
        #expect(try OutputPlace(folder["hard"]).isFile(at: folder["a"]))
        #expect(try !OutputPlace(folder["hard"]).isFile(at: folder["b"]))
        #expect(try !OutputPlace(folder["b"]).isFile(at: folder["b"]))
        #expect(try !OutputPlace("/dev/null").isFile(at: "/dev/null"))
    }
}
