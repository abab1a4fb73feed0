import Testing

@testable import OpenSSL

@Suite("Keys as openssl writes them")
struct DecodingTests {
    @Test(
        "Every form of a key is the same key",
        arguments: [
            ("rsa", ["pkcs8", "pkcs1", "spki", "public-pkcs1", "certificate"], KeyType.rsa(bits: 2048)),
            (
                "p256", ["pkcs8", "sec1", "sec1-without-public", "spki", "spki-compressed", "certificate"],
                .ec(.p256)
            ),
            ("p384", ["pkcs8", "sec1", "spki"], .ec(.p384)),
            ("p521", ["pkcs8", "sec1", "spki"], .ec(.p521)),
            ("secp256k1", ["pkcs8", "sec1", "spki"], .ec(.secp256k1)),
            ("ed25519", ["pkcs8", "spki"], .ed25519),
            ("ed448", ["pkcs8", "spki"], .ed448),
        ])
    func sameKey(key: String, forms: [String], type: KeyType) throws {
        let reference = try privateKey("\(key).pkcs8")
        for form in forms {
            let encoded = try EncodedKey(fixture("\(key).\(form)"))
            let decoded = try encoded.decode(passphrase: nil)
            #expect(decoded.publicKey.type == type)
            #expect(decoded.publicKey == reference.publicKey, "\(form)")
            #expect((decoded.privateKey != nil) == encoded.form.isPrivate, "\(form)")
        }
        expectNoErrorsLeft()
    }

    @Test(
        "A kind of key that is not known here is named",
        arguments: [
            ("dsa", "DSA"), ("dsa-public", "DSA"), ("x25519", "X25519"), ("x25519-public", "X25519"),
            ("dh", "DH"),
            ("rsa-three-primes", "RSA with more than two primes"),
            ("rsa-three-primes-pkcs1", "RSA with more than two primes"),
            ("dsa-traditional", "a PEM block of type DSA PRIVATE KEY"),
        ])
    func namesUnknownTypes(name: String, type: String) throws {
        let text = try fixture("unsupported.\(name)")
        let error = refusal { try EncodedKey.decode(text) }
        #expect(error == .unsupportedType(name: type))
    }

    @Test(
        "A curve that is not known here is named",
        arguments: [
            ("prime192v1", "P-192"), ("secp224r1", "P-224"), ("brainpoolP256r1", "brainpoolP256r1"),
            ("explicit-p256", "explicit parameters"), ("explicit-brainpoolP256r1", "explicit parameters"),
        ])
    func namesUnknownCurves(name: String, curve: String) throws {
        for form in ["", "-sec1", "-public"] {
            let text = try fixture("unsupported.\(name)\(form)")
            let error = refusal { try EncodedKey.decode(text) }
            #expect(error == .unsupportedCurve(name: curve), "\(name)\(form)")
        }
    }

    @Test("A curve spelt out inside a PKCS#8 key that names one outside is refused")
    func refusesInnerParameters() throws {
        let algorithm = derSequence(derObject("2A 86 48 CE 3D 02 01"), derObject("2A 86 48 CE 3D 03 01 07"))
        let inner = try derInside(fixture("unsupported.explicit-p256-sec1"))
        let key = derSequence(derInteger([0]), algorithm, der(0x04, inner))
        let error = refusal { try EncodedKey.decode(key) }
        #expect(error == .unsupportedCurve(name: "explicit parameters"))
    }

    @Test("A PKCS#8 key that names one curve outside and another inside is refused")
    func refusesTwoCurves() throws {
        let inner = try derInside(fixture("p256.sec1"))
        for (curve, isRefused) in [("2A 86 48 CE 3D 03 01 07", false), ("2B 81 04 00 22", true)] {
            let algorithm = derSequence(derObject("2A 86 48 CE 3D 02 01"), derObject(curve))
            let key = derSequence(derInteger([0]), algorithm, der(0x04, inner))
            let error = refusal { try EncodedKey.decode(key) }
            #expect(
                error
                    == (isRefused
                        ? .inconsistent("the PKCS#8 structure and the key in it name different curves") : nil)
            )
        }
    }

    @Test("The version of an EC key must be 1", arguments: [KeyForm.sec1, .pkcs8])
    func refusesVersions(form: KeyForm) throws {
        let sec1 = try derInside(fixture("p256.sec1"))
        let start = try #require(sec1.firstIndex(of: 0x02))
        #expect(sec1[start..<start + 3] == [0x02, 1, 1])
        for version: UInt8 in [0, 2, 0x11] {
            var inner = sec1
            inner[start + 2] = version
            let algorithm = derSequence(
                derObject("2A 86 48 CE 3D 02 01"), derObject("2A 86 48 CE 3D 03 01 07"))
            let key = form == .sec1 ? inner : derSequence(derInteger([0]), algorithm, der(0x04, inner))
            #expect(
                refusal { try EncodedKey.decode(key) }
                    == .malformed(form, reason: "the version of the ECPrivateKey is not 1"))
        }
    }

    @Test("The key of a certificate on a curve that is not known here is named")
    func namesUnknownCurveOfCertificate() throws {
        let text = try fixture("unsupported.brainpoolP256r1-certificate")
        let error = refusal { try EncodedKey.decode(text) }
        #expect(error == .unsupportedCurve(name: "brainpoolP256r1"))
    }

    @Test("SM2 is not one of the curves")
    func namesSM2() throws {
        let text = try fixture("unsupported.sm2")
        let error = refusal { try EncodedKey.decode(text) }
        #expect(error == .unsupportedCurve(name: "SM2"))
    }

    @Test("Types and curves that libcrypto does not know either are named by their object identifier")
    func namesUnknownIdentifiers() {
        let bits = der(0x03, [0, 4] + [UInt8](repeating: 7, count: 64))
        let type = derSequence(derSequence(derObject("2B 06 01 04 01 8F 65 01")), bits)
        #expect(
            refusal { try EncodedKey.decode(type) }
                == .unsupportedType(name: "1.3.6.1.4.1.2021.1"))
        let ecPublicKey = derObject("2A 86 48 CE 3D 02 01")
        let curve = derSequence(derSequence(ecPublicKey, derObject("2B 06 01 04 01 8F 65 02")), bits)
        #expect(
            refusal { try EncodedKey.decode(curve) }
                == .unsupportedCurve(name: "1.3.6.1.4.1.2021.2"))
        let sec1 = derSequence(
            derInteger([1]), der(0x04, [UInt8](repeating: 1, count: 32)),
            der(0xA0, derObject("2B 06 01 04 01 8F 65 02")))
        #expect(
            refusal { try EncodedKey.decode(sec1) }
                == .unsupportedCurve(name: "1.3.6.1.4.1.2021.2"))
        let pkcs8 = derSequence(
            derInteger([0]), derSequence(derObject("2B 06 01 04 01 8F 65 01")), der(0x04, [4, 0]))
        #expect(
            refusal { try EncodedKey.decode(pkcs8) }
                == .unsupportedType(name: "1.3.6.1.4.1.2021.1"))
    }

    @Test("A public key whose point is not on its curve is malformed")
    func refusesPointOffTheCurve() throws {
        var bytes = try derInside(fixture("p256.spki"))
        bytes[bytes.count - 1] ^= 1
        let error = refusal { try EncodedKey.decode(bytes) }
        guard case .malformed(.spki, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test("A private key with another key's public point is refused", arguments: ["sec1", "pkcs8"])
    func refusesForeignPoint(form: String) throws {
        let bytes = try derInside(fixture("p256.\(form)"))
        let point = try #require(try PrivateKey.generate(.ec(.p256)).publicKey.ecPoint())
        let forged: [UInt8] = bytes.prefix(bytes.count - 64) + point.x + point.y
        #expect(
            refusal { try EncodedKey.decode(forged) }
                == .inconsistent("the public point does not match the private key"))
    }

    @Test(
        "An RSA key with another key's modulus is refused, and so is one without", arguments: [false, true])
    func refusesForeignModulus(isPKCS8: Bool) throws {
        let key = try privateKey("rsa.pkcs8")
        let parts = try #require(try key.rsaPrivateParts())
        let foreign = try #require(try PrivateKey.generate(.rsa(bits: 2048)).publicKey.rsaParts()).modulus
        for (modulus, reason) in [(foreign, "n is not p times q"), ([0], "n is zero")] {
            let numbers =
                [
                    [0], modulus, [1, 0, 1], parts.exponent.bytes, parts.p.bytes,
                    parts.q.bytes,
                ]
                + [parts.dp.bytes, parts.dq.bytes, parts.qInverse.bytes]
            let pkcs1 = der(0x30, Array(numbers.map(derInteger).joined()))
            let algorithm = derSequence(derObject("2A 86 48 86 F7 0D 01 01 01"), [5, 0])
            let forged = isPKCS8 ? derSequence(derInteger([0]), algorithm, der(0x04, pkcs1)) : pkcs1
            let error = refusal { try EncodedKey.decode(forged) }
            // OpenSSL 3.5 does not make a key of such numbers.
            #expect(
                error == .inconsistent(reason) || error == .inconsistent("the numbers are not an RSA key"))
        }
    }
}
