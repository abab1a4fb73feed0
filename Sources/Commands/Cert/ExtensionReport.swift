import JOSE
import JSON
import OpenSSL
import PKI
import System
import Words

/// The extensions of a certificate or a request, in words and as JSON.
struct ExtensionReport {
    private typealias Contents = (member: (String, JSONValue?), words: String, problem: String?)

    private let extensions: [CertificateExtension]
    private let contents: [Contents]

    init(_ extensions: [CertificateExtension]) {
        self.extensions = extensions
        contents = extensions.map(Self.contents)
    }

    var isEmpty: Bool { extensions.isEmpty }

    /// The members that programs need most, from the first extension of each kind.
    func addCommon(to report: inout Report) {
        let contents = extensions.map(\.contents)
        for case .subjectAltName(let names) in contents {
            report.add("subjectAltNames", "names", lines: names.map(\.text))
            break
        }
        for case .keyUsage(let usage) in contents {
            report.add("keyUsage", "key usage", list: usage.names)
            break
        }
        for case .extendedKeyUsage(let oids) in contents {
            report.add("extendedKeyUsage", "ext key usage", lines: oids.map(ExtendedKeyUsage.name))
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
        report.add("extensions", label, json, lines: extensions.isEmpty ? ["none"] : lines)
    }

    var json: JSONValue {
        .array(
            zip(extensions, contents).map { part, contents in
                .object([
                    ("oid", .string(part.oid)), ("name", .string(part.name)),
                    ("critical", .bool(part.isCritical)),
                    ("problem", contents.problem.map(JSONValue.string)), contents.member,
                ])
            })
    }

    var lines: [String] {
        zip(extensions, contents).map { part, contents in
            part.name + (part.name == part.oid ? "" : " (\(part.oid))")
                + (part.isCritical ? ", critical: " : ": ") + contents.words
        }
    }

    /// The contents of an extension, as a member of its object and as words on its line.
    private static func contents(_ part: CertificateExtension) -> Contents {
        func words(_ texts: [String]) -> String {
            texts.prefix(5).joined(separator: ", ") + (texts.count > 5 ? ", … (\(texts.count))" : "")
        }
        func value(_ json: JSONValue, _ words: String) -> Contents {
            (("value", json), words, nil)
        }
        func list(_ texts: [String]) -> Contents {
            value(.strings(texts), words(texts))
        }
        func undecoded() -> Contents {
            (("hex", .string(hexadecimal(part.value))), hex(part.value), nil)
        }
        switch part.contents {
        case .basicConstraints(let isCA, let pathLength):
            return value(
                .object([("ca", .bool(isCA)), ("pathLength", pathLength?.json)]),
                (isCA ? "a CA" : "not a CA") + (pathLength.map { ", \($0.words)" } ?? ""))
        case .keyUsage(let usage): return list(usage.names)
        case .extendedKeyUsage(let oids): return list(oids.map(ExtendedKeyUsage.name))
        // The names alone would not say what its lists are for.
        case .crlDistributionPoints where part.hasPartialDistributionPoint: return undecoded()
        case .subjectAltName(let names), .issuerAltName(let names), .crlDistributionPoints(let names):
            return list(names.map(\.text))
        case .subjectKeyIdentifier(let bytes): return value(.string(hexadecimal(bytes)), hexadecimal(bytes))
        case .authorityKeyIdentifier(let key, let issuer, let serialNumber):
            let (key, serial) = (key.map { hexadecimal($0) }, serialNumber.map { hexadecimal($0) })
            let issuer = issuer.map(\.text)
            return value(
                .object([
                    ("keyIdentifier", key.map(JSONValue.string)),
                    ("issuer", issuer.isEmpty ? nil : .strings(issuer)),
                    ("serial", serial.map(JSONValue.string)),
                ]),
                ([key].compactMap(\.self) + issuer + [serial].compactMap { $0.map { "serial \($0)" } })
                    .joined(separator: ", "))
        case .authorityInformationAccess(let places):
            let places = places.map { (method: method($0.method), location: $0.location.text) }
            return value(
                .array(
                    places.map {
                        .object([("method", .string($0.method)), ("location", .string($0.location))])
                    }),
                words(places.map { "\($0.method) \($0.location)" }))
        case .certificatePolicies(let oids): return list(oids)
        case .nameConstraints(let names):
            let (permitted, excluded) = (names.permitted.map(\.text), names.excluded.map(\.text))
            return value(
                .object([("permitted", .strings(permitted)), ("excluded", .strings(excluded))]),
                words(permitted.map { "permitted \($0)" } + excluded.map { "excluded \($0)" }))
        case .certificateTimestamps(let timestamps):
            return value(
                .array(
                    timestamps.map {
                        .object([("log", .string($0.logText)), ("time", $0.time.map(JSONValue.string))])
                    }),
                words(timestamps.map { "log \($0.logText)" + ($0.time.map { " at \($0)" } ?? "") }))
        case .malformed:
            return (
                ("hex", .string(hexadecimal(part.value))), "malformed: \(hex(part.value))", "malformed"
            )
        case .tooLarge:
            return (
                ("bytes", .integer(Int64(part.value.count))),
                "\(part.value.count) bytes, too large to decode", "too large to decode"
            )
        case .unknown: return undecoded()
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
        return [facts.name, group, facts.bits.map { "\($0) bits" }].compactMap { $0 }.joined(separator: ", ")
    }

    func add(to report: inout Report) throws {
        let digest = try DigestAlgorithm.sha256.digest(of: der.span)
        let curve: String? = if case .ec(let curve) = type { curve.rawValue } else { group }
        let members: [(String, JSONValue?)] = [
            ("type", .string(type?.name ?? facts.name)),
            ("bits", facts.bits.map { .integer(Int64($0)) }),
            ("curve", curve.map(JSONValue.string)),
            ("spkiSha256", .string(hexadecimal(digest))),
        ]
        report.add("key", "key", .object(members), text: description)
        report.add("spkiSha256", "SPKI SHA-256", hexadecimal(digest))
    }
}
