import JOSE
import JSON
import OpenSSL
import PKI
import System

extension CertInspect {
    static func run(_ request: CertInspectRequest) throws -> ExitStatus {
        let inputs = InputFiles()
        let reports = try CertificateFiles(inputs, pkcs12: request.pkcs12).read(request.path).map {
            try report($0, request.time)
        }
        var outputs = Outputs(mayReplace: false)
        if request.isJSON {
            let json = JSONValue.object(JSONObject([("certificates", .array(reports.map(\.json)))]))
            outputs.add(Outputs.Content(line: JSONWriter.bytes(json)), to: nil)
        } else {
            outputs.add(Outputs.Content(text: reports.map(\.text).joined(separator: "\n")), to: nil)
        }
        try outputs.write(inputs: inputs)
        return .success
    }

    private static func report(_ certificate: Certificate, _ now: Timestamp) throws -> Report {
        var report = Report()
        let (subject, issuer) = (certificate.subject, certificate.issuer)
        report.add(
            "subject", "subject", .string(subject.text), text: subject.isEmpty ? "empty" : subject.text)
        report.add(
            "issuer", "issuer", .string(issuer.text),
            text: issuer.text + (issuer == subject ? " (the subject itself)" : ""))
        report.add("serial", "serial", certificate.serialNumberText)
        if let identifier = certificate.renewalIdentifier {
            report.add("ariIdentifier", .string(identifier))
        }
        addTimes(certificate, now, to: &report)
        try certificate.keyInfo.add(to: &report)
        report.add("signatureAlgorithm", "signed with", certificate.signatureAlgorithm)
        report.add("selfIssued", .bool(issuer == subject))
        let extensions = ExtensionReport(certificate.extensions)
        extensions.addCommon(to: &report)
        let version = versionNumber(encoded: certificate.encodedVersion, atMost: 3)
        report.add(
            "version", "version", version.map(JSONValue.integer) ?? .null,
            text: version.map(String.init) ?? "unknown")
        let der = try certificate.der
        report.add(fingerprint: try DigestAlgorithm.sha256.digest(of: der.span), "sha256", "SHA-256")
        report.add(fingerprint: try SHA1.digest(of: der.span), "sha1", "SHA-1")
        extensions.addAll(to: &report, label: "extensions")
        return report
    }

    private static func addTimes(_ certificate: Certificate, _ now: Timestamp, to report: inout Report) {
        report.add(time: certificate.notBefore, "notBefore", "from")
        guard let end = certificate.notAfter else {
            report.add(time: nil, "notAfter", "until")
            return
        }
        let left = TimeLeft(until: end, at: now)
        report.add(
            "notAfter", "until", .string(Timestamp(seconds: end).rfc3339),
            text: Timestamp(seconds: end).rfc3339
                + (noExpiry == end ? " (no expiry, RFC 5280 §4.1.2.5)" : " (\(left.words))"))
        report.add("daysLeft", .integer(left.days))
    }

    /// 9999-12-31T23:59:59Z.
    private static let noExpiry = Timestamp.latest.seconds
}

extension Certificate {
    /// The name of the certificate for a server that says when to renew it (RFC 9773 §4.1); nil without a key
    /// identifier of its issuer.
    fileprivate var renewalIdentifier: String? {
        for part in extensions {
            if case .authorityKeyIdentifier(let key?, _, _) = part.contents {
                return [key, serialNumber].map { Base64URL.string($0) }
                    .joined(separator: ".")
            }
        }
        return nil
    }
}

extension Report {
    fileprivate mutating func add(fingerprint digest: [UInt8], _ name: String, _ label: String) {
        let forms = [hexadecimal(digest), PKI.fingerprint(digest)]
        add(name, label, .string(forms[0]), lines: forms)
        add("\(name)Fingerprint", .string(forms[1]))
    }
}
