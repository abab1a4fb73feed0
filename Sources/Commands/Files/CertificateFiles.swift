import OpenSSL

/// Reads certificates for every command that takes some.
struct CertificateFiles {
    private let inputs: InputFiles
    private let pkcs12: PKCS12Opening

    init(_ inputs: InputFiles, pkcs12: PKCS12Opening) {
        self.inputs = inputs
        self.pkcs12 = pkcs12
    }

    /// Every certificate of a file: PEM, DER, PKCS#7 or PKCS#12; standard input for `-`.
    func read(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if bytes.isEmpty { throw Failure(.badInput, "\(source.printable) is empty; expected a certificate") }
        return try certificates(in: bytes, source)
    }

    /// Every certificate in the bytes of a file.
    func certificates(in bytes: Secret, _ source: String) throws -> [Certificate] {
        guard let certificates = try pkcs12Certificates(bytes, source) else {
            return try about(source) { try bytes.withBytes { try Certificate.all(in: $0) } }
        }
        if certificates.isEmpty { throw Failure(CertificateError.empty).about(source) }
        return certificates
    }

    /// The same for a file of a folder, which may hold something else and has no certificates then. One that cannot
    /// be read is an error.
    func readIfAny(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if bytes.withBytes({ PFX.isRecognized($0) }),
            let certificates = try pkcs12Certificates(bytes, source)
        {
            return certificates
        }
        return try about(source) {
            do {
                return try bytes.withBytes { try Certificate.all(in: $0) }
            } catch CertificateError.notCertificates, CertificateError.empty {
                return []
            }
        }
    }

    /// - Returns: nil for what is not a PKCS#12.
    private func pkcs12Certificates(_ bytes: Secret, _ source: String) throws -> [Certificate]? {
        try about(source) { try bytes.withBytes { try PFX.decodeIfRecognized($0) } }
            .map { try inputs.openIntact($0, pkcs12, source).certificates }
    }
}
