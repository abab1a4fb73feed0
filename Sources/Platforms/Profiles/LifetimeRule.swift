package import JSON
package import System

/// How long a token may be valid: `exp` may be so long after another claim, inclusive, and not longer. It is also how
/// long a token is valid that signet makes.
package struct LifetimeRule: Sendable {
    /// The claim that it is counted from.
    package let start: MemberName
    package let longest: TimeSpan
}
