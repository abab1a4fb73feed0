import CMultiBuffer
import Glibc
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("ECDSA in groups")
struct ECDSATests {
    struct Vector: Sendable {
        let curve: Curve
        let scalar, message, nonce, r, s: String
    }

    /// RFC 6979 A.2.5, A.2.6 and A.2.7, with the digest that JOSE has for the curve.
    static let vectors = [
        Vector(
            curve: .p256, scalar: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
            message: "sample", nonce: "A6E3C57DD01ABE90086538398355DD4C3B17AA873382B0F24D6129493D8AAD60",
            r: "EFD48B2AACB6A8FD1140DD9CD45E81D69D2C877B56AAF991C34D0EA84EAF3716",
            s: "F7CB1C942D657C41D436C7A1B6E29F65F3E900DBB9AFF4064DC4AB2F843ACDA8"),
        Vector(
            curve: .p256, scalar: "C9AFA9D845BA75166B5C215767B1D6934E50C3DB36E89B127B8A622B120F6721",
            message: "test", nonce: "D16B6AE827F17175E040871A1C7EC3500192C4C92677336EC2537ACAEE0008E0",
            r: "F1ABB023518351CD71D881567B1EA663ED3EFCF6C5132B354F28D3B0B7D38367",
            s: "019F4113742A2B14BD25926B49C649155F267E60D3814B4C0CC84250E46F0083"),
        Vector(
            curve: .p384,
            scalar:
                "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
            message: "sample",
            nonce:
                "94ED910D1A099DAD3254E9242AE85ABDE4BA15168EAF0CA87A555FD56D10FBCA2907E3E83BA95368623B8C4686915CF9",
            r:
                "94EDBB92A5ECB8AAD4736E56C691916B3F88140666CE9FA73D64C4EA95AD133C81A648152E44ACF96E36DD1E80FABE46",
            s:
                "99EF4AEB15F178CEA1FE40DB2603138F130E740A19624526203B6351D0A3A94FA329C145786E679E7B82C71A38628AC8"
        ),
        Vector(
            curve: .p384,
            scalar:
                "6B9D3DAD2E1B8C1C05B19875B6659F4DE23C3B667BF297BA9AA47740787137D896D5724E4C70A825F872C9EA60D2EDF5",
            message: "test",
            nonce:
                "015EE46A5BF88773ED9123A5AB0807962D193719503C527B031B4C2D225092ADA71F4A459BC0DA98ADB95837DB8312EA",
            r:
                "8203B63D3C853E8D77227FB377BCF7B7B772E97892A80F36AB775D509D7A5FEB0542A7F0812998DA8F1DD3CA3CF023DB",
            s:
                "DDD0760448D42D8A43AF45AF836FCE4DE8BE06B485E9B61B827C2F13173923E06A739F040649A667BF3B828246BAA5A5"
        ),
        Vector(
            curve: .p521,
            scalar: """
                00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC\
                1466F6D8FBEC67DB89EC0C08B0E996B83538
                """,
            message: "sample",
            nonce: """
                01DAE2EA071F8110DC26882D4D5EAE0621A3256FC8847FB9022E2B7D28E6F10198B1574FDD03A9053C08A1854A168AA5\
                A57470EC97DD5CE090124EF52A2F7ECBFFD3
                """,
            r: """
                00C328FAFCBD79DD77850370C46325D987CB525569FB63C5D3BC53950E6D4C5F174E25A1EE9017B5D450606ADD152B53\
                4931D7D4E8455CC91F9B15BF05EC36E377FA
                """,
            s: """
                00617CCE7CF5064806C467F678D3B4080D6F1CC50AF26CA209417308281B68AF282623EAA63E5B5C0723D8B8C37FF077\
                7B1A20F8CCB1DCCC43997F1EE0E44DA4A67A
                """),
        Vector(
            curve: .p521,
            scalar: """
                00FAD06DAA62BA3B25D2FB40133DA757205DE67F5BB0018FEE8C86E1B68C7E75CAA896EB32F1F47C70855836A6D16FCC\
                1466F6D8FBEC67DB89EC0C08B0E996B83538
                """,
            message: "test",
            nonce: """
                016200813020EC986863BEDFC1B121F605C1215645018AEA1A7B215A564DE9EB1B38A67AA1128B80CE391C4FB7118765\
                4AAA3431027BFC7F395766CA988C964DC56D
                """,
            r: """
                013E99020ABF5CEE7525D16B69B229652AB6BDF2AFFCAEF38773B4B7D08725F10CDB93482FDCC54EDCEE91ECA4166B2A\
                7C6265EF0CE2BD7051B7CEF945BABD47EE6D
                """,
            s: """
                01FBD0013C674AA79CB39849527916CE301C66EA7CE8B80682786AD60F98F7E78A19CA69EFF5C57400E3B3A0AD66CE09\
                78214D13BAF4E9AC60752F7B155E2DE4DCE3
                """),
    ]

    private static func digest(_ message: String, _ curve: Curve) throws -> [UInt8] {
        guard case .ecdsa(let digest) = curve.scheme else { return [] }
        return try digest.digest(of: Array(message.utf8).span)
    }

    @Test("With the nonces of RFC 6979, signatures are those of RFC 6979", arguments: vectors, kernels)
    func rfc6979(vector: Vector, kernel: MultiBuffer.Kernel) throws {
        let engine = try CurveEngine(vector.curve, kernel, scalar: bytes(hex: vector.scalar))
        let digest = try Self.digest(vector.message, vector.curve)
        for count in [1, 9] {
            let (signatures, written) = engine.sign(
                [[UInt8]](repeating: digest, count: count),
                [[UInt8]](repeating: bytes(hex: vector.nonce), count: count))
            #expect(written == (1 << UInt64(count)) - 1)
            #expect(Set(signatures) == [bytes(hex: vector.r) + bytes(hex: vector.s)])
        }
    }

    @Test(
        "Groups of any size are signed in their order, and OpenSSL verifies them", arguments: curves, kernels)
    func signs(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let signer = try MultiBufferECDSASigner.make(key, curve.scheme, kernel)
        let verifier = try MultiBufferCurveVerifier.make(key.type, curve.scheme, kernel)
        let verifyingKey = try MultiBufferVerifyingKey(key.publicKey, curve.scheme, kernel)
        let reference = try Verifier.make(key.publicKey, curve.scheme)
        var signatures: [UInt8] = []
        for count in [64, 1, 2, 7, 8, 9, 0, 63, 32, 33] {
            for number in 0..<count { try signer.add(Self.message(number).span) }
            try signer.sign(into: &signatures)
            #expect(signer.count == 0)
            let size = signer.signatureByteCount
            #expect(signatures.count == count * size)
            for number in 0..<count {
                let signature = Array(signatures[number * size..<(number + 1) * size])
                let message = Self.message(number)
                #expect(try reference.verify(signature.span, for: message.span))
                try verifier.add(signature, message, verifyingKey)
            }
            #expect(try verifier.verify() == UInt64.max >> UInt64(64 - count))
        }
        #expect(signer.mismatches == 0)
    }

    static func message(_ number: Int) -> [UInt8] { Array("message \(number)".utf8) }

    @Test("Nonces and scalars at all bounds give libcrypto's r", arguments: curves, kernels)
    func scalars(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        var arithmetic = try Arithmetic()
        let n = try curve.order()
        let last = try arithmetic.predecessor(n)
        var nonces: [[UInt8]] = [[1], [2], [3], [4], [31], [32], [33], [63], [64], [65]]
        nonces += [try last.bytes(curve.byteCount), try arithmetic.predecessor(last).bytes(curve.byteCount)]
        // Each window all zeros or all ones, and one bit in each of them.
        for bit in stride(from: 5, to: curve == .p521 ? 520 : 8 * curve.byteCount - 1, by: 6) {
            var one = [UInt8](repeating: 0, count: curve.byteCount)
            one[curve.byteCount - 1 - bit / 8] |= 1 << UInt8(bit % 8)
            nonces.append(one)
            let less = try arithmetic.predecessor(BigNumber(bigEndian: one.span))
            nonces.append(try less.bytes(curve.byteCount))
        }
        let engine = try CurveEngine(curve, kernel, scalar: [7])
        let digest = try Self.digest("sample", curve)
        for start in stride(from: 0, to: nonces.count, by: 64) {
            let group = Array(nonces[start..<min(start + 64, nonces.count)])
            let (signatures, written) = engine.sign([[UInt8]](repeating: digest, count: group.count), group)
            for (lane, nonce) in group.enumerated() {
                #expect(written >> UInt64(lane) & 1 == 1, "\(nonce)")
                let point = try curve.multiple(nonce)
                let x = try BigNumber(bigEndian: point.x.span)
                let r = try arithmetic.remainder(x, n).bytes(curve.byteCount)
                #expect(Array(signatures[lane].prefix(curve.byteCount)) == r)
            }
        }
    }

    @Test("A nonce that is a multiple of the order gives no signature", arguments: curves, kernels)
    func zero(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let n = try curve.order()
        let engine = try CurveEngine(curve, kernel, scalar: [7])
        let digest = try Self.digest("sample", curve)
        let (signatures, written) = engine.sign(
            [digest, digest, digest], [[0], try n.bytes(curve.byteCount), [5]])
        // One vector; the other lanes are not touched.
        #expect(written == (kernel == .ifma ? 0b100 : 0b000))
        #expect(signatures[0] == [UInt8](repeating: 0, count: 2 * curve.byteCount))
    }

    @Test("A fault in any part of the key is found, and libcrypto signs", arguments: curves, kernels)
    func keyFaults(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let signer = try MultiBufferECDSASigner.make(key, curve.scheme, kernel)
        let reference = try Verifier.make(key.publicKey, curve.scheme)
        var signatures: [UInt8] = []
        for number in 0..<4 { try signer.add(Self.message(number).span) }
        try signer.sign(into: &signatures)
        let words = signer.engineKey.base.assumingMemoryBound(to: UInt64.self)
        var expected = 0
        for index in 0..<signer.engineKey.count / 8 {
            words[index] ^= 1 << 17
            defer { words[index] ^= 1 << 17 }
            for number in 0..<4 { try signer.add(Self.message(number).span) }
            try signer.sign(into: &signatures)
            expected += 4
            #expect(signer.mismatches == expected)
            let size = signer.signatureByteCount
            for number in 0..<4 {
                let signature = Array(signatures[number * size..<(number + 1) * size])
                let message = Self.message(number)
                #expect(try reference.verify(signature.span, for: message.span))
            }
        }
    }

    @Test("A private scalar that does not belong to the public key is refused", arguments: curves, kernels)
    func wrongKeys(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        var arithmetic = try Arithmetic()
        let scalar = try #require(try PrivateKey.generate(.ec(curve)).ecScalar()).withBytes { Array($0) }
        let engine = try CurveEngine(curve, kernel, scalar: scalar)
        let point = try curve.multiple(scalar)
        let other = try curve.multiple([7])
        #expect(engine.isSet(scalar, point.x + point.y))
        #expect(!engine.isSet([7], point.x + point.y))
        #expect(!engine.isSet(scalar, point.x + other.y))
        #expect(!engine.isSet(scalar, other.x + point.y))
        for bit in stride(from: 0, to: 8 * scalar.count - 8, by: 5) {
            var wrong = scalar
            wrong[scalar.count - 1 - bit / 8] ^= 1 << UInt8(bit % 8)
            #expect(!engine.isSet(wrong, point.x + point.y), "bit \(bit)")
        }
        // The opposite point has the same x.
        let number = try BigNumber(bigEndian: scalar.span)
        let opposite = try arithmetic.difference(BigNumber.zero(), number, modulo: curve.order())
        #expect(!engine.isSet(try opposite.bytes(curve.byteCount), point.x + point.y))
    }

    @Test("An empty group is signed and verified", arguments: curves, kernels)
    func empty(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let engine = try CurveEngine(curve, kernel, scalar: [7])
        #expect(engine.sign([], []).written == 0)
        #expect(try engineVerdicts([], curve, kernel).valid == [])
        let scratch = try LockedMemory(count: engine.engine.sizes.scratch)
        var undecided: UInt64 = 1
        let valid = mb_ecdsa_verify(
            engine.engine.pointer, scratch.pointer, 0, [], [], [], &undecided)
        #expect(valid == 0 && undecided == 0)
    }

    // MARK: Nonces

    private static func nonces(
        _ scalar: [UInt8], _ digests: [[UInt8]], _ random: [UInt8], _ engine: MultiBufferCurve
    ) -> [[UInt8]] {
        let size = engine.sizes.nonce
        var nonces = [UInt8](repeating: 0, count: digests.count * size)
        mb_ecdsa_nonces(
            engine.pointer, scalar, UInt32(digests.count), random, Array(digests.joined()), &nonces)
        return digests.indices.map { Array(nonces[$0 * size..<($0 + 1) * size]) }
    }

    @Test("Nonces are HMACs of random bytes, the digest and the number", arguments: curves, kernels)
    func nonces(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let engine = MultiBufferCurve.of(curve, kernel)
        let scalar = try Random.bytes(engine.sizes.scalar)
        let code = try HMAC.make(digest: .sha512, key: Secret(copying: scalar.span))
        for count in [1, 7, 8, 9, 64] {
            let digests = try (0..<count).map { try Self.digest("message \($0)", curve) }
            let random = try Random.bytes(32 * count)
            for (number, nonce) in Self.nonces(scalar, digests, random, engine).enumerated() {
                var expected: [UInt8] = []
                var block: [UInt8] = []
                for index in [0, 1] as [UInt8] {
                    let input = random[32 * number..<32 * (number + 1)] + digests[number] + [index]
                    try code.makeCode(for: Array(input).span, into: &block)
                    expected += block
                }
                #expect(nonce == Array(expected[..<engine.sizes.nonce]))
            }
        }
    }

    @Test("Nonces differ for other digests, and for other random bytes", arguments: curves, kernels)
    func otherNonces(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let engine = MultiBufferCurve.of(curve, kernel)
        let scalar = try Random.bytes(engine.sizes.scalar)
        let digests = try (0..<32).map { try Self.digest("message \($0)", curve) }
        // A generator that gives nothing but zeros.
        let zeros = [UInt8](repeating: 0, count: 32 * 32)
        let first = Self.nonces(scalar, digests, zeros, engine)
        #expect(Set(first).count == 32)
        // A message that is repeated.
        let same = [[UInt8]](repeating: digests[0], count: 32)
        #expect(Set(Self.nonces(scalar, same, try Random.bytes(zeros.count), engine)).count == 32)
        // Another key.
        let other = try Random.bytes(engine.sizes.scalar)
        #expect(Self.nonces(other, [digests[0]], zeros, engine) != [first[0]])
    }

    @Test("No r comes twice for one message", arguments: curves, kernels)
    func repeated(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let key = try PrivateKey.generate(.ec(curve))
        let signer = try MultiBufferECDSASigner.make(key, curve.scheme, kernel)
        var seen: Set<[UInt8]> = []
        for _ in 0..<3 {
            for r in try Self.signRepeatedly(signer, curve) { #expect(seen.insert(r).inserted) }
        }
    }

    /// r of 64 signatures of one message.
    private static func signRepeatedly(_ signer: MultiBufferECDSASigner, _ curve: Curve) throws -> [[UInt8]] {
        for _ in 0..<64 { try signer.add(message(0).span) }
        var signatures: [UInt8] = []
        try signer.sign(into: &signatures)
        return stride(from: 0, to: signatures.count, by: 2 * curve.byteCount).map {
            Array(signatures[$0..<$0 + curve.byteCount])
        }
    }

    /// Both sign the same messages, with state that was used before. The test has a process of its own, because a fork
    /// has only one thread of many.
    @Test("A process and its fork never have the same nonce")
    func forks() async {
        await #expect(processExitsWith: .success) {
            let fork = try #require(dlsym(nil, "fork"))
            for curve in curves {
                let key = try PrivateKey.generate(.ec(curve))
                let signer = try MultiBufferECDSASigner.make(key, curve.scheme)
                _ = try Self.signRepeatedly(signer, curve)
                var ends: [Int32] = [0, 0]
                try #require(pipe(&ends) == 0)
                let child = unsafeBitCast(fork, to: (@convention(c) () -> pid_t).self)()
                let own = try Self.signRepeatedly(signer, curve)
                if child == 0 { _exit(own.allSatisfy { write(ends[1], $0, $0.count) == $0.count } ? 0 : 1) }
                var status: Int32 = 1
                try #require(waitpid(child, &status, 0) == child && status == 0)
                let others = try own.map { r in
                    var other = r
                    try #require(read(ends[0], &other, r.count) == r.count)
                    return other
                }
                #expect(Set(own + others).count == 128)
                close(ends[0])
                close(ends[1])
            }
        }
    }

    // MARK: Verification

    /// Signatures with keys, nonces and digests at all bounds, and what an attacker makes of them.
    private static func cases(_ curve: Curve, _ kernel: MultiBuffer.Kernel) throws -> [SignatureCase] {
        var arithmetic = try Arithmetic()
        let (size, digestSize) = (curve.byteCount, curve.sizes(kernel).digest)
        let n = try curve.order()
        let order = try n.bytes(size)
        func less(_ count: Int) throws -> [UInt8] {
            let small = try BigNumber(bigEndian: [UInt8(count)].span)
            return try arithmetic.difference(n, small, modulo: n).bytes(size)
        }
        let scalars: [[UInt8]] = try [
            [1], [2], [3], [63], [64], less(1), less(2), Array(repeating: 0x55, count: size - 2),
            [0x80] + [UInt8](repeating: 0, count: size - 4),
            try PrivateKey.generate(.ec(curve)).ecScalar()!
                .withBytes { Array($0) },
        ]
        let zero = [UInt8](repeating: 0, count: digestSize)
        var digests: [[UInt8]] = [
            zero, padded([1], digestSize), [UInt8](repeating: 0xFF, count: digestSize),
            [0x80] + zero.dropFirst(), try Random.bytes(digestSize),
        ]
        if size == digestSize { digests += [order, try less(1)] }
        var cases: [SignatureCase] = []
        for scalar in scalars {
            let point = try curve.multiple(scalar)
            let engine = try CurveEngine(curve, kernel, scalar: scalar)
            let d = try BigNumber(bigEndian: scalar.span)
            let nonces: [[UInt8]] = try [[1], [2], less(1), scalar, Random.bytes(size)]
            var made: [SignatureCase] = []
            for nonce in nonces {
                let (signatures, written) = engine.sign(
                    digests, [[UInt8]](repeating: nonce, count: digests.count))
                for (lane, digest) in digests.enumerated() where written >> UInt64(lane) & 1 == 1 {
                    made.append(SignatureCase(digest: digest, signature: signatures[lane], point: point))
                }
            }
            cases += made
            for one in made.prefix(6) {
                let r = Array(one.signature.prefix(size))
                let s = Array(one.signature.suffix(size))
                let number = try BigNumber(bigEndian: s.span)
                // s and n - s are both right; r + n only where it is less than p.
                let opposite = try arithmetic.difference(n, number, modulo: n).bytes(size)
                cases.append(SignatureCase(digest: one.digest, signature: r + opposite, point: point))
                for bit in [0, 1, 8 * size - 1, 8 * size, 16 * size - 1, 5 * size] {
                    var signature = one.signature
                    signature[bit / 8] ^= 0x80 >> UInt8(bit % 8)
                    cases.append(SignatureCase(digest: one.digest, signature: signature, point: point))
                }
                var digest = one.digest
                digest[digestSize / 2] ^= 4
                cases.append(SignatureCase(digest: digest, signature: one.signature, point: point))
                let other = try curve.multiple(less(5))
                cases.append(SignatureCase(digest: one.digest, signature: one.signature, point: other))
            }
            // r and s at the bounds of their range, in all pairs.
            let largest = [UInt8](repeating: 0xFF, count: size)
            let next = try curve.prime().bytes(size)
            let bounds: [[UInt8]] = try [
                padded([], size), padded([1], size), padded([2], size), less(1), order, next, largest,
            ]
            for r in bounds {
                for s in bounds {
                    cases.append(SignatureCase(digest: digests[2], signature: r + s, point: point))
                    cases.append(SignatureCase(digest: zero, signature: r + s, point: point))
                }
            }
            // u1 G + u2 Q is the neutral point, or both parts are the same point: z = r d and z = -r d.
            guard size == digestSize else { continue }
            for r in try [padded([3], size), less(1), Random.bytes(size - 1)].map({ padded($0, size) }) {
                let product = try arithmetic.product(BigNumber(bigEndian: r.span), d, modulo: n)
                let opposite = try arithmetic.difference(n, product, modulo: n)
                for z in [try product.bytes(size), try opposite.bytes(size)] {
                    for s in [padded([1], size), r, padded([9], size)] {
                        cases.append(SignatureCase(digest: z, signature: r + s, point: point))
                    }
                }
            }
        }
        return cases
    }

    @Test("Of every signature at a bound, the engine says what OpenSSL says", arguments: curves, kernels)
    func verdicts(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        let cases = try Self.cases(curve, kernel)
        let expected = try cases.map { try verdict($0, curve) }
        let accepted = expected.count { $0 }
        #expect(accepted > 100 && accepted < cases.count - 100)
        // Neighbours have other keys, and then the same.
        for order in [Array(cases.indices), cases.indices.sorted { ($0 % 37, $0) < ($1 % 37, $1) }] {
            let (valid, undecided) = try engineVerdicts(order.map { cases[$0] }, curve, kernel)
            for (index, isValid) in zip(order, valid) {
                #expect(isValid == expected[index], "\(cases[index].signature)")
            }
            #expect(undecided > 0 && undecided < cases.count / 3)
        }
    }

    @Test("r + n is taken for x where it is less than p", arguments: curves, kernels)
    func largeX(curve: Curve, kernel: MultiBuffer.Kernel) throws {
        // A point whose x is not less than n: then r is x - n. There is one near the prime: x = p - 1 - i.
        var arithmetic = try Arithmetic()
        let n = try curve.order()
        let p = try curve.prime()
        guard try arithmetic.quotient(p, n).isOne() else { return }
        var x = try arithmetic.predecessor(p)
        while (try curve.point(x: x.bytes(curve.byteCount))) == nil {
            x = try arithmetic.predecessor(x)
        }
        let point = try #require(try curve.point(x: x.bytes(curve.byteCount)))
        // With z = 0 and s = r, u1 G + u2 Q is Q.
        let r = try arithmetic.remainder(x, n).bytes(curve.byteCount)
        let zero = [UInt8](repeating: 0, count: curve.sizes(kernel).digest)
        // And with z = r, it is G + Q, of which this is no signature.
        var cases = [SignatureCase(digest: zero, signature: r + r, point: point)]
        if curve.byteCount == zero.count {
            cases.append(SignatureCase(digest: r, signature: r + r, point: point))
        }
        let expected = try cases.map { try verdict($0, curve) }
        #expect(expected[0])
        #expect(try engineVerdicts(cases, curve, kernel).valid == expected)
    }
}
