import OpenSSL

/// Checks of subjects that the Baseline Requirements add (BR §7.1.2.7.1, §7.1.2.10.2, §7.1.4).
extension Check {
    static let subjects: [Check] = [
        ofProfile(
            "subject-attributes", "BR §7.1.2.7.1, §7.1.2.10.2, §7.1.4",
            rule: """
                each relative name of the subject has one attribute, which is not repeated, is a UTF8String or \
                PrintableString of the allowed length, says something, and is in the order of BR §7.1.4.2; the subject \
                has the attributes that the certificate's reserved policy requires, and none that it forbids. For a CA, \
                the check only warns, because cross-certificates may repeat old names (BR §7.1.2.2.2)
                """
        ) { facts, profile in
            let formFault = fault(of: facts.subject)
            switch profile {
            case .authority:
                let lacks = lacking(["C", "O", "CN"], in: facts.subject)
                let hasUnit = facts.subject.names.contains("OU") ? "the subject of the CA has OU" : nil
                return (formFault ?? lacks ?? hasUnit).map { .warn($0) } ?? .pass()
            case .server:
                let kindFault = facts.reservedPolicies.first.flatMap { fault(of: facts.subject, for: $0) }
                return (formFault ?? kindFault).map { .fail($0) } ?? .pass()
            }
        }
    ]

    /// The order of BR §7.1.4.2, by the first name of each type.
    private static let order = [
        "DC", "C", "ST", "L", "postalCode", "STREET", "O", "SN", "givenName", "OU", "CN",
    ]

    private static func fault(of subject: DistinguishedName) -> String? {
        if subject.relativeNames.contains(where: { $0.count > 1 }) {
            return "a relative name of the subject has several attributes"
        }
        let names = subject.names
        let single = names.filter { $0 != "DC" && $0 != "STREET" }
        if let twice = single.first(where: { name in single.count { $0 == name } > 1 }) {
            return "the subject repeats \(twice)"
        }
        let places = names.compactMap(order.firstIndex)
        if zip(places, places.dropFirst()).contains(where: >) {
            return
                "the attributes of the subject are not in the order \(order.filter(names.contains).joined(separator: ", "))"
        }
        return subject.relativeNames.lazy.flatMap(\.self).compactMap(fault).first
    }

    private static func fault(of attribute: NameAttribute) -> String? {
        let type = AttributeType.of(oid: attribute.oid)
        let name = attribute.typeName
        if type?.strings == .country {
            let letters = UInt8(ascii: "A")...UInt8(ascii: "Z")
            let isCode = attribute.contents.count == 2 && attribute.contents.allSatisfy(letters.contains)
            return isCode && attribute.stringType == .printable
                ? nil : "\(name) in the subject is not a PrintableString of two capital letters"
        }
        let types = (type?.strings ?? .directory).types.filter { [.utf8, .printable, .ia5].contains($0) }
        guard let string = attribute.stringType, types.contains(string), let text = attribute.text else {
            return "\(name) in the subject has a string type that is not allowed"
        }
        if let limit = type?.maximumCount, text.unicodeScalars.count > limit {
            return "\(name) in the subject has more than \(limit) characters"
        }
        return text.unicodeScalars.allSatisfy(" .-".unicodeScalars.contains)
            ? "\(name) in the subject says nothing" : nil
    }

    /// - Parameter policy: the reserved policy of the certificate.
    private static func fault(of subject: DistinguishedName, for policy: ReservedPolicy) -> String? {
        let names = subject.names
        if let forbidden = names.first(where: { !policy.allows($0) }) {
            return "a certificate for \(policy.words) must not have \(forbidden) in its subject"
        }
        if let lacks = lacking(policy.required, in: subject) { return lacks }
        return policy == .domain || names.contains("L") || names.contains("ST")
            ? nil : "the subject lacks L or ST"
    }

    private static func lacking(_ required: [String], in subject: DistinguishedName) -> String? {
        required.first { !subject.names.contains($0) }.map { "the subject lacks \($0)" }
    }
}

extension DistinguishedName {
    /// The types of all attributes, by the first name of each.
    fileprivate var names: [String] { relativeNames.flatMap { $0.map(\.typeName) } }
}

extension NameAttribute {
    fileprivate var typeName: String { AttributeType.of(oid: oid)?.names[0] ?? oid }
}

/// The reserved certificate policies (BR §7.1.6.1), which say how the subject was validated. The raw value is dotted
/// decimal.
enum ReservedPolicy: String {
    case domain = "2.23.140.1.2.1"
    case organization = "2.23.140.1.2.2"
    case individual = "2.23.140.1.2.3"
    case extended = "2.23.140.1.1"

    fileprivate var words: String {
        switch self {
        case .domain: "a validated domain"
        case .organization: "a validated organization"
        case .individual: "a validated individual"
        case .extended: "an extended validation"
        }
    }

    /// The attributes that a subject must have, besides a place (BR §7.1.2.7.2 to §7.1.2.7.5; for extended validation,
    /// §7.1.4.2 of its own guidelines).
    fileprivate var required: [String] {
        switch self {
        case .domain: []
        case .organization: ["C", "O"]
        case .individual: ["C", "SN", "givenName"]
        case .extended: ["C", "O", "businessCategory", "jurisdictionC", "serialNumber"]
        }
    }

    fileprivate func allows(_ attribute: String) -> Bool {
        switch self {
        case .domain: ["C", "CN"].contains(attribute)
        case .organization: !["SN", "givenName", "OU"].contains(attribute)
        case .individual, .extended: attribute != "OU"
        }
    }
}
