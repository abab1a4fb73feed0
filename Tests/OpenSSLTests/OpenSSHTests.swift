import Testing

@testable import OpenSSL

@Suite("Keys as ssh-keygen writes them")
struct OpenSSHTests {
    static let keys = ["rsa", "p256", "p384", "p521", "ed25519"]

    @Test("A private key and its public line are the key that openssl wrote", arguments: keys)
    func reads(name: String) throws {
        let reference = try privateKey("\(name).pkcs8")
        let encoded = try EncodedKey(fixture("openssh.\(name)"))
        #expect(encoded.form == .openSSH)
        #expect(!encoded.isEncrypted)
        let key = try #require(try encoded.decode(passphrase: nil).privateKey)
        #expect(try key.der(.pkcs8).bytes == reference.der(.pkcs8).bytes)
        let line = try EncodedKey(vector("keys/openssh.\(name).pub"))
        #expect(line.form == .openSSHPublic)
        #expect(try line.decode(passphrase: nil).publicKey == reference.publicKey)
        expectNoErrorsLeft()
    }

    @Test("A written key is what ssh-keygen writes, except for the random check numbers", arguments: keys)
    func writes(name: String) throws {
        let key = try privateKey("openssh.\(name)")
        let written = try Draft(derInside(key.openSSH(comment: "kim@example.org").bytes))
        let original = try Draft(derInside(fixture("openssh.\(name)")))
        #expect(written.publicKey == original.publicKey)
        #expect(written.section.count == original.section.count)
        #expect(written.section.dropFirst(8) == original.section.dropFirst(8))
        #expect(written.section[0..<4] == written.section[4..<8])
    }

    @Test("The block of RFC 4716 is the same key")
    func readsBlock() throws {
        let key = try EncodedKey(vector("keys/openssh.p256.rfc4716.pub"))
        #expect(key.form == .openSSHPublic)
        #expect(try key.decode(passphrase: nil).publicKey == privateKey("p256.pkcs8").publicKey)
        let text = String(decoding: try vector("keys/openssh.p256.rfc4716.pub"), as: UTF8.self)
        let continued = text.replacing("\nAAAA", with: "\nSubject: a long \\\n  line\nAAAA")
        #expect(try EncodedKey(Array(continued.utf8)).bytes.bytes == key.bytes.bytes)
        #expect(refusing(text + text) == .unusable("expected one key, found 2"))
        #expect(refusing(text.replacing("---- END", with: "---- ")) != nil)
    }

    @Test("A key with a passphrase shows its public key and its encryption, and is not opened")
    func encrypted() throws {
        for (name, cipher) in [("encrypted", "aes256-ctr"), ("encrypted-gcm", "aes256-gcm@openssh.com")] {
            let key = try EncodedKey(fixture("openssh.\(name)"))
            #expect(key.isEncrypted)
            #expect(!key.takesPassphrase)
            #expect(
                refusal { try key.decode(passphrase: passphrase) }
                    == .unusable("signet does not support the encryption of OpenSSH keys"))
            let private_ = try OpenSSHPrivateKey(key.bytes)
            #expect(private_.publicKey == (try privateKey("ed25519.pkcs8").publicKey))
            #expect(private_.encryption?.cipher == cipher)
            #expect(private_.encryption?.keyDerivation == "bcrypt")
            #expect(private_.encryption?.iterations == 16)
            #expect(private_.encryption?.saltByteCount == 16)
        }
    }

    @Test("Types that SSH or signet does not have are named")
    func unsupported() throws {
        #expect(refusing(try fixture("unsupported.openssh-dsa")) == .unsupportedType(name: "ssh-dss"))
        for name in ["ssh-ed25519-cert-v01@openssh.com", "sk-ssh-ed25519@openssh.com", "ssh-ed448"] {
            var writer = SSHWriter()
            writer.string(name)
            writer.string([UInt8](repeating: 1, count: 57))
            let line = "\(name) \(base64(writer.secret().bytes)) kim"
            #expect(refusing(line) == .unsupportedType(name: name))
        }
        for name in ["ed448.pkcs8", "secp256k1.pkcs8"] {
            let key = try privateKey(name)
            #expect(
                refusal { try key.openSSH(comment: "") }
                    == .formMismatch(.openSSH, key.type))
        }
    }

    @Test("A public key is one line, whose two names agree")
    func lines() throws {
        let line = String(decoding: try vector("keys/openssh.ed25519.pub"), as: UTF8.self)
        let other = String(decoding: try vector("keys/openssh.p256.pub"), as: UTF8.self)
        for text in ["# a comment\n\n  \(line)\r\n", "\u{FEFF}\(line)", line.replacing("\n", with: "")] {
            #expect(refusing(text) == nil, "\(text)")
        }
        #expect(refusing(line + other) == .unusable("expected one key, found 2"))
        for text in [
            "no-pty,command=\"x y\" \(line)", "example.org \(line)", line + "more\n",
            line.replacing("AAAAC3Nz", with: "AAAAC3Nz\n"), line.replacing("ssh-ed25519", with: "ssh-rsa"),
            line.replacing(" kim", with: "A kim"), line.replacing("vB kim", with: " kim"),
        ] {
            guard case .malformed(.openSSHPublic, _) = refusing(text) else {
                Issue.record("\(text) is read")
                continue
            }
        }
        for text in ["ssh-ed25519", "ssh-ed25519 kim", "x AAAA"] { #expect(refusing(text) == .notAKey) }
        let hasKey = EncodedKey.isRecognized(Array("\nx \(line)".utf8).span)
        #expect(hasKey)
        let neither = EncodedKey.isRecognized(Array("AAAA ssh-rsa".utf8).span)
        #expect(!neither)
    }

    // MARK: files that ssh-keygen does not write

    @Test("Anything that ssh-keygen does not write is refused")
    func hostile() throws {
        let original = try Draft(derInside(fixture("openssh.ed25519")))
        #expect(refusing(original) == nil)
        func refused(_ change: (inout Draft) -> Void) -> KeyError? {
            var draft = original
            change(&draft)
            return refusing(draft)
        }
        func isMalformed(_ error: KeyError?) -> Bool {
            if case .malformed(.openSSH, _) = error { true } else { false }
        }
        #expect(isMalformed(refused { $0.magic[0] = 0 }))
        #expect(isMalformed(refused { $0.cipher = "aes256-ctr" }))
        #expect(isMalformed(refused { $0.options = [0] }))
        #expect(isMalformed(refused { $0.cipher = "a\nb" }))
        #expect(refused { $0.count = 0 } == .unusable("expected one key, found none"))
        #expect(refused { $0.count = 2 } == .unusable("expected one key, found 2"))
        #expect(refused { $0.tail = [0] } == .unusable("malformed OpenSSH key: more bytes follow its end"))
        #expect(isMalformed(refused { $0.section[0] ^= 1 }))
        #expect(isMalformed(refused { $0.section[$0.section.count - 1] ^= 1 }))
        #expect(isMalformed(refused { $0.section.removeLast() }))
        #expect(isMalformed(refused { $0.section.removeLast(8) }))
        #expect(isMalformed(refused { $0.section += [UInt8](repeating: 0, count: 8) }))
        // The seed, and the copy of the public key after it.
        let sizes = [8, 4 + 11, 4 + 32, 4]
        let seed = sizes.reduce(0, +)
        #expect(
            refused { $0.section[seed] ^= 1 }
                == .inconsistent("the public key does not match the private key"))
        #expect(
            refused { $0.section[seed + 32] ^= 1 }
                == .inconsistent("the public key does not match the private key"))
        // The public key in clear is another one.
        let rsa = try privateKey("openssh.rsa").publicKey.sshEncoding().bytes
        #expect(
            refused { $0.publicKey = rsa } == .inconsistent("the public key does not match the private key"))
        #expect(
            refused { $0.publicKey += [0] } == .unusable("malformed OpenSSH key: more bytes follow its end"))
        // Cut off anywhere.
        let bytes = original.bytes
        for count in 1..<bytes.count {
            #expect(refusing(try pem("OPENSSH PRIVATE KEY", Array(bytes[..<count]))) != nil, "\(count) bytes")
        }
        // A length that exceeds everything.
        for index in bytes.indices.dropFirst(15).dropLast(8) {
            var changed = bytes
            changed[index] = 0xFF
            _ = refusing(try pem("OPENSSH PRIVATE KEY", changed))
        }
    }

    @Test("The numbers of an RSA key must match each other and be in their shortest form")
    func hostileRSA() throws {
        let key = try privateKey("openssh.rsa")
        let parts = try #require(try key.publicKey.rsaParts())
        let privateParts = try #require(try key.rsaPrivateParts())
        let numbers = [
            parts.modulus, parts.exponent, privateParts.exponent.bytes, privateParts.qInverse.bytes,
            privateParts.p.bytes, privateParts.q.bytes,
        ]
        func read(_ numbers: [[UInt8]]) -> KeyError? {
            var writer = SSHWriter()
            writer.string("ssh-rsa")
            for number in numbers { writer.string(number) }
            var reader = SSHReader(writer.secret(), of: .openSSH)
            return refusal { try PrivateKey(ssh: &reader) }
        }
        func mpint(_ number: [UInt8]) -> [UInt8] { number[0] >= 0x80 ? [0] + number : number }
        let good = numbers.map(mpint)
        #expect(read(good) == nil)
        for index in good.indices {
            for bad in [[], [0] + good[index], [0xFF] + good[index], [0]] {
                var changed = good
                changed[index] = bad
                guard case .malformed(.openSSH, _) = read(changed) else {
                    Issue.record("number \(index) is read as \(bad.prefix(2))")
                    continue
                }
            }
            for bad: [UInt8] in [[1], [2], [3], [1] + [UInt8](repeating: 0, count: 300)] {
                var changed = good
                changed[index] = bad
                #expect(read(changed) != nil, "number \(index) is \(bad.count) bytes")
            }
        }
        var huge = good
        huge[0] = [1] + [UInt8](repeating: 0, count: 2_048)
        #expect(read(huge) == .rsaTooLarge(bits: 16_385))
    }

    @Test("An EC key must be on the curve of its type, with an uncompressed point")
    func hostileEC() throws {
        let key = try privateKey("openssh.p256")
        let point = try #require(try key.publicKey.ecPoint())
        let scalar = try #require(try key.ecScalar())
        func read(_ curve: String, _ point: [UInt8], _ scalar: [UInt8]) -> KeyError? {
            var writer = SSHWriter()
            writer.string("ecdsa-sha2-nistp256")
            writer.string(curve)
            writer.string(point)
            writer.number(scalar)
            var reader = SSHReader(writer.secret(), of: .openSSH)
            return refusal { try PrivateKey(ssh: &reader) }
        }
        let full = [4] + point.x + point.y
        #expect(read("nistp256", full, scalar.bytes) == nil)
        #expect(read("nistp384", full, scalar.bytes) != nil)
        #expect(read("nistp256", [2] + point.x, scalar.bytes) != nil)
        #expect(read("nistp256", [6] + point.x + point.y, scalar.bytes) != nil)
        #expect(
            read("nistp256", [4] + point.y + point.x, scalar.bytes)
                == .inconsistent("the point is not on \((Curve.p256).rawValue)"))
        #expect(read("nistp256", full, Curve.p256.order) == .scalarOutOfRange(.p256))
        #expect(read("nistp256", full, [1] + scalar.bytes) == .scalarOutOfRange(.p256))
        #expect(
            read("nistp256", full, [5]) == .inconsistent("the public point does not match the private key"))
    }

    private func refusing(_ bytes: [UInt8]) -> KeyError? {
        refusal { try EncodedKey.decode(bytes) }
    }

    private func refusing(_ text: String) -> KeyError? { refusing(Array(text.utf8)) }

    private func refusing(_ draft: Draft) -> KeyError? {
        refusal { try OpenSSHPrivateKey(secret(draft.bytes)).decode() }
    }
}

/// The fields of openssh-key-v1, to change some of them.
private struct Draft {
    var magic = Array("openssh-key-v1\0".utf8)
    var cipher: String
    var derivation: String
    var options: [UInt8]
    var count: Int
    var publicKey: [UInt8]
    var section: [UInt8]
    var tail: [UInt8] = []

    init(_ bytes: [UInt8]) throws {
        var reader = SSHReader(secret(Array(bytes.dropFirst(magic.count))), of: .openSSH)
        cipher = try reader.name()
        derivation = try reader.name()
        options = try reader.string().bytes
        count = try reader.uint32()
        publicKey = try reader.string().bytes
        section = try reader.string().bytes
    }

    var bytes: [UInt8] {
        var writer = SSHWriter()
        writer.bytes(magic)
        writer.string(cipher)
        writer.string(derivation)
        writer.string(options)
        writer.uint32(count)
        writer.string(publicKey)
        writer.string(section)
        writer.bytes(tail)
        return writer.secret().bytes
    }
}

private func base64(_ bytes: [UInt8]) -> String {
    let text = String(decoding: (try? pem("X", bytes)) ?? [], as: UTF8.self)
    return text.split(separator: "\n").dropFirst().dropLast().joined()
}
