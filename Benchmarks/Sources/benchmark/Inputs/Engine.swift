/// What `--engine` takes.
enum Engine: String {
    case auto
    case openSSL = "openssl"
    case multiBuffer = "multibuffer"

    static let missing = "no AVX-512 IFMA"

    /// Whether the processor has what it needs, as `signet --version` says.
    static func multiBufferRuns(_ signet: String) throws -> Bool {
        try Command(signet, "--version").output().contains("multibuffer")
    }
}
