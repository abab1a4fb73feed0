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
        if bytes.isEmpty { throw empty(source) }
        guard let certificates = try pkcs12Certificates(bytes, source) else {
            return try about(source) { try bytes.withBytes { try Certificate.all(in: $0) } }
        }
        if certificates.isEmpty { throw Failure(CertificateError.empty).about(source) }
        return certificates
    }

    /// The same for a file of a folder, which may hold something else and has no certificates then.
    ///
    /// - Throws: if the file cannot be read, is a container that cannot be opened, or is named as certificates are and
    ///   holds something else.
    func readIfAny(_ path: String) throws -> [Certificate] {
        let bytes = try inputs.read(path, upTo: Limits.certificateFileBytes)
        let source = sourceName(path)
        if let certificates = try pkcs12Certificates(bytes, source) { return certificates }
        let name = path.lowercased()
        let isNamedForCertificates = Self.extensions.contains(where: name.hasSuffix)
        let isNamedForPEM = name.hasSuffix(".pem")
        if bytes.isEmpty, isNamedForCertificates || isNamedForPEM { throw empty(source) }
        return try about(source) {
            do {
                return try bytes.withBytes { try Certificate.all(in: $0) }
            } catch CertificateError.empty where !isNamedForCertificates {
                return []
            } catch CertificateError.notCertificates where !isNamedForCertificates {
                // A file of keys may have this name too, but not one in UTF-16.
                if isNamedForPEM, !bytes.withBytes({ EncodedKey.isRecognized($0) }) {
                    throw CertificateError.notCertificates
                }
                return []
            }
        }
    }

    /// The ends of names of files that nobody makes for anything but certificates.
    private static let extensions = [
        ".crt", ".cer", ".cert", ".p7b", ".p7c", ".p12", ".pfx", ".jks", ".jceks", ".bks", ".keystore",
        ".truststore",
    ]

    private func empty(_ source: String) -> Failure {
        Failure(.badInput, "\(source.printable) is empty; expected a certificate")
    }

    /// - Returns: nil for what is not a PKCS#12.
    private func pkcs12Certificates(_ bytes: Secret, _ source: String) throws -> [Certificate]? {
        try about(source) { try bytes.withBytes { try PFX.decodeIfRecognized($0) } }
            .map { try inputs.openIntact($0, pkcs12, source).certificates }
    }
}
