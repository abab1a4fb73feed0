import OpenSSL
import System

/// Reads certificates for every command that takes some.
struct CertificateFiles {
    private let inputs: InputFiles
    private let pkcs12: PKCS12Opening?

    /// - Parameter pkcs12: opens PKCS#12 files, for commands that have the flags for it.
    init(_ inputs: InputFiles, pkcs12: PKCS12Opening? = nil) {
        self.inputs = inputs
        self.pkcs12 = pkcs12
    }

    /// Every certificate of a file: PEM, DER, PKCS#7 or PKCS#12; standard input for `-`.
    func read(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if bytes.isEmpty { throw Failure(.badInput, "\(source.printable) is empty; expected a certificate") }
        guard bytes.withBytes({ PFX.isRecognized($0) }) else {
            return try about(source) { try bytes.withBytes { try Certificate.all(in: $0) } }
        }
        let certificates = try certificates(ofPKCS12: bytes, path)
        if certificates.isEmpty { throw Failure(CertificateError.empty).about(source) }
        return certificates
    }

    /// The same for a file of a folder, which may hold something else and has no certificates then, or be too large to
    /// hold any. One that cannot be read is an error.
    func readIfAny(_ path: String) throws -> [Certificate] {
        let bytes: Secret
        do {
            bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        } catch let error as SystemError {
            if case .tooLarge = error.reason { return [] }
            throw error
        }
        if bytes.withBytes({ PFX.isRecognized($0) }) { return try certificates(ofPKCS12: bytes, path) }
        return try about(sourceName(path)) {
            do {
                return try bytes.withBytes { try Certificate.all(in: $0) }
            } catch CertificateError.notCertificates, CertificateError.empty {
                return []
            }
        }
    }

    private func certificates(ofPKCS12 bytes: Secret, _ path: String) throws -> [Certificate] {
        guard let pkcs12 else {
            throw Failure(
                .badInput, "expected certificates, found a PKCS#12",
                hint: "extract them with signet pkcs12 unpack"
            ).about(sourceName(path))
        }
        let source = sourceName(path)
        let file = try about(source) { try bytes.withBytes { try PFX.decode($0) } }
        return try inputs.open(file, pkcs12, source).certificates
    }
}
