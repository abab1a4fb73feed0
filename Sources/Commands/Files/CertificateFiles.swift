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
        let bundled = try pkcs12Certificates(bytes, source)
        return try about(source) {
            let certificates = try bundled ?? bytes.withBytes { try Certificate.all(in: $0) }
            if certificates.isEmpty { throw CertificateError.empty }
            return try Self.limited(certificates)
        }
    }

    /// The same for a file of a folder, which may hold something else and has no certificates then. One that cannot
    /// be read is an error.
    func readIfAny(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if bytes.withBytes({ PFX.isRecognized($0) }),
            let certificates = try pkcs12Certificates(bytes, source)
        {
            return try about(source) { try Self.limited(certificates) }
        }
        return try about(source) {
            do {
                return try Self.limited(bytes.withBytes { try Certificate.all(in: $0) })
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

    private static func limited(_ certificates: [Certificate]) throws -> [Certificate] {
        var left = Limits.elements
        for certificate in certificates {
            left -= try certificate.elementCount
            if left < 0 { throw CertificateError.tooManyElements(limit: Limits.elements) }
        }
        return certificates
    }
}
