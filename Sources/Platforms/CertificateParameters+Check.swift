package import OpenSSL
import PKI

extension CertificateParameters {
    /// Checks a request that is ready to be sent against what was asked for, as the server will.
    ///
    /// - Returns: the member that it does not agree with; nil where it agrees.
    /// - Throws: if it cannot be told what the request asks for.
    package func disagreement(with request: Request) throws(RequestError) -> String? {
        let purposes = try request.extensions().reduce(into: Purposes()) { all, part in
            guard let one = try? Purposes([part]) else { return }
            all.names += one.names
            all.keyUsage = one.keyUsage ?? all.keyUsage
            all.extendedKeyUsage = one.extendedKeyUsage ?? all.extendedKeyUsage
        }
        if let subject, (try? DistinguishedName(parsing: subject)) != request.subject { return "subject" }
        guard let key = request.keyInfo.type, accept(key) else {
            return keySize == nil ? "keyType" : "keySize"
        }
        let wanted = Self.signatureAlgorithms.first { $0.name == signatureAlgorithm }
        if let wanted, request.signatureAlgorithm != wanted.library { return "signatureAlgorithm" }
        if !emailAddresses.allSatisfy({ purposes.names.contains(.email($0)) }) {
            return "subjectAltNamesRfc822"
        }
        if !hosts.allSatisfy({ purposes.names.contains(.dns($0)) }) { return "subjectAltNamesDNS" }
        if let keyUsage, purposes.keyUsage ?? [] != keyUsage { return "keyUsage" }
        if let extendedKeyUsage, Set(purposes.extendedKeyUsage ?? []) != Set(extendedKeyUsage) {
            return "extendedKeyUsage"
        }
        return nil
    }
}
