import JSON
import OpenSSL
import PKI
import System
import Words

/// One bag in the report of `pkcs12 inspect`.
struct SafeBagReport {
    private let report: Report
    private let nested: [SafeBagReport]?

    init(_ bag: SafeBag, _ opened: OpenedPFX?) throws {
        var report = Report()
        var nested: [SafeBagReport]?
        switch bag.contents {
        case .key(let key): try Self.add(key, bag, opened, to: &report)
        case .certificate(let certificate):
            Self.addType("certificate", "certificate", text: certificate.subject.text, of: bag, to: &report)
            try Self.add(certificate, isTrusted: bag.isTrusted, to: &report)
        case .nested(let bags):
            Self.addType("nested", "bag", text: "\(bags.count) nested", of: bag, to: &report)
            nested = try bags.map { try SafeBagReport($0, opened) }
        case .crl: Self.addType("crl", "bag", text: "crl", of: bag, to: &report)
        case .otherCertificate(let type), .other(let type):
            Self.addType(type, "bag", text: type, of: bag, to: &report)
        case .secret(let type): Self.addType("secret", "secret", text: type, of: bag, to: &report)
        }
        self.report = report
        self.nested = nested
    }

    var json: JSONValue {
        guard let nested, var object = report.json.objectValue else { return report.json }
        object.set("bags", to: .array(nested.map(\.json)))
        return .object(object)
    }

    func text(indent: Int) -> String {
        let margin = String(repeating: " ", count: indent)
        let own = report.text.split(separator: "\n").map { margin + $0 + "\n" }.joined()
        return own + (nested ?? []).map { "\n" + $0.text(indent: indent + 2) }.joined()
    }

    private static func addType(
        _ type: String, _ label: String, text: String, of bag: SafeBag, to report: inout Report
    ) {
        report.add("type", label, .string(type), text: text)
        addNames(of: bag, to: &report)
    }

    private static func addNames(of bag: SafeBag, to report: inout Report) {
        if let name = bag.friendlyName { report.add("friendlyName", "friendlyName", name) }
        if let id = bag.localKeyID {
            report.add("localKeyID", "localKeyID", hexadecimal(id))
        }
    }

    private static func add(
        _ key: BaggedKey, _ bag: SafeBag, _ opened: OpenedPFX?, to report: inout Report
    ) throws {
        var problem: CommandError?
        var privateKey: PrivateKey?
        if let opened {
            do {
                privateKey = try opened.privateKey(key)
            } catch {
                problem = CommandError(error)
            }
        }
        let words = privateKey.map { "\($0.type.name) private key" }
        switch key {
        case .plain: report.add("type", "key", .string("key"), text: words ?? "not encrypted")
        case .shrouded(_, let encryption):
            report.add("type", "key", .string("shroudedKey"), text: words ?? "encrypted")
            report.add(
                "encryption", "encryption", encryption.parameters.json, text: encryption.parameters.words)
        }
        addNames(of: bag, to: &report)
        if let privateKey { try add(privateKey, to: &report) }
        if let problem { report.add("problem", "problem", problem.message) }
    }

    private static func add(_ key: PrivateKey, to report: inout Report) throws {
        report.add("keyType", .string(key.type.name))
        report.add(sizeOf: key.type)
        report.add("spkiSha256", "SPKI SHA-256", hexadecimal(try key.publicKey.spkiSHA256()))
    }

    private static func add(
        _ certificate: Certificate, isTrusted: Bool, to report: inout Report
    ) throws {
        report.add("subject", .string(certificate.subject.text))
        report.add("issuer", "issuer", certificate.issuer.text)
        report.add("serial", .string(certificate.serialNumberText))
        report.add(time: certificate.notBefore, "notBefore", "not before")
        report.add(time: certificate.notAfter, "notAfter", "not after")
        let der = try certificate.der
        let digest = try DigestAlgorithm.sha256.digest(of: der.span)
        report.add("sha256", "SHA-256", hexadecimal(digest))
        if isTrusted { report.add("trusted", "trusted", .bool(true), text: "by Java") }
    }
}
