import JOSE
import JSON
import OpenSSL
import PKI
import System

/// The extensions of a certificate or a request, in words and as JSON.
struct ExtensionReport {
    private let extensions: [CertificateExtension]

    init(_ extensions: [CertificateExtension]) { self.extensions = extensions }

    /// The members that programs need most, from the first extension of each kind.
    func addCommon(to report: inout Report) {
        let contents = extensions.map(\.contents)
        for case .subjectAltName(let names) in contents {
            let texts = names.map(\.text)
            report.add("subjectAltNames", "names", .array(texts.map(JSONValue.string)), lines: texts)
            break
        }
        for case .keyUsage(let usage) in contents {
            report.add(
                "keyUsage", "key usage", .array(usage.names.map(JSONValue.string)),
                text: usage.names.joined(separator: ", "))
            break
        }
        for case .extendedKeyUsage(let oids) in contents {
            let names = oids.map(ExtendedKeyUsage.name)
            report.add("extendedKeyUsage", "ext key usage", .array(names.map(JSONValue.string)), lines: names)
            break
        }
        for case .basicConstraints(let isCA, let pathLength) in contents {
            report.add("isCA", "CA", .bool(isCA), text: Self.words(isCA: isCA, pathLength))
            if let pathLength { report.add("pathLength", pathLength.json) }
            break
        }
    }

    /// Every extension, in the order of the encoding, repeated ones too.
    func addAll(to report: inout Report, label: String) {
        let json = extensions.map { part -> JSONValue in
            var members: [(String, JSONValue)] = [
                ("oid", .string(part.oid)), ("name", .string(part.name)),
                ("critical", .bool(part.isCritical)),
            ]
            let (value, problem) = Self.json(part)
            if let problem { members.append(("problem", .string(problem))) }
            members.append(value)
            return .object(JSONObject(members))
        }
        report.add(
            "extensions", label, .array(json),
            lines: extensions.isEmpty ? ["none"] : extensions.map(Self.line))
    }

    private static func line(_ part: CertificateExtension) -> String {
        part.name + (part.name == part.oid ? "" : " (\(part.oid))")
            + (part.isCritical ? ", critical: " : ": ")
            + words(part)
    }

    private static func words(_ part: CertificateExtension) -> String {
        func list(_ texts: [String]) -> String {
            texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? ", … (\(texts.count))" : "")
        }
        switch part.contents {
        case .basicConstraints(let isCA, let pathLength):
            return (isCA ? "a CA" : "not a CA") + (pathLength.map { ", \($0.words)" } ?? "")
        case .keyUsage(let usage): return list(usage.names)
        case .extendedKeyUsage(let oids): return list(oids.map(ExtendedKeyUsage.name))
        case .subjectAltName(let names), .issuerAltName(let names), .crlDistributionPoints(let names):
            return list(names.map(\.text))
        case .subjectKeyIdentifier(let bytes): return hexadecimal(bytes)
        case .authorityKeyIdentifier(let key, let issuer, let serialNumber):
            return
                ([key.map { hexadecimal($0) }].compactMap { $0 } + issuer.map(\.text)
                + [serialNumber.map { "serial \(hexadecimal($0))" }].compactMap { $0 }).joined(
                    separator: ", ")
        case .authorityInformationAccess(let places):
            return list(places.map { "\(method($0.method)) \($0.location.text)" })
        case .certificatePolicies(let oids): return list(oids)
        case .nameConstraints(let names):
            return list(
                names.permitted.map { "permitted \($0.text)" } + names.excluded.map { "excluded \($0.text)" })
        case .certificateTimestamps(let timestamps):
            return list(timestamps.map { "log \($0.logText)" + ($0.time.map { " at \($0)" } ?? "") })
        case .malformed: return "malformed: \(hex(part.value))"
        case .tooLarge: return "\(part.value.count) bytes, too large to decode"
        case .unknown: return hex(part.value)
        }
    }

    /// Cut to what fits on a line.
    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.count <= 32 ? hexadecimal(bytes) : "\(hexadecimal(bytes.prefix(32)))… (\(bytes.count) bytes)"
    }

    private static func words(isCA: Bool, _ pathLength: PathLength?) -> String {
        guard isCA else { return "no" + (pathLength.map { ", \($0.words)" } ?? "") }
        return "yes, " + (pathLength?.words ?? "any path length")
    }

    private static func method(_ oid: String) -> String {
        switch oid {
        case AccessMethod.ocsp.rawValue: "OCSP"
        case AccessMethod.caIssuers.rawValue: "caIssuers"
        default: oid
        }
    }

    private static func json(_ part: CertificateExtension) -> (value: (String, JSONValue), problem: String?) {
        func list(_ names: [GeneralName]) -> JSONValue { .array(names.map { .string($0.text) }) }
        func object(_ members: [(String, JSONValue?)]) -> JSONValue {
            .object(JSONObject(members.compactMap { member in member.1.map { (member.0, $0) } }))
        }
        let value: JSONValue
        switch part.contents {
        case .basicConstraints(let isCA, let pathLength):
            value = object([
                ("ca", .bool(isCA)),
                ("pathLength", pathLength?.json),
            ])
        case .keyUsage(let usage): value = .array(usage.names.map(JSONValue.string))
        case .extendedKeyUsage(let oids): value = .array(oids.map { .string(ExtendedKeyUsage.name($0)) })
        case .subjectAltName(let names), .issuerAltName(let names), .crlDistributionPoints(let names):
            value = list(names)
        case .subjectKeyIdentifier(let bytes): value = .string(hexadecimal(bytes))
        case .authorityKeyIdentifier(let key, let issuer, let serialNumber):
            value = object([
                ("keyIdentifier", key.map { .string(hexadecimal($0)) }),
                ("issuer", issuer.isEmpty ? nil : list(issuer)),
                ("serial", serialNumber.map { .string(hexadecimal($0)) }),
            ])
        case .authorityInformationAccess(let places):
            value = .array(
                places.map {
                    object([("method", .string(method($0.method))), ("location", .string($0.location.text))])
                })
        case .certificatePolicies(let oids): value = .array(oids.map(JSONValue.string))
        case .nameConstraints(let names):
            value = object([("permitted", list(names.permitted)), ("excluded", list(names.excluded))])
        case .certificateTimestamps(let timestamps):
            value = .array(
                timestamps.map {
                    object([("log", .string($0.logText)), ("time", $0.time.map(JSONValue.string))])
                })
        case .unknown: return (("hex", .string(hexadecimal(part.value))), nil)
        case .malformed: return (("hex", .string(hexadecimal(part.value))), "malformed")
        case .tooLarge: return (("bytes", .integer(Int64(part.value.count))), "too large to decode")
        }
        return (("value", value), nil)
    }

    /// What the manuals say of `extensions` in the JSON of requests and certificates.
    static let jsonNote =
        "an array of objects in the order of the encoding: `oid`, `name`, `critical`, and `value` if signet can decode it, otherwise `hex`; `problem` if it is malformed"
}

extension CertificateTimestamp {
    /// In base64, as the lists of logs have it.
    fileprivate var logText: String { Base64.encode(log) }

    /// Nil after the year 9999.
    fileprivate var time: String? {
        milliseconds > UInt64(Timestamp.latest.microseconds / 1_000)
            ? nil : Timestamp(microseconds: Int64(milliseconds) * 1_000).rfc3339
    }
}

extension PathLength {
    fileprivate var words: String {
        switch self {
        case .atMost(let count): "path length \(count)"
        case .impossible: "an impossible path length"
        }
    }

    fileprivate var json: JSONValue {
        switch self {
        case .atMost(let count): .integer(Int64(count))
        case .impossible: .null
        }
    }
}

extension SubjectPublicKeyInfo {
    /// For people: `RSA with 2048 bits`; for types that signet does not support, the names that OpenSSL has.
    var description: String {
        if let type { return type.description }
        return [algorithm, group, bits.map { "\($0) bits" }].compactMap { $0 }.joined(separator: ", ")
    }

    func add(to report: inout Report) throws {
        let digest = try DigestAlgorithm.sha256.digest(of: der.span)
        var members: [(String, JSONValue)] = [("type", .string(type?.name ?? algorithm))]
        if let bits { members.append(("bits", .integer(Int64(bits)))) }
        if case .ec(let curve) = type {
            members.append(("curve", .string(curve.rawValue)))
        } else if let group {
            members.append(("curve", .string(group)))
        }
        members.append(("spkiSha256", .string(hexadecimal(digest))))
        report.add("key", "key", .object(JSONObject(members)), text: description)
        report.add("spkiSha256", "SPKI SHA-256", hexadecimal(digest))
    }
}

/// The version of a certificate or a request in a report.
///
/// - Parameter encoded: one less than the version; it may be any number.
/// - Returns: nil for a version that the standard does not define.
func versionNumber(encoded: Int, atMost highest: Int) -> Int64? {
    (0..<highest).contains(encoded) ? Int64(encoded + 1) : nil
}
