/// The typed arguments, read and checked by the declaration of their command.
package struct ParsedArguments: Sendable {
    package struct Occurrence: Sendable {
        /// The flag's name, without dashes.
        package let flag: String
        /// Nil for a switch.
        package let value: String?
    }

    /// The flags in the order in which they were typed.
    package let occurrences: [Occurrence]
    /// The operands as they were typed.
    package let operands: [String]
    private let command: Command
    private var flagValues: [Named]
    private let operandValues: [Named]

    /// A value by the name of its flag, or the placeholder of its operand. There are some dozens at most.
    private struct Named {
        let name: String
        let value: any Sendable
    }

    /// - Throws: ``UsageError`` for the first word that its flag or operand rejects.
    init(_ occurrences: [Occurrence], _ operands: [String], of command: Command) throws(UsageError) {
        self.occurrences = occurrences
        self.operands = operands
        self.command = command
        var flagValues: [Named] = []
        for flag in command.flags where flag.role == .ordinary {
            let words = occurrences.compactMap { $0.flag == flag.name ? $0.value ?? "" : nil }
            do {
                // The name of an input may end like this, if there is such a file.
                if let value = flag.value, !value.isInput {
                    let ends = words.compactMap(\.utf8.last)
                    if ends.contains(0x0D) { throw InvalidValue.lineOfWindows(insteadOf: value.placeholder) }
                    // JSON may end in a newline, too.
                    if ends.contains(0x0A), !value.placeholder.hasSuffix("JSON") {
                        throw InvalidValue.line(insteadOf: value.placeholder)
                    }
                }
                flagValues.append(Named(name: flag.name, value: try flag.read(words)))
            } catch {
                throw .invalidValue(of: flag.spelling, error, hint: Self.repetition(of: flag, words))
            }
        }
        var operandValues: [Named] = []
        for (index, operand) in command.operands.enumerated() {
            let words = operands.dropFirst(index).prefix(operand.isRepeatable ? .max : 1)
            do {
                let value = try operand.read(words.map { operand.value.choice(meantBy: $0) })
                operandValues.append(Named(name: operand.value.placeholder, value: value))
            } catch {
                throw .invalidValue(of: operand.value.placeholder, error)
            }
        }
        self.flagValues = flagValues
        self.operandValues = operandValues
    }

    /// The same words of a fixed list, each with a flag of its own, if one value has several with commas between them.
    private static func repetition(of flag: FlagInfo, _ words: [String]) -> String? {
        guard flag.isRepeatable, let value = flag.value, case .choice = value.kind else { return nil }
        let parts = words.flatMap { $0.split(separator: ",").map { value.choice(meantBy: String($0)) } }
        guard parts.count > words.count, (try? flag.read(parts)) != nil else { return nil }
        return "use " + parts.map { "\(flag.spelling) \($0)" }.joined(separator: " ")
    }

    /// These arguments, for a reader that knows more flags than the command has: the others are left out.
    package func leavingOut(_ flags: [any AnyFlag]) -> ParsedArguments {
        var arguments = self
        for flag in flags
        where flag.info.role == .ordinary && Self.value(flag.info.name, in: arguments.flagValues) == nil {
            do {
                arguments.flagValues.append(Named(name: flag.info.name, value: try flag.info.read([])))
            } catch {
                preconditionFailure("\(flag.info.spelling) cannot be left out")
            }
        }
        return arguments
    }

    /// The value of a flag that belongs to this command.
    package subscript<Result>(flag: Flag<Result>) -> Result {
        guard let stored = Self.value(flag.info.name, in: flagValues), let value = stored as? Result else {
            preconditionFailure("\(flag.info.spelling) is not a flag of this command")
        }
        return value
    }

    package subscript<Result>(operand: Operand<Result>) -> Result {
        guard let stored = Self.value(operand.info.value.placeholder, in: operandValues),
            let value = stored as? Result
        else {
            preconditionFailure("\(operand.info.value.placeholder) is not an operand of this command")
        }
        return value
    }

    private static func value(_ name: String, in values: [Named]) -> (any Sendable)? {
        values.first { $0.name == name }?.value
    }

    /// Whether a flag was typed, even if it has a default.
    package func isGiven(_ flag: any AnyFlag) -> Bool { occurrences.contains(flag.info.name) }

    package func knows(_ flag: any AnyFlag) -> Bool { command.flag(flag.info.name) != nil }

    /// Whether the command has a flag that can be used beside those that were typed.
    package func allows(_ flag: any AnyFlag) -> Bool {
        knows(flag) && !isAnyGiven(command.flagsExcluded(by: flag.info.name))
    }

    /// - Parameter names: names of flags, without dashes.
    package func isAnyGiven(_ names: Set<String>) -> Bool { occurrences.contains { names.contains($0.flag) } }

    /// The positions of a repeatable flag's values among all flags that were typed.
    package func positions(of flag: any AnyFlag) -> [Int] {
        occurrences.indices.filter { occurrences[$0].flag == flag.info.name }
    }
}

extension [ParsedArguments.Occurrence] {
    /// - Parameter name: of a flag.
    func contains(_ name: String) -> Bool { contains { $0.flag == name } }
}
