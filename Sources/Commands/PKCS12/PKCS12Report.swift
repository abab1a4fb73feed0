import JSON
import OpenSSL
import Words

/// The report of `pkcs12 inspect`, as JSON and as text.
struct PKCS12Report {
    private let head: Report
    private let parts: [(Report, bags: [SafeBagReport]?)]

    /// - Parameter opened: nil if no passphrase was given.
    init(_ file: PFX, _ opened: OpenedPFX?) throws {
        var head = Report()
        if let mac = file.mac {
            let report = mac.report(isVerified: opened?.isIntact)
            head.add("mac", "MAC", report.json, text: mac.words(isVerified: opened?.isIntact))
        } else {
            head.add("mac", "MAC", .null, text: "none")
        }
        head.add("opened", .bool(opened != nil))
        if opened?.isIntact == false {
            head.add(
                "problem", "problem", "the MAC does not match the contents: the file is damaged or altered")
        }
        self.head = head
        parts = try file.parts.enumerated().map { index, part in
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
            return (report, try bags?.map { try SafeBagReport($0, opened) })
        }
    }

    func content(isJSON: Bool) -> Outputs.Content {
        isJSON ? Outputs.Content(line: JSONWriter.bytes(json)) : Outputs.Content(text: text)
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
                return "\n" + report.text + (contents ?? "\n  give a passphrase to see its contents\n")
            }.joined()
    }
}

extension EncryptionParameters {
    var json: JSONValue {
        .object([
            ("scheme", .string(scheme)),
            ("cipher", cipher.map(JSONValue.string)),
            ("kdf", keyDerivation.map(JSONValue.string)),
            ("prf", prf.map(JSONValue.string)),
            ("n", scrypt.map { .integer(Int64($0.n)) }),
            ("r", scrypt.map { .integer(Int64($0.r)) }),
            ("p", scrypt.map { .integer(Int64($0.p)) }),
            ("iterations", iterations.map { .integer(Int64($0)) }),
            ("saltBytes", saltByteCount.map { .integer(Int64($0)) }),
        ])
    }

    /// `PBES2 (aes-256-cbc, PBKDF2 with hmacWithSHA256), 300000 iterations, salt of 16 bytes`.
    var words: String {
        var words = scheme
        if let cipher, let keyDerivation {
            let details = prf ?? scrypt.map { "N=\($0.n), r=\($0.r), p=\($0.p)" }
            words += " (\(cipher), \(keyDerivation)" + (details.map { " with \($0)" } ?? "") + ")"
        }
        return words + countWords(iterations: iterations, saltBytes: saltByteCount)
    }
}

extension PKCS12MAC {
    fileprivate func report(isVerified: Bool?) -> Report {
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

    fileprivate func words(isVerified: Bool?) -> String {
        let name =
            switch method {
            case .pkcs12(let digest): "HMAC with \(digest)"
            case .pbmac1(let prf, let hmac): "PBMAC1 (\(hmac), PBKDF2 with \(prf))"
            }
        let verdict = isVerified.map { $0 ? "; verified" : "; DOES NOT MATCH" } ?? ""
        return name + countWords(iterations: iterations, saltBytes: saltByteCount) + verdict
    }
}

private func countWords(iterations: Int?, saltBytes: Int?) -> String {
    (iterations.map { ", \(counted($0, "iteration"))" } ?? "")
        + (saltBytes.map { ", salt of \(counted($0, "byte"))" } ?? "")
}
