package import JSON
import OpenSSL
import PKI

/// Why a JSON text is not valid certificate parameters. Members are named by their path: `clientConfig.keySize`.
package enum CertificateParametersError: Error, Equatable, Sendable {
    case json(JSONError)
    case notAnObject
    /// The answer to a log-in that failed.
    case failedLogIn(status: String)
    /// There are members, but none that occurs in certificate parameters.
    case noKnownMember
    case unknown(members: [String])
    case mistyped(member: String, expected: MemberType)
    case value(member: String, expected: Values)
    /// `keySize` and `clientConfig.keySize` differ.
    case conflict(String, String)
    /// `signatureAlgorithm` belongs to another `keyType`.
    case signature(algorithm: String, CertificateParameters.KeyKind)

    package enum MemberType: Equatable, Sendable {
        case string
        case strings
        case stringOrStrings
        case wholeNumber
        case object
    }

    package enum Values: Equatable, Sendable {
        case oneOf([String])
        /// One of the sizes of this kind of key.
        case keySize(CertificateParameters.KeyKind)
        /// A name or a number in dotted decimal.
        case extendedKeyUsage
    }
}

extension CertificateParameters {
    /// - Parameter ignoringUnknown: whether to ignore unknown members.
    package init(parsing json: [UInt8], ignoringUnknown: Bool) throws(CertificateParametersError) {
        let document: JSONDocument
        do {
            document = try JSONDocument(parsing: json)
        } catch {
            throw .json(error)
        }
        guard let object = document.root.objectValue else { throw .notAnObject }
        if let status = Self.failure(in: object) { throw .failedLogIn(status: status) }
        self.init()
        if !ignoringUnknown { try Self.refuseUnknown(object) }
        if !object.members.isEmpty, !Self.isLikely(object) { throw .noKnownMember }
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

    /// Whether an object has a member that occurs in certificate parameters.
    package static func isLikely(_ object: JSONObject) -> Bool {
        object["clientConfig"] != nil
            || Member.allCases.contains { $0 != .clientKeySize && object[$0.rawValue] != nil }
    }

    /// The status of a log-in that failed. Without this, a key of the default size would be made for it.
    private static func failure(in object: JSONObject) -> String? {
        guard let status = object["status"]?.stringValue else { return nil }
        let words = status.lowercased().split { !$0.isLetter }
        return words.contains { $0.hasPrefix("error") || $0.hasPrefix("fail") || $0 == "denied" }
            ? status : nil
    }

    private static func refuseUnknown(_ object: JSONObject) throws(CertificateParametersError) {
        let known = Set(Member.allCases.map(\.rawValue))
        var unknown: [String] = []
        for member in object.members {
            if member.name == "clientConfig", let inner = member.value.objectValue {
                unknown += inner.members.map { "clientConfig.\($0.name)" }.filter { !known.contains($0) }
            } else if member.name != "clientConfig",
                member.name == "clientConfig.keySize" || !known.contains(member.name)
            {
                unknown.append(member.name)
            }
        }
        if !unknown.isEmpty { throw .unknown(members: unknown) }
    }

    private static func text(_ object: JSONObject, _ name: String) throws(CertificateParametersError)
        -> String?
    {
        guard let value = object[name] else { return nil }
        guard let text = value.stringValue else { throw .mistyped(member: name, expected: .string) }
        return text
    }

    /// - Parameter spellings: other names of a choice. Case is ignored.
    private static func choice<Choice>(
        _ object: JSONObject, _ member: String, _ choices: [Choice], name: (Choice) -> String,
        spellings: (Choice) -> [String]
    ) throws(CertificateParametersError) -> Choice? {
        guard let text = try text(object, member)?.lowercased() else { return nil }
        let choice = choices.first { choice in
            (spellings(choice) + [name(choice)]).contains { $0.lowercased() == text }
        }
        guard let choice else { throw .value(member: member, expected: .oneOf(choices.map(name))) }
        return choice
    }

    /// A string with comma-separated items, or an array of strings.
    private static func list(
        _ object: JSONObject, _ name: String
    ) throws(CertificateParametersError) -> [String] {
        guard let value = object[name] else { return [] }
        if let text = value.stringValue {
            return text.split(separator: ",").map(trimmed).filter { !$0.isEmpty }
        }
        return try strings(value, name, expected: .stringOrStrings)
    }

    private static func strings(
        _ value: JSONValue, _ name: String, expected: CertificateParametersError.MemberType = .strings
    ) throws(CertificateParametersError) -> [String] {
        guard let elements = value.arrayValue else {
            throw .mistyped(member: name, expected: expected)
        }
        var strings: [String] = []
        for (index, element) in elements.enumerated() {
            guard let text = element.stringValue else {
                throw .mistyped(member: "\(name)[\(index)]", expected: .string)
            }
            strings.append(text)
        }
        return strings
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }

    private static func size(_ object: JSONObject) throws(CertificateParametersError) -> Int? {
        let size = try number(object["keySize"], "keySize")
        guard let configuration = object["clientConfig"] else { return size }
        guard let inner = configuration.objectValue else {
            throw .mistyped(member: "clientConfig", expected: .object)
        }
        let other = try number(inner["keySize"], "clientConfig.keySize")
        if let size, let other, size != other { throw .conflict("keySize", "clientConfig.keySize") }
        return size ?? other
    }

    /// A number, or a string with its digits.
    private static func number(_ value: JSONValue?, _ name: String) throws(CertificateParametersError) -> Int?
    {
        guard let value else { return nil }
        let number = value.numberValue ?? value.stringValue.flatMap(JSONNumber.init(spelling:))
        guard let number = number?.int64 else { throw .mistyped(member: name, expected: .wholeNumber) }
        return Int(number)
    }

    private func checkSize() throws(CertificateParametersError) {
        guard let keySize else { return }
        let kind = keyKind ?? .rsa
        let isKnown =
            switch kind {
            case .rsa: (2048...16384).contains(keySize) && keySize % 8 == 0
            case .ec: Self.curves[keySize] != nil
            case .ed25519: keySize == 256 || keySize == 255
            }
        if !isKnown { throw .value(member: "keySize", expected: .keySize(kind)) }
    }

    private func checkSignature() throws(CertificateParametersError) {
        let kind = keyKind ?? .rsa
        guard let wanted = Self.signatureAlgorithms.first(where: { $0.name == signatureAlgorithm }),
            wanted.kind != kind
        else { return }
        throw .signature(algorithm: wanted.name, kind)
    }

    private mutating func readUsages(_ object: JSONObject) throws(CertificateParametersError) {
        if let value = object["keyUsage"] {
            var usage: KeyUsage = []
            for (index, name) in try Self.strings(value, "keyUsage").enumerated() {
                guard let one = KeyUsage(named: name) else {
                    throw .value(member: "keyUsage[\(index)]", expected: .oneOf(KeyUsage.allNames))
                }
                usage.formUnion(one)
            }
            keyUsage = usage
        }
        guard let value = object["extendedKeyUsage"] else { return }
        var usages: [String] = []
        for (index, name) in try Self.strings(value, "extendedKeyUsage").enumerated() {
            guard let oid = ExtendedKeyUsage.oid(name) else {
                throw .value(member: "extendedKeyUsage[\(index)]", expected: .extendedKeyUsage)
            }
            usages.append(oid)
        }
        extendedKeyUsage = usages
    }
}
