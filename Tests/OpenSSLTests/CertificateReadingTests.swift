import Testing
import Words

@testable import OpenSSL

@Suite struct CertificateReadingTests {
    @Test func theFieldsOfACertificate() throws {
        let text = try fixture("rsa.certificate")
        let certificate = try #require(try Certificate.all(in: text.span).first)
        #expect(certificate.encodedVersion == 2)
        #expect(!certificate.serialNumber.isEmpty)
        #expect(certificate.subject.text == certificate.issuer.text)
        #expect(certificate.keyFacts.exponent == [1, 0, 1])
        #expect(certificate.extensions.map(\.oid) == ["2.5.29.14", "2.5.29.35", "2.5.29.19"])
        let der = try certificate.der
        #expect(try Certificate.decode(der.span) == certificate)
    }

    @Test func theHashTellsCertificatesApart() throws {
        let pem = try vector("pkcs12/leaf.pem") + vector("pkcs12/root.pem")
        let certificates = try Certificate.all(in: pem.span)
        #expect(certificates[0].hashValue != certificates[1].hashValue)
        #expect(certificates[0].hashValue == (try Certificate.all(in: pem.span)[0].hashValue))
    }

    private func refusal(of bytes: [UInt8]) -> String? {
        defer { expectNoErrorsLeft() }
        do {
            _ = try Certificate.all(in: bytes.span)
            return nil
        } catch {
            return (error as? any DescribedError)?.message
        }
    }

    /// The bits that the number before them leaves out must be zero (X.690 §11.2.1).
    @Test(
        arguments: [
            ([3, 1, 0], true), ([3, 2, 7, 0x80], true), ([3, 2, 7, 0x81], false), ([3, 2, 0, 0x81], true),
            ([3, 2, 8, 0], false), ([3, 1, 8], false), ([0x30, 4, 3, 2, 1, 1], false),
        ] as [([UInt8], Bool)]) func theBitsOfABitString(_ der: [UInt8], isDER: Bool)
    {
        #expect((DERReader.fault(in: der[...]) == nil) == isDER)
    }

    @Test func truncatedDER() throws {
        let der = try derInside(fixture("rsa.certificate"))
        #expect(refusal(of: der.dropLast()) == "malformed certificate (DER: it is truncated)")
        #expect(
            refusal(of: [0x31] + der.dropFirst().dropLast()) == "expected a certificate, found something else"
        )
    }

    private func subjects(in bytes: [UInt8]) throws -> [String?] {
        defer { expectNoErrorsLeft() }
        return try Certificate.all(in: bytes.span).map(\.subjectCommonName)
    }

    @Test func inPEM() throws {
        let leaf = try vector("pkcs12/leaf.pem")
        let root = try vector("pkcs12/root.pem")
        #expect(try subjects(in: leaf + root) == ["Kim", "Root"])
        let key = try vector("pkcs12/leaf.key.pem")
        #expect(
            try subjects(in: Array("subject=/CN=Kim\r\n".utf8) + key + leaf + Array("\n\nmore\n".utf8)) == [
                "Kim"
            ])
        let crlf = leaf.flatMap { $0 == UInt8(ascii: "\n") ? [13, 10] : [$0] }
        #expect(try subjects(in: crlf) == ["Kim"])
        #expect(try subjects(in: vector("keys/rsa.trusted-certificate.pem")).count == 1)
    }

    /// libcrypto passes over what is not the whole beginning of a block, and all that is in it.
    @Test func inPEMThatIsIndentedOrCutOff() throws {
        let leaf = try vector("pkcs12/leaf.pem")
        let root = try vector("pkcs12/root.pem")
        let refused = "malformed certificate (PEM: a BEGIN line is indented or cut off)"
        for blank in [" ", "\t", "  \t", "\u{FEFF}"] {
            #expect(refusal(of: root + Array(blank.utf8) + leaf) == refused)
            if blank != "\u{FEFF}" { #expect(refusal(of: Array(blank.utf8) + leaf) == refused) }
        }
        #expect(try subjects(in: Array("\u{FEFF}".utf8) + leaf) == ["Kim"])
        for end in ["", "CERTIFICATE", "CERTIFICATE----", "CERTIFICATE\r"] {
            #expect(refusal(of: root + Array("-----BEGIN \(end)\n".utf8)) == refused)
        }
        let prose = Array("a block begins with -----BEGIN CERTIFICATE-----\n".utf8)
        #expect(try subjects(in: prose + leaf) == ["Kim"])
        #expect(try subjects(in: leaf + prose) == ["Kim"])
    }

    /// libcrypto takes DER beside the blocks for a comment.
    @Test func inPEMBesideDER() throws {
        let leaf = try vector("pkcs12/leaf.pem")
        let der = try Certificate.all(in: leaf.span)[0].der
        let key = try Certificate.all(in: leaf.span)[0].publicKey()
        for bytes in [leaf + der, leaf + [0x0A] + der + [0x0A], leaf + (try SubjectPublicKeyInfo(key).der)] {
            #expect(
                refusal(of: bytes)
                    == "malformed certificate (PEM: a structure in DER stands beside the blocks; put it into a file of its own)"
            )
        }
        // As mbed TLS keeps it, in other encodings, and digits before letters that are not English.
        for other: [UInt8] in [[0], Array("# \u{1}x".utf8), Array("0é".utf8), [0x30, 0x82, 0x61]] {
            #expect(try subjects(in: leaf + other) == ["Kim"])
        }
    }

    /// libcrypto passes over a block whose BEGIN line is not one, and would read the others alone.
    @Test func inPEMWithABlockThatIsSkipped() throws {
        let leaf = try vector("pkcs12/leaf.pem")
        let root = String(decoding: try vector("pkcs12/root.pem"), as: UTF8.self)
        let lines = root.split(separator: "\n")
        let skipped = [
            "> " + lines.joined(separator: "\n> "),
            lines.joined(),
            "root: " + root,
            "\0" + root,
            lines.dropFirst().joined(separator: "\n"),
            "-----begin certificate-----\n" + lines.dropFirst().joined(separator: "\n"),
            String(root.dropFirst()),
        ]
        for text in skipped {
            for bytes in [leaf + Array(text.utf8), Array((text + "\n").utf8) + leaf] {
                #expect(
                    refusal(of: bytes)
                        == "malformed certificate (PEM: an END line has no BEGIN line, or shares its line with other text)"
                )
            }
        }
    }

    @Test func inDER() throws {
        let der = try derInside(vector("pkcs12/leaf.pem"))
        #expect(try subjects(in: der) == ["Kim"])
        #expect(refusal(of: der + [0x0A]) == "malformed certificate: more bytes follow its end")
    }

    /// What SAP's Secure Login Server answers: base64 with line breaks, and nothing around it.
    @Test func inPKCS7() throws {
        let base64 = try vector("pkcs12/reply.p7b")
        let expected = ["Root", "Kim", "Intermediate"]
        #expect(try subjects(in: base64) == expected)
        let oneLine = base64.filter { $0 != UInt8(ascii: "\n") }
        #expect(try subjects(in: oneLine) == expected)
        #expect(try subjects(in: oneLine.flatMap { [$0, 13, 10] }) == expected)
        let pem = Array("-----BEGIN PKCS7-----\n".utf8) + base64 + Array("-----END PKCS7-----\n".utf8)
        let der = try derInside(pem)
        #expect(try subjects(in: der) == expected)
        #expect(try subjects(in: pem) == expected)
        #expect(try subjects(in: pem + vector("pkcs12/unrelated.pem")) == expected + ["Unrelated Root"])
        #expect(refusal(of: der + [0]) == "malformed certificate: more bytes follow its end")
        for count in stride(from: 1, to: der.count, by: 7) {
            #expect(refusal(of: Array(der.prefix(count))) != nil)
        }
    }

    /// Java and Windows write structures whose length is not known in advance.
    @Test func inPKCS7WithIndefiniteLengths() throws {
        let leaf = try derInside(vector("pkcs12/leaf.pem"))
        func indefinite(_ tag: UInt8, _ members: [UInt8]...) -> [UInt8] {
            [tag, 0x80] + members.joined() + [0, 0]
        }
        let message = indefinite(
            0x30, derObject("2A864886F70D010702"),
            indefinite(
                0xA0,
                indefinite(
                    0x30, [2, 1, 1], der(0x31, []), derSequence(derObject("2A864886F70D010701")),
                    indefinite(0xA0, leaf), der(0x31, []))))
        #expect(try subjects(in: message) == ["Kim"])
        #expect(refusal(of: message + [0]) == "malformed certificate: more bytes follow its end")
        #expect(refusal(of: Array(message.dropLast())) != nil)
    }

    @Test func withoutCertificates() throws {
        // SignedData with neither certificates nor anything else.
        let empty = derSequence(
            derObject("2A864886F70D010702"),
            der(
                0xA0,
                derSequence(
                    [2, 1, 1], der(0x31, []), derSequence(derObject("2A864886F70D010701")), der(0x31, []))))
        #expect(refusal(of: empty) == NoCertificatesError.empty.message)
        #expect(refusal(of: try fixture("p256.pkcs8")) == NoCertificatesError.empty.message)
        #expect(refusal(of: []) == NoCertificatesError.somethingElse.message)
        #expect(refusal(of: Array("hello".utf8)) == NoCertificatesError.somethingElse.message)
        #expect(refusal(of: Array("aGVsbG8=".utf8)) == NoCertificatesError.somethingElse.message)
        #expect(
            refusal(of: try derInside(fixture("p256.pkcs8"))) == NoCertificatesError.somethingElse.message)
    }

    @Test func cutAtEveryLength() throws {
        let der = try derInside(vector("pkcs12/leaf.pem"))
        // The header of the certificate, and the tag of its first member.
        for count in der.indices {
            let isSaid =
                refusal(of: Array(der.prefix(count))) == "malformed certificate (DER: it is truncated)"
            #expect(isSaid == (count > 5), "\(count)")
        }
        let text = try vector("pkcs12/leaf.pem")
        for count in 0..<text.count - 1 { #expect(refusal(of: Array(text.prefix(count))) != nil, "\(count)") }
    }

    @Test func onlyWhatBeginsLikeACertificateIsTruncated() throws {
        let truncated = "malformed certificate (DER: it is truncated)"
        // A length of three bytes.
        let long = derSequence(derSequence([UInt8](repeating: 5, count: 60_000)))
        let longer: [UInt8] = [0x30, 0x83, 0x01, 0x00, 0x04, 0x30, 0x83, 0x00, 0xFF, 0xFF]
        #expect(refusal(of: Array(long.dropLast())) == truncated)
        #expect(refusal(of: long) == NoCertificatesError.somethingElse.message)
        #expect(refusal(of: longer) == truncated)
        // A private key, a short SEQUENCE, and a text.
        let key = try derInside(fixture("rsa.pkcs8"))
        for other in [Array(key.dropLast()), [0x30, 0x0A, 0x30, 1, 2, 3], Array("00 00 00 00".utf8)] {
            #expect(refusal(of: other) == NoCertificatesError.somethingElse.message)
        }
    }

    /// libcrypto does not read it, and says that it is malformed PEM.
    @Test func inATextThatOnlyLooksLikePEM() throws {
        let name = "PGP PUBLIC KEY BLOCK"
        let text = Array("-----BEGIN \(name)-----\n\nmQEN*\n=njUN\n-----END \(name)-----\n".utf8)
        #expect(refusal(of: text) == NoCertificatesError.somethingElse.message)
        let leaf = try vector("pkcs12/leaf.pem")
        guard refusal(of: text + leaf)?.hasPrefix("malformed certificate") == true,
            refusal(of: leaf + text)?.hasPrefix("malformed certificate") == true
        else {
            Issue.record("the certificate beside it is passed over")
            return
        }
    }

    @Test func readsAsManyAsTheLimit() throws {
        let one = try vector("pkcs12/leaf.pem") + [0x0A]
        let allowed = Array(repeating: one, count: Limits.certificates).flatMap { $0 }
        #expect(try Certificate.all(in: allowed.span).count == Limits.certificates)
        #expect(
            refusal(of: allowed + one) == "expected at most \(Limits.certificates) certificates, found more")
    }

    /// What was measured with libcrypto 3.0, in tenths of a millisecond: P-256 0.8, P-384 10, P-521 7, brainpoolP256r1
    /// 5, sect571r1 49, Ed448 3, DSA of 2048 bits 3.
    @Test(
        "Keys of slow curves cost more",
        arguments: [
            (.ec, "prime256v1", 256, 1), (.ec, "secp384r1", 384, 10), (.ec, "secp521r1", 521, 7),
            (.ec, "brainpoolP256r1", 256, 10), (.ec, "sect571r1", 571, 50), (.ec, nil, 571, 50),
            (.bytes(.ed25519), nil, 253, 1), (.bytes(.ed448), nil, 456, 3), (.dsa, nil, 2_048, 4),
        ] as [(KeyFacts.Algorithm, String?, Int, Int)])
    func verificationCost(algorithm: KeyFacts.Algorithm, curve: String?, bits: Int, cost: Int) {
        let facts = KeyFacts(
            algorithm: algorithm, name: "", bits: bits, securityBits: nil, exponent: [], fault: nil,
            curve: curve)
        #expect(facts.verificationCost == cost)
    }

    /// What was measured: 14 ms for an exponent of 3,070 bits, 10 ms for 16,384 bits with one of 64.
    @Test(
        "Keys that take long to verify with are told by their numbers",
        arguments: [
            (2_048, 17, 1), (4_096, 17, 1), (3_072, 256, 11), (8_192, 17, 5), (16_384, 17, 21),
            (16_384, 64, 81), (3_072, 3_070, 138), (100_000, 17, 799),
        ])
    func verificationCost(bits: Int, exponentBits: Int, cost: Int) {
        let exponent =
            [UInt8(1) << UInt8((exponentBits - 1) % 8)]
            + [UInt8](repeating: 1, count: (exponentBits - 1) / 8)
        let facts = KeyFacts(
            algorithm: .rsa, name: "rsaEncryption", bits: bits, securityBits: nil, exponent: exponent,
            fault: nil,
            curve: nil)
        #expect(facts.verificationCost == cost)
    }
}
