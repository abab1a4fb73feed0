internal import COpenSSL
internal import Glibc

/// What libcrypto had to say of a call that failed. The whole error queue of the thread is taken, so that
/// nothing of it is left to mislead the next failure.
package struct OpenSSLError: Error, Equatable, Sendable {
    package struct Reason: Equatable, Sendable {
        /// `rsa routines`, as libcrypto names its parts.
        package let library: String
        /// `bad decrypt`, in libcrypto's words.
        package let text: String
        let code: UInt
    }

    /// The function that failed.
    package let function: String
    /// The innermost first; empty where libcrypto gave none.
    package let reasons: [Reason]

    /// Takes the error queue of this thread.
    static func taken(_ function: StaticString) -> OpenSSLError {
        var reasons: [Reason] = []
        while true {
            let code = ERR_get_error()
            if code == 0 { break }
            unsafe reasons.append(
                Reason(
                    library: ERR_lib_error_string(code).map { unsafe String(cString: $0) } ?? "",
                    text: text(of: code),
                    code: code))
        }
        return OpenSSLError(function: "\(function)", reasons: reasons)
    }

    private static func text(of code: UInt) -> String {
        if let text = unsafe ERR_reason_error_string(code) { return unsafe String(cString: text) }
        let reason = signet_ERR_GET_REASON(code)
        // errno, which libcrypto has no words for.
        return unsafe signet_ERR_GET_LIB(code) == ERR_LIB_SYS
            ? String(cString: strerror(reason)) : "reason \(reason)"
    }

    /// The reason nearest to the cause, for a parenthesis in a message: `bad decrypt`.
    package var summary: String {
        reasons.first?.text ?? function
    }

    func has(reason: Int32, in library: Int32? = nil) -> Bool {
        reasons.contains {
            signet_ERR_GET_REASON($0.code) == reason
                && (library == nil || signet_ERR_GET_LIB($0.code) == library)
        }
    }
}

/// Drops what a call that was allowed to fail left in the error queue.
func discardErrors() { ERR_clear_error() }

/// - Throws: ``OpenSSLError`` unless `status` is 1, libcrypto's sign of success.
func check(_ status: Int32, _ function: StaticString) throws(OpenSSLError) {
    if status != 1 { throw .taken(function) }
}

/// - Throws: ``OpenSSLError`` when libcrypto returned no object.
func check<Pointer>(_ pointer: Pointer?, _ function: StaticString) throws(OpenSSLError) -> Pointer {
    guard let pointer else { throw .taken(function) }
    return pointer
}

/// Runs `body`; its error becomes the one that `transform` makes of it: how a typed error of one layer becomes a
/// typed error of the next.
package func mappingErrors<Result: ~Copyable, From: Error, To: Error>(
    _ transform: (From) -> To, _ body: () throws(From) -> Result
) throws(To) -> Result {
    do {
        return try body()
    } catch {
        throw transform(error)
    }
}
