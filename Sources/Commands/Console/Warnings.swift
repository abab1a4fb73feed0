import Synchronization

/// Warnings that are printed once, however many lines and threads cause them. A stream of hostile lines could cause a
/// different one for each line, so both the printed and the remembered warnings are limited.
final class Warnings: Sendable {
    private let said = Mutex<Set<String>>([])

    private static let limit = 100

    func once(_ text: String) {
        let count = said.withLock { said in
            said.count <= Self.limit && said.insert(text).inserted ? said.count : nil
        }
        guard let count else { return }
        Console.warn(count <= Self.limit ? text : "more warnings like these are not shown")
    }
}
