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
    private let flagValues: [String: any Sendable]
    private let operandValues: [String: any Sendable]

    /// - Throws: ``UsageError`` for the first word that its flag or operand rejects.
    init(_ occurrences: [Occurrence], _ operands: [String], of command: Command) throws(UsageError) {
        self.occurrences = occurrences
        self.operands = operands
        var flagValues: [String: any Sendable] = [:]
        for flag in command.flags where flag.role == .ordinary {
            let words = occurrences.compactMap { $0.flag == flag.name ? $0.value ?? "" : nil }
            do {
                flagValues[flag.name] = try flag.read(words)
            } catch {
                throw .invalidValue(of: flag.spelling, error)
            }
        }
        var operandValues: [String: any Sendable] = [:]
        for (index, operand) in command.operands.enumerated() {
            let words = operands.dropFirst(index).prefix(operand.isRepeatable ? .max : 1)
            do {
                operandValues[operand.value.placeholder] = try operand.read(
                    words.map { operand.value.choice(meantBy: $0) })
            } catch {
                throw .invalidValue(of: operand.value.placeholder, error)
            }
        }
        self.flagValues = flagValues
        self.operandValues = operandValues
    }

    /// These arguments, for a reader that knows more flags than the command has: the others are left out.
    package func leavingOut(_ flags: [any AnyFlag]) -> ParsedArguments {
        var flagValues = flagValues
        for flag in flags where flag.info.role == .ordinary && flagValues[flag.info.name] == nil {
            do {
                flagValues[flag.info.name] = try flag.info.read([])
            } catch {
                preconditionFailure("\(flag.info.spelling) cannot be left out")
            }
        }
        return ParsedArguments(occurrences, operands, flagValues, operandValues)
    }

    private init(
        _ occurrences: [Occurrence], _ operands: [String], _ flagValues: [String: any Sendable],
        _ operandValues: [String: any Sendable]
    ) {
        self.occurrences = occurrences
        self.operands = operands
        self.flagValues = flagValues
        self.operandValues = operandValues
    }

    /// The value of a flag that belongs to this command.
    package subscript<Result>(flag: Flag<Result>) -> Result {
        guard let stored = flagValues[flag.info.name], let value = stored as? Result else {
            preconditionFailure("\(flag.info.spelling) is not a flag of this command")
        }
        return value
    }

    package subscript<Result>(operand: Operand<Result>) -> Result {
        guard let stored = operandValues[operand.info.value.placeholder], let value = stored as? Result else {
            preconditionFailure("\(operand.info.value.placeholder) is not an operand of this command")
        }
        return value
    }

    /// Whether a flag was typed, even if it has a default.
    package func isGiven(_ flag: any AnyFlag) -> Bool { occurrences.contains { $0.flag == flag.info.name } }

    /// - Parameter names: names of flags, without dashes.
    package func isAnyGiven(_ names: Set<String>) -> Bool { occurrences.contains { names.contains($0.flag) } }

    /// The positions of a repeatable flag's values among all flags that were typed.
    package func positions(of flag: any AnyFlag) -> [Int] {
        occurrences.indices.filter { occurrences[$0].flag == flag.info.name }
    }
}
