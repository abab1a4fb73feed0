import JOSE
package import JSON
import OpenSSL
import PKI
import Words

extension CertificateParameters {
    /// A JSON text has members that certificate parameters do not have.
    package struct UnknownMembers: DescribedError {
        let names: [String]

        package var message: String { "unknown members: \(names.firstFew(\.printable))" }
    }

    /// A JSON text has members, but none that occurs in certificate parameters.
    package struct NoKnownMember: DescribedError {
        package var message: String {
            "expected certificate parameters, found JSON without any of their members"
        }
    }

    /// Errors name members by their path: `clientConfig.keySize`.
    ///
    /// - Parameter ignoringUnknown: whether to ignore unknown members.
    package init(parsing json: [UInt8], ignoringUnknown: Bool) throws {
        guard let object = try JSONDocument(parsing: json).root.objectValue else {
            throw InputError("expected certificate parameters as a JSON object, found another JSON value")
        }
        if let status = Self.failure(in: object) {
            throw InputError("the log-in failed: status is \(status.quoted)")
        }
        self.init()
        let unknown = Self.unknownMembers(of: object)
        try Self.refuseMisspelt(unknown)
        if !ignoringUnknown, !unknown.isEmpty { throw UnknownMembers(names: unknown) }
        if !object.members.isEmpty, !Self.isLikely(object) { throw NoKnownMember() }
        subject = try Self.text(object, "subject")
        keyKind = try Self.choice(
            object, "keyType", KeyKind.allCases, name: \.rawValue, spellings: \.spellings)
        signatureAlgorithm = try Self.choice(
            object, "signatureAlgorithm", Self.signatureAlgorithms, name: \.name, spellings: { [$0.library] }
        )?.name
        emailAddresses = try Self.list(object, "subjectAltNamesRfc822")
        hosts = try Self.list(object, "subjectAltNamesDNS")
        keySize = try Self.size(object)
        try checkSize()
        try checkSignature()
        try readUsages(object)
    }

    private static func mistyped(_ member: String, _ expected: String) -> InputError {
        InputError("\(member.printable) must be \(expected)")
    }

    private static func unknownValue(of member: String, _ expected: String) -> InputError {
        InputError("\(member.printable): unknown value; expected \(expected)")
    }

    /// Whether an object has a member that occurs in certificate parameters.
    package static func isLikely(_ object: JSONObject) -> Bool {
        object["clientConfig"] != nil
            || Member.allCases.contains { $0 != .clientKeySize && object[$0.rawValue] != nil }
    }

    /// The status of a log-in that failed. Without this, a key of the default size would be made for it.
    private static func failure(in object: JSONObject) -> String? {
        let status = object.members.first { $0.name.lowercased() == "status" }?.value.stringValue
        guard let status else { return nil }
        let words = status.lowercased().split { !$0.isLetter }
        return words.contains { $0.hasPrefix("error") || $0.hasPrefix("fail") || $0 == "denied" }
            ? status : nil
    }

    private static let known = Member.allCases.map(\.rawValue) + ["clientConfig"]

    private static func unknownMembers(of object: JSONObject) -> [String] {
        object.members.flatMap { member in
            if member.name == "clientConfig", let inner = member.value.objectValue {
                return inner.members.map { "clientConfig.\($0.name)" }.filter { !known.contains($0) }
            }
            return known.contains(member.name) && member.name != "clientConfig.keySize" ? [] : [member.name]
        }
    }

    /// Refuses a member that differs from a known one only in case: it is meant for that one.
    private static func refuseMisspelt(_ unknown: [String]) throws {
        for name in unknown {
            if let meant = known.first(where: {
                $0 != name && $0.lowercased() == name.lowercased()
            }) {
                throw InputError("the member \(name.quoted) is unknown; expected '\(meant)'")
            }
        }
    }

    private static func text(_ object: JSONObject, _ name: String) throws -> String? {
        guard let value = object[name] else { return nil }
        guard let text = value.stringValue else { throw mistyped(name, "a string") }
        return text
    }

    /// - Parameter spellings: other names of a choice. Case is ignored.
    private static func choice<Choice>(
        _ object: JSONObject, _ member: String, _ choices: [Choice], name: (Choice) -> String,
        spellings: (Choice) -> [String]
    ) throws -> Choice? {
        guard let text = try text(object, member)?.lowercased() else { return nil }
        let choice = choices.first { choice in
            (spellings(choice) + [name(choice)]).contains { $0.lowercased() == text }
        }
        guard let choice else { throw unknownValue(of: member, choices.map(name).orList) }
        return choice
    }

    /// A string with comma-separated items, or an array of strings.
    private static func list(
        _ object: JSONObject, _ name: String
    ) throws -> [String] {
        guard let value = object[name] else { return [] }
        if let text = value.stringValue {
            return text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
        }
        return try strings(value, name, expected: "a string or an array of strings")
    }

    private static func strings(
        _ value: JSONValue, _ name: String, expected: String = "an array of strings"
    ) throws -> [String] {
        guard let elements = value.arrayValue else {
            throw mistyped(name, expected)
        }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.stringValue else {
                throw mistyped("\(name)[\(index)]", "a string")
            }
            strings.append(text)
        }
        return strings
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func size(_ object: JSONObject) throws -> Int? {
        let size = try number(object["keySize"], "keySize")
        guard let configuration = object["clientConfig"] else { return size }
        guard let inner = configuration.objectValue else {
            throw mistyped("clientConfig", "an object")
        }
        let other = try number(inner["keySize"], "clientConfig.keySize")
        if let size, let other, size != other { throw InputError("keySize and clientConfig.keySize differ") }
        return size ?? other
    }

    /// A number, or a string with its digits.
    private static func number(_ value: JSONValue?, _ name: String) throws -> Int? {
        guard let value else { return nil }
        let number = value.numberValue ?? value.stringValue.flatMap(JSONNumber.init(spelling:))
        guard let number = number?.int64 else { throw mistyped(name, "a whole number") }
        return Int(number)
    }

    private func checkSize() throws {
        guard let keySize else { return }
        let kind = keyKind ?? .rsa
        let isKnown =
            switch kind {
            case .rsa: RSAKeyRules.isSize(keySize)
            case .ec: Self.curves[keySize] != nil
            case .ed25519: keySize == 256 || keySize == 255
            }
        let expected =
            switch kind {
            case .rsa: "\(RSAKeyRules.sizeWords) for RSA"
            case .ec: "256, 384 or 521 for EC"
            case .ed25519: "256 or none for Ed25519"
            }
        if !isKnown { throw Self.unknownValue(of: "keySize", expected) }
    }

    private func checkSignature() throws {
        let kind = keyKind ?? .rsa
        guard let wanted = Self.signatureAlgorithms.first(where: { $0.name == signatureAlgorithm }),
            wanted.kind != kind
        else { return }
        throw InputError(
            "signatureAlgorithm \(wanted.name) cannot be used with keyType \(kind.rawValue)",
            hint: "set keyType; the default is RSA")
    }

    private mutating func readUsages(_ object: JSONObject) throws {
        if let value = object["keyUsage"] {
            var usage: KeyUsage = []
            for (index, name) in try Self.strings(value, "keyUsage").enumerated() {
                guard let one = KeyUsage(named: name) else {
                    throw Self.unknownValue(of: "keyUsage[\(index)]", KeyUsage.allNames.orList)
                }
                usage.formUnion(one)
            }
            keyUsage = usage
        }
        guard let value = object["extendedKeyUsage"] else { return }
        var usages: [String] = []
        for (index, name) in try Self.strings(value, "extendedKeyUsage").enumerated() {
            guard let oid = ExtendedKeyUsage.oid(name) else {
                throw Self.unknownValue(
                    of: "extendedKeyUsage[\(index)]",
                    "a name such as clientAuth, or an OID such as 1.3.6.1.5.5.7.3.2")
            }
            usages.append(oid)
        }
        extendedKeyUsage = usages
    }
}
