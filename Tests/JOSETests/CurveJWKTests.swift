import JOSE
import JSON
import OpenSSL
import Testing

@Suite("Keys on curves as JWKs")
struct CurveJWKTests {
    static let weierstrass = [TestKey.p256, .p384, .p521, .secp256k1]
    static let edwards = [TestKey.ed25519, .ed448]

    private func string(_ bytes: [UInt8]) -> JSONValue { .string(base64URL(bytes)) }

    /// RFC 7518 §6.2.1.2 and §6.2.2.1; RFC 8037 §2.
    @Test("Coordinates and scalars have their exact length", arguments: weierstrass + edwards)
    func lengths(testKey: TestKey) throws {
        for name in ["x", "y", "d"] where name != "y" || Self.weierstrass.contains(testKey) {
            let value = try member(name, of: testKey.key)
            for wrong in [[], Array(value.dropLast()), Array(value.dropFirst()), [0] + value, value + [0]] {
                #expect(
                    jwkError(try jwk(testKey.key, [name: string(wrong)]))
                        == .length(member: name, bytes: wrong.count, expected: value.count))
            }
        }
    }

    @Test("A point off the curve is refused, with the private key and without", arguments: weierstrass)
    func offTheCurve(testKey: TestKey) throws {
        let name = try #require(try jwkText(testKey.key).object["crv"]?.stringValue)
        let count = try member("x", of: testKey.key).count
        let zero = string([UInt8](repeating: 0, count: count))
        let ones = string([UInt8](repeating: 0xFF, count: count))
        for key in [testKey.key, testKey.publicKey] {
            var x = try member("x", of: key)
            x[count - 1] ^= 1
            let alterations: [[String: JSONValue?]] = [
                ["x": string(x)], ["x": zero, "y": zero], ["x": ones], ["y": ones], ["y": zero],
                ["x": string(try member("y", of: key)), "y": string(try member("x", of: key))],
            ]
            for changes in alterations {
                let error = jwkError(try jwk(key, changes))
                #expect(error == .inconsistent("the point is not on \(name)"))
            }
        }
    }

    @Test("A point of another curve of the same size is refused")
    func otherCurve() throws {
        for key in [TestKey.p256.key, TestKey.p256.publicKey] {
            #expect(
                jwkError(try jwk(key, ["crv": .string("secp256k1")]))
                    == .inconsistent("the point is not on \((Curve.secp256k1).rawValue)"))
        }
        for key in [TestKey.secp256k1.key, TestKey.secp256k1.publicKey] {
            #expect(
                jwkError(try jwk(key, ["crv": .string("P-256")]))
                    == .inconsistent("the point is not on \((Curve.p256).rawValue)"))
        }
        #expect(
            jwkError(try jwk(TestKey.p256.key, ["crv": .string("P-384")]))
                == .length(member: "x", bytes: 32, expected: 48))
    }

    @Test("A point that is another scalar's is refused", arguments: weierstrass)
    func otherPoint(testKey: TestKey) throws {
        let other = testKey.other
        let text = try jwk(
            testKey.key, ["x": string(try member("x", of: other)), "y": string(try member("y", of: other))])
        #expect(inconsistency(of: text) == "the public point does not match the private key")
        // The point's negative has the same x.
        let primes = [
            "P-256": "FFFFFFFF00000001000000000000000000000000FFFFFFFFFFFFFFFFFFFFFFFF",
            "P-384":
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFFFF0000000000000000FFFFFFFF",
            "P-521": "01" + String(repeating: "FF", count: 65),
            "secp256k1": "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEFFFFFC2F",
        ]
        let curve = try #require(try jwkText(testKey.key).object["crv"]?.stringValue)
        let prime = bytes(hex: try #require(primes[curve]))
        let negative = minus(prime, try member("y", of: testKey.key))
        let mirrored = try jwk(testKey.key, ["y": string(negative)])
        #expect(inconsistency(of: mirrored) == "the public point does not match the private key")
    }

    @Test("A scalar out of range is refused, even one that stands for the same point", arguments: weierstrass)
    func scalarRange(testKey: TestKey) throws {
        let orders = [
            TestKey.p256: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551",
            .secp256k1: "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141",
            .p384:
                "FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFC7634D81F4372DDF581A0DB248B0A77AECEC196ACCC52973",
            .p521:
                "01FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFA51868783BF2F966B7FCC0148F709A5D03BB5C9B8899C47AEBB6FB71E91386409",
        ]
        let order = bytes(hex: try #require(orders[testKey]))
        let zero = [UInt8](repeating: 0, count: order.count)
        var scalars = [zero, order, [UInt8](repeating: 0xFF, count: order.count)]
        if testKey == .p521 { scalars.append(plus(try member("d", of: testKey.key), order)) }
        for scalar in scalars {
            #expect(inconsistency(of: try jwk(testKey.key, ["d": string(scalar)])) != nil, "\(scalar)")
        }
    }

    /// The generator of P-256 with 1 and, which fits into 32 bytes too, n + 1.
    @Test("One scalar has one spelling")
    func generator() throws {
        let x = bytes(hex: "6B17D1F2E12C4247F8BCE6E563A440F277037D812DEB33A0F4A13945D898C296")
        let y = bytes(hex: "4FE342E2FE1A7F9B8EE7EB4A7C0F9E162BCE33576B315ECECBB6406837BF51F5")
        let one = [UInt8](repeating: 0, count: 31) + [1]
        let order = bytes(hex: "FFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551")
        let changes: [String: JSONValue?] = ["x": string(x), "y": string(y), "d": string(one)]
        #expect(judgement(of: try key(parsing: try jwk(TestKey.p256.key, changes))) == nil)
        let greater = try jwk(TestKey.p256.key, changes.merging(["d": string(plus(order, one))]) { $1 })
        #expect(inconsistency(of: greater) != nil)
    }

    @Test("An Edwards key whose x is another's is refused", arguments: edwards)
    func otherEdwardsPoint(testKey: TestKey) throws {
        let text = try jwk(testKey.key, ["x": string(try member("x", of: testKey.other))])
        #expect(jwkError(text) == .inconsistent("the public key does not match the private key"))
        let otherScalar = try jwk(testKey.key, ["d": string(try member("d", of: testKey.other))])
        #expect(jwkError(otherScalar) == .inconsistent("the public key does not match the private key"))
    }

    @Test("An Edwards key of the other curve has another length")
    func otherEdwardsCurve() throws {
        #expect(
            jwkError(try jwk(TestKey.ed25519.key, ["crv": .string("Ed448")]))
                == .length(member: "x", bytes: 32, expected: 57))
    }
}

/// The difference of two numbers of the same length, most significant byte first.
private func minus(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] {
    var difference = left
    var borrow = 0
    for index in left.indices.reversed() {
        let digit = Int(left[index]) - Int(right[index]) - borrow
        difference[index] = UInt8(truncatingIfNeeded: digit)
        borrow = digit < 0 ? 1 : 0
    }
    return difference
}
