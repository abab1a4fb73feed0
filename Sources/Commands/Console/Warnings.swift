import Synchronization

/// Warnings that are said once, however many lines and threads have cause to.
final class Warnings: Sendable {
    private let said = Mutex<Set<String>>([])

    func once(_ text: String) {
        if said.withLock({ $0.insert(text).inserted }) { Console.warn(text) }
    }
}
