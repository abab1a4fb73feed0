import Foundation
import Testing

/// CONTRIBUTING.md says where things go, and Packaging/README.md where the version is: what they name is there.
@Suite struct ContributingTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    private static func lines(_ path: String) -> [String] {
        try! String(contentsOf: root.appending(path: path), encoding: .utf8)
            .split(separator: "\n").map(String.init)
    }

    private static let rows =
        lines("CONTRIBUTING.md").filter { $0.hasPrefix("| a") }
        + lines("Packaging/README.md").filter { $0.contains("`Sources/") }

    /// The files of the tree, below its root.
    private static let files = ["Sources", "Tests", "Examples", "Packaging", "Benchmarks/Sources"].flatMap {
        folder in
        FileManager.default.enumerator(atPath: root.appending(path: folder).path)?.compactMap {
            ($0 as? String).map { "/\(folder)/\($0)" }
        } ?? []
    }

    @Test(arguments: rows) func everyRowNamesWhatIsThere(row: String) throws {
        let words = row.split(separator: "`", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
        let isPath = { (word: String) in
            word.contains("/") || word.hasSuffix(".swift") || word.hasSuffix(".sh")
        }
        let paths = words.filter { isPath($0) && !$0.contains(" ") }
        #expect(!paths.isEmpty)
        var texts = ""
        for path in paths {
            let end = "/" + (path.hasSuffix("/") ? String(path.dropLast()) : path)
            let found = Self.files.filter { $0.hasSuffix(end) || $0 == end }
            let isFolder = FileManager.default.fileExists(atPath: Self.root.appending(path: path).path)
            #expect(!found.isEmpty || isFolder, "\(path)")
            for file in found where file.hasSuffix(".swift") {
                texts += try String(contentsOf: Self.root.appending(path: file), encoding: .utf8)
            }
        }
        for name in words where !isPath(name) && name.allSatisfy({ $0.isLetter }) && !texts.isEmpty {
            #expect(texts.contains(name), "\(name)")
        }
    }
}
