internal import CMultiBuffer
internal import Glibc

/// Signatures in the lanes of AVX-512 registers: RSA for eight messages at a time with one key, and elliptic curves
/// for 32.
package enum MultiBuffer {
    /// The number of RSA signatures that are made or verified at a time.
    package static let lanes = mb_lanes

    /// Whether the processor supports the engine, the system enables it, and `OPENSSL_ia32cap` does not forbid it.
    package static let isSupported = unsafe isSupported(
        features: mb_processor_features(),
        capabilities: getenv("OPENSSL_ia32cap").map { unsafe String(cString: $0) })

    /// - Parameters:
    ///   - features: EBX of CPUID leaf 7.
    ///   - capabilities: the value of `OPENSSL_ia32cap`, with which users disable instructions for libcrypto. The
    ///     number after the first colon is the set of features to keep, or, with `~`, to disable. If the number is
    ///     missing, all features are disabled.
    static func isSupported(features: UInt32, capabilities: String?) -> Bool {
        guard let capabilities else { return mb_is_supported(features) }
        let fields = capabilities.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count > 1 else { return false }
        let isMask = fields[1].hasPrefix("~")
        let number = unsafe UInt32(truncatingIfNeeded: strtoull(String(fields[1].drop { $0 == "~" }), nil, 0))
        return mb_is_supported(features & (isMask ? ~number : number))
    }
}
