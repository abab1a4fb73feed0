/// One rule that a certificate or a path is held to.
package struct Check: Hashable, Sendable {
    /// Its name for programs; it never changes.
    package let name: String
    /// Where it is written: `RFC 5280 §4.1.2.2`.
    package let section: String
    package let scope: Scope
    /// What holds when it passes, for the manual.
    package let rule: String
    /// What to do when it fails.
    package let remedy: String

    /// When it is judged.
    package enum Scope: Hashable, Sendable {
        /// Of every certificate, and of every other one of its path.
        case certificate
        /// Of every certificate and its path, under one policy alone.
        case policy(CheckPolicy)
        /// Of a whole path from a leaf to a trust anchor.
        case path
        /// Of a leaf, where a flag asks for it.
        case flag(String)
    }

    init(_ name: String, _ section: String, _ scope: Scope = .certificate, rule: String, remedy: String) {
        self.name = name
        self.section = section
        self.scope = scope
        self.rule = rule
        self.remedy = remedy
    }
}
