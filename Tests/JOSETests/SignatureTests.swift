import JOSE
import JSON
import OpenSSL
import Testing
import Words

@Suite("Signatures are made and verified with the keys they fit, and no others")
struct SignatureTests {
    @Test("An algorithm signs with every key it fits and with no other", arguments: Algorithm.all.map(\.name))
    func signs(name: String) throws {
        let algorithm = try algorithm(name)
        for testKey in TestKey.allCases {
            let key = testKey.key
            guard algorithm.fits(key.material) else {
                let fitting = Algorithm.fitting(key.material).map(\.name)
                #expect(throws: KeyRuleError.algorithmDoesNotFit(algorithm: name, fitting: fitting)) {
                    _ = try SigningKey(key, algorithm)
                }
                continue
            }
            let token = try sign(#"{"sub":"x"}"#, with: key, algorithm)
            #expect(failure(of: token, under: key) == nil)
            #expect(failure(of: token, under: testKey.other) == .invalid(.signature))
            guard testKey != .hmac else { continue }
            #expect(failure(of: token, under: testKey.publicKey) == nil)
            #expect(throws: InputError("expected a private key, found a public key")) {
                _ = try SigningKey(testKey.publicKey, algorithm)
            }
        }
    }

    @Test("An algorithm verifies under no key that it does not fit", arguments: TestKey.algorithms)
    func verifies(name: String) throws {
        let algorithm = try algorithm(name)
        let signing = try #require(TestKey.allCases.first { algorithm.fits($0.key.material) })
        let token = try sign(with: signing.key, algorithm)
        for other in TestKey.allCases where !algorithm.fits(other.key.material) {
            let fitting = Algorithm.fitting(other.key.material).map(\.name)
            for key in [other.key, other.key.publicKey ?? other.key] {
                #expect(
                    failure(of: token, under: key) == .invalid(.algorithmNotForKey(name, fitting: fitting)))
            }
        }
    }

    @Test("One signer signs any number of tokens", arguments: TestKey.algorithms)
    func reuse(name: String) throws {
        let algorithm = try algorithm(name)
        let testKey = try #require(TestKey.allCases.first { algorithm.fits($0.key.material) })
        var signer = try SigningKey(testKey.key, algorithm).signer()
        let header = Base64URL.encode(Array(#"{"alg":"\#(name)"}"#.utf8))
        for length in [0, 1, 63, 64, 1000] {
            let payload = Base64URL.encode([UInt8](repeating: 0x61, count: length))
            let token = text(try signer.token(header, payload))
            #expect(token.hasPrefix(text(header) + "." + text(payload) + "."))
            #expect(failure(of: token, under: testKey.key) == nil)
        }
    }

    @Test("Any change of header, payload or signature is noticed", arguments: TestKey.algorithms)
    func alterations(name: String) throws {
        let algorithm = try algorithm(name)
        let testKey = try #require(TestKey.allCases.first { algorithm.fits($0.key.material) })
        let key = testKey.key.publicKey ?? testKey.key
        let token = try sign(#"{"admin":false}"#, with: testKey.key, algorithm)
        let parts = token.split(separator: ".").map(String.init)
        let signature = try Base64URL.decode(parts[2])

        let header = base64URL(#"{"alg":"\#(name)" }"#)
        #expect(failure(of: "\(header).\(parts[1]).\(parts[2])", under: key) == .invalid(.signature))
        let payload = base64URL(#"{"admin":true}"#)
        #expect(failure(of: "\(parts[0]).\(payload).\(parts[2])", under: key) == .invalid(.signature))

        var altered: [[UInt8]] = [
            [], [0], Array(signature.dropLast()), Array(signature.dropFirst()), signature + [0],
            [0] + signature, signature + signature, [UInt8](repeating: 0, count: signature.count),
            [UInt8](repeating: 0xFF, count: signature.count),
        ]
        for index in [0, signature.count / 2 - 1, signature.count / 2, signature.count - 1] {
            for mask: UInt8 in [0x01, 0x80] {
                var flipped = signature
                flipped[index] ^= mask
                altered.append(flipped)
            }
        }
        for signature in altered {
            let forged = "\(parts[0]).\(parts[1]).\(base64URL(signature))"
            #expect(failure(of: forged, under: key) == .invalid(.signature))
        }
        #expect(failure(of: token, under: key) == nil)
    }

    /// RFC 8017 §8.1.2 and §8.2.2, step 1: exactly as long as the modulus.
    @Test("An RSA signature without its leading zero byte is none", arguments: ["RS256", "PS256"])
    func leadingZero(name: String) throws {
        let algorithm = try algorithm(name)
        for attempt in 0..<20_000 {
            let token = try sign("\(attempt)", with: TestKey.rsa.key, algorithm)
            let parts = token.split(separator: ".").map(String.init)
            let signature = try Base64URL.decode(parts[2])
            guard signature[0] == 0 else { continue }
            #expect(failure(of: token, under: TestKey.rsa.publicKey) == nil)
            let short = "\(parts[0]).\(parts[1]).\(base64URL(Array(signature.dropFirst())))"
            #expect(failure(of: short, under: TestKey.rsa.publicKey) == .invalid(.signature))
            return
        }
        Issue.record("no signature began with a zero byte")
    }

    /// RFC 7518 §3.4: r and s are from 1 to n - 1, each as long as the order.
    @Test(
        "An ECDSA signature has its one form",
        arguments: [
            (
                "ES256", TestKey.p256, 32,
                "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551"
            ),
            (
                "ES256K", .secp256k1, 32,
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141"
            ),
            (
                "ES384", .p384, 48,
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973"
            ),
            (
                "ES512", .p521, 66,
                "01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409"
            ),
        ])
    func ecdsaForms(name: String, testKey: TestKey, count: Int, orderHex: String) throws {
        let token = try sign(with: testKey.key, try algorithm(name))
        let parts = token.split(separator: ".").map(String.init)
        let signature = try Base64URL.decode(parts[2])
        try #require(signature.count == 2 * count)
        let (r, s) = (Array(signature[..<count]), Array(signature[count...]))
        let zero = [UInt8](repeating: 0, count: count)
        let order = bytes(hex: orderHex)
        try #require(order.count == count)
        let one = Array(zero.dropLast()) + [1]
        let altered: [[UInt8]] = [
            zero + s, r + zero, zero + zero, order + s, r + order, zero + one, one + zero, s + r, r + r,
            der(r, s), [0] + r + [0] + s, Array(r.dropFirst()) + Array(s.dropFirst()), plus(r, order) + s,
            r + plus(s, order),
        ]
        for forged in altered {
            let token = "\(parts[0]).\(parts[1]).\(base64URL(forged))"
            #expect(failure(of: token, under: testKey.publicKey) == .invalid(.signature))
        }
        #expect(failure(of: token, under: testKey.publicKey) == nil)
    }

    /// RFC 8032 §5.1.7, step 1.
    @Test("An Ed25519 signature whose S is not reduced is none")
    func unreducedScalar() throws {
        let token = try sign(with: TestKey.ed25519.key, try algorithm("EdDSA"))
        let parts = token.split(separator: ".").map(String.init)
        let signature = try Base64URL.decode(parts[2])
        let order = bytes(hex: "1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED")
        let greater = Array(plus(signature[32...].reversed(), order).reversed())
        let forged = "\(parts[0]).\(parts[1]).\(base64URL(Array(signature[..<32]) + greater))"
        #expect(failure(of: forged, under: TestKey.ed25519.publicKey) == .invalid(.signature))
    }

    @Test("ES256 needs a key on P-256: not P-384, not secp256k1")
    func boundCurves() throws {
        let es256 = try sign(with: TestKey.p256.key, try algorithm("ES256"))
        #expect(
            failure(of: es256, under: TestKey.p384.publicKey)
                == .invalid(.algorithmNotForKey("ES256", fitting: ["ES384"])))
        #expect(
            failure(of: es256, under: TestKey.secp256k1.publicKey)
                == .invalid(.algorithmNotForKey("ES256", fitting: ["ES256K"])))
        let es256k = try sign(with: TestKey.secp256k1.key, try algorithm("ES256K"))
        #expect(
            failure(of: es256k, under: TestKey.p256.publicKey)
                == .invalid(.algorithmNotForKey("ES256K", fitting: ["ES256"])))
    }

    @Test("A payload that stands apart is signed and verified with it")
    func detached() throws {
        let payload = Array("any bytes, \u{0} too".utf8)
        var signer = try SigningKey(TestKey.p256.key, try algorithm("ES256")).signer()
        let header = Base64URL.encode(Array(#"{"alg":"ES256"}"#.utf8))
        let token = text(try signer.token(header, Base64URL.encode(payload), isDetached: true))
        #expect(token.hasPrefix(text(header) + ".."))
        let source = try KeySource.key(TestKey.p256.publicKey)
        #expect(failure(of: token, source, detached: payload) == nil)
        #expect(failure(of: token, source, detached: payload + [0]) == .invalid(.signature))
        #expect(failure(of: token, source) == .invalid(.signature))
        let attached = text(try signer.token(header, Base64URL.encode(payload)))
        #expect(
            failure(of: attached, source, detached: payload) == .invalid(.malformed(.payloadNotDetached)))
        let empty = text(try signer.token(header, [], isDetached: true))
        #expect(failure(of: empty, source, detached: []) == nil)
        #expect(failure(of: empty, source) == nil)
    }

    /// The DER of an ECDSA signature, lengths under 128 bytes or of one more byte.
    private func der(_ r: [UInt8], _ s: [UInt8]) -> [UInt8] {
        func integer(_ number: [UInt8]) -> [UInt8] {
            let digits = Array(number.drop { $0 == 0 })
            let padded = digits.first.map { $0 >= 0x80 ? [0] + digits : digits } ?? [0]
            return [2, UInt8(padded.count)] + padded
        }
        let contents = integer(r) + integer(s)
        return (contents.count < 128 ? [0x30] : [0x30, 0x81]) + [UInt8(contents.count)] + contents
    }
}

/// The sum of two numbers, most significant byte first, as long as the first; what does not fit is dropped.
func plus(_ left: some Collection<UInt8>, _ right: [UInt8]) -> [UInt8] {
    var sum = Array(left)
    var carry = 0
    for (offset, index) in sum.indices.reversed().enumerated() {
        let digit = offset < right.count ? Int(right[right.count - 1 - offset]) : 0
        let total = Int(sum[index]) + digit + carry
        sum[index] = UInt8(total & 0xFF)
        carry = total >> 8
    }
    return sum
}
