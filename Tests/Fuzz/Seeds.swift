import Glibc
import JOSE
import OpenSSL
import System

/// What the fuzzer begins with: files of Tests/Vectors, and what signet makes of them.
enum Seeds {
    /// Writes a folder for each target, and a dictionary if it has one.
    static func write(to folder: String) throws {
        for target in FuzzTarget.all {
            let own = "\(folder)/\(target.name)"
            mkdir(folder, 0o777)
            mkdir(own, 0o777)
            for (index, seed) in try target.seeds().enumerated() { try write(seed, to: "\(own)/\(index)") }
            if target.words.isEmpty { continue }
            let lines = target.words.map { word in
                let escaped = word.utf8.map { byte in
                    let digits = String(byte, radix: 16)
                    return "\\x" + (digits.count < 2 ? "0" : "") + digits
                }
                return "\"\(escaped.joined())\"\n"
            }
            try write(Array(lines.joined().utf8), to: "\(own).dictionary")
        }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws {
        let file = fopen(path, "w")
        guard let file, fwrite(bytes, 1, bytes.count, file) == bytes.count, fclose(file) == 0 else {
            stop("\(path): \(String(cString: strerror(errno)))")
        }
    }

    static func read(_ path: String) throws -> [UInt8] {
        let file = try FileDescriptor.open(forReading: path)
        var bytes: [UInt8] = []
        var room = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = try room.withUnsafeMutableBytes { try file.read(into: $0) }
            if count == 0 { return bytes }
            bytes += room.prefix(count)
        }
    }

    /// A file below Tests/Vectors, wherever the program runs.
    static func vector(_ path: String) throws -> [UInt8] { try read(root + "/" + path) }

    /// All files of a folder below Tests/Vectors whose names end like this.
    static func vectors(_ folder: String, _ suffixes: String...) throws -> [[UInt8]] {
        try Folder.files("\(root)/\(folder)").filter { path in suffixes.contains { path.hasSuffix($0) } }
            .sorted()
            .map(read)
    }

    /// The contents of the first PEM block.
    static func der(_ pem: [UInt8]) -> [UInt8] {
        let text = String(decoding: pem, as: UTF8.self)
        let lines = text.split(separator: "\n").drop { !$0.hasPrefix("-----BEGIN") }.dropFirst()
            .prefix { !$0.hasPrefix("-----END") }
        return (try? Base64.decode(Array(lines.joined().utf8))) ?? []
    }

    private static let root =
        #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2).joined(separator: "/")
        + "/Vectors"
}
