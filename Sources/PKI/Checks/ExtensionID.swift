import OpenSSL

/// Identifiers of extensions that the checks use.
enum ExtensionID {
    static let subjectKeyIdentifier = CertificateExtension.subjectKeyIdentifier
    static let keyUsage = CertificateExtension.keyUsage
    static let subjectAltName = CertificateExtension.subjectAltName
    static let issuerAltName = "2.5.29.18"
    static let basicConstraints = CertificateExtension.basicConstraints
    static let crlNumber = CertificateExtension.crlNumber
    static let deltaCRLIndicator = CertificateExtension.deltaCRLIndicator
    static let issuingDistributionPoint = "2.5.29.28"
    static let nameConstraints = CertificateExtension.nameConstraints
    static let crlDistributionPoints = CertificateExtension.crlDistributionPoints
    static let certificatePolicies = CertificateExtension.certificatePolicies
    static let policyMappings = "2.5.29.33"
    static let authorityKeyIdentifier = CertificateExtension.authorityKeyIdentifier
    static let policyConstraints = "2.5.29.36"
    static let extendedKeyUsage = CertificateExtension.extendedKeyUsage
    static let freshestCRL = "2.5.29.46"
    static let inhibitAnyPolicy = "2.5.29.54"
    static let subjectDirectoryAttributes = "2.5.29.9"
    static let authorityInformationAccess = CertificateExtension.authorityInformationAccess
    static let subjectInformationAccess = "1.3.6.1.5.5.7.1.11"
    static let privateKeyUsagePeriod = "2.5.29.16"
    /// RFC 6962 §3.3.
    static let certificateTimestamps = CertificateExtension.certificateTimestamps
    /// RFC 6962 §3.1.
    static let precertificatePoison = "1.3.6.1.4.1.11129.2.4.3"

    /// The extensions that signet processes, so that they may be critical.
    static let processed: Set = [
        keyUsage, subjectAltName, issuerAltName, basicConstraints, nameConstraints, crlDistributionPoints,
        certificatePolicies, policyMappings, policyConstraints, extendedKeyUsage, inhibitAnyPolicy,
        subjectKeyIdentifier, authorityKeyIdentifier,
    ]

    /// Those that say what a certificate may do.
    static let decidingAuthority: Set = [
        basicConstraints, keyUsage, extendedKeyUsage, nameConstraints, policyConstraints, inhibitAnyPolicy,
    ]

    /// Those that contain at least one member and have no other check of it: SEQUENCE SIZE (1..MAX).
    static let lists = [
        issuerAltName, certificatePolicies, policyMappings, crlDistributionPoints, freshestCRL,
        authorityInformationAccess, subjectInformationAccess,
    ]

    static func name(_ oid: String) -> String {
        switch oid {
        case subjectKeyIdentifier: "subjectKeyIdentifier"
        case keyUsage: "keyUsage"
        case subjectAltName: "subjectAltName"
        case issuerAltName: "issuerAltName"
        case basicConstraints: "basicConstraints"
        case nameConstraints: "nameConstraints"
        case crlDistributionPoints: "cRLDistributionPoints"
        case certificatePolicies: "certificatePolicies"
        case policyMappings: "policyMappings"
        case authorityKeyIdentifier: "authorityKeyIdentifier"
        case policyConstraints: "policyConstraints"
        case extendedKeyUsage: "extKeyUsage"
        case freshestCRL: "freshestCRL"
        case inhibitAnyPolicy: "inhibitAnyPolicy"
        case subjectDirectoryAttributes: "subjectDirectoryAttributes"
        case authorityInformationAccess: "authorityInfoAccess"
        case subjectInformationAccess: "subjectInfoAccess"
        case crlNumber: "cRLNumber"
        case deltaCRLIndicator: "deltaCRLIndicator"
        case issuingDistributionPoint: "issuingDistributionPoint"
        default: oid
        }
    }
}
