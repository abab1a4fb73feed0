import Arguments
import System
import Words

extension Outputs {
    /// Checks the outputs before a command reads anything. It rejects two outputs that are one file, an output that
    /// is an input, a path of Windows, a place where no file can be created, and standard input in two roles. Every
    /// command calls this with its declaration of flags.
    static func check(_ arguments: ParsedArguments, of command: Command) throws {
        for occurrence in arguments.occurrences {
            switch command.flag(occurrence.flag)?.value?.kind {
            case .output, .directory:
                // A file with such a name would be made in the current folder.
                if let path = occurrence.value, path.isAbsoluteOnWindows {
                    throw CommandError(windowsPath: path)
                }
            default: continue
            }
        }
        let inputs = inputs(arguments, of: command)
        let descriptors = descriptors(arguments, of: command)
        let sources = inputs + descriptors
        let standardInputs = sources.filter(StandardStreams.isInput) + typed(arguments, of: command)
        if standardInputs.count > 1 { throw InputFiles.readTwice("standard input") }
        for (place, path) in descriptors.enumerated() where descriptors[..<place].contains(path) {
            throw InputFiles.readTwice("file descriptor \(path.dropFirst("/dev/fd/".count))")
        }
        var outputs = arguments.occurrences.compactMap { occurrence -> (name: String, path: String)? in
            guard case .output = command.flag(occurrence.flag)?.value?.kind else { return nil }
            return occurrence.value.map { ("--\(occurrence.flag) \($0.printable)", $0) }
        }
        // Even if nothing reads it: a loop of a shell may read its list from there.
        let standardInput = try StandardStreams.input.identity()
        if outputs.isEmpty {
            if try OutputPlace("-").isOne(of: [standardInput]) {
                throw SystemError(path: "standard input", reason: .isInput)
            }
            return
        }
        if !arguments.isAnyGiven(command.flagsExcluded(by: "out").union(["out"])) {
            outputs.append((name: "standard output", path: "-"))
        }
        let places = try places(outputs)
        for (place, output) in zip(places, outputs) {
            if sources.contains(where: place.isFile) || place.isOne(of: [standardInput]) {
                let failure = CommandError(SystemError(path: output.path, reason: .isInput))
                throw CommandError(failure.status, failure.message, hint: Self.otherName(output))
            }
            // The other end of a stream would notice if it were opened.
            if place.isStream { continue }
            do {
                try PendingFile.create(
                    at: output.path, mode: .ordinary, mayReplace: arguments.isGiven(SharedFlags.force),
                    inputs: []
                ).discard()
            } catch  where error.reason == .exists {
                // A batch that continues has its first results in this file.
                let hint =
                    arguments.isGiven(BatchFlags.skip)
                    ? "to keep what is in it, append to it with >> in place of \(output.name.prefix { $0 != " " })"
                    : Self.hint(
                        replacing: output.path, others: outputs.map(\.path),
                        isKey: command.name == Keygen.declaration.name && arguments[Keygen.format] == .raw)
                throw CommandError(.file, error.message, hint: hint)
            } catch {
                let failure = CommandError(error)
                throw CommandError(
                    failure.status, failure.message,
                    hint: failure.hint ?? (error.isNowhere ? Self.makingFolder(of: output.path) : nil))
            }
        }
    }

    /// What to do if no file can be made at a path because its folder does not exist.
    private static func makingFolder(of path: String) -> String? {
        let folder = OutputPlace.folder(of: path)
        // A name that may be a secret is not shown, and a path that ends in a slash stays one of a folder.
        guard folder != ".", !Folder.exists(folder), !path.mayBeSecret, !path.hasSuffix("/"),
            !folder.hasPrefix("-"),
            folder == folder.printable(upTo: .max)
        else { return nil }
        return "mkdir -p \(ShellQuote.posixIfNeeded(folder))"
    }

    /// Another name for an output; nil if the output is a stream under another name. The input may be a key, so the hint
    /// does not replace it.
    private static func otherName(_ output: (name: String, path: String)) -> String? {
        guard output.name.hasPrefix("--"), output.path == output.path.printable(upTo: .max),
            !["/dev/", "/proc/"].contains(where: output.path.hasPrefix)
        else { return nil }
        return "use \(output.name.prefix { $0 != " " }) \(ShellQuote.posixIfNeeded(output.path + ".new"))"
    }

    /// The places to which outputs are written.
    ///
    /// - Throws: if two outputs have the same place.
    static func places(_ outputs: [(name: String, path: String)]) throws -> [OutputPlace] {
        var places: [OutputPlace] = []
        for output in outputs {
            let place = try OutputPlace(output.path)
            if let other = places.firstIndex(where: place.isSame) {
                throw CommandError(.usage, "\(outputs[other].name) and \(output.name) are the same file")
            }
            places.append(place)
        }
        return places
    }

    /// The input files on a command line. Text that is given instead of a file name is not included.
    private static func inputs(_ arguments: ParsedArguments, of command: Command) -> [String] {
        let flags = arguments.occurrences.filter { command.flag($0.flag)?.value?.isInput == true }
            .compactMap(\.value)
        let operands = zip(arguments.operands.indices, arguments.operands).compactMap { index, text in
            command.operand(at: index)?.value.isInput == true ? text : nil
        }
        return flags + operands
    }

    /// The paths of the descriptors that flags name.
    private static func descriptors(_ arguments: ParsedArguments, of command: Command) -> [String] {
        arguments.occurrences.compactMap { occurrence in
            guard case .descriptor = command.flag(occurrence.flag)?.value?.kind else { return nil }
            return occurrence.value.flatMap { Int32($0) }.map { "/dev/fd/\($0)" }
        }
    }

    /// The operands `-` in place of texts.
    private static func typed(_ arguments: ParsedArguments, of command: Command) -> [String] {
        zip(arguments.operands.indices, arguments.operands).compactMap { index, text in
            text == "-" && command.operand(at: index)?.value.isInput == false ? text : nil
        }
    }
}
