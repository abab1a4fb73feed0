internal import COpenSSL
internal import Glibc
import Words

/// libcrypto's error for a failed call. It takes the whole error queue of the thread, so that no old entry misleads
/// the next failure.
package struct OpenSSLError: DescribedError, Equatable {
    package struct Reason: Equatable, Sendable {
        /// `rsa routines`: libcrypto's name for one of its parts.
        package let library: String
        /// `bad decrypt`, in libcrypto's words.
        package let text: String
        let code: UInt
        /// What a provider that is not libcrypto's own says beside the text; empty otherwise.
        package var detail = ""

        /// Whether it comes from such a provider, of a token for example.
        package var isForeign: Bool { signet_ERR_GET_LIB(code) >= ERR_LIB_USER }
    }

    /// The function that failed.
    package let function: String
    /// The innermost first; empty if libcrypto gave none.
    package let reasons: [Reason]

    /// Takes and empties the error queue of this thread.
    static func taken(_ function: StaticString) -> OpenSSLError {
        var reasons: [Reason] = []
        while true {
            var data: UnsafePointer<CChar>?
            var flags: Int32 = 0
            let code = unsafe ERR_get_error_all(nil, nil, nil, &data, &flags)
            if code == 0 { break }
            var reason = unsafe Reason(
                library: ERR_lib_error_string(code).map { unsafe String(cString: $0) } ?? "",
                text: text(of: code), code: code)
            // libcrypto's own data may have parts of the input in it.
            if reason.isForeign, flags & ERR_TXT_STRING != 0, let data = unsafe data {
                reason.detail = unsafe String(cString: data)
            }
            reasons.append(reason)
        }
        return OpenSSLError(function: "\(function)", reasons: reasons)
    }

    /// A function outside libcrypto cannot allocate memory. The reason is the one that libcrypto gives in this case.
    package static func noMemory(_ function: StaticString) -> OpenSSLError {
        let code = UInt(ERR_R_MALLOC_FAILURE)
        return OpenSSLError(
            function: "\(function)", reasons: [Reason(library: "", text: text(of: code), code: code)])
    }

    /// A store made a signature that its public key does not verify.
    static let unprovenSignature = OpenSSLError(
        function: "EVP_PKEY_sign",
        reasons: [
            Reason(
                library: "", text: "the signature does not match the public key",
                code: UInt(ERR_LIB_USER) << UInt(ERR_LIB_OFFSET))
        ])

    /// Whether it comes from the provider of a store, such as a token's, instead of libcrypto.
    package var isOfStore: Bool { reasons.contains(where: \.isForeign) }

    /// Whether the system gave no memory, no random bytes or no provider. The input is not to blame then.
    package var isOfSystem: Bool {
        isOutOfMemory || isOfConfiguration
            || has(reason: PROV_R_ERROR_RETRIEVING_ENTROPY, in: ERR_LIB_PROV)
            || has(reason: RAND_R_ERROR_RETRIEVING_ENTROPY, in: ERR_LIB_RAND)
    }

    /// Whether OpenSSL's configuration activates no usable provider.
    package var isOfConfiguration: Bool { has(reason: Int32(ERR_R_UNSUPPORTED)) && !Library.hasProvider }

    /// Whether the system gave no memory.
    package var isOutOfMemory: Bool { has(reason: Int32(ERR_R_MALLOC_FAILURE)) }

    private static func text(of code: UInt) -> String {
        if let text = unsafe ERR_reason_error_string(code) { return unsafe String(cString: text) }
        let reason = signet_ERR_GET_REASON(code)
        // These codes are an errno, for which libcrypto has no text.
        return unsafe signet_ERR_GET_LIB(code) == ERR_LIB_SYS
            ? String(cString: strerror(reason)) : "reason \(reason)"
    }

    /// The reason nearest to the cause, to be shown in parentheses: `bad decrypt`.
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

/// Empties the error queue after a call whose failure does not matter.
func discardErrors() { ERR_clear_error() }

/// - Throws: ``OpenSSLError`` unless `status` is 1, which means success in libcrypto.
func check(_ status: Int32, _ function: StaticString) throws(OpenSSLError) {
    if status != 1 { throw .taken(function) }
}

/// - Throws: ``OpenSSLError`` if libcrypto returned a null pointer.
func check<Pointer>(_ pointer: Pointer?, _ function: StaticString) throws(OpenSSLError) -> Pointer {
    guard let pointer else { throw .taken(function) }
    return pointer
}

extension OpenSSLError {
    /// libcrypto failed where it should not, or a token did not sign.
    package var message: String {
        if isOfStore {
            return isAboutPassphrase
                ? "the token does not accept the key's passphrase\(inStore)"
                : "the token does not sign with the key\(inStore)"
        }
        if isOfConfiguration { return Library.noProvider }
        return isOutOfMemory ? "out of memory" : "OpenSSL's \(function) failed (\(summary.printable))"
    }

    package var hint: String? {
        if isOfConfiguration { return Library.noProviderHint }
        guard isOfStore else { return nil }
        return isAboutPassphrase
            ? "check the passphrase; it is used only if a handle: URI ends with ?pass"
            : "use an algorithm that the token allows for the key"
    }

    /// What the provider says, in parentheses. libcrypto's own reasons mislead here: it also tries to open a file.
    var inStore: String {
        guard let reason = reasons.first(where: \.isForeign) else { return "" }
        return " (\((reason.detail.isEmpty ? reason.text : "\(reason.text): \(reason.detail)").printable))"
    }

    /// No code says so in all providers.
    private var isAboutPassphrase: Bool {
        reasons.contains { reason in
            "\(reason.text) \(reason.detail)".split { !$0.isLetter }.contains {
                $0.hasPrefix("authorization") || $0 == "PIN"
            }
        }
    }
}
