import Glibc

package enum Environment {
    /// Hands over the bytes of a variable's value where they stand.
    ///
    /// - Returns: nil when the variable is not set.
    package static func withValue<Result>(
        _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard let value = getenv(name) else { return nil }
        return body(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }
}
