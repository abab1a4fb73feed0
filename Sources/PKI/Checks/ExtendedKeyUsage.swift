/// Identifiers of extended key usages (RFC 5280 §4.2.1.12).
enum ExtendedKeyUsage {
    static let any = "2.5.29.37.0"
    static let serverAuth = "1.3.6.1.5.5.7.3.1"
    static let clientAuth = "1.3.6.1.5.5.7.3.2"

    static func name(_ oid: String) -> String {
        switch oid {
        case any: "anyExtendedKeyUsage"
        case serverAuth: "serverAuth"
        case clientAuth: "clientAuth"
        case "1.3.6.1.5.5.7.3.3": "codeSigning"
        case "1.3.6.1.5.5.7.3.4": "emailProtection"
        case "1.3.6.1.5.5.7.3.8": "timeStamping"
        case "1.3.6.1.5.5.7.3.9": "OCSPSigning"
        default: oid
        }
    }
}
