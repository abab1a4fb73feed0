import Glibc
import System

/// A folder of a test's own, removed with all that is in it.
final class Folder {
    let path: String

    init() {
        var template = Array("/tmp/signet-tests-XXXXXX".utf8CString)
        path = String(cString: mkdtemp(&template))
    }

    deinit {
        for name in names { unlink(self[name]) }
        for name in names { rmdir(self[name]) }
        rmdir(path)
    }

    subscript(name: String) -> String { "\(path)/\(name)" }

    /// What is in it, hidden files among it, in order.
    var names: [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a file with these contents and permissions.
    @discardableResult
    func make(_ name: String, _ text: String = "before", mode: mode_t = 0o644) -> FileIdentity {
        let number = open(self[name], O_CREAT | O_WRONLY | O_TRUNC, 0o600)
        defer { close(number) }
        fchmod(number, mode)
        _ = write(number, text, text.utf8.count)
        return try! FileDescriptor(borrowing: number).identity()
    }

    func contents(_ name: String) -> String? {
        guard let file = try? FileDescriptor.open(forReading: self[name]) else { return nil }
        return (try? file.readAll()).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The permissions, symbolic links not followed.
    func mode(_ name: String) -> mode_t? {
        var status = stat()
        return lstat(self[name], &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    func isLink(_ name: String) -> Bool {
        var status = stat()
        return lstat(self[name], &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}

extension FileDescriptor {
    func readAll() throws(SystemError) -> [UInt8] {
        var result: [UInt8] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
        defer { buffer.deallocate() }
        while true {
            let count = try read(into: buffer)
            if count == 0 { return result }
            result += buffer.prefix(count)
        }
    }
}

/// What `body` throws; nil when it does not.
func refusal(_ body: () throws(SystemError) -> Void) -> SystemError.Reason? {
    do {
        try body()
        return nil
    } catch {
        return error.reason
    }
}
