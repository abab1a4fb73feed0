import OpenSSL

/// Reads certificates for every command that takes some.
struct CertificateFiles {
    private let inputs: InputFiles
    private let pkcs12: PKCS12Loading?

    /// - Parameter pkcs12: opens PKCS#12 files, for commands that have the flags for it.
    init(_ inputs: InputFiles, pkcs12: PKCS12Loading? = nil) {
        self.inputs = inputs
        self.pkcs12 = pkcs12
    }

    /// Every certificate of a file: PEM, DER, PKCS#7 or PKCS#12; standard input for `-`.
    func read(_ path: String) throws(Failure) -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        if bytes.isEmpty { throw Failure(.badInput, "empty").about(sourceName(path)) }
        if bytes.withBytes({ PFX.isRecognized($0) }) { return try readPKCS12(bytes, path) }
        return try saying({ (error: CertificateError) in Failure(certificate: error).about(sourceName(path)) }
        ) {
            () throws(CertificateError) in
            try bytes.withBytes { (bytes) throws(CertificateError) in try Certificate.all(in: bytes) }
        }
    }

    private func readPKCS12(_ bytes: Secret, _ path: String) throws(Failure) -> [Certificate] {
        guard let pkcs12 else {
            throw Failure(
                .badInput, "a PKCS#12, which is to be unpacked first", hint: "signet pkcs12 unpack"
            ).about(sourceName(path))
        }
        let certificates = try pkcs12.open(pkcs12.decode(bytes, path), path).certificates
        if certificates.isEmpty {
            throw Failure(certificate: .empty).about(sourceName(path))
        }
        return certificates
    }
}
