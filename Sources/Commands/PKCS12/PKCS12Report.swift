import Arguments
import JSON
import OpenSSL

/// What `pkcs12 inspect` says of a file, as JSON and as text.
struct PKCS12Report {
    private let head: Report
    private let parts: [(Report, bags: [SafeBagReport]?)]

    /// - Parameter opened: nil where no passphrase was given.
    init(_ file: PFX, _ opened: OpenedPFX?) {
        var head = Report()
        if let mac = file.mac {
            let report = mac.report(isVerified: opened?.isIntact)
            head.add("mac", "MAC", report.json, text: mac.words(isVerified: opened?.isIntact))
        } else {
            head.add("mac", "MAC", .null, text: "none")
        }
        head.add("opened", .bool(opened != nil))
        if opened?.isIntact == false {
            head.add("problem", "problem", "the MAC is not that of the contents: damaged or altered")
        }
        self.head = head
        parts = file.parts.enumerated().map { index, part in
            var report = Report()
            let label = "part \(index + 1)"
            var bags = opened?.parts[index]
            switch part {
            case .plain(let plain):
                report.add("type", label, .string("data"), text: "not encrypted")
                bags = plain
            case .encrypted(let contents):
                let encryption = contents.encryption.parameters
                report.add("type", .string("encryptedData"))
                report.add("encryption", label, encryption.json, text: "encrypted with \(encryption.words)")
            case .unsupported(let type): report.add("type", label, type)
            }
            return (report, bags?.map { SafeBagReport($0, opened) })
        }
    }

    var json: JSONValue {
        var object = head.json.objectValue ?? JSONObject()
        let parts = parts.map { report, bags in
            var part = report.json.objectValue ?? JSONObject()
            part.set("bags", to: bags.map { .array($0.map(\.json)) } ?? .null)
            return JSONValue.object(part)
        }
        object.set("parts", to: .array(parts))
        return .object(object)
    }

    var text: String {
        head.text
            + parts.map { report, bags in
                let contents = bags.map { bags in bags.map { "\n" + $0.text(indent: 2) }.joined() }
                return "\n" + report.text + (contents ?? "\n  a passphrase shows what is in it\n")
            }.joined()
    }

    static let documentation = Section(
        "JSON",
        [
            "One object. Members that do not apply are left out; algorithms have the names that OpenSSL gives them.",
            .definitions([
                (
                    "mac",
                    "null, or an object: `type` (`PKCS#12` or `PBMAC1`), `digest`, or for PBMAC1 `prf` and `hmac`, `iterations`, `saltBytes`, and with a passphrase `verified`"
                ),
                ("opened", "whether the encrypted parts were opened"),
                ("problem", "that the MAC is not that of the contents"),
                (
                    "parts",
                    "an array of objects: `type` (`data`, `encryptedData`, or a name), `encryption`, and `bags`, which is null where the part was not opened"
                ),
                (
                    "encryption",
                    "`scheme` (`PBES2`, `pbeWithSHA1And3-KeyTripleDES-CBC`, …), for PBES2 `cipher`, `kdf` and `prf`; `iterations`, `saltBytes`"
                ),
                (
                    "bags",
                    "objects: `type` (`key`, `shroudedKey`, `certificate`, `crl`, `secret`, `nested`, or another), `friendlyName`, `localKeyID` (hexadecimal)"
                ),
                (
                    "bags of keys",
                    "`encryption`; once opened `keyType`, `bits` or `curve`, `spkiSha256`; or `problem`"
                ),
                (
                    "bags of certificates",
                    "`subject`, `issuer`, `serialNumber`, `notBefore`, `notAfter`, `sha256`, `trusted` (the JDK's attribute)"
                ),
            ]),
        ])
}

extension EncryptionParameters {
    var json: JSONValue {
        var object = JSONObject([("scheme", .string(scheme))])
        if let cipher { object.set("cipher", to: .string(cipher)) }
        if let keyDerivation { object.set("kdf", to: .string(keyDerivation)) }
        if let prf { object.set("prf", to: .string(prf)) }
        if let iterations { object.set("iterations", to: .integer(Int64(iterations))) }
        if let saltByteCount { object.set("saltBytes", to: .integer(Int64(saltByteCount))) }
        return .object(object)
    }

    /// `PBES2 (aes-256-cbc, PBKDF2 with hmacWithSHA256), 300000 iterations, salt of 16 bytes`.
    var words: String {
        var words = scheme
        if let cipher, let keyDerivation {
            words += " (\(cipher), \(keyDerivation)" + (prf.map { " with \($0)" } ?? "") + ")"
        }
        return words + countWords(iterations: iterations, saltBytes: saltByteCount)
    }
}

extension PKCS12MAC {
    func report(isVerified: Bool?) -> Report {
        var report = Report()
        switch method {
        case .pkcs12(let digest):
            report.add("type", .string("PKCS#12"))
            report.add("digest", .string(digest))
        case .pbmac1(let prf, let hmac):
            report.add("type", .string("PBMAC1"))
            report.add("prf", .string(prf))
            report.add("hmac", .string(hmac))
        }
        report.add("iterations", .integer(Int64(iterations)))
        report.add("saltBytes", .integer(Int64(saltByteCount)))
        if let isVerified { report.add("verified", .bool(isVerified)) }
        return report
    }

    func words(isVerified: Bool?) -> String {
        let name =
            switch method {
            case .pkcs12(let digest): "HMAC with \(digest)"
            case .pbmac1(let prf, let hmac): "PBMAC1 (\(hmac), PBKDF2 with \(prf))"
            }
        let verdict = isVerified.map { $0 ? "; verified" : "; DOES NOT FIT" } ?? ""
        return name + countWords(iterations: iterations, saltBytes: saltByteCount) + verdict
    }
}

private func countWords(iterations: Int?, saltBytes: Int?) -> String {
    (iterations.map { ", \($0) iteration\($0 == 1 ? "" : "s")" } ?? "")
        + (saltBytes.map { ", salt of \($0) byte\($0 == 1 ? "" : "s")" } ?? "")
}
