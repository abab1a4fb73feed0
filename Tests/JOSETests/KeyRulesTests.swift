import JOSE
import JSON
import OpenSSL
import Testing
import Words

@Suite("Rules for keys: what a key must be, and what it may be used for")
struct KeyRulesTests {
    @Test("A new RSA key has whole bytes, within the limits")
    func sizes() {
        #expect([2048, 2056, 16_384].allSatisfy(RSAKeyRules.isSize))
        #expect(![2040, 2047, 2049, 16_383, 16_392].contains(where: RSAKeyRules.isSize))
    }

    private func rsa(modulus: [UInt8], exponent: [UInt8] = [1, 0, 1]) throws -> Key {
        try key(
            parsing: #"{"kty":"RSA","n":"\#(base64URL(modulus))","e":"\#(base64URL(exponent))"}"#)
    }

    /// An odd number of so many bits that no small prime divides, like the product of two large ones.
    private func modulus(bits: Int, _ random: inout SplitMix64) -> [UInt8] {
        let primes = (2...167).filter { number in (2..<number).allSatisfy { number % $0 != 0 } }
        while true {
            var number = random.bytes((bits + 7) / 8)
            let top = (bits - 1) % 8
            number[0] = number[0] & (1 << top - 1) | 1 << top
            number[number.count - 1] |= 1
            if primes.allSatisfy({ prime in number.reduce(0) { ($0 * 256 + Int($1)) % prime } != 0 }) {
                return number
            }
        }
    }

    @Test(
        "An RSA modulus has from 2048 to 16384 bits",
        arguments: [512, 1024, 2040, 2047, 2048, 2049, 3072, 4096, 8192, 16384, 16385, 16392, 20_000])
    func rsaSize(bits: Int) throws {
        var random = SplitMix64(state: UInt64(bits))
        let key = try rsa(modulus: modulus(bits: bits, &random))
        if bits > 16384 {
            #expect(throws: InputError.self) { try key.judge() }
        } else {
            #expect(judgement(of: key) == (bits < 2048 ? .rsaTooSmall(bits: bits) : nil))
        }
    }

    @Test("A real key of 1024 or 2047 bits neither signs nor verifies", arguments: [1024, 2047])
    func smallKeys(bits: Int) throws {
        let small = Key(.privateKey(try PrivateKey.generate(.rsa(bits: bits))))
        let rs256 = try algorithm("RS256")
        #expect(throws: KeyRuleError.rsaTooSmall(bits: bits)) { _ = try SigningKey(small, rs256) }
        let token = try sign(with: TestKey.rsa.key, rs256)
        for key in [small, small.publicKey!] {
            #expect(failure(of: token, under: key) == .refused(.rsaTooSmall(bits: bits)))
        }
    }

    @Test(
        "An RSA exponent is odd, not 1, and of 256 bits at most",
        arguments: [
            ([0], false), ([1], false), ([2], false), ([3], true), ([4], false), ([17], true),
            ([1, 0, 0], false),
            ([1, 0, 1], true), ([0x80] + [UInt8](repeating: 0, count: 30) + [1], true),
            ([1] + [UInt8](repeating: 0, count: 31) + [1], false),
        ])
    func rsaExponent(exponent: [UInt8], isGood: Bool) throws {
        let key = try rsa(modulus: try member("n", of: TestKey.rsa.key), exponent: exponent)
        #expect(judgement(of: key) == (isGood ? nil : .fault(.rsaExponent)))
    }

    @Test("With a large modulus an exponent has 64 bits at most, or libcrypto would verify nothing")
    func rsaExponentOfLargeKeys() throws {
        var random = SplitMix64(state: 3072)
        let long = [UInt8](repeating: 0xFF, count: 9)
        for bits in [3072, 3073, 4096] {
            let modulus = modulus(bits: bits, &random)
            #expect(judgement(of: try rsa(modulus: modulus, exponent: Array(long.dropLast()))) == nil)
            #expect(
                judgement(of: try rsa(modulus: modulus, exponent: long))
                    == (bits > 3072 ? .fault(.rsaExponent) : nil)
            )
        }
    }

    /// r·M + (65537^c mod M), M being the product of the primes from 3 to 167; made with Python.
    @Test(
        "Keys with the fingerprint of Infineon's generator are refused",
        arguments: [
            """
            c791b919845e67d25bf12c075cddce536852bcf98098645bd28f1651455c1beec836c910a6baab27380ef775a8a386f5dd9a96
            4844ef47fa7d3dc71d82ff8002d8ae80c6c50f85f621fb85bef210e18b50870a74749a3e6ef404b9d8f294e65b48348eed4a5c
            45a6685c53da0451cc05c5674f12122c6767125bf4c72eea5bf617cba2b57ec5e79ecc35455c9daee7eedd2ec12631f5720c95
            633c98c690d7f7cdcd1951fd80f6c8db4c7e0f0a6f0e81af8a65ed313672b49f28705322d3257242942149a9a92d4f88c37765
            71517e4930bfc2569228019d36187f93c5d5a289845319d02f87725ffbdd58850e3f291f2db075fcca43b38176735c5c429d9a
            c3
            """,
            """
            c47dba9f055eefb202c3ae875aa83fff70dcbbc28cf0e740174837971edf2978bde7bd43a622a8f03ab909950739b191246925
            10152c1b3da93f94182efab8dfd9c304fb8c4eb0abc69232be7dd8a2c0c1ebceb0d46de19ef9cdd4b4f16ad30809ee359a9822
            a1a5788c9cf5c0b431005e2f229a308361be37d3b82bf285ec9ee41d24f5b858392a6029095732322ddda2c1e90c76ed3976a7
            0cd0a162f1f99aa110f2df12130db1485cef35ab2c2ea7e3ab4551199f8330d89ed4ed59b86434dae582c858b500dec4a3d716
            577dc607b53fd45a6b77dd75c346a4781ca2423beeb847f6239e0de69f08ea01fc97228ca841e4ca4a98a208f59b5a0042c3f7
            b1
            """,
            """
            f22928066f21a0daa7c2f90d2d5f65768c80669882fc02ce4568d83092e2c8c948b95faff49437e72a86415d010b7fed282f57
            7fa28649d8d49e5a579b8166372320aa0e3fb3b6d9297fce0f6c62355cfb76920ed625803faf59608cc22fb9bd09458228a70f
            108e66f0db86ed93289d2e6003077b5ba409ed0b962b2b49c10a2695e253f2478acb53085de7ce5000d89691d3d8d84117a26a
            a41489a9deb6215c32e8be3afc7bab0a157daa786113272a62f41542b6aabe37879554f11bc62b709978afc9869ed10793ca72
            b2c0f46098b8d96b6c2b47439a4eaf38b638b41b9a18fa3ae1786f5b5e3b1e5601adc349379604839980b0f47822c156ef49c8
            01
            """,
        ])
    func roca(hex: String) throws {
        let modulus = bytes(hex: hex)
        #expect(modulus.count == 256)
        #expect(judgement(of: try rsa(modulus: modulus)) == .fault(.roca))
        var other = modulus
        other[255] ^= 0x04
        #expect(judgement(of: try rsa(modulus: other)) == nil)
    }

    @Test("Ordinary moduli do not have it")
    func ordinaryModuli() throws {
        var random = SplitMix64(state: 2017)
        for _ in 0..<200 { #expect(judgement(of: try rsa(modulus: modulus(bits: 2048, &random))) == nil) }
    }

    /// RFC 7518 §3.2.
    @Test(
        "An HMAC key is at least as long as the hash",
        arguments: [("HS256", 32), ("HS384", 48), ("HS512", 64)])
    func secretLength(name: String, minimum: Int) throws {
        let algorithm = try algorithm(name)
        for count in [1, minimum - 1, minimum, minimum + 1, 1000] {
            let bytes = [UInt8](repeating: 0xA0, count: count)
            let expected: KeyRuleError? =
                count < minimum ? .secretTooShort(bytes: count, minimum: minimum, algorithm: name) : nil
            let keys = [
                Key(.secret(secret(bytes))), try key(parsing: #"{"kty":"oct","k":"\#(base64URL(bytes))"}"#),
            ]
            for key in keys {
                #expect(refusal(to: .sign, algorithm, with: key) == expected)
                let digest: DigestAlgorithm = minimum == 32 ? .sha256 : minimum == 48 ? .sha384 : .sha512
                let token = try forged(#"{"alg":"\#(name)"}"#, secret: bytes, digest)
                // One that is too short for every algorithm is the caller's mistake; else the token's.
                let failure = failure(of: token, under: key)
                if count < 32 {
                    #expect(
                        failure
                            == .refused(.secretTooShort(bytes: count, minimum: 32, algorithm: "HS256")))
                } else if count < minimum {
                    let fitting = count < 48 ? ["HS256"] : ["HS256", "HS384"]
                    #expect(failure == .invalid(.algorithmNotForKey(name, fitting: fitting)))
                } else {
                    #expect(failure == nil)
                }
            }
        }
    }

    @Test("Public keys do not sign", arguments: TestKey.asymmetric)
    func privateKeyNeeded(testKey: TestKey) throws {
        for algorithm in Algorithm.fitting(testKey.key.material) {
            #expect(throws: InputError("expected a private key, found a public key")) {
                try testKey.publicKey.permit(.sign, algorithm)
            }
            #expect(refusal(to: .verify, algorithm, with: testKey.publicKey) == nil)
            #expect(refusal(to: .sign, algorithm, with: testKey.key) == nil)
            #expect(refusal(to: .verify, algorithm, with: testKey.key) == nil)
        }
    }

    /// RFC 7517 §4.2.
    @Test("A key for encryption does not sign or verify", arguments: ["enc", "SIG", "", "x"])
    func use(word: String) throws {
        let rs256 = try algorithm("RS256")
        let key = try key(parsing: try jwk(TestKey.rsa.key, ["use": .string(word)]))
        #expect(refusal(to: .sign, rs256, with: key) == .use(word))
        #expect(refusal(to: .verify, rs256, with: key) == .use(word))
        #expect(throws: KeyRuleError.use(word)) { _ = try SigningKey(key, rs256) }
        #expect(failure(of: try sign(with: TestKey.rsa.key, rs256), under: key) == .refused(.use(word)))
    }

    /// RFC 7517 §4.3.
    @Test(
        "A key does what its key_ops list",
        arguments: [
            (["sign"], true, false), (["verify"], false, true), (["sign", "verify"], true, true),
            ([], false, false), (["encrypt", "wrapKey"], false, false), (["Sign"], false, false),
        ])
    func operations(list: [String], signs: Bool, verifies: Bool) throws {
        let es256 = try algorithm("ES256")
        let value = JSONValue.array(list.map(JSONValue.string))
        let key = try key(parsing: try jwk(TestKey.p256.key, ["key_ops": value, "use": .string("sig")]))
        #expect(refusal(to: .sign, es256, with: key) == (signs ? nil : .operation(missing: "sign")))
        #expect(refusal(to: .verify, es256, with: key) == (verifies ? nil : .operation(missing: "verify")))
        let publicKey = try #require(key.publicKey)
        #expect(publicKey.operations == (signs || verifies ? ["verify"] : list.filter { $0 != "Sign" }))
    }

    /// RFC 7517 §4.4.
    @Test("A key that is for one algorithm is for no other")
    func declaredAlgorithm() throws {
        let rs256 = try algorithm("RS256")
        for declared in ["RS384", "PS256", "RSA-OAEP", "none", "", "rs256", "HS256"] {
            let key = try key(parsing: try jwk(TestKey.rsa.key, ["alg": .string(declared)]))
            let expected =
                declared == "HS256"
                ? KeyRuleError.foreignAlgorithm(declared) : .algorithm(keyIsFor: declared, wanted: "RS256")
            #expect(refusal(to: .sign, rs256, with: key) == expected)
            // The token chose RS256; but if the key is for no RSA signature at all, the caller chose the wrong key.
            let isUsable = Algorithm.named(declared).map { $0.fits(key.material) } ?? false
            #expect(
                failure(of: try sign(with: TestKey.rsa.key, rs256), under: key)
                    == (isUsable
                        ? .invalid(.algorithmNotForKey("RS256", fitting: [declared])) : .refused(expected)))
        }
        for (declared, used) in [("EdDSA", "Ed25519"), ("Ed25519", "EdDSA"), ("Ed25519", "Ed25519")] {
            let key = try key(parsing: try jwk(TestKey.ed25519.key, ["alg": .string(declared)]))
            #expect(refusal(to: .sign, try algorithm(used), with: key) == nil)
        }
        let key = try key(parsing: try jwk(TestKey.ed25519.key, ["alg": .string("Ed448")]))
        #expect(refusal(to: .sign, try algorithm("EdDSA"), with: key) == .foreignAlgorithm("Ed448"))
    }

    @Test("Keys as they are made are good", arguments: TestKey.allCases)
    func goodKeys(testKey: TestKey) {
        #expect(judgement(of: testKey.key) == nil)
        #expect(judgement(of: testKey.other) == nil)
        if testKey != .hmac { #expect(judgement(of: testKey.publicKey) == nil) }
    }
}
