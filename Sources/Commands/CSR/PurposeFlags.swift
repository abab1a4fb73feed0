import Arguments
import OpenSSL
import PKI

/// The flags that say what a certificate is to be good for, and the tables of what they take.
enum PurposeFlags {
    static let all: [any AnyFlag] = [
        UntypedFlag(
            "san", value: Value("KIND:NAME", .suggestion(GeneralName.kinds.map { Value.Choice("\($0):") })),
            isRepeatable: true, group: "Names", "a subject alternative name: dns:, ip:, email:, uri: or upn:",
            details: [
                """
                Given once for each name; their order is kept, and a name given twice is written once. The section \
                ALTERNATIVE NAMES has what each kind takes.
                """
            ]),
        UntypedFlag(
            "key-usage", value: Value("USAGE,…", .suggestion(KeyUsage.allNames.map { Value.Choice($0) })),
            isRepeatable: true, group: "Purpose",
            "what the key may be used for, by the names of RFC 5280 §4.2.1.3"),
        UntypedFlag(
            "ext-key-usage",
            value: Value(
                "USAGE,…",
                .suggestion(ExtendedKeyUsage.allCases.map { Value.Choice($0.rawValue, $0.meaning) })),
            isRepeatable: true, group: "Purpose",
            "what the certificate may be used for: serverAuth, clientAuth, …, or numbers"),
    ]

    /// Which extension each of the flags gives.
    static let extensions = [
        (flag: "san", oid: CertificateExtension.subjectAltName),
        (flag: "key-usage", oid: CertificateExtension.keyUsage),
        (flag: "ext-key-usage", oid: CertificateExtension.extendedKeyUsage),
    ]

    /// Each name of `--san` once.
    static func names(_ arguments: ParsedArguments) throws -> [GeneralName] {
        var names: [GeneralName] = []
        var seen: Set<String> = []
        for text in arguments.values("san") {
            let name = try saying({ (error: AlternativeNameError) in Failure(alternativeName: error, text) })
            {
                () throws(AlternativeNameError) in
                try GeneralName(parsing: text)
            }
            // Host names are the same in any case (RFC 4343).
            let identity: String =
                if case .dns(let host) = name { "dns:\(host.lowercased())" } else { name.text }
            if seen.insert(identity).inserted { names.append(name) }
        }
        return names
    }

    static func keyUsage(_ arguments: ParsedArguments) throws -> KeyUsage? {
        guard arguments.has("key-usage") else { return nil }
        var usage: KeyUsage = []
        for word in words(arguments, "key-usage") {
            guard let one = KeyUsage(named: word) else {
                throw Failure(
                    .usage, "--key-usage: there is no '\(word.printable)'",
                    hint: KeyUsage.allNames.joined(separator: ", "))
            }
            usage.formUnion(one)
        }
        return usage
    }

    static func extendedKeyUsage(_ arguments: ParsedArguments) throws -> [String]? {
        guard arguments.has("ext-key-usage") else { return nil }
        var usages: [String] = []
        for word in words(arguments, "ext-key-usage") {
            guard let oid = ExtendedKeyUsage.oid(word) else {
                throw Failure(
                    .usage, "--ext-key-usage: there is no '\(word.printable)'",
                    hint: ExtendedKeyUsage.allCases.map(\.rawValue).joined(separator: ", ")
                        + ", or numbers with dots")
            }
            usages.append(oid)
        }
        return usages.withoutDuplicates()
    }

    private static func words(_ arguments: ParsedArguments, _ flag: String) -> [String] {
        arguments.values(flag).flatMap { value in
            value.split(separator: ",", omittingEmptySubsequences: false).map { word in
                String(word.drop { $0 == " " })
            }
        }
    }
}

extension ParsedArguments {
    /// A name in RFC 4514 form.
    func distinguishedName(_ text: String, in source: String) throws -> DistinguishedName {
        let name = try saying({ (error: NameError) in Failure(name: error, in: source) }) {
            () throws(NameError) in
            try DistinguishedName(parsing: text)
        }
        let country = AttributeType.named("C")?.oid
        if name.relativeNames.count > 1,
            name.relativeNames.last?.contains(where: { $0.oid == country }) == true
        {
            let turned = (try? DistinguishedName(name.relativeNames.reversed()).text) ?? ""
            Console.warn(
                "\(source): by RFC 4514 the most specific part is written first, and here that is the country; "
                    + "'\(turned.printable)' may be meant")
        }
        return name
    }
}
