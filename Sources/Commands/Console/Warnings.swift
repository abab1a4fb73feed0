import Synchronization

/// Warnings that are said once, however many lines and threads have cause to. A stream of hostile lines can have a
/// different one each: so many are said, and no more are kept.
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
