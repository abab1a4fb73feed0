package import OpenSSL

/// A certificate whose parts are decoded once, for many checks.
package final class CertificateFacts: Sendable {
    package let certificate: Certificate
    package let subject: DistinguishedName
    package let issuer: DistinguishedName
    package let isSelfIssued: Bool
    /// Whether the signature was made by the certificate's own key, if the issuer's name or the lack of an
    /// authorityKeyIdentifier suggests it.
    let isSignedWithOwnKey: Bool
    let subjectHash: UInt
    let issuerHash: UInt
    package let notBefore: Int64?
    package let notAfter: Int64?
    /// 2 means version 3.
    let encodedVersion: Int
    let serialNumber: [UInt8]
    let extensions: [CertificateExtension]
    let key: KeyFacts
    let signature: SignatureFacts
    /// Identifiers of the extensions whose values are not valid DER for their type.
    let malformedExtensions: [String]

    // The contents of the extensions; nil if an extension is missing or cannot be decoded.
    let basicConstraints: (isCA: Bool, pathLength: PathLength?)?
    let keyUsage: KeyUsage?
    let extendedKeyUsage: [String]?
    let subjectAltName: [GeneralName]?
    let nameConstraints: NameConstraints?
    let authorityKey: (key: [UInt8]?, hasIssuer: Bool, hasSerialNumber: Bool)?
    let subjectKey: [UInt8]?
    /// The size of certificatePolicies and policyMappings.
    let policyByteCount: Int
    /// Dotted decimal; none if the extension is missing or malformed.
    let policies: [String]
    /// The pairs of policyMappings; none if there are more than a path may have.
    let policyMappings: [(issuerDomain: String, subjectDomain: String)]

    /// - Parameter spend: takes note of the cost of a signature, and returns false if it is too much.
    package init(_ certificate: Certificate, spend: (Int) -> Bool = { _ in true }) {
        self.certificate = certificate
        subject = certificate.subject
        issuer = certificate.issuer
        isSelfIssued = certificate.isSelfIssued
        subjectHash = certificate.subjectHash
        issuerHash = certificate.issuerHash
        notBefore = certificate.notBefore
        notAfter = certificate.notAfter
        encodedVersion = certificate.encodedVersion
        serialNumber = certificate.serialNumber
        extensions = certificate.extensions
        key = certificate.keyFacts
        signature = certificate.signatureFacts
        malformedExtensions = extensions.filter { $0.isEncodedProperly == false || $0.skipsNegative }.map(
            \.oid)

        var basicConstraints: (Bool, PathLength?)?
        var keyUsage: KeyUsage?
        var extendedKeyUsage: [String]?
        var subjectAltName: [GeneralName]?
        var nameConstraints: NameConstraints?
        var authorityKey: ([UInt8]?, Bool, Bool)?
        var subjectKey: [UInt8]?
        var policies: [String] = []
        for item in extensions {
            if item.oid == ExtensionID.nameConstraints {
                nameConstraints = NameConstraints(der: item.value)
                continue
            }
            switch item.contents {
            case .basicConstraints(let isCA, let length):
                basicConstraints = (isCA, length)
            case .keyUsage(let usage): keyUsage = usage
            case .extendedKeyUsage(let usages): extendedKeyUsage = usages
            case .subjectAltName(let names): subjectAltName = names
            case .authorityKeyIdentifier(let key, let issuer, let serial):
                authorityKey = (key, !issuer.isEmpty, serial != nil)
            case .subjectKeyIdentifier(let identifier): subjectKey = identifier
            case .certificatePolicies(let list): if policies.isEmpty { policies = list }
            default: break
            }
        }
        self.basicConstraints = basicConstraints
        self.keyUsage = keyUsage
        self.extendedKeyUsage = extendedKeyUsage
        self.subjectAltName = subjectAltName
        self.nameConstraints = nameConstraints
        self.authorityKey = authorityKey
        self.subjectKey = subjectKey
        self.policies = policies
        let mappings = extensions[ExtensionID.policyMappings]
        policyByteCount = extensions.reduce(0) {
            let isCounted = [ExtensionID.certificatePolicies, ExtensionID.policyMappings].contains($1.oid)
            return $0 + (isCounted ? $1.value.count : 0)
        }
        policyMappings = mappings.map { $0.value.count <= Limits.policyBytes ? $0.policyMappings : [] } ?? []
        let mayBeOwnIssuer = isSelfIssued || extensions[ExtensionID.authorityKeyIdentifier] == nil
        isSignedWithOwnKey =
            mayBeOwnIssuer && spend(Self.signatureCost(of: certificate, key))
            && certificate.isSigned(by: certificate)
    }

    package var isSelfSigned: Bool { isSelfIssued && isSignedWithOwnKey }

    /// The cost of verifying whether `issuer` made the signature of this certificate (``Limits/fileSignatures``).
    func signatureCost(by issuer: CertificateFacts) -> Int { Self.signatureCost(of: certificate, issuer.key) }

    /// A digest of 32 KiB takes as long as a signature of P-256.
    static func signatureCost(of certificate: Certificate, _ key: KeyFacts) -> Int {
        key.verificationCost + certificate.byteCount >> 15
    }

    /// The cA boolean (RFC 5280 §4.2.1.9).
    package var isCA: Bool { basicConstraints?.isCA ?? false }

    /// Whether it has version 1 or 2 and no extensions, so that nothing in it can say what keys it has to do with, or
    /// whether it is a CA.
    var predatesExtensions: Bool { (0...1).contains(encodedVersion) && extensions.isEmpty }

    func has(_ oid: String) -> Bool { extensions[oid] != nil }

    /// Whether the value of an extension is a SEQUENCE without members.
    func isEmptySequence(_ oid: String) -> Bool {
        extensions.contains { $0.oid == oid && $0.value == [0x30, 0x00] }
    }

    var mapsAnyPolicy: Bool {
        let any = PolicyRequirements.anyPolicy
        return policyMappings.contains { $0.issuerDomain == any || $0.subjectDomain == any }
    }

    /// Of places and of issuers of lists.
    var distributionPointNames: Int {
        extensions[ExtensionID.crlDistributionPoints]?.distributionPointNames ?? 0
    }

    /// The subject, or the first alternative name instead.
    package var name: String {
        if !subject.isEmpty { return subject.text }
        switch subjectAltName?.first {
        case .dns(let name), .email(let name), .uri(let name): return name
        default: return "certificate without a subject"
        }
    }
}

/// A ``CertificatePool`` has one object for each certificate.
extension CertificateFacts: Hashable {
    package static func == (left: CertificateFacts, right: CertificateFacts) -> Bool { left === right }

    package func hash(into hasher: inout Swift.Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
