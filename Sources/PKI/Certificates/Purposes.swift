package import OpenSSL

/// The uses of a certificate: the extensions that a request asks for and a certificate contains.
package struct Purposes: Sendable {
    package var names: [GeneralName]
    /// Nil to leave the extension out.
    package var keyUsage: KeyUsage?
    /// Dotted decimal; nil to leave the extension out.
    package var extendedKeyUsage: [String]?

    package init(names: [GeneralName] = [], keyUsage: KeyUsage? = nil, extendedKeyUsage: [String]? = nil) {
        self.names = names
        self.keyUsage = keyUsage
        self.extendedKeyUsage = extendedKeyUsage
    }

    /// The extensions, without duplicates: keyUsage (critical), extendedKeyUsage (critical for timeStamping alone, RFC
    /// 3161 §2.3), and subjectAltName (critical if the subject is empty, RFC 5280 §4.2.1.6).
    package func extensions(subjectIsEmpty: Bool) throws(OpenSSLError) -> [CertificateExtension] {
        var extensions: [CertificateExtension] = []
        if let keyUsage, !keyUsage.isEmpty { extensions.append(try .keyUsage(keyUsage)) }
        if let extendedKeyUsage, !extendedKeyUsage.isEmpty {
            let isCritical = extendedKeyUsage == [ExtendedKeyUsage.timeStamping.oid]
            extensions.append(try .extendedKeyUsage(extendedKeyUsage, isCritical: isCritical))
        }
        if !names.isEmpty { extensions.append(try .subjectAltName(names, isCritical: subjectIsEmpty)) }
        return extensions
    }

    /// Reads the uses from extensions.
    ///
    /// - Throws: if an extension is malformed, repeated or empty.
    package init(_ extensions: [CertificateExtension]) throws {
        self.init()
        var seen: Set<String> = []
        for part in extensions where Self.oids.contains(part.oid) {
            if !seen.insert(part.oid).inserted { throw part.fault("repeated") }
            switch part.contents {
            // An empty extension cannot mean that no use is requested. Leaving it out would allow every use (RFC 5280
            // §4.2.1.3, §4.2.1.6, §4.2.1.12).
            case .subjectAltName([]), .keyUsage([]), .extendedKeyUsage([]): throw part.fault("empty")
            case .subjectAltName(let names): self.names = names
            case .keyUsage(let usage): keyUsage = usage
            case .extendedKeyUsage(let oids): extendedKeyUsage = oids
            default: throw part.fault("malformed")
            }
        }
    }

    /// The identifiers of the extensions that it consists of.
    package static let oids = [
        ExtensionID.subjectAltName, ExtensionID.keyUsage,
        ExtensionID.extendedKeyUsage,
    ]
}

extension Array where Element: Hashable {
    /// The elements without duplicates; the first of each is kept.
    package func withoutDuplicates() -> [Element] {
        var seen: Set<Element> = []
        return filter { seen.insert($0).inserted }
    }
}
