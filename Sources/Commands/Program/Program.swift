import Arguments
import OpenSSL
import System

/// The program: it reads its arguments, runs the command and returns the exit status.
package enum Program {
    package static func run() -> ExitStatus {
        do {
            try prepare()
            let words = try arguments()
            if let index = words.firstIndex(of: nil) {
                throw Failure(
                    .usage, "argument \(index + 1) is not UTF-8",
                    hint: "use standard input, which accepts any bytes")
            }
            return try perform(words.compactMap { $0 })
        } catch {
            let failure = Failure(error)
            Console.show(failure)
            return failure.status
        }
    }

    /// This runs before anything is opened. If it fails, nothing is opened.
    private static func prepare() throws {
        do {
            try ProcessSetup.prepare()
        } catch {
            throw Failure(preparation: error)
        }
        Library.prepare()
    }

    private static func arguments() throws -> [String?] {
        do {
            return try programArguments()
        } catch {
            throw Failure(
                .file, "the arguments cannot be read from /proc/self/cmdline: \(error.words)",
                hint: "mount /proc")
        }
    }

    /// Runs the command that the arguments name.
    package static func perform(_ words: [String]) throws -> ExitStatus {
        let outcome: Parser.Outcome
        do {
            outcome = try Parser(root: Registry.root).parse(words)
        } catch {
            // If only names of groups were typed, the user is asking which commands there are.
            if case .missingCommand = error.error, words.count == error.info.path.count - 1 {
                Console.show(Help.short(error.info, width: HelpCommand.width))
                return .usage
            }
            throw Failure(
                .usage, error.error.message, hint: error.error.hint ?? "\(error.info.fullName) --help")
        }
        switch outcome {
        case .run(let info, let arguments):
            guard let command = Registry.command(at: info.path.dropFirst().map(\.name)) else {
                throw Failure(.bug, "\(info.fullName) is declared and does not exist")
            }
            try Outputs.check(arguments, of: info.command)
            return try ProcessSetup.protectingSecrets { try command.run(arguments) }
        case .shortHelp(let info):
            try HelpCommand.show(Help.short(info, width: HelpCommand.width, styled: HelpCommand.isStyled))
        case .longHelp(let info):
            try HelpCommand.show(Help.long(info, width: HelpCommand.width, styled: HelpCommand.isStyled))
        case .version: try HelpCommand.show(Version.line + "\n")
        }
        return .success
    }
}
