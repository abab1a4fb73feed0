/// A rule of RFC 5280 or RFC 6960 that binds the CAs that issue certificates, lists and responses, while validators may
/// accept what breaks it. The raw value is the section.
package enum IssuerRule: String, CaseIterable, Sendable {
    case encoding = "RFC 5280 §4.1"
    case algorithmParameters = "RFC 5280 §4.1.1.2"
    case version = "RFC 5280 §4.1.2.1"
    case serialNumber = "RFC 5280 §4.1.2.2"
    case validity = "RFC 5280 §4.1.2.5"
    case uniqueIdentifiers = "RFC 5280 §4.1.2.8"
    case authorityKeyIdentifier = "RFC 5280 §4.2.1.1"
    case subjectKeyIdentifier = "RFC 5280 §4.2.1.2"
    case keyUsage = "RFC 5280 §4.2.1.3"
    case certificatePolicies = "RFC 5280 §4.2.1.4"
    case policyMappings = "RFC 5280 §4.2.1.5"
    case subjectAltName = "RFC 5280 §4.2.1.6"
    case basicConstraints = "RFC 5280 §4.2.1.9"
    case nameConstraints = "RFC 5280 §4.2.1.10"
    case policyConstraints = "RFC 5280 §4.2.1.11"
    case inhibitAnyPolicy = "RFC 5280 §4.2.1.14"
    case authorityKeyIdentifierOfList = "RFC 5280 §5.2.1"
    case numberOfList = "RFC 5280 §5.2.3"
    case timesOfResponse = "RFC 6960 §4.2.1"

    package var section: String { rawValue }

    /// What a certificate or list of a conforming CA satisfies, and why validators may accept others, for the manual.
    package var rule: String {
        switch self {
        case .encoding:
            "a certificate is DER. Readers understand most other encodings alike, and the signature covers them"
        case .algorithmParameters:
            "the parameters of an algorithm are those that its standard fixes. Validators should accept NULL and absent parameters of RSA alike (RFC 4055 §5)"
        case .version:
            "a leaf and a trust anchor have version 3, because older versions cannot contain the extensions that CAs must include. Validators should accept every version"
        case .serialNumber:
            "the serial number is positive, and at most 20 octets long. Validators should handle zero and negative numbers gracefully; signet compares longer ones, too"
        case .validity:
            "times up to 2049 are UTCTime. Validators must read GeneralizedTime for them, too"
        case .uniqueIdentifiers:
            "a certificate has no unique identifiers. Validators should read them; nothing follows from them"
        case .authorityKeyIdentifier:
            "authorityKeyIdentifier is not critical, and is present with a key identifier, unless the certificate is signed by its own key. It helps to find the issuer; the signature decides"
        case .subjectKeyIdentifier:
            "subjectKeyIdentifier is not critical, and is present in every CA. Validators are not required to compare it"
        case .keyUsage:
            "keyUsage is present in every CA that signs certificates, and contains no usage that is impossible for the type of key. Path validation accepts a CA without it (§6.1.4 (n))"
        case .certificatePolicies:
            "certificatePolicies has no policy twice. Path validation counts it once (§6.1.3 (d))"
        case .policyMappings: "policyMappings occurs only in CAs. Path validation ignores it in a leaf"
        case .subjectAltName:
            "subjectAltName is critical if the subject is empty. Validators process it in any case (§4.2)"
        case .basicConstraints:
            "basicConstraints of a CA is critical, and only CAs that may sign certificates have a path length. Validators process the extension in any case (§4.2); the path length has no meaning elsewhere"
        case .nameConstraints:
            "nameConstraints is critical (except under webpki), and not an empty sequence. Validators process it in any case (§4.2); an empty one constrains nothing"
        case .policyConstraints:
            "policyConstraints is critical, and occurs only in CAs. Validators process it in any case (§4.2, §6.1.5 (b))"
        case .authorityKeyIdentifierOfList:
            "a revocation list has authorityKeyIdentifier. It helps to find the signer; the signature decides"
        case .numberOfList: "a revocation list has a number. Validators require it of delta lists"
        case .timesOfResponse:
            "the times of an OCSP response are without fractions of a second. A fraction changes nothing that is checked"
        case .inhibitAnyPolicy:
            "inhibitAnyPolicy is critical, and occurs only in CAs. Validators process it in any case (§4.2); path validation ignores it in a leaf"
        }
    }
}
