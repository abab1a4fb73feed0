/// An error with the sentence that its user reads.
///
/// The sentence has no capital at the start and no full stop at the end, and is safe for a terminal. It knows neither
/// flags nor commands; neither does the hint. `Commands` adds the hints that do.
package protocol DescribedError: Error, Sendable {
    var message: String { get }
    /// The next step, if it is known.
    var hint: String? { get }
}

extension DescribedError {
    package var hint: String? { nil }
}

/// An input that signet cannot use. It is thrown where the fault is found; an error that code branches on has a type of
/// its own.
package struct InputError: DescribedError, Equatable {
    package let message: String
    package let hint: String?

    package init(_ message: String, hint: String? = nil) {
        self.message = message
        self.hint = hint
    }
}
