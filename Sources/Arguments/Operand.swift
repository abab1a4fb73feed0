/// An argument of a command that is not a flag, and the type of `arguments[operand]`.
package struct Operand<Result: Sendable>: AnyOperand {
    package private(set) var info: OperandInfo

    /// An optional operand.
    package init<T>(_ format: ValueFormat<T>, _ summary: String) where Result == T? {
        info = OperandInfo(value: format.value, summary: summary) { words in
            guard let word = words.first else { return T?.none }
            return try format.read(word)
        }
    }

    package init(required format: ValueFormat<Result>, _ summary: String) {
        info = OperandInfo(value: format.value, isRequired: true, summary: summary) { words in
            // The parser calls this only if the operand is given.
            try format.read(words.first ?? "")
        }
    }

    /// All remaining operands; it must be the last operand of a command.
    package init<T>(repeatable format: ValueFormat<T>, isRequired: Bool = false, _ summary: String)
    where Result == [T] {
        info = OperandInfo(
            value: format.value, isRequired: isRequired, isRepeatable: true, summary: summary
        ) { words in try words.map(format.read) }
    }
}

extension Operand {
    /// The operand with the names of flags that it has in other commands or tools, without dashes. The error for such a
    /// flag says to leave it out.
    package func proposed(for names: String...) -> Operand {
        var operand = self
        operand.info.synonyms += names
        return operand
    }
}

/// An operand of any type.
package protocol AnyOperand: Sendable {
    var info: OperandInfo { get }
}

/// The declaration of an operand as the parser and the pages read it.
package struct OperandInfo: Sendable {
    package let value: Value
    package fileprivate(set) var isRequired = false
    package fileprivate(set) var isRepeatable = false
    package let summary: String
    package fileprivate(set) var synonyms: [String] = []
    let read: @Sendable ([String]) throws -> any Sendable

    func hint(for typed: String) -> String? {
        synonyms.map(withDashes).contains(typed) ? "give the \(value.placeholder) without a flag" : nil
    }
}
