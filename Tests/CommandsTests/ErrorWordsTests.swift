import Foundation
import Testing
import Words

@testable import Arguments
@testable import Commands

/// Every error that a layer can throw has words. One without them ends with exit status 70.
@Suite struct `Errors have words where they are declared` {
    private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources")

    @Test(arguments: ["System", "JSON", "OpenSSL", "MultiBuffer", "JOSE", "PKI", "Platforms", "QR"])
    func `of a layer`(layer: String) throws {
        for type in try texts(of: layer).flatMap(wordlessErrors(in:)) where !Self.caught.contains(type) {
            Issue.record("\(type) of \(layer) is not a DescribedError")
        }
    }

    /// Callers catch these, and tell where the output ends, or that a status list is malformed, or name a flag.
    private static let caught = ["FileDescriptor.IncompleteWrite", "Inflater.DecodingError", "BackendError"]

    private func texts(of folder: String) throws -> [String] {
        let files = FileManager.default.enumerator(
            at: Self.sources.appending(path: folder), includingPropertiesForKeys: nil)
        return try #require(files).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map {
            try String(contentsOf: $0, encoding: .utf8)
        }
    }

    /// The types that a file declares as errors for other layers and without words: `Inflater.DecodingError`.
    private func wordlessErrors(in text: String) -> [String] {
        var outer = ""
        var types: [String] = []
        for line in text.split(separator: "\n") {
            let words = line.split { " :,{<".contains($0) }.map(String.init)
            guard
                let kind = words.firstIndex(where: { ["enum", "struct", "class", "extension"].contains($0) }),
                kind + 1 < words.count, !words[0].hasPrefix("//")
            else { continue }
            if !line.hasPrefix(" ") { outer = words[kind + 1] }
            if words[0] == "package", words.contains("Error") {
                types.append(line.hasPrefix(" ") ? "\(outer).\(words[kind + 1])" : outer)
            }
        }
        return types
    }

    @Test func `an error without words is a bug, and says so`() {
        struct Strange: Error {}
        #expect(CommandError(Strange()).status == .bug)
    }
}

@Suite struct `Requests` {
    /// What an example in a page types is understood, and no request reads a flag that its command does not declare.
    @Test(arguments: DeclarationTests.commands.filter { !$0.command.isGroup })
    func `are made of every example`(info: CommandInfo) throws {
        for example in info.command.examples {
            let words = Shell.words(example.command)
            guard words.starts(with: info.path.map(\.name)) else { continue }
            guard
                case .run(let found, let arguments) = try Parser(root: Registry.root).parse(
                    Array(words.dropFirst()))
            else { continue }
            let command = try #require(Registry.command(at: found.path.dropFirst().map(\.name)))
            try make(command, arguments)
        }
    }

    private func make<Command: SignetCommand>(
        _ command: Command.Type, _ arguments: ParsedArguments
    ) throws {
        _ = try Command.RequestType(arguments)
    }
}

/// As much of a shell as the examples use.
private enum Shell {
    /// The words of the first command of a line.
    static func words(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var quote: Character?
        for character in line {
            if let open = quote {
                if character == open { quote = nil } else { word = (word ?? "") + String(character) }
            } else if character == "'" || character == "\"" {
                quote = character
                word = word ?? ""
            } else if "|<>&;\n".contains(character) {
                break
            } else if character == " " {
                if let word { words.append(word) }
                word = nil
            } else {
                word = (word ?? "") + String(character)
            }
        }
        return words + (word.map { [$0] } ?? [])
    }
}
