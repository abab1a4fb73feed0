internal import CMultiBuffer
internal import Glibc

/// RSA for eight messages at a time, under one key, and elliptic curves for 32, in the lanes of AVX-512 registers.
package enum MultiBuffer {
    /// How many RSA signatures are made or verified side by side.
    package static let lanes = mb_lanes

    /// Whether this processor can, the system lets it, and `OPENSSL_ia32cap` does not forbid it.
    package static let isSupported = unsafe isSupported(
        features: mb_processor_features(),
        capabilities: getenv("OPENSSL_ia32cap").map { unsafe String(cString: $0) })

    /// - Parameters:
    ///   - features: EBX of CPUID leaf 7.
    ///   - capabilities: the value of `OPENSSL_ia32cap`, by which users switch instructions off for libcrypto:
    ///     the number after the first colon stands for the features, or with `~` names those to go without;
    ///     where there is none, there are no features.
    static func isSupported(features: UInt32, capabilities: String?) -> Bool {
        guard let capabilities else { return mb_is_supported(features) }
        let fields = capabilities.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count > 1 else { return false }
        let isMask = fields[1].hasPrefix("~")
        let number = unsafe UInt32(truncatingIfNeeded: strtoull(String(fields[1].drop { $0 == "~" }), nil, 0))
        return mb_is_supported(features & (isMask ? ~number : number))
    }
}
