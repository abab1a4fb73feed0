package import OpenSSL

/// What a certificate is to be good for: the extensions that a request asks for and a certificate has.
package struct Purposes: Sendable {
    package var names: [GeneralName]
    /// Nil where the certificate is not to say.
    package var keyUsage: KeyUsage?
    /// Dotted decimal; nil where the certificate is not to say.
    package var extendedKeyUsage: [String]?

    package init(names: [GeneralName] = [], keyUsage: KeyUsage? = nil, extendedKeyUsage: [String]? = nil) {
        self.names = names
        self.keyUsage = keyUsage
        self.extendedKeyUsage = extendedKeyUsage
    }

    /// The extensions, each once: keyUsage (critical), extendedKeyUsage, subjectAltName (critical where the subject
    /// is empty, RFC 5280 §4.2.1.6).
    package func extensions(subjectIsEmpty: Bool) throws(OpenSSLError) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        if let keyUsage, !keyUsage.isEmpty { extensions.append(try .keyUsage(keyUsage)) }
        if let extendedKeyUsage, !extendedKeyUsage.isEmpty {
            extensions.append(try .extendedKeyUsage(extendedKeyUsage))
        }
        if !names.isEmpty { extensions.append(try .subjectAltName(names, isCritical: subjectIsEmpty)) }
        return extensions
    }

    /// What is asked for or said in extensions.
    ///
    /// - Throws: ``PurposesError`` for one that cannot be decoded, is there twice, or says nothing.
    package init(_ extensions: [CertificateExtension]) throws(PurposesError) {
        self.init()
        var seen: Set<String> = []
        for part in extensions where Self.oids.contains(part.oid) {
            if !seen.insert(part.oid).inserted { throw .twice(part.name) }
            switch part.contents {
            // An extension without contents is no way to ask for none, and a certificate without the extension
            // would be good for everything (RFC 5280 §4.2.1.3, §4.2.1.6, §4.2.1.12).
            case .subjectAltName([]), .keyUsage([]), .extendedKeyUsage([]): throw .empty(part.name)
            case .subjectAltName(let names): self.names = names
            case .keyUsage(let usage): keyUsage = usage
            case .extendedKeyUsage(let oids): extendedKeyUsage = oids
            default: throw .malformed(part.name)
            }
        }
    }

    /// Of the extensions that it is made of.
    package static let oids = [
        CertificateExtension.subjectAltName, CertificateExtension.keyUsage,
        CertificateExtension.extendedKeyUsage,
    ]
}

package enum PurposesError: Error, Equatable, Sendable {
    case malformed(String)
    case twice(String)
    case empty(String)
}

extension Array where Element: Hashable {
    /// Each element once, in the place where it stands first.
    package func withoutDuplicates() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
