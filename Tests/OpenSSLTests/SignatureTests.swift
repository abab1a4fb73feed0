import Testing

@testable import OpenSSL

@Suite("Signatures")
struct SignatureTests {
    /// A scheme and a key that fits it.
    struct Case: Sendable, CustomTestStringConvertible {
        let scheme: SignatureScheme
        let specification: KeyType
        var testDescription: String { "\(scheme), \(specification)" }
    }

    static let hashing: [Case] = DigestAlgorithm.allCases.flatMap { digest in
        [
            Case(scheme: .rsaPKCS1(digest), specification: .rsa(bits: 2048)),
            Case(scheme: .rsaPSS(digest), specification: .rsa(bits: 2048)),
        ] + Curve.allCases.map { Case(scheme: .ecdsa(digest), specification: .ec($0)) }
    }
    static let all =
        hashing + [
            Case(scheme: .pure, specification: .ed25519), Case(scheme: .pure, specification: .ed448),
        ]

    private func key(_ specification: KeyType) throws -> PrivateKey {
        if case .rsa = specification { return try privateKey("rsa.pkcs8") }
        return try .generate(specification)
    }

    private func length(_ type: KeyType) -> Int {
        switch type {
        case .rsa(let bits), .rsaPSS(let bits, _): bits / 8
        case .ec(let curve): 2 * curve.byteCount
        case .bytes(let type): 2 * type.publicByteCount
        }
    }

    @Test("What is signed verifies, for any number of messages", arguments: all)
    func signsAndVerifies(test: Case) throws {
        let key = try key(test.specification)
        let signer = try Signer.make(key, test.scheme)
        let verifier = try Verifier.make(key.publicKey, test.scheme)
        for message in [[], [0], Array("message".utf8), [UInt8](repeating: 0x61, count: 100_000)] {
            let signature = try signer.sign(message.span)
            #expect(signature.count == length(key.type))
            #expect(try verifier.verify(signature.span, for: message.span))
            #expect(try !verifier.verify(signature.span, for: (message + [0]).span))
        }
        expectNoErrorsLeft()
    }

    @Test("An altered message, an altered signature and another key are refused", arguments: all)
    func refusesAltered(test: Case) throws {
        let key = try key(test.specification)
        let message = Array("message".utf8)
        let signature = try Signer.make(key, test.scheme).sign(message.span)
        let verifier = try Verifier.make(key.publicKey, test.scheme)
        #expect(try !verifier.verify(signature.span, for: Array("massage".utf8).span))
        for index in signature.indices where index % 7 == 0 || index == signature.count - 1 {
            var altered = signature
            altered[index] ^= 1
            #expect(try !verifier.verify(altered.span, for: message.span), "byte \(index)")
            expectNoErrorsLeft()
        }
        let other = try PrivateKey.generate(test.specification).publicKey
        #expect(try !Verifier.make(other, test.scheme).verify(signature.span, for: message.span))
        // And it still verifies afterwards.
        #expect(try verifier.verify(signature.span, for: message.span))
        expectNoErrorsLeft()
    }

    @Test("A signature of another length is refused", arguments: all)
    func refusesLengths(test: Case) throws {
        let key = try key(test.specification)
        let message = Array("message".utf8)
        let signature = try Signer.make(key, test.scheme).sign(message.span)
        let verifier = try Verifier.make(key.publicKey, test.scheme)
        for wrong in [
            [], [0], Array(signature.dropLast()), Array(signature.dropFirst()), signature + [0],
            [0] + signature,
            signature + signature,
        ] {
            #expect(try !verifier.verify(wrong.span, for: message.span), "\(wrong.count) bytes")
            expectNoErrorsLeft()
        }
    }

    @Test("Another scheme's signature is refused")
    func refusesOtherSchemes() throws {
        let message = Array("message".utf8)
        for test in Self.hashing {
            let key = try key(test.specification)
            let signature = try Signer.make(key, test.scheme).sign(message.span)
            for other in Self.hashing where other.scheme != test.scheme && other.scheme.fits(key.type) {
                #expect(
                    try !Verifier.make(key.publicKey, other.scheme).verify(signature.span, for: message.span))
            }
        }
    }

    @Test(
        "An RSA signature that lost its leading zero is refused, and whole it is not",
        arguments: [SignatureScheme.rsaPKCS1(.sha256), .rsaPSS(.sha256)])
    func refusesLostZero(scheme: SignatureScheme) throws {
        let key = try privateKey("rsa.pkcs8")
        let signer = try Signer.make(key, scheme)
        let verifier = try Verifier.make(key.publicKey, scheme)
        // One signature in 256 begins with a zero.
        for number in 0..<10_000 {
            let message = Array("message \(number)".utf8)
            let signature = try signer.sign(message.span)
            guard signature[0] == 0 else { continue }
            #expect(try verifier.verify(signature.span, for: message.span))
            #expect(try !verifier.verify(Array(signature.dropFirst()).span, for: message.span))
            expectNoErrorsLeft()
            return
        }
        Issue.record("no signature began with a zero")
    }

    @Test("A salt of another length is refused")
    func refusesOtherSalts() throws {
        // Both by openssl dgst, over "message".
        let key = try privateKey("rsa.pkcs8")
        let message = Array("message".utf8)
        let short = try fixtureSignature("rsa.pss-sha256-salt-20")
        let good = try fixtureSignature("rsa.pss-sha256-salt-32")
        let verifier = try Verifier.make(key.publicKey, .rsaPSS(.sha256))
        #expect(try verifier.verify(good.span, for: message.span))
        #expect(try !verifier.verify(short.span, for: message.span))
    }

    /// A signature kept as a PEM block.
    private func fixtureSignature(_ name: String) throws -> [UInt8] { try derInside(fixture(name)) }

    @Test(
        "ECDSA signatures with r or s of zero, of the order, or above it are refused",
        arguments: Curve.allCases)
    func refusesECDSARange(curve: Curve) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let message = Array("message".utf8)
        let signature = try Signer.make(key, .ecdsa(.sha256)).sign(message.span)
        let verifier = try Verifier.make(key.publicKey, .ecdsa(.sha256))
        let (r, s) = (Array(signature.prefix(curve.byteCount)), Array(signature.suffix(curve.byteCount)))
        let order = curve.order
        let zero = [UInt8](repeating: 0, count: curve.byteCount)
        let ones = [UInt8](repeating: 0xFF, count: curve.byteCount)
        for wrong in [zero, order, ones] {
            #expect(try !verifier.verify((wrong + s).span, for: message.span))
            #expect(try !verifier.verify((r + wrong).span, for: message.span))
            #expect(try !verifier.verify((wrong + wrong).span, for: message.span))
            expectNoErrorsLeft()
        }
        #expect(try verifier.verify(signature.span, for: message.span))
    }

    @Test("An ECDSA signature in DER is refused")
    func refusesDER() throws {
        let key = try PrivateKey.generate(.ec(.p256))
        let message = Array("message".utf8)
        let signature = try Signer.make(key, .ecdsa(.sha256)).sign(message.span)
        let der = try #require(try ECDSASignature.der(fromFixedLength: signature.span, .p256))
        #expect(try !Verifier.make(key.publicKey, .ecdsa(.sha256)).verify(der.span, for: message.span))
        #expect(try ECDSASignature.fixedLength(fromDER: der, .p256) == signature)
    }

    @Test("Short numbers are padded in the fixed-length form, and lose their zeros in DER")
    func ecdsaForms() throws {
        let der = hex("3006020101020102")
        let fixed = try ECDSASignature.fixedLength(fromDER: der, .p256)
        #expect(fixed == [UInt8](repeating: 0, count: 31) + [1] + [UInt8](repeating: 0, count: 31) + [2])
        #expect(try ECDSASignature.der(fromFixedLength: fixed.span, .p256) == der)
        #expect(try ECDSASignature.der(fromFixedLength: fixed.span, .p384) == nil)
        // 33 bytes do not fit.
        let long = derSequence(derInteger([1] + [UInt8](repeating: 0, count: 32)), derInteger([1]))
        #expect(throws: OpenSSLError.self) { try ECDSASignature.fixedLength(fromDER: long, .p256) }
        #expect(throws: OpenSSLError.self) { try ECDSASignature.fixedLength(fromDER: [0x30, 0], .p256) }
        expectNoErrorsLeft()
    }

    @Test("RSASSA-PKCS1-v1_5 and EdDSA give the same signature again, RSASSA-PSS and ECDSA another one")
    func determinism() throws {
        let message = Array("message".utf8)
        for test in Self.all {
            let signer = try Signer.make(key(test.specification), test.scheme)
            let same = try signer.sign(message.span) == signer.sign(message.span)
            switch test.scheme {
            case .rsaPKCS1, .pure: #expect(same)
            case .rsaPSS, .ecdsa: #expect(!same)
            }
        }
    }

    @Test("A key too short for the digest and its salt fails to sign with an error")
    func shortKeys() throws {
        let key = try PrivateKey.generate(.rsa(bits: 512))
        let message: [UInt8] = []
        #expect(throws: OpenSSLError.self) {
            try Signer.make(key, .rsaPSS(.sha512)).sign(message.span)
        }
        let signature = [UInt8](repeating: 1, count: 64)
        let verifier = try Verifier.make(key.publicKey, .rsaPSS(.sha256))
        #expect(try !verifier.verify(signature.span, for: message.span))
        expectNoErrorsLeft()
    }

    @Test("A scheme fits the keys of its family and no others")
    func fits() {
        let types: [KeyType] = [.rsa(bits: 2048), .ec(.p256), .ed25519, .ed448]
        #expect(types.map(SignatureScheme.rsaPKCS1(.sha256).fits) == [true, false, false, false])
        #expect(types.map(SignatureScheme.rsaPSS(.sha256).fits) == [true, false, false, false])
        #expect(types.map(SignatureScheme.ecdsa(.sha256).fits) == [false, true, false, false])
        #expect(types.map(SignatureScheme.pure.fits) == [false, false, true, true])
    }

    // MARK: RFC 8032 §7

    struct EdwardsVector: Sendable {
        let type: ByteKeyType
        let privateKey, publicKey, message, signature: String
    }

    static let edwardsVectors = [
        EdwardsVector(
            type: .ed25519,
            privateKey: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
            publicKey: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
            message: "",
            signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e06522490155"
                + "5fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"),
        EdwardsVector(
            type: .ed25519,
            privateKey: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
            publicKey: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c",
            message: "72",
            signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
                + "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"),
        EdwardsVector(
            type: .ed25519,
            privateKey: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
            publicKey: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            message: "af82",
            signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac"
                + "18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"),
        EdwardsVector(
            type: .ed448,
            privateKey: "6c82a562cb808d10d632be89c8513ebf6c929f34ddfa8c9f63c9960ef6e348a3"
                + "528c8a3fcc2f044e39a3fc5b94492f8f032e7549a20098f95b",
            publicKey: "5fd7449b59b461fd2ce787ec616ad46a1da1342485a70e1f8a0ea75d80e96778"
                + "edf124769b46c7061bd6783df1e50f6cd1fa1abeafe8256180",
            message: "",
            signature: "533a37f6bbe457251f023c0d88f976ae2dfb504a843e34d2074fd823d41a591f"
                + "2b233f034f628281f2fd7a22ddd47d7828c59bd0a21bfd3980ff0d2028d4b18a"
                + "9df63e006c5d1c2d345b925d8dc00b4104852db99ac5c7cdda8530a113a0f4db"
                + "b61149f05a7363268c71d95808ff2e652600"),
        EdwardsVector(
            type: .ed448,
            privateKey: "c4eab05d357007c632f3dbb48489924d552b08fe0c353a0d4a1f00acda2c463a"
                + "fbea67c5e8d2877c5e3bc397a659949ef8021e954e0a12274e",
            publicKey: "43ba28f430cdff456ae531545f7ecd0ac834a55d9358c0372bfa0c6c6798c086"
                + "6aea01eb00742802b8438ea4cb82169c235160627b4c3a9480",
            message: "03",
            signature: "26b8f91727bd62897af15e41eb43c377efb9c610d48f2335cb0bd0087810f435"
                + "2541b143c4b981b7e18f62de8ccdf633fc1bf037ab7cd779805e0dbcc0aae1cb"
                + "cee1afb2e027df36bc04dcecbf154336c19f0af7e0a6472905e799f1953d2a0f"
                + "f3348ab21aa4adafd1d234441cf807c03a00"),
    ]

    @Test("The vectors of RFC 8032 §7.1 and §7.4", arguments: edwardsVectors)
    func edwardsVector(vector: EdwardsVector) throws {
        let key = try PrivateKey(vector.type, bytes: secret(hex(vector.privateKey)))
        #expect(try key.publicKey.bytes() == hex(vector.publicKey))
        let message = hex(vector.message)
        let signature = try Signer.make(key, .pure).sign(message.span)
        #expect(signature == hex(vector.signature))
        let publicKey = try PublicKey(vector.type, bytes: hex(vector.publicKey))
        #expect(try Verifier.make(publicKey, .pure).verify(signature.span, for: message.span))
    }

    @Test("An Ed25519 signature whose S is not below the order is refused (RFC 8032 §5.1.7)")
    func refusesLargeS() throws {
        let vector = Self.edwardsVectors[0]
        var signature = hex(vector.signature)
        // S + L gives the same equation.
        let order = Array(hex("1000000000000000000000000000000014def9dea2f79cd65812631a5cf5d3ed").reversed())
        var carry = 0
        for index in 0..<32 {
            carry += Int(signature[32 + index]) + Int(order[index])
            signature[32 + index] = UInt8(carry & 0xFF)
            carry >>= 8
        }
        let publicKey = try PublicKey(.ed25519, bytes: hex(vector.publicKey))
        let message: [UInt8] = []
        #expect(try !Verifier.make(publicKey, .pure).verify(signature.span, for: message.span))
    }
}
