/// A rule of RFC 5280 that binds the CAs that issue certificates and lists, while validators may accept what breaks it. The raw
/// value is the section.
package enum IssuerRule: String, CaseIterable, Sendable {
    case version = "RFC 5280 §4.1.2.1"
    case serialNumber = "RFC 5280 §4.1.2.2"
    case validity = "RFC 5280 §4.1.2.5"
    case authorityKeyIdentifier = "RFC 5280 §4.2.1.1"
    case subjectKeyIdentifier = "RFC 5280 §4.2.1.2"
    case keyUsage = "RFC 5280 §4.2.1.3"
    case policyMappings = "RFC 5280 §4.2.1.5"
    case subjectAltName = "RFC 5280 §4.2.1.6"
    case basicConstraints = "RFC 5280 §4.2.1.9"
    case nameConstraints = "RFC 5280 §4.2.1.10"
    case policyConstraints = "RFC 5280 §4.2.1.11"
    case inhibitAnyPolicy = "RFC 5280 §4.2.1.14"
    case authorityKeyIdentifierOfList = "RFC 5280 §5.2.1"
    case numberOfList = "RFC 5280 §5.2.3"

    package var section: String { rawValue }
}
