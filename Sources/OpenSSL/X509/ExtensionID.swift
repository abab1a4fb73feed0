/// The identifiers of extensions, in dotted decimal.
package enum ExtensionID {
    package static let subjectDirectoryAttributes = "2.5.29.9"
    package static let subjectKeyIdentifier = "2.5.29.14"
    package static let keyUsage = "2.5.29.15"
    package static let privateKeyUsagePeriod = "2.5.29.16"
    package static let subjectAltName = "2.5.29.17"
    package static let issuerAltName = "2.5.29.18"
    package static let basicConstraints = "2.5.29.19"
    package static let crlNumber = "2.5.29.20"
    package static let reasonCode = "2.5.29.21"
    package static let deltaCRLIndicator = "2.5.29.27"
    package static let issuingDistributionPoint = "2.5.29.28"
    package static let nameConstraints = "2.5.29.30"
    package static let crlDistributionPoints = "2.5.29.31"
    package static let certificatePolicies = "2.5.29.32"
    package static let policyMappings = "2.5.29.33"
    package static let authorityKeyIdentifier = "2.5.29.35"
    package static let policyConstraints = "2.5.29.36"
    package static let extendedKeyUsage = "2.5.29.37"
    package static let freshestCRL = "2.5.29.46"
    package static let inhibitAnyPolicy = "2.5.29.54"
    package static let authorityInformationAccess = "1.3.6.1.5.5.7.1.1"
    package static let subjectInformationAccess = "1.3.6.1.5.5.7.1.11"
    /// RFC 6962 §3.3.
    package static let certificateTimestamps = "1.3.6.1.4.1.11129.2.4.2"
    /// RFC 6962 §3.1.
    package static let precertificatePoison = "1.3.6.1.4.1.11129.2.4.3"
}
