import MultiBuffer
import OpenSSL

/// The versions of signet and of the software that it uses.
package enum Version {
    package static let signet = "0.1.0"

    /// The date of the release, for the man pages. The date of the build would make every build differ.
    package static let date = "2026-11-21"

    /// `signet 0.1.0 (Swift 6.3, OpenSSL 3.0.19 27 Jan 2026, multibuffer: ifma)`: the compiler that built it, the OpenSSL
    /// that is loaded or inside, and the engine for batches with its kernel for this processor.
    static var line: String {
        let library = Library.version + (Library.isStatic ? " inside" : "")
        return "signet \(signet) (Swift \(swift), \(library), multibuffer: \(MultiBuffer.kernel.rawValue))"
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
