internal import CMultiBuffer
internal import Glibc

/// Signatures that are computed together: RSA for eight messages at a time with one key, and elliptic curves for 64.
package enum MultiBuffer {
    /// The machine code that computes them.
    package enum Kernel: String, CaseIterable, Sendable {
        /// In the lanes of AVX-512 registers.
        case ifma
        /// On any processor, one after another. It has no RSA, for which libcrypto is faster.
        case portable

        var id: mb_kernel {
            switch self {
            case .ifma: mb_ifma
            case .portable: mb_portable
            }
        }
    }

    /// The kernel for this processor.
    package static let kernel: Kernel = isIFMASupported ? .ifma : .portable

    /// The number of RSA signatures that are made or verified at a time.
    package static let lanes = mb_lanes

    /// Whether the processor supports AVX-512 IFMA, the system enables it, and `OPENSSL_ia32cap` does not forbid it.
    private static let isIFMASupported = unsafe isIFMASupported(
        features: mb_processor_features(),
        capabilities: getenv("OPENSSL_ia32cap").map { unsafe String(cString: $0) })

    /// - Parameters:
    ///   - features: EBX of CPUID leaf 7.
    ///   - capabilities: the value of `OPENSSL_ia32cap`, with which users disable instructions for libcrypto. The
    ///     number after the first colon is the set of features to keep, or, with `~`, to disable. If the number is
    ///     missing, all features are disabled.
    static func isIFMASupported(features: UInt32, capabilities: String?) -> Bool {
        guard let capabilities else { return mb_is_supported(features) }
        let fields = capabilities.split(separator: ":", omittingEmptySubsequences: false)
        guard fields.count > 1 else { return false }
        let isMask = fields[1].hasPrefix("~")
        let number = unsafe UInt32(truncatingIfNeeded: strtoull(String(fields[1].drop { $0 == "~" }), nil, 0))
        return mb_is_supported(features & (isMask ? ~number : number))
    }
}
