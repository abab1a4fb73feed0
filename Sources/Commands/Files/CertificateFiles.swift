import OpenSSL

/// Reads certificates for all commands.
struct CertificateFiles {
    private let inputs: InputFiles
    private let pkcs12: PKCS12Opening?

    /// - Parameter pkcs12: how PKCS#12 files are opened, for commands that have the flags for it.
    init(_ inputs: InputFiles, pkcs12: PKCS12Opening? = nil) {
        self.inputs = inputs
        self.pkcs12 = pkcs12
    }

    /// All certificates of a file (PEM, DER, PKCS#7 or PKCS#12), or of standard input for `-`.
    func read(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        if bytes.isEmpty { throw Failure(.badInput, "empty").about(sourceName(path)) }
        switch try certificates(in: bytes, path) {
        case .success(let certificates): return certificates
        case .failure(let error): throw Failure(certificate: error).about(sourceName(path))
        }
    }

    /// The certificates of a file in a folder. A file of another kind has none, but a file that cannot be read is an
    /// error.
    func readIfAny(_ path: String) throws -> [Certificate] {
        switch try certificates(in: inputs.read(path, upTo: Limits.certificateFileBytes), path) {
        case .success(let certificates): return certificates
        case .failure(.notCertificates), .failure(.empty): return []
        case .failure(let error): throw Failure(certificate: error).about(sourceName(path))
        }
    }

    private func certificates(
        in bytes: Secret, _ path: String
    ) throws -> Result<[Certificate], CertificateError> {
        if bytes.withBytes({ PFX.isRecognized($0) }) { return try certificates(ofPKCS12: bytes, path) }
        do {
            return .success(
                try bytes.withBytes { (bytes) throws(CertificateError) in try Certificate.all(in: bytes) })
        } catch {
            return .failure(error)
        }
    }

    private func certificates(
        ofPKCS12 bytes: Secret, _ path: String
    ) throws -> Result<[Certificate], CertificateError> {
        guard let pkcs12 else {
            throw Failure(
                .badInput, "a PKCS#12, which is to be unpacked first", hint: "signet pkcs12 unpack"
            ).about(sourceName(path))
        }
        let source = sourceName(path)
        let file = try about(source) { try bytes.withBytes { try PFX.decode($0) } }
        let certificates = try inputs.open(file, pkcs12, source).certificates
        return certificates.isEmpty ? .failure(.empty) : .success(certificates)
    }
}
