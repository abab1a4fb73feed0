import OpenSSL

/// Reads certificates for every command that takes some.
struct CertificateFiles {
    private let inputs: InputFiles

    init(_ inputs: InputFiles) { self.inputs = inputs }

    /// Every certificate of a file: PEM, DER or PKCS#7; standard input for `-`.
    func read(_ path: String) throws(Failure) -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Certificate.maximumFileBytes)
        if bytes.isEmpty { throw Failure(.badInput, "empty").about(sourceName(path)) }
        return try saying({ (error: CertificateError) in Failure(certificate: error).about(sourceName(path)) }
        ) {
            () throws(CertificateError) in
            try bytes.withBytes { (bytes) throws(CertificateError) in try Certificate.all(in: bytes) }
        }
    }
}
