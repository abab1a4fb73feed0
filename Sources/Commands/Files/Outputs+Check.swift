import Arguments
import System

extension Outputs {
    /// Refuses, before a command reads anything, what could not be written in the end: two outputs that are one file,
    /// an output that is an input, and a place where no file can be. Every command passes through here, with what its
    /// declaration says of its flags.
    static func check(_ arguments: ParsedArguments, of command: Command) throws {
        var outputs = arguments.occurrences.compactMap { occurrence -> (name: String, path: String)? in
            guard case .output = command.flag(occurrence.flag)?.value?.kind else { return nil }
            return occurrence.value.map { ("--\(occurrence.flag) \($0.printable)", $0) }
        }
        if outputs.isEmpty { return }
        if !arguments.isAnyGiven(command.flagsExcluded(by: "out").union(["out"])) {
            outputs.append((name: "standard output", path: "-"))
        }
        let inputs = inputs(arguments, of: command)
        for (place, output) in zip(try places(outputs), outputs) {
            if inputs.contains(where: place.isFile) {
                throw SystemError(path: output.path, reason: .isInput)
            }
            // Opening a stream would be seen at its other end.
            if place.isStream { continue }
            let hold = HeldSignals()
            _ = try PendingFile.create(
                at: output.path, mode: .secret, mayReplace: arguments.isGiven(SharedFlags.force), inputs: [])
            _ = consume hold
        }
    }

    /// Where outputs lead.
    ///
    /// - Throws: where two of them lead to one place.
    static func places(_ outputs: [(name: String, path: String)]) throws -> [OutputPlace] {
        var places: [OutputPlace] = []
        for output in outputs {
            let place = try OutputPlace(output.path)
            if let other = places.firstIndex(where: place.isSame) {
                throw Failure(.usage, "\(outputs[other].name) and \(output.name) are the same file")
            }
            places.append(place)
        }
        return places
    }

    /// The files that a command line names to be read; a text in the place of a name is none.
    private static func inputs(_ arguments: ParsedArguments, of command: Command) -> [String] {
        func isFile(_ value: Value?) -> Bool { if case .file = value?.kind { true } else { false } }
        let flags = arguments.occurrences.filter { isFile(command.flag($0.flag)?.value) }.compactMap(\.value)
        let operands = zip(arguments.operands.indices, arguments.operands).compactMap { index, text in
            isFile(command.operand(at: index)?.value) ? text : nil
        }
        return flags + operands
    }
}
