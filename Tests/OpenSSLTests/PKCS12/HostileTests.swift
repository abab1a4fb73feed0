import Testing
import Words

@testable import OpenSSL

@Suite struct HostilePKCS12Tests {
    @Test(arguments: ["openssl.p12", "nss.p12", "java.trust-store.p12"])
    func refusesItCutAtEveryLength(_ name: String) throws {
        let whole = try vector("pkcs12/\(name)")
        for count in whole.indices {
            let bytes = Array(whole.prefix(count))
            #expect(throws: (any Error).self, "cut at \(count)") { try PFX.decode(bytes.span) }
        }
        expectNoErrorsLeft()
    }

    @Test func refusesMoreBytes() throws {
        let bytes = try vector("pkcs12/openssl.p12") + [0]
        #expect(throws: InputError("malformed PKCS#12: more bytes follow its end")) {
            try PFX.decode(bytes.span)
        }
        expectNoErrorsLeft()
    }

    /// Wherever a byte differs, the file is not taken for what it was.
    @Test func noticesChanges() throws {
        let whole = try vector("pkcs12/openssl.p12")
        let original = try pfx(whole).open(secret("correct horse"))
        for index in stride(from: 0, to: whole.count, by: 11) {
            var bytes = whole
            bytes[index] ^= 0x41
            guard let file = try? PFX.decode(bytes.span),
                let opened = try? file.open(secret("correct horse"), maximumIterations: 100_000)
            else { continue }
            #expect(opened.isIntact != true || opened.certificates == original.certificates, "byte \(index)")
        }
        expectNoErrorsLeft()
    }

    /// PKCS#12 allows a signature in place of the MAC (RFC 7292 §4).
    @Test func refusesAFileThatIsSigned() {
        let data: [UInt8] = [0x30, 0x0B, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x01]
        let signedData: [UInt8] = [0x30, 0x14, 0x02, 0x01, 0x01, 0x31, 0x00] + data + [0x31, 0x00]
        let type: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        let file: [UInt8] = [0x30, 0x28, 0x02, 0x01, 0x03, 0x30, 0x23] + type + [0xA0, 0x16] + signedData
        #expect(throws: InputError.self) { try pfx(file) }
    }

    @Test func tellsWhatItIsNot() throws {
        let certificate = try fixture("rsa.certificate")
        let der = try derInside(certificate)
        let pfx = try vector("pkcs12/openssl.p12")
        let others: [[UInt8]] = [
            [], [0x30], [0x31] + pfx.dropFirst(), Array("PKCS12".utf8), certificate, der,
            try fixture("p256.pkcs8"),
        ]
        for bytes in others {
            let isRecognized = PFX.isRecognized(bytes.span)
            #expect(!isRecognized)
            #expect(throws: PKCS12Error.notPKCS12) { try PFX.decode(bytes.span) }
        }
        let keystore: [UInt8] = [0xFE, 0xED, 0xFE, 0xED, 0, 0, 0, 2]
        #expect(throws: InputError.self) { try PFX.decode(keystore.span) }
    }

    /// The MAC of `openssl.p12`, with another number of iterations.
    private func file(iterations: [UInt8]) throws -> [UInt8] {
        var bytes = try vector("pkcs12/openssl.p12")
        // … SEQUENCE (0x41 bytes) { DigestInfo, salt, INTEGER 2048 }
        #expect(bytes.suffix(4) == [0x02, 0x02, 0x08, 0x00])
        #expect(bytes[bytes.count - 0x41 - 2..<bytes.count - 0x41] == [0x30, 0x41])
        let growth = iterations.count - 2
        bytes[bytes.count - 0x41 - 1] &+= UInt8(truncatingIfNeeded: growth)
        bytes[3] &+= UInt8(truncatingIfNeeded: growth)
        bytes.removeLast(4)
        return bytes + [0x02, UInt8(iterations.count)] + iterations
    }

    @Test(
        arguments: [
            ([0x7F, 0xFF, 0xFF, 0xFF], 2_147_483_647),
            ([0x4C, 0x4B, 0x41], 5_000_001),
            ([0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF], Int.max),
        ] as [([UInt8], Int)]) func refusesWhatWouldTakeTooLong(_ iterations: [UInt8], _ sum: Int) throws
    {
        let file = try pfx(file(iterations: iterations))
        #expect(throws: KeyError.derivationTooCostly(iterations: sum, limit: 5_000_000)) {
            try file.open(secret("correct horse"))
        }
    }

    @Test(
        arguments: [[0x00], [0x80, 0x00], [0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]] as [[UInt8]]
    )
    func refusesIterationsThatAreNone(_ iterations: [UInt8]) throws {
        let bytes = try self.file(iterations: iterations)
        #expect(throws: InputError("malformed PKCS#12 (iterations of the MAC)")) {
            try PFX.decode(bytes.span)
        }
    }

    /// A file of 153 bytes: no contents, and PBMAC1 with HMAC-SHA-1.
    private func pbmac1(keyLength: [UInt8], iterations: [UInt8]) -> [UInt8] {
        let data = derObject("2A864886F70D010701")
        let hmac = derSequence(derObject("2A864886F70D0207"), [5, 0])
        let salt = der(0x04, [UInt8](repeating: 1, count: 8))
        let derivation = derSequence(
            derObject("2A864886F70D01050C"),
            derSequence(salt, derInteger(iterations), derInteger(keyLength), hmac))
        let algorithm = derSequence(derObject("2A864886F70D01050E"), derSequence(derivation, hmac))
        let mac = derSequence(
            derSequence(algorithm, der(0x04, [UInt8](repeating: 0, count: 20))), salt, derInteger([1]))
        return derSequence([2, 1, 3], derSequence(data, der(0xA0, der(0x04, derSequence()))), mac)
    }

    /// Each block of PBMAC1's key costs all iterations again.
    @Test func countsTheBlocksOfTheKeyOfAMAC() throws {
        let million: [UInt8] = [0x0F, 0x42, 0x40]
        for (length, blocks) in [(20, 1), (21, 2), (40, 2), (64, 4)] {
            let bytes = pbmac1(keyLength: [UInt8(length)], iterations: million)
            let file = try PFX.decode(bytes.span)
            try file.checkCost(blocks * 1_000_000)
            #expect(
                throws: KeyError.derivationTooCostly(
                    iterations: blocks * 1_000_000, limit: blocks * 1_000_000 - 1)
            ) { try file.checkCost(blocks * 1_000_000 - 1) }
        }
    }

    /// Each way to encode a passphrase costs all iterations again.
    @Test(arguments: [("ascii", 2), ("pässwörd", 4)])
    func countsTheAttemptsOfAPassphrase(_ text: String, _ attempts: Int) throws {
        let file = try PFX.decode(pbmac1(keyLength: [20], iterations: [0x64]).span)
        #expect(throws: PFX.wrongPassphrase) {
            try file.open(secret(text), maximumIterations: attempts * 100)
        }
        #expect(
            throws: KeyError.derivationTooCostly(iterations: attempts * 100, limit: attempts * 100 - 1)
        ) {
            try file.open(secret(text), maximumIterations: attempts * 100 - 1)
        }
    }

    @Test(arguments: [[0], [19], [65], [0x04, 0x00], [0x7F, 0xFF, 0xFF, 0xFF]] as [[UInt8]])
    func refusesKeyLengthsThatNoMACHas(_ keyLength: [UInt8]) {
        let bytes = pbmac1(keyLength: keyLength, iterations: [1])
        #expect(
            throws: InputError(
                "malformed PKCS#12 (PBMAC1 without a keyLength of 20 to 64 bytes (RFC 9879 §4))")
        ) {
            try PFX.decode(bytes.span)
        }
    }

    @Test func countsAllDerivationsTogether() throws {
        let file = try pfx("openssl.p12")
        #expect(try file.open(secret("correct horse"), maximumIterations: 3 * 2048).isIntact == true)
        #expect(throws: KeyError.derivationTooCostly(iterations: 3 * 2048, limit: 3 * 2048 - 1)) {
            try file.open(secret("correct horse"), maximumIterations: 3 * 2048 - 1)
        }
    }

    @Test func refusesTooManyBags() throws {
        let text = try fixture("p256.certificate")
        let certificate = try #require(try Certificate.all(in: text.span).first)
        let entries = [PFXDraft.Entry](
            repeating: PFXDraft.Entry(certificate), count: Limits.bags)
        let bytes = try PFXDraft(entries).encode(.none)
        #expect(throws: InputError("it contains more than \(Limits.bags) keys and certificates")) {
            try bytes.withBytes { (bytes) in try PFX.decode(bytes) }
        }
    }

    /// A SafeContents in a bag in a SafeContents …, which nobody writes.
    @Test func refusesBagsInBags() throws {
        let safeContentsBag = derObject("2A864886F70D010C0A0106")
        let data = derObject("2A864886F70D010701")
        func file(depth: Int) -> [UInt8] {
            var contents = derSequence()
            for _ in 0..<depth { contents = derSequence(derSequence(safeContentsBag, der(0xA0, contents))) }
            let safe = derSequence(data, der(0xA0, der(0x04, contents)))
            let safes = derSequence(safe)
            return derSequence([2, 1, 3], derSequence(data, der(0xA0, der(0x04, safes))))
        }
        #expect(try pfx(file(depth: Limits.bagDepth)).parts.count == 1)
        for depth in [Limits.bagDepth + 1, 40] {
            #expect(throws: (any Error).self) { try pfx(file(depth: depth)) }
        }
    }

    /// Contents that are OPTIONAL where libcrypto used to take them for granted (CVE-2024-0727).
    @Test func refusesPartsWithoutContents() throws {
        let data = derObject("2A864886F70D010701")
        let encrypted = derObject("2A864886F70D010706")
        func file(_ part: [UInt8]) -> [UInt8] {
            derSequence([2, 1, 3], derSequence(data, der(0xA0, der(0x04, derSequence(part)))))
        }
        for part in [derSequence(data), derSequence(encrypted), derSequence(data, der(0xA0, []))] {
            #expect(throws: (any Error).self) { try pfx(file(part)) }
        }
        let nothing = derSequence([2, 1, 3], derSequence(data))
        #expect(throws: (any Error).self) { try PFX.decode(nothing.span) }
        expectNoErrorsLeft()
    }

    @Test func refusesAMACWhoseParametersAreNone() throws {
        let data = derObject("2A864886F70D010701")
        let hmac = derSequence(derObject("2A864886F70D0207"), [5, 0])
        let (pbkdf2, pbmac1) = (derObject("2A864886F70D01050C"), derObject("2A864886F70D01050E"))
        let salt = der(0x04, [UInt8](repeating: 1, count: 8))
        for parameters in [
            [], derSequence(), derSequence(hmac, hmac, hmac),
            derSequence(derSequence(pbkdf2, derSequence(salt)), hmac),
            derSequence(
                derSequence(pbkdf2, derSequence(salt, derInteger([0]), derInteger([20]), hmac)), hmac),
            derSequence(
                derSequence(pbkdf2, derSequence([5, 0], derInteger([1]), derInteger([20]), hmac)), hmac),
        ] {
            let mac = derSequence(
                derSequence(derSequence(pbmac1, parameters), der(0x04, [UInt8](repeating: 0, count: 20))),
                salt)
            let file = derSequence([2, 1, 3], derSequence(data, der(0xA0, der(0x04, derSequence()))), mac)
            let error = #expect(throws: InputError.self) { try PFX.decode(file.span) }
            #expect(error?.message.hasPrefix("malformed PKCS#12") == true, "\(parameters)")
            expectNoErrorsLeft()
        }
    }
}
