import Arguments
import OpenSSL
import PKI
import Words

/// The flags that say whom and what a certificate is for.
enum PurposeFlags {
    static func subject(absent: String? = nil, details: [Block] = []) -> Flag<DistinguishedName?> {
        Flag(
            "subject", short: "s", .distinguishedName, absent: absent, group: "Names",
            "the subject of the certificate, in RFC 4514 form", details: details
        )
        .proposed(for: "subj", "cn", "common-name", "dn")
    }

    static let names = Flag(
        repeatable: "san", .alternativeName, group: "Names",
        "add a subject alternative name: dns:HOST, …",
        details: [
            """
            The types are `dns:`, `ip:`, `email:`, `uri:` and `upn:`; the section ALTERNATIVE NAMES describes what each \
            accepts. Names keep their order, and a repeated name is written once.
            """
        ]
    )
    .proposed(for: "addext", "alt-name", "alt-names", "sans", "subject-alt-name")
    .proposed([
        "dns": "use --san dns:NAME", "domain": "use --san dns:NAME", "host": "use --san dns:NAME",
        "hostname": "use --san dns:NAME", "ip": "use --san ip:ADDRESS", "email": "use --san email:ADDRESS",
        "uri": "use --san uri:URI",
    ])

    static let keyUsage = Flag(
        repeatable: "key-usage", .keyUsage, group: "Purpose",
        "set the key usage: digitalSignature, …",
        details: ["The names are those of RFC 5280 §4.2.1.3. The section KEY USAGES lists them."])

    static let extendedKeyUsage = Flag(
        repeatable: "ext-key-usage", .extendedKeyUsage, group: "Purpose",
        "set the extended key usage: serverAuth, …",
        details: ["Names and OIDs are accepted. The section KEY USAGES lists the names."]
    )
    .proposed(for: "eku", "extended-key-usage")

    static let all: [any AnyFlag] = [names, keyUsage, extendedKeyUsage]

    /// What the flags say; nil and no names if they say nothing.
    static func purposes(_ arguments: ParsedArguments) -> Purposes {
        let usages = arguments[keyUsage]
        let extendedUsages = arguments[extendedKeyUsage].flatMap { $0 }
        return Purposes(
            names: distinct(arguments[names]),
            keyUsage: usages.isEmpty ? nil : usages.reduce(into: KeyUsage()) { $0.formUnion($1) },
            extendedKeyUsage: extendedUsages.isEmpty ? nil : extendedUsages.withoutDuplicates())
    }

    private static func distinct(_ names: [GeneralName]) -> [GeneralName] {
        var seen: Set<String> = []
        return names.filter { name in
            // Host names are the same in any case (RFC 4343).
            let identity = if case .dns(let host) = name { "dns:\(host.lowercased())" } else { name.text }
            return seen.insert(identity).inserted
        }
    }
}

extension ValueFormat where Result == DistinguishedName {
    fileprivate static var distinguishedName: Self {
        Self("DN", text: { $0.text }, read: DistinguishedName.init(parsing:))
    }
}

extension ValueFormat where Result == GeneralName {
    fileprivate static var alternativeName: Self {
        let types = GeneralName.kinds.map { Value.Choice("\($0):") }
        return Self("TYPE:NAME", .suggestion(types), text: { $0.text }, read: GeneralName.init(parsing:))
    }
}

extension ValueFormat where Result == KeyUsage {
    fileprivate static var keyUsage: Self {
        let names = KeyUsage.allNames
        return Self("USAGE,…", .list(names.map { Value.Choice($0) })) { list in
            var usage: KeyUsage = []
            for word in words(list) {
                guard let one = KeyUsage(named: word) else { throw InvalidValue.unknown(word, among: names) }
                usage.formUnion(one)
            }
            return usage
        }
    }
}

extension ValueFormat where Result == [String] {
    /// Dotted decimal.
    fileprivate static var extendedKeyUsage: Self {
        let names = ExtendedKeyUsage.allCases.map { Value.Choice($0.rawValue, $0.meaning) }
        return Self("USAGE,…", .list(names)) { list in
            var usages: [String] = []
            for word in words(list) {
                guard let oid = ExtendedKeyUsage.oid(word) else {
                    throw InvalidValue.unknown(
                        word, among: names.map(\.word) + ["an OID such as 1.3.6.1.5.5.7.3.2"])
                }
                usages.append(oid)
            }
            return usages
        }
    }
}

/// The words between the commas of a list.
private func words(_ list: String) -> [String] {
    list.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
}

extension DistinguishedName {
    /// A warning if the name is in OpenSSL's order, with the most specific part last, or if a value goes on in OpenSSL's
    /// form; nil otherwise.
    var formWarning: String? {
        get throws {
            for attribute in relativeNames.joined() {
                guard let text = attribute.text else { continue }
                let types = text.split(separator: "/").dropFirst().filter { $0.contains("=") }.map { part in
                    String(part.prefix { $0 != "=" })
                }
                if let type = types.first(where: { AttributeType.named($0) != nil }) {
                    return
                        "RFC 4514 separates the parts with commas, but a value contains '/\(type)='; did you mean ',\(type)='?"
                }
            }
            let places = relativeNames.reversed().compactMap { name in
                Self.order.firstIndex { types in name.contains { types.contains($0.oid) } }
            }
            guard let first = places.first, let last = places.last, first < last, places == places.sorted()
            else { return nil }
            let reversed = try DistinguishedName(relativeNames.reversed()).text
            return
                "RFC 4514 writes the most specific part first, but this name writes it last; did you mean \(reversed.quoted)?"
        }
    }

    /// The types of parts, from the least specific.
    private static let order = [
        ["C", "DC"], ["ST", "L", "O"], ["OU"], ["CN", "UID", "emailAddress"],
    ].map { $0.compactMap { AttributeType.named($0)?.oid } }
}
