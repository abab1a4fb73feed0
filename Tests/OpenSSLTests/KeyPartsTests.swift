import Testing

@testable import OpenSSL

@Suite("Keys made from their numbers")
struct KeyPartsTests {
    // MARK: RSA

    /// The numbers of an RSA key, to be altered.
    private struct RSANumbers {
        var n: [UInt8], e: [UInt8], d: [UInt8], p: [UInt8], q: [UInt8], dp: [UInt8], dq: [UInt8], qi: [UInt8]

        init(_ key: PrivateKey) throws {
            let publicParts = try #require(try key.publicKey.rsaParts())
            let parts = try #require(try key.rsaPrivateParts())
            (n, e, d) = (publicParts.modulus, publicParts.exponent, parts.exponent.bytes)
            (p, q) = (parts.p.bytes, parts.q.bytes)
            (dp, dq, qi) = (parts.dp.bytes, parts.dq.bytes, parts.qInverse.bytes)
        }

        var publicParts: RSAPublicParts { RSAPublicParts(modulus: n, exponent: e) }

        func key() throws -> PrivateKey {
            try PrivateKey(rsa: publicParts, RSAPrivateParts([d, p, q, dp, dq, qi].map(secret)))
        }
    }

    private func rsaNumbers() throws -> RSANumbers { try RSANumbers(privateKey("rsa.pkcs8")) }

    /// Two more, so that an odd number stays odd.
    private func altered(_ number: [UInt8]) -> [UInt8] {
        var number = number
        number[number.count - 1] ^= 2
        return number
    }

    @Test("An RSA key made from its parts is the same key")
    func rsaRoundTrip() throws {
        let original = try privateKey("rsa.pkcs8")
        let numbers = try RSANumbers(original)
        let key = try numbers.key()
        #expect(try key.der(.pkcs8).bytes == original.der(.pkcs8).bytes)
        #expect(try PublicKey(rsa: numbers.publicParts) == original.publicKey)
        expectNoErrorsLeft()
    }

    @Test("Leading zeros of an RSA number do not count")
    func rsaLeadingZeros() throws {
        var numbers = try rsaNumbers()
        numbers.n = [0, 0] + numbers.n
        numbers.dp = [0] + numbers.dp
        #expect(try numbers.key().publicKey.rsaParts() == rsaNumbers().publicParts)
    }

    @Test("Each part of an RSA key that is altered is refused, and named")
    func rsaAltered() throws {
        let numbers = try rsaNumbers()
        let cases: [(String, WritableKeyPath<RSANumbers, [UInt8]>)] = [
            ("n is not p times q", \.n),
            ("d is not the inverse of e modulo p - 1", \.e),
            ("d is not the inverse of e modulo p - 1", \.d),
            ("n is not p times q", \.p),
            ("n is not p times q", \.q),
            ("dp is not d modulo p - 1", \.dp),
            ("dq is not d modulo q - 1", \.dq),
            ("qi is not the inverse of q modulo p", \.qi),
        ]
        for (disagreement, part) in cases {
            var numbers = numbers
            numbers[keyPath: part] = altered(numbers[keyPath: part])
            #expect(refusal { try numbers.key() } == .inconsistent(disagreement))
        }
    }

    @Test("Parts that are zero, one, even or swapped are refused without a crash")
    func rsaSenseless() throws {
        let numbers = try rsaNumbers()
        let parts: [WritableKeyPath<RSANumbers, [UInt8]>] = [\.n, \.e, \.d, \.p, \.q, \.dp, \.dq, \.qi]
        for part in parts {
            for value: [UInt8] in [[], [0], [1], [2], numbers.n + [0]] {
                var numbers = numbers
                numbers[keyPath: part] = value
                let error = refusal { try numbers.key() }
                #expect(error != nil)
            }
        }
        var swapped = numbers
        swap(&swapped.p, &swapped.q)
        #expect(
            refusal { try swapped.key() }
                == .inconsistent("dp is not d modulo p - 1"))
        var square = numbers
        square.q = square.p
        #expect(
            refusal { try square.key() }
                == .inconsistent("p and q must be two different odd primes"))
    }

    @Test("A key that is too large to compute with is refused before anything is computed")
    func rsaTooLarge() throws {
        var numbers = try rsaNumbers()
        numbers.n = [UInt8](repeating: 0xFF, count: 2_049)
        #expect(
            refusal { try numbers.key() } == .rsaTooLarge(bits: 16_392))
        numbers.n.removeLast()
        #expect(refusal { try numbers.key() } == .inconsistent("n is not p times q"))
    }

    @Test("Factors that are far too large are refused")
    func rsaFactorsTooLarge() throws {
        var numbers = try rsaNumbers()
        numbers.p = [UInt8](repeating: 0xFF, count: 1_000_000)
        numbers.q = [UInt8](repeating: 0xFF, count: 999_000)
        // OpenSSL 3.5 does not make a key of them.
        let error = refusal { try numbers.key() }
        #expect(
            error == .inconsistent("n is not p times q")
                || error == .inconsistent("the numbers are not an RSA key"))
    }

    @Test("Exponents longer than the modulus are refused, with and without factors")
    func rsaExponentsTooLarge() throws {
        let cases: [(WritableKeyPath<RSANumbers, [UInt8]>, String)] = [
            (\.d, "d is larger than n"), (\.e, "e is larger than n"),
        ]
        for (part, reason) in cases {
            var numbers = try rsaNumbers()
            numbers[keyPath: part] = numbers.n + [0]
            let error = refusal { try numbers.key() }
            // OpenSSL 3.5 does not make a key of such numbers.
            #expect(
                error == .inconsistent(reason) || error == .inconsistent("the numbers are not an RSA key"))
            let recovery = refusal {
                try RSAPrivateParts.recover(from: numbers.publicParts, privateExponent: secret(numbers.d))
            }
            #expect(recovery == .inconsistent(reason))
        }
    }

    @Test("The factors are found from n, e and d")
    func rsaRecovery() throws {
        let numbers = try rsaNumbers()
        let parts = try RSAPrivateParts.recover(from: numbers.publicParts, privateExponent: secret(numbers.d))
        let (larger, smaller) =
            numbers.p.lexicographicallyPrecedes(numbers.q) ? (numbers.q, numbers.p) : (numbers.p, numbers.q)
        #expect(parts.p.bytes == larger)
        #expect(parts.q.bytes == smaller)
        #expect(try PrivateKey(rsa: numbers.publicParts, parts).type == .rsa(bits: 2048))
        expectNoErrorsLeft()
    }

    @Test("The factors are found for exponents of any size", arguments: [3, 257, 65_537])
    func rsaRecoveryOfSmallKeys(exponent: Int) throws {
        // p and q are such that neither p - 1 nor q - 1 is a multiple of these exponents.
        let p = 0x1_0000_0000 - 5
        let q = 0x1_0000_0000 - 17
        let order = UInt64(p - 1) * UInt64(q - 1)
        // d by trial: (k·order + 1) / e is whole for one k below e.
        let d = try #require(
            (1...UInt64(exponent)).lazy.compactMap { k -> UInt64? in
                let (high, low) = order.multipliedFullWidth(by: k)
                let (sum, carry) = low.addingReportingOverflow(1)
                let (quotient, remainder) = UInt64(exponent).dividingFullWidth((high + (carry ? 1 : 0), sum))
                return remainder == 0 ? quotient : nil
            }.first)
        func bytes(_ number: UInt64) -> [UInt8] {
            (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) }
        }
        let parts = RSAPublicParts(modulus: bytes(UInt64(p) * UInt64(q)), exponent: bytes(UInt64(exponent)))
        let factors = try RSAPrivateParts.recover(from: parts, privateExponent: secret(bytes(d)))
        #expect(factors.p.bytes == Array(bytes(UInt64(p)).suffix(4)))
        #expect(factors.q.bytes == Array(bytes(UInt64(q)).suffix(4)))
    }

    @Test("No factors are found from a wrong d, e or n")
    func rsaRecoveryRefuses() throws {
        let numbers = try rsaNumbers()
        for part in [\RSANumbers.n, \.e, \.d] {
            for value: [UInt8] in [altered(numbers[keyPath: part]), [], [0], [1], [2], [3]] {
                var numbers = numbers
                numbers[keyPath: part] = value
                let refused = refusal {
                    try RSAPrivateParts.recover(from: numbers.publicParts, privateExponent: secret(numbers.d))
                }
                let isTiny = part == \.n && value.count <= 1
                #expect(
                    refused
                        == .inconsistent(isTiny ? "d is larger than n" : "d is not the inverse of e"))
            }
        }
    }

    /// 2^(e·d) is 2 modulo 73·89, and 3^(e·d) is not 3: one squaring more would find a factor nevertheless.
    @Test("No factors are found from exponents that are right for some numbers alone")
    func rsaRecoveryRefusesHalfRightExponents() {
        let parts = RSAPublicParts(modulus: [0x19, 0x61], exponent: [5])
        #expect(
            refusal {
                try RSAPrivateParts.recover(from: parts, privateExponent: secret([119]))
            } == .inconsistent("d is not the inverse of e"))
    }

    @Test("Numbers longer than the modulus, and factors of one, are refused before anything is computed")
    func rsaNumbersOfOpenSSH() throws {
        let numbers = try rsaNumbers()
        let size = numbers.n.count
        func refused(_ part: WritableKeyPath<RSANumbers, [UInt8]>, _ value: [UInt8]) -> KeyError? {
            var numbers = numbers
            numbers[keyPath: part] = value
            return refusal {
                try RSAPrivateParts(
                    exponent: secret(numbers.d), p: secret(numbers.p), q: secret(numbers.q),
                    qInverse: secret(numbers.qi), of: numbers.publicParts)
            }
        }
        let cases: [(WritableKeyPath<RSANumbers, [UInt8]>, String)] = [
            (\.d, "d is larger than n"), (\.qi, "qi is not the inverse of q modulo p"),
            (\.p, "p and q must be two different odd primes"),
            (\.q, "p and q must be two different odd primes"),
        ]
        for (part, reason) in cases {
            #expect(refused(part, [UInt8](repeating: 0xFF, count: size)) == nil)
            #expect(refused(part, [UInt8](repeating: 0xFF, count: size + 1)) == .inconsistent(reason))
            #expect(
                refused(part, [1])
                    == (part != \.d && part != \.qi
                        ? .inconsistent("p and q must be two different odd primes") : nil))
            #expect(refused(part, [2]) == nil)
        }
        #expect(refused(\.n, [UInt8](repeating: 0xFF, count: 2_048)) == nil)
        #expect(
            refused(\.n, [UInt8](repeating: 0xFF, count: 2_049)) == .rsaTooLarge(bits: 16_392))
    }

    @Test("An RSA number without bytes is zero")
    func rsaEmptyNumbers() throws {
        for part in [\RSANumbers.n, \.e] {
            let errors = try ([[], [0]] as [[UInt8]]).map { value in
                var numbers = try rsaNumbers()
                numbers[keyPath: part] = value
                return refusal { try PublicKey(rsa: numbers.publicParts) }
            }
            #expect(errors[0] == errors[1])
        }
    }

    /// A number that is no product of two primes is tried twenty times.
    @Test("Factors are looked for in 4096 bits and less")
    func rsaRecoveryLimit() {
        for bytes in [512, 513, 2_048] {
            let parts = RSAPublicParts(modulus: [UInt8](repeating: 0xFF, count: bytes), exponent: [1, 0, 1])
            let refused = refusal {
                try RSAPrivateParts.recover(from: parts, privateExponent: secret([3]))
            }
            #expect(
                refused
                    == (bytes == 512
                        ? .inconsistent("d is not the inverse of e")
                        : .unusable(
                            "the RSA key has \(8 * bytes) bits and lacks its prime factors p and q; without them, at most 4096 are allowed"
                        )))
        }
    }

    @Test("Bits are counted from the first that is set")
    func bitCount() {
        for (number, bits) in [
            ([], 0), ([0], 0), ([0, 0], 0), ([1], 1), ([0x80], 8), ([0, 0xFF], 8), ([1, 0], 9),
            ([0x7F, 0, 0], 23),
        ] as [([UInt8], Int)] { #expect(RSAPublicParts.bits(of: number) == bits) }
    }

    // MARK: EC

    @Test("An EC key made from its parts is the same key", arguments: Curve.allCases)
    func ecRoundTrip(curve: Curve) throws {
        let original = try PrivateKey.generate(.ec(curve))
        let (x, y) = try #require(try original.publicKey.ecPoint())
        let scalar = try #require(try original.ecScalar())
        #expect(x.count == curve.byteCount)
        #expect(y.count == curve.byteCount)
        #expect(scalar.count == curve.byteCount)
        let key = try PrivateKey(curve: curve, x: x, y: y, scalar: scalar)
        #expect(try key.der(.pkcs8).bytes == original.der(.pkcs8).bytes)
        #expect(try PublicKey(curve: curve, x: x, y: y) == original.publicKey)
        expectNoErrorsLeft()
    }

    @Test("A point that is not on its curve is refused", arguments: Curve.allCases)
    func ecOffTheCurve(curve: Curve) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let (x, y) = try #require(try key.publicKey.ecPoint())
        let scalar = try #require(try key.ecScalar())
        let zero = [UInt8](repeating: 0, count: curve.byteCount)
        let ones = [UInt8](repeating: 0xFF, count: curve.byteCount)
        for (x, y) in [(altered(x), y), (x, altered(y)), (zero, zero), (ones, ones), (y, x)] {
            let expected = KeyError.inconsistent("the point is not on \((curve).rawValue)")
            #expect(refusal { try PublicKey(curve: curve, x: x, y: y) } == expected)
            #expect(
                refusal { try PrivateKey(curve: curve, x: x, y: y, scalar: scalar) }
                    == expected)
        }
    }

    @Test("Coordinates of another length are refused", arguments: Curve.allCases)
    func ecCoordinateLengths(curve: Curve) throws {
        let (x, y) = try #require(try PrivateKey.generate(.ec(curve)).publicKey.ecPoint())
        let shifted = (x: Array(x.dropLast()), y: [x[x.count - 1]] + y)
        for (x, y) in [([0] + x, y), (x, [0] + y), (Array(x.dropFirst()), y), ([], []), (x, []), shifted] {
            #expect(
                refusal { try PublicKey(curve: curve, x: x, y: y) }
                    == .inconsistent("coordinates on \(curve.rawValue) must have \(curve.byteCount) bytes"))
        }
    }

    @Test("A point of another curve is refused")
    func ecOtherCurve() throws {
        let (x, y) = try #require(try PrivateKey.generate(.ec(.p256)).publicKey.ecPoint())
        #expect(
            refusal { try PublicKey(curve: .secp256k1, x: x, y: y) }
                == .inconsistent("the point is not on \((Curve.secp256k1).rawValue)"))
    }

    @Test("A scalar that is not the point's is refused", arguments: Curve.allCases)
    func ecForeignScalar(curve: Curve) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let (x, y) = try #require(try key.publicKey.ecPoint())
        let scalar = try #require(try key.ecScalar())
        let foreign = try #require(try PrivateKey.generate(.ec(curve)).ecScalar())
        for scalar in [foreign, secret(altered(scalar.bytes)), secret([1])] {
            #expect(
                refusal { try PrivateKey(curve: curve, x: x, y: y, scalar: scalar) }
                    == .inconsistent("the public point does not match the private key"))
        }
    }

    @Test("A scalar of zero, of the order, and above it is out of range", arguments: Curve.allCases)
    func ecScalarRange(curve: Curve) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let (x, y) = try #require(try key.publicKey.ecPoint())
        let scalar = try #require(try key.ecScalar())
        let order = curve.order
        // The same point, by a scalar that is too large by the order.
        let sum = try sum(scalar.bytes, order)
        for scalar in [[], [0], order, sum, order + [0]] {
            #expect(
                refusal {
                    try PrivateKey(curve: curve, x: x, y: y, scalar: secret(scalar))
                } == .scalarOutOfRange(curve))
        }
    }

    private func sum(_ a: [UInt8], _ b: [UInt8]) throws -> [UInt8] {
        try #require(a.count == b.count)
        var result: [UInt8] = []
        var carry = 0
        for (left, right) in zip(a, b).reversed() {
            carry += Int(left) + Int(right)
            result.insert(UInt8(carry & 0xFF), at: 0)
            carry >>= 8
        }
        return carry == 0 ? result : [UInt8(carry)] + result
    }

    // MARK: Edwards curves

    @Test(
        "A key of an Edwards curve made from its parts is the same key",
        arguments: [ByteKeyType.ed25519, .ed448])
    func edwardsRoundTrip(type: ByteKeyType) throws {
        let original = try PrivateKey.generate(.bytes(type))
        let bytes = try #require(try original.bytes())
        let publicBytes = try #require(try original.publicKey.bytes())
        #expect(bytes.count == type.privateByteCount)
        #expect(publicBytes.count == bytes.count)
        let key = try PrivateKey(type, bytes: bytes)
        #expect(key.type == .bytes(type))
        #expect(try key.der(.pkcs8).bytes == original.der(.pkcs8).bytes)
        #expect(try PublicKey(type, bytes: publicBytes) == original.publicKey)
        expectNoErrorsLeft()
    }

    @Test(
        "A key of an Edwards curve with another public key is refused",
        arguments: [ByteKeyType.ed25519, .ed448])
    func edwardsForeignPublic(type: ByteKeyType) throws {
        let key = try PrivateKey.generate(.bytes(type))
        let bytes = try #require(try key.bytes())
        var publicBytes = try #require(try key.publicKey.bytes())
        #expect(
            try PrivateKey(type, publicBytes: publicBytes, bytes: bytes).publicKey == key.publicKey)
        publicBytes[0] ^= 1
        #expect(
            refusal {
                try PrivateKey(type, publicBytes: publicBytes, bytes: bytes)
            } == .inconsistent("the public key does not match the private key"))
    }

    @Test(
        "Bytes of another length are no key of an Edwards curve", arguments: [0, 1, 31, 32, 33, 56, 57, 58])
    func edwardsLengths(count: Int) throws {
        let bytes = [UInt8](repeating: 7, count: count)
        for (type, length) in [(ByteKeyType.ed25519, 32), (.ed448, 57)] where count != length {
            #expect(refusal { try PublicKey(type, bytes: bytes) } != nil)
            #expect(
                refusal { try PrivateKey(type, bytes: secret(bytes)) } != nil)
        }
    }

    @Test("A public key has no private bytes, and bytes longer than expected are not cut off")
    func noPrivateBytesOfPublicKeys() throws {
        let publicKey = try EncodedKey.decode(fixture("ed25519.spki")).publicKey
        #expect(throws: OpenSSLError.self) { try publicKey.handle.octets("priv", upTo: 57) }
        #expect(throws: OpenSSLError.self) { try publicKey.handle.octets("pub", upTo: 31) }
        #expect(try publicKey.handle.octets("pub", upTo: 32).count == 32)
        expectNoErrorsLeft()
    }

    @Test("A key has no parts of other types")
    func noPartsOfOtherTypes() throws {
        let rsa = try privateKey("rsa.pkcs8")
        let ec = try privateKey("p256.pkcs8")
        let edwards = try privateKey("ed25519.pkcs8")
        #expect(try rsa.ecScalar() == nil)
        #expect(try rsa.publicKey.ecPoint() == nil)
        #expect(try rsa.bytes() == nil)
        #expect(try rsa.publicKey.bytes() == nil)
        #expect(try ec.rsaPrivateParts() == nil)
        #expect(try ec.publicKey.rsaParts() == nil)
        #expect(try ec.bytes() == nil)
        #expect(try edwards.rsaPrivateParts() == nil)
        #expect(try edwards.ecScalar() == nil)
        #expect(try edwards.publicKey.ecPoint() == nil)
    }
}
