import Foundation

/// The OpenSSL that a script requires, in a comment of its own before the first command: `# requires OpenSSL 3.5`, or
/// `# requires OpenSSL before 3.5`.
struct Requirement: Equatable, Sendable {
    var version: [Int]
    var isBefore = false

    init?(_ line: String) {
        guard let words = line.dropPrefix("# requires OpenSSL ") else { return nil }
        let version = words.dropPrefix("before ") ?? words
        isBefore = version.utf8.count < words.utf8.count
        self.version = version.split(separator: ".").compactMap { Int($0) }
    }

    func isMet(by found: [Int]) -> Bool { found.lexicographicallyPrecedes(version) == isBefore }

    var description: String {
        "requires OpenSSL \(isBefore ? "before " : "")\(version.map(String.init).joined(separator: "."))"
    }

    /// The version of OpenSSL that a signet says it has: `[3, 0, 19]`.
    static func version(of signet: URL) throws -> [Int] {
        let process = Process()
        let pipe = Foundation.Pipe()
        process.executableURL = signet
        process.arguments = ["--version"]
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let words = output.split(whereSeparator: { " ,()\n".contains($0) })
        guard let name = words.firstIndex(of: "OpenSSL"), name + 1 < words.count else { return [] }
        return words[name + 1].split(separator: ".").compactMap { Int($0) }
    }
}

extension StringProtocol {
    fileprivate func dropPrefix(_ prefix: String) -> String? {
        hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
    }
}

extension Script {
    var requirement: Requirement? {
        lines.prefix { $0.isEmpty || $0.hasPrefix("#") }.lazy.compactMap(Requirement.init).first
    }
}
