import Arguments
import Commands

extension FuzzTarget {
    static let commandLines = [
        FuzzTarget(
            name: "command-line", words: commandWords,
            seeds: { examples.map { Array($0.joined(separator: "\u{0}").utf8) } }, body: testCommandLine)
    ]

    private static let declarations = CommandInfo(root: Registry.root).all

    /// The examples of all pages, as far as their words need no shell.
    private static let examples = declarations.flatMap { info in
        info.command.examples.map { example in
            example.command.split(separator: " ").prefix { $0 != "|" && $0 != ">" }.dropFirst()
                .map { String($0.filter { $0 != "'" }) }
        }
    }

    private static let commandWords: [String] = {
        let flags = declarations.flatMap { $0.command.flags.map(\.spelling) }
        let names = declarations.flatMap { $0.path.dropFirst().map(\.name) }
        return Set(flags + names).sorted() + [
            "\u{0}", "=", "--", "-", "15m", "@0", "dns:a.example", "CN=a", "rsa:2048",
        ]
    }()

    /// A command line means the same when its flags are written with `=` and before its operands. Whether its values are
    /// valid is known before anything is opened.
    @Sendable private static func testCommandLine(_ input: [UInt8]) throws {
        let words = input.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        let parser = Parser(root: Registry.root)
        let outcome: Parser.Outcome
        do {
            outcome = try parser.parse(words)
        } catch {
            expect(!error.error.message.isEmpty, "an error without words")
            throw error.error
        }
        guard case .run(let info, let arguments) = outcome else { return }
        var again = info.path.dropFirst().map(\.name)
        for occurrence in arguments.occurrences {
            again.append("--\(occurrence.flag)" + (occurrence.value.map { "=\($0)" } ?? ""))
        }
        again += ["--"] + arguments.operands
        guard case .run(let sameInfo, let same) = try parser.parse(again) else {
            fatalError("\(again) is not run")
        }
        expect(
            sameInfo.fullName == info.fullName && same.operands == arguments.operands,
            "other operands: \(again)")
        expect(
            same.occurrences.map(\.flag) == arguments.occurrences.map(\.flag)
                && same.occurrences.map(\.value) == arguments.occurrences.map(\.value),
            "other flags: \(again)")
        try Registry.makeRequest(info, arguments)
    }
}
