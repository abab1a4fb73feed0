import MultiBuffer
import OpenSSL

/// Versions of signet and of what it stands on.
package enum Version {
    package static let signet = "0.1.0"

    /// The day of the release, for the man pages; not the day of the build, which would make every build differ.
    package static let date = "2026-11-21"

    /// `signet 0.1.0 (Swift 6.3, OpenSSL 3.0.19 27 Jan 2026, multibuffer)`: the compiler that built it, the OpenSSL
    /// that is loaded, and the engine for batches if the processor has what it needs.
    static var line: String {
        let engine = MultiBuffer.isSupported ? ", multibuffer" : ""
        return "signet \(signet) (Swift \(swift), \(Library.version)\(engine))"
    }

    private static var swift: String {
        #if compiler(>=6.4)
            "6.4 or later"
        #elseif compiler(>=6.3)
            "6.3"
        #else
            "6.2"
        #endif
    }
}
