import JSON
import OpenSSL
import PKI
import System
import Words

extension Report {
    /// - Parameter opened: nil if no passphrase was given.
    init(_ file: PFX, _ opened: OpenedPFX?) throws {
        self.init()
        add(file.mac, isVerified: opened?.isIntact)
        add("opened", .bool(opened != nil))
        if opened?.isIntact == false {
            add("problem", "problem", "the MAC does not match the contents: the file is damaged or altered")
        }
        try add(file.parts, opened)
    }

    mutating func add(_ mac: PKCS12MAC?, isVerified: Bool?) {
        add(
            "mac", "MAC", mac?.report(isVerified: isVerified).json ?? .null,
            text: mac?.words(isVerified: isVerified) ?? "none")
    }

    mutating func add(_ parts: [SafeContents], _ opened: OpenedPFX?) throws {
        let reports = try parts.enumerated().map { index, part in
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
            if let bags {
                report.add("bags", parts: try bags.map { try Report($0, opened) }, indent: 2)
            } else {
                report.add("bags", .null)
                report.show("contents", "give a passphrase to see them")
            }
            return report
        }
        add("parts", parts: reports)
    }

    private init(_ bag: SafeBag, _ opened: OpenedPFX?) throws {
        self.init()
        switch bag.contents {
        case .key(let key): try add(key, bag, opened)
        case .certificate(let certificate):
            add("certificate", "certificate", text: certificate.subject.text, of: bag)
            try add(certificate, isTrusted: bag.isTrusted)
        case .nested(let bags):
            add("nested", "bag", text: "\(bags.count) nested", of: bag)
            add("bags", parts: try bags.map { try Report($0, opened) }, indent: 2)
        case .crl: add("crl", "bag", text: "crl", of: bag)
        case .otherCertificate(let type), .other(let type): add(type, "bag", text: type, of: bag)
        case .secret(let type): add("secret", "secret", text: type, of: bag)
        }
    }

    private mutating func add(_ type: String, _ label: String, text: String, of bag: SafeBag) {
        add("type", label, .string(type), text: text)
        addNames(of: bag)
    }

    private mutating func addNames(of bag: SafeBag) {
        if let name = bag.friendlyName { add("friendlyName", "friendlyName", name) }
        if let id = bag.localKeyID {
            add("localKeyID", "localKeyID", hexadecimal(id))
        }
    }

    private mutating func add(_ key: BaggedKey, _ bag: SafeBag, _ opened: OpenedPFX?) throws {
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
        case .plain: add("type", "key", .string("key"), text: words ?? "not encrypted")
        case .shrouded(_, let encryption):
            add("type", "key", .string("shroudedKey"), text: words ?? "encrypted")
            add(
                "encryption", "encryption", encryption.parameters.json, text: encryption.parameters.words)
        }
        addNames(of: bag)
        if let privateKey { try add(privateKey) }
        if let problem { add("problem", "problem", problem.message) }
    }

    private mutating func add(_ key: PrivateKey) throws {
        add("keyType", .string(key.type.name))
        add(sizeOf: key.type)
        add("spkiSha256", "SPKI SHA-256", hexadecimal(try key.publicKey.spkiSHA256()))
    }

    private mutating func add(_ certificate: Certificate, isTrusted: Bool) throws {
        add("subject", .string(certificate.subject.text))
        add("issuer", "issuer", certificate.issuer.text)
        add("serial", .string(certificate.serialNumberText))
        add(time: certificate.notBefore, "notBefore", "not before")
        add(time: certificate.notAfter, "notAfter", "not after")
        let der = try certificate.der
        let digest = try DigestAlgorithm.sha256.digest(of: der.span)
        add("sha256", "SHA-256", hexadecimal(digest))
        if isTrusted { add("trusted", "trusted", .bool(true), text: "by Java") }
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
