/// A type of name attribute: its names and the strings that it allows (RFC 4514 §3, RFC 5280 appendix A.1).
package struct AttributeType: Sendable {
    /// The strings that a value may be.
    package enum Strings: Sendable {
        /// DirectoryString (RFC 5280 appendix A.1), written as a UTF8String.
        case directory
        /// PKCS9String (RFC 2985 §5.1): a DirectoryString or ASCII, written as a UTF8String.
        case pkcs9
        /// The letters, digits and marks of PrintableString.
        case printable
        /// Two letters of ISO 3166, a PrintableString.
        case country
        /// ASCII.
        case ia5

        /// The string types that a value may have; the first one is written.
        package var types: [NameAttribute.StringType] {
            switch self {
            case .directory: [.utf8, .printable, .teletex, .bmp, .universal]
            case .pkcs9: Self.directory.types + [.ia5]
            case .printable, .country: [.printable]
            case .ia5: [.ia5]
            }
        }
    }

    /// Dotted decimal.
    package let oid: String
    /// The first one is written. All are read, ignoring case.
    package let names: [String]
    package let strings: Strings
    /// The largest number of characters in a value; nil if the standard sets no limit.
    package let maximumCount: Int?

    private init(
        _ oid: String, _ names: String..., strings: Strings = .directory, atMost maximumCount: Int? = nil
    ) {
        self.oid = oid
        self.names = names
        self.strings = strings
        self.maximumCount = maximumCount
    }

    package static let all = [
        AttributeType("2.5.4.3", "CN", "commonName", atMost: 64),
        AttributeType("2.5.4.6", "C", "countryName", strings: .country, atMost: 2),
        AttributeType("2.5.4.8", "ST", "stateOrProvinceName", "S", "SP", atMost: 128),
        AttributeType("2.5.4.7", "L", "localityName", atMost: 128),
        AttributeType("2.5.4.10", "O", "organizationName", atMost: 64),
        AttributeType("2.5.4.11", "OU", "organizationalUnitName", atMost: 64),
        AttributeType("0.9.2342.19200300.100.1.25", "DC", "domainComponent", strings: .ia5),
        AttributeType("0.9.2342.19200300.100.1.1", "UID", "userId"),
        AttributeType("2.5.4.9", "STREET", "streetAddress"),
        AttributeType("1.2.840.113549.1.9.1", "emailAddress", "E", "email", strings: .ia5, atMost: 255),
        AttributeType("2.5.4.5", "serialNumber", strings: .printable, atMost: 64),
        AttributeType("2.5.4.42", "givenName", "GN", atMost: 32_768),
        AttributeType("2.5.4.4", "SN", "surname", atMost: 32_768),
        AttributeType("2.5.4.12", "title", atMost: 64),
        AttributeType("2.5.4.17", "postalCode"),
        AttributeType("2.5.4.97", "organizationIdentifier"),
        AttributeType("2.5.4.15", "businessCategory"),
        AttributeType("1.3.6.1.4.1.311.60.2.1.1", "jurisdictionL", "jurisdictionLocalityName", atMost: 128),
        AttributeType(
            "1.3.6.1.4.1.311.60.2.1.2", "jurisdictionST", "jurisdictionStateOrProvinceName", atMost: 128),
        AttributeType(
            "1.3.6.1.4.1.311.60.2.1.3", "jurisdictionC", "jurisdictionCountryName", strings: .country,
            atMost: 2),
        AttributeType("2.5.4.13", "description"),
        AttributeType("2.5.4.20", "telephoneNumber", strings: .printable),
        AttributeType("2.5.4.41", "name", atMost: 32_768),
        AttributeType("2.5.4.43", "initials", atMost: 32_768),
        AttributeType("2.5.4.44", "generationQualifier", atMost: 32_768),
        AttributeType("2.5.4.46", "dnQualifier", strings: .printable),
        AttributeType("2.5.4.65", "pseudonym", atMost: 128),
        AttributeType("2.5.4.72", "role"),
        AttributeType("1.2.840.113549.1.9.2", "unstructuredName", strings: .pkcs9),
    ]

    private static let byOID = Dictionary(uniqueKeysWithValues: all.map { ($0.oid, $0) })
    private static let byName = Dictionary(
        uniqueKeysWithValues: all.flatMap { type in type.names.map { ($0.lowercased(), type) } })

    package static func of(oid: String) -> AttributeType? { byOID[oid] }

    package static func named(_ name: String) -> AttributeType? { byName[name.lowercased()] }
}
