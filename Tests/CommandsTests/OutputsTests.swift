import Glibc
import OpenSSL
import Synchronization
import Testing

@testable import Commands
@testable import System

@Suite("Files that are written together")
struct OutputsTests {
    /// What is known at the moment when a file or a stream is made.
    private final class Log: Sendable {
        private let entries = Mutex<[Bool]>([])

        func note() {
            var mask = sigset_t()
            pthread_sigmask(SIG_BLOCK, nil, &mask)
            let isHeld = sigismember(&mask, SIGTERM) == 1
            entries.withLock { $0.append(isHeld) }
        }

        var areHeld: [Bool] { entries.withLock { $0 } }
    }

    /// Lets signals come to this thread, which the tests' own do not.
    private func unblocked<Result>(_ body: () throws -> Result) rethrows -> Result {
        var signals = sigset_t()
        var before = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGTERM)
        pthread_sigmask(SIG_UNBLOCK, &signals, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        return try body()
    }

    private func folder() -> String {
        var template = Array("/tmp/signet-tests-XXXXXX".utf8CString)
        return String(cString: mkdtemp(&template))
    }

    /// Writes two files and a stream, the files of the names in `named` as where a file cannot be without a name.
    ///
    /// - Returns: whether signals were held when each was made, in the order in which they were, and at the end.
    private func write(named: Set<String>) throws -> [Bool] {
        let folder = folder()
        defer { for name in ["a", "b"] { unlink("\(folder)/\(name)") }; rmdir(folder) }
        let log = Log()
        var outputs = Outputs(mayReplace: false)
        outputs.create = { (path, mode, mayReplace, inputs) throws(SystemError) in
            log.note()
            if named.contains(where: path.hasSuffix) {
                return try PendingFile.createNamed(for: path, mode, mayReplace: mayReplace, path: path)
            }
            return try PendingFile.create(at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
        }
        outputs.add(.ordinary([1]), to: "\(folder)/a")
        outputs.add(.ordinary([2]), to: "\(folder)/b")
        outputs.add(.ordinary([3]), to: "/dev/null")
        try unblocked {
            try outputs.write(inputs: InputFiles())
            log.note()
        }
        #expect(access("\(folder)/a", F_OK) == 0 && access("\(folder)/b", F_OK) == 0)
        return log.areHeld
    }

    @Test(
        "A stream that stalls can be given up on, whether files have temporary names or not",
        arguments: [[], ["/a"], ["/b"], ["/a", "/b"]])
    func stalledStream(names: Set<String>) throws {
        #expect(try write(named: names) == [false, false, false, false])
    }

    @Test("Signals are let go of after a failure, and nothing is left", arguments: [true, false])
    func failure(isNamed: Bool) throws {
        let folder = folder()
        defer { rmdir(folder) }
        let log = Log()
        var outputs = Outputs(mayReplace: false)
        if isNamed {
            outputs.create = { (path, mode, mayReplace, inputs) throws(SystemError) in
                if path == "/dev/full" {
                    return try PendingFile.create(
                        at: path, mode: mode, mayReplace: mayReplace, inputs: inputs)
                }
                return try PendingFile.createNamed(for: path, mode, mayReplace: mayReplace, path: path)
            }
        }
        outputs.add(.ordinary([1]), to: "\(folder)/a")
        outputs.add(.ordinary([2]), to: "/dev/full")
        let written = outputs
        unblocked {
            #expect(throws: CommandError.self) { try written.write(inputs: InputFiles()) }
            log.note()
        }
        #expect(log.areHeld == [false])
        #expect(try Folder.files(folder).isEmpty)
        #expect(rmdir(folder) == 0)
    }

    /// Gives two files their names, and lets another process replace the first one.
    private func publishedWhileOneWasReplaced(
        in folder: String, mayReplace: Bool
    ) throws -> Outputs.Published {
        func write(_ name: String, mayReplace: Bool) throws(SystemError) -> (file: NamedFile, isNew: Bool) {
            let file = try PendingFile.create(
                at: "\(folder)/\(name)", mode: .ordinary, mayReplace: mayReplace, inputs: [])
            let named = try file.named("\(folder)/\(name)")
            return (named, try file.publish())
        }
        var published = Outputs.Published()
        for name in ["a", "b"] {
            let (file, isNew) = try write(name, mayReplace: mayReplace)
            #expect(isNew != mayReplace)
            if isNew { published.new.append(file) } else { published.replaced.append(file) }
        }
        try published.requireAll()
        _ = try write("a", mayReplace: true)
        return published
    }

    @Test("The file of another process is kept after a failure")
    func withdrawal() throws {
        let folder = folder()
        let published = try publishedWhileOneWasReplaced(in: folder, mayReplace: false)
        let error = published.withdraw(after: SystemError(path: "b", reason: .exists))
        #expect(error.note == nil)
        #expect(try Folder.files(folder) == ["\(folder)/a"])
        unlink("\(folder)/a")
        rmdir(folder)
    }

    @Test("A symbolic link is kept after a failure, whatever has become of its file")
    func linkAfterWithdrawal() throws {
        let folder = folder()
        let (link, target) = ("\(folder)/link", "\(folder)/target")
        symlink(target, link)
        try PendingFile.create(at: target, mode: .ordinary, mayReplace: false, inputs: []).publish()
        let file = try PendingFile.create(at: link, mode: .ordinary, mayReplace: true, inputs: [])
        unlink(target)
        var published = Outputs.Published()
        published.new.append(try file.named(link))
        try file.publish()
        _ = published.withdraw(after: SystemError(path: "b", reason: .exists))
        #expect(access(target, F_OK) != 0)
        #expect(unlink(link) == 0)
        unlink(target)
        rmdir(folder)
    }

    @Test("Of two commands that replace the same files at the same time, one fails")
    func concurrentReplacement() throws {
        let folder = folder()
        for name in ["a", "b"] {
            try PendingFile.create(
                at: "\(folder)/\(name)", mode: .ordinary, mayReplace: false, inputs: []
            ).publish()
        }
        let published = try publishedWhileOneWasReplaced(in: folder, mayReplace: true)
        #expect(throws: SystemError(path: "\(folder)/a", reason: .isReplaced)) { try published.requireAll() }
        // The other process may fail too, and take its file away.
        unlink("\(folder)/a")
        #expect(throws: SystemError(path: "\(folder)/a", reason: .isReplaced)) { try published.requireAll() }
        unlink("\(folder)/b")
        rmdir(folder)
    }

    /// The key that was there is not lost if another file cannot be replaced.
    @Test func keysAreReplacedLast() throws {
        let folder = folder()
        defer { for name in ["key", "public"] { remove("\(folder)/\(name)") }; rmdir(folder) }
        let before = try #require(fopen("\(folder)/key", "w"))
        fputs("before", before)
        fclose(before)
        var outputs = Outputs(mayReplace: true)
        outputs.add(.secret(Secret(copying: [1].span)), to: "\(folder)/key")
        outputs.add(.ordinary([2]), to: "\(folder)/public")
        // A folder that appears meanwhile cannot be replaced.
        outputs.checkBeforeNames = { mkdir("\(folder)/public", 0o700) }
        #expect(throws: CommandError.self) { try outputs.write(inputs: InputFiles()) }
        let key = try InputFiles().read("\(folder)/key", upTo: 100)
        #expect(key.withBytes { Array($0) } == Array("before".utf8))
    }
}
