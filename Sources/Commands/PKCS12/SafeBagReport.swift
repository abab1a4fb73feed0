import JSON
import OpenSSL
import PKI
import System

/// What `pkcs12 inspect` says of one bag.
struct SafeBagReport {
    private let report: Report
    private let nested: [SafeBagReport]?

    init(_ bag: SafeBag, _ opened: OpenedPFX?) {
        var report = Report()
        var nested: [SafeBagReport]?
        switch bag.contents {
        case .key(let key): Self.add(key, bag, opened, to: &report)
        case .certificate(let certificate):
            report.add("type", "certificate", .string("certificate"), text: certificate.subject.text)
            Self.addNames(of: bag, to: &report)
            Self.add(certificate, isTrusted: bag.isTrusted, to: &report)
        case .nested(let bags):
            report.add("type", "bag", .string("nested"), text: "\(bags.count) in it")
            nested = bags.map { SafeBagReport($0, opened) }
        case .crl: report.add("type", "bag", "crl")
        case .otherCertificate(let type), .other(let type): report.add("type", "bag", type)
        case .secret(let type): report.add("type", "secret", .string("secret"), text: type)
        }
        if case .key = bag.contents {
        } else if case .certificate = bag.contents {
        } else {
            Self.addNames(of: bag, to: &report)
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

    private static func addNames(of bag: SafeBag, to report: inout Report) {
        if let name = bag.friendlyName { report.add("friendlyName", "friendlyName", name) }
        if let id = bag.localKeyID {
            report.add("localKeyID", "localKeyID", id.map(hex).joined().lowercased())
        }
    }

    private static func add(_ key: BaggedKey, _ bag: SafeBag, _ opened: OpenedPFX?, to report: inout Report) {
        var problem: Failure?
        var privateKey: PrivateKey?
        if let opened {
            do {
                privateKey = try opened.privateKey(key)
            } catch {
                problem = Failure(pkcs12: error)
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
        if let privateKey { add(privateKey, to: &report) }
        if let problem { report.add("problem", "problem", problem.message) }
    }

    private static func add(_ key: PrivateKey, to report: inout Report) {
        report.add("keyType", .string(key.type.name))
        switch key.type {
        case .rsa(let bits): report.add("bits", "size", .integer(Int64(bits)), text: "\(bits) bits")
        case .ec(let curve): report.add("curve", "curve", curve.rawValue)
        case .ed25519, .ed448: break
        }
        if let spki = try? key.publicKey.der(.spki),
            let digest = try? DigestAlgorithm.sha256.digest(of: spki.span)
        {
            report.add("spkiSha256", "SPKI SHA-256", digest.map(hex).joined().lowercased())
        }
    }

    private static func add(_ certificate: Certificate, isTrusted: Bool, to report: inout Report) {
        report.add("subject", .string(certificate.subject.text))
        report.add("issuer", "issuer", certificate.issuer.text)
        report.add("serialNumber", .string(certificate.serialNumber.map(hex).joined().lowercased()))
        report.add(time: certificate.notBefore, "notBefore", "not before")
        report.add(time: certificate.notAfter, "notAfter", "not after")
        if let der = try? certificate.der, let digest = try? DigestAlgorithm.sha256.digest(of: der.span) {
            report.add("sha256", "SHA-256", digest.map(hex).joined().lowercased())
        }
        if isTrusted { report.add("trusted", "trusted", .bool(true), text: "by Java") }
    }
}
