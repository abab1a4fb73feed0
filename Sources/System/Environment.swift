import Glibc

package enum Environment {
    /// Passes the bytes of a variable's value to `body` without copying them.
    ///
    /// - Returns: nil if the variable is not set.
    package static func withValue<Result>(
        _ name: String, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        guard let value = getenv(name) else { return nil }
        return body(UnsafeRawBufferPointer(start: value, count: strlen(value)))
    }

    /// Overwrites a variable's value in the memory of this process. The variable is empty afterwards.
    package static func wipe(_ name: String) {
        guard let value = getenv(name) else { return }
        explicit_bzero(value, strlen(value))
    }
}
