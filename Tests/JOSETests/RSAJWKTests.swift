import JOSE
import JSON
import OpenSSL
import Testing
import Words

@Suite("RSA keys as JWKs")
struct RSAJWKTests {
    private let key = TestKey.rsa.key

    private func string(_ bytes: [UInt8]) -> JSONValue { .string(base64URL(bytes)) }

    /// The JWK with a number changed in a bit that keeps it odd or even as it was.
    private func altered(_ name: String) throws -> String {
        var number = try member(name, of: key)
        number[number.count / 2] ^= 0x10
        return try jwk(key, [name: string(number)])
    }

    @Test(
        "Parts that disagree are told, each in turn",
        arguments: [
            ("n", "n is not p times q"), ("e", "d is not the inverse of e modulo p - 1"),
            ("d", "d is not the inverse of e modulo p - 1"), ("p", "n is not p times q"),
            ("q", "n is not p times q"), ("dp", "dp is not d modulo p - 1"),
            ("dq", "dq is not d modulo q - 1"),
            ("qi", "qi is not the inverse of q modulo p"),
        ] as [(String, String)])
    func disagreement(member: String, reason: String) throws {
        #expect(inconsistency(of: try altered(member)) == reason)
    }

    @Test("Factors in the other order need their other numbers too")
    func swappedFactors() throws {
        let (p, q) = (try member("p", of: key), try member("q", of: key))
        let (dp, dq) = (try member("dp", of: key), try member("dq", of: key))
        #expect(
            inconsistency(of: try jwk(key, ["p": string(q), "q": string(p)])) == "dp is not d modulo p - 1")
        let withoutInverse = try jwk(
            key, ["p": string(q), "q": string(p), "dp": string(dq), "dq": string(dp)])
        #expect(inconsistency(of: withoutInverse) == "qi is not the inverse of q modulo p")
    }

    @Test("Factors that are none are refused")
    func trivialFactors() throws {
        let n = try member("n", of: key)
        for (p, q) in [([1], n), (n, [1]), ([0], [0]), ([2], n), (n, n)] {
            #expect(inconsistency(of: try jwk(key, ["p": string(p), "q": string(q)])) != nil)
        }
    }

    @Test("The factors are found again where a JWK leaves them out")
    func recovery() throws {
        let left: [String: JSONValue?] = ["p": nil, "q": nil, "dp": nil, "dq": nil, "qi": nil]
        for key in [key, TestKey.rsa.other] + (try RFCVector.signed.map { try $0.key() }) {
            guard case .privateKey(let material) = key.material, case .rsa = material.type else { continue }
            let recovered = try JOSETests.key(parsing: try jwk(key, left))
            #expect(judgement(of: recovered) == nil)
            #expect(recovered.material.publicKey == key.material.publicKey)
            let rs256 = try algorithm("RS256")
            #expect(try sign(with: recovered, rs256) == sign(with: key, rs256))
        }
        #expect(try jwk(try JOSETests.key(parsing: try jwk(key, left))) == jwk(key))
    }

    @Test("Without factors, a d that does not undo e is told")
    func recoveryFails() throws {
        let left: [String: JSONValue?] = ["p": nil, "q": nil, "dp": nil, "dq": nil, "qi": nil]
        for d in [[0], [1], [2], [3], try member("n", of: key), try member("d", of: TestKey.rsa.other)] {
            let text = try jwk(key, left.merging(["d": string(d)]) { $1 })
            #expect(jwkError(text) == .inconsistent("d is not the inverse of e"))
        }
        let even = try member("n", of: key).dropLast() + [0]
        let text = try jwk(key, left.merging(["n": string(Array(even))]) { $1 })
        #expect(jwkError(text) == .inconsistent("d is not the inverse of e"))
    }

    @Test("Some of the factors' numbers are not enough")
    func someFactors() throws {
        for missing in ["p", "q", "dp", "dq", "qi"] {
            #expect(jwkError(try jwk(key, [missing: nil])) == .missing(member: missing))
        }
    }

    @Test("More than two primes are refused, with and without private parts")
    func otherPrimes() throws {
        for value: JSONValue in [.array([]), .null, .array([.object(JSONObject([("r", .string("AQ"))]))])] {
            #expect(
                jwkError(try jwk(key, ["oth": value]))
                    == "expected an RSA key with two primes, found more (oth)")
            #expect(
                jwkError(try jwk(TestKey.rsa.publicKey, ["oth": value]))
                    == "expected an RSA key with two primes, found more (oth)")
        }
    }

    /// RFC 7518 §2, Base64urlUInt.
    @Test("Public numbers have no leading zeros")
    func leadingZeros() throws {
        for name in ["n", "e"] {
            for zeros in [1, 2, 100] {
                let number = [UInt8](repeating: 0, count: zeros) + (try member(name, of: key))
                for whole in [key, TestKey.rsa.publicKey] {
                    #expect(jwkError(try jwk(whole, [name: string(number)])) == .leadingZeros(member: name))
                }
            }
            #expect(
                jwkError(try jwk(TestKey.rsa.publicKey, [name: string([0, 0])]))
                    == .leadingZeros(member: name))
        }
    }

    @Test("Private numbers have no leading zeros", arguments: ["d", "p", "q", "dp", "dq", "qi"])
    func leadingZerosOfSecrets(name: String) throws {
        for zeros in [1, 2, 100] {
            let number = [UInt8](repeating: 0, count: zeros) + (try member(name, of: key))
            #expect(jwkError(try jwk(key, [name: string(number)])) == .leadingZeros(member: name))
        }
    }

    @Test("Zero, nothing and tiny numbers are refused one way or another", arguments: ["n", "e"])
    func degenerate(member: String) throws {
        for number: [UInt8] in [[], [0], [1], [2]] {
            for whole in [key, TestKey.rsa.publicKey] {
                guard let read = try? JOSETests.key(parsing: try jwk(whole, [member: string(number)])) else {
                    continue
                }
                #expect(judgement(of: read) != nil, "\(number)")
            }
        }
    }

    @Test(
        "A number without a byte is refused, and named",
        arguments: ["n", "e", "d", "p", "q", "dp", "dq", "qi"])
    func empty(member: String) throws {
        for whole in [key, TestKey.rsa.publicKey] where try jwkText(whole).object[member] != nil {
            #expect(jwkError(try jwk(whole, [member: .string("")])) == .empty(member: member))
        }
    }

    @Test("Numbers far too large are refused")
    func hugeNumbers() throws {
        let left: [String: JSONValue?] = ["p": nil, "q": nil, "dp": nil, "dq": nil, "qi": nil]
        let huge = string([UInt8](repeating: 0xFF, count: 500_000))
        let bits = 4_000_000
        #expect(
            throws: InputError("the RSA key has \(bits) bits; at most 16384 are allowed")
        ) { try JOSETests.key(parsing: jwk(TestKey.rsa.publicKey, ["n": huge])).judge() }
        #expect(
            jwkError(try jwk(key, ["n": huge])) == "the RSA key has \(bits) bits; at most 16384 are allowed")
        #expect(
            jwkError(try jwk(key, left.merging(["n": huge, "d": huge]) { $1 }))
                == "the RSA key has \(bits) bits and lacks its prime factors p and q; without them, at most 4096 are allowed"
        )
        #expect(
            jwkError(try jwk(key, left.merging(["d": huge]) { $1 }))
                == .inconsistent("d is larger than n"))
        #expect(
            jwkError(try jwk(key, left.merging(["e": huge]) { $1 }))
                == .inconsistent("e is larger than n"))
        for name in ["d", "p", "q", "dp", "dq", "qi"] {
            #expect(inconsistency(of: try jwk(key, [name: huge])) != nil, "\(name)")
        }
    }
}
