import Foundation
import Testing

/// A script in Tests/Scripts, and the place of everything around it.
struct ScriptFile: Sendable, CustomTestStringConvertible {
    /// The path below Tests/Scripts.
    let name: String

    var testDescription: String { name }

    /// How long a script may take. Spark signs 200,000 tokens twice.
    var deadline: Duration { name.hasPrefix("interop/") ? .seconds(1800) : .seconds(120) }

    static let testFolder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent()
    private static let scriptFolder = testFolder.appendingPathComponent("Scripts")
    /// Where the tests were built, and what was built together with them.
    static let builtFolder = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath().deletingLastPathComponent()

    var url: URL { Self.scriptFolder.appendingPathComponent(name) }

    /// The scripts to run. Those in interop/ need other implementations, which `make interop` installs: they run with
    /// SIGNET_INTEROP=1, and all others without. SIGNET_ONLY_SCRIPTS=TEXT takes those with TEXT in their name,
    /// and SIGNET_SKIP_SCRIPTS leaves out those whose names begin with one of its words.
    static var all: [ScriptFile] {
        let variables = ProcessInfo.processInfo.environment
        let isInterop = variables["SIGNET_INTEROP"] == "1"
        let wanted = variables["SIGNET_ONLY_SCRIPTS"] ?? ""
        let skipped = (variables["SIGNET_SKIP_SCRIPTS"] ?? "").split(separator: " ")
        let paths = (try? FileManager.default.subpathsOfDirectory(atPath: scriptFolder.path)) ?? []
        return paths.sorted()
            .filter { $0.hasSuffix(".session") && $0.hasPrefix("interop/") == isInterop }
            .filter { wanted.isEmpty || $0.contains(wanted) }
            .filter { name in !skipped.contains(where: name.hasPrefix) }
            .map(ScriptFile.init(name:))
    }

    /// Throws a `ScriptSyntaxError`, or that the file cannot be read.
    func read() throws -> Script {
        try Script(parsing: String(contentsOf: url, encoding: .utf8))
    }

    /// A line of the file, for a report that editors can follow.
    func location(line: Int) -> SourceLocation {
        SourceLocation(fileID: "ScriptTests/\(name)", filePath: url.path, line: max(line, 1), column: 1)
    }

    /// The binary that scripts run: SIGNET_BINARY, else the one that was built together with the tests.
    static func binary() throws -> URL {
        if let path = ProcessInfo.processInfo.environment["SIGNET_BINARY"] {
            let file = URL(fileURLWithPath: path)
            guard file.lastPathComponent == "signet", isProgram(file) else {
                throw BinaryMissing(
                    description: "SIGNET_BINARY is \(path): not a program with the name signet")
            }
            return file.absoluteURL
        }
        let built = testFolder.deletingLastPathComponent().appendingPathComponent(".build/debug/signet")
        let candidates = [builtFolder.appendingPathComponent("signet"), built]
        guard let file = candidates.first(where: isProgram) else {
            let paths = candidates.map(\.path).joined(separator: " nor ")
            throw BinaryMissing(description: "no signet at \(paths): build it, or set SIGNET_BINARY")
        }
        return file
    }

    struct BinaryMissing: Error, CustomStringConvertible {
        let description: String
    }

    private static func isProgram(_ file: URL) -> Bool {
        var isDirectory: ObjCBool = false
        return FileManager.default.fileExists(atPath: file.path, isDirectory: &isDirectory)
            && !isDirectory.boolValue && FileManager.default.isExecutableFile(atPath: file.path)
    }
}
