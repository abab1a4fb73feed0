import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite(
    "The private and the public operation, beside BIGNUM",
    .enabled(if: MultiBuffer.kernel == .ifma, needsEngine))
struct OperationTests {
    static let keys = sizes.flatMap { size in
        ["", ".largest-primes", ".smallest-primes", ".far-apart", ".short-exponents"].flatMap { kind in
            [("\(size)\(kind)", false), ("\(size)\(kind)", true)]
        }
    }

    /// 0, 1, multiples of the factors, n - 1 and others that may go wrong.
    private static func messages(_ key: PrivateKey) throws -> [[UInt8]] {
        let factors = try key.factors()
        let p = try BigNumber(bigEndian: factors.p)
        let q = try BigNumber(bigEndian: factors.q)
        var arithmetic = try Arithmetic()
        let n = try arithmetic.product(p, q)
        let size = n.byteCount()
        let last = try arithmetic.predecessor(n)
        return [
            [UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size - 1) + [1],
            [UInt8](repeating: 0, count: size - 1) + [2], try last.bytes(size), try p.bytes(size),
            try q.bytes(size), try arithmetic.product(p, arithmetic.predecessor(q)).bytes(size),
            try arithmetic.product(q, arithmetic.predecessor(p)).bytes(size),
            try arithmetic.predecessor(last).bytes(size), try arithmetic.predecessor(p).bytes(size),
            try arithmetic.predecessor(q).bytes(size),
            [0] + [UInt8](repeating: 0xFF, count: size - 1), [0x40] + [UInt8](repeating: 0, count: size - 1),
        ] + (0..<3).map { _ in [0] + (try! Random.bytes(size - 1)) }
    }

    @Test("Every message has the signature it should have, whichever factor is larger", arguments: keys)
    func operations(name: String, isSwapped: Bool) throws {
        var key = try fixture(name)
        if isSwapped { key = try key.withFactorsSwapped() }
        let engine = try Engine(key)
        let messages = try Self.messages(key)
        let parts = try #require(try key.publicKey.rsaParts())
        let n = try BigNumber(bigEndian: parts.modulus.span)
        let d = try BigNumber(bigEndian: #require(try key.rsaPrivateParts()).exponent)
        var arithmetic = try Arithmetic()
        for group in stride(from: 0, to: messages.count, by: 8) {
            let messages = Array(messages[group..<group + 8])
            let (signatures, good) = engine.sign(messages)
            #expect(good == 0xFF)
            for lane in 0..<8 {
                let bytes = messages[lane]
                let message = try BigNumber(bigEndian: bytes.span)
                let expected = try arithmetic.power(message, d, modulo: n).bytes(engine.byteCount)
                #expect(signatures[lane] == expected, "lane \(lane)")
            }
            let (opened, less) = engine.open(signatures)
            #expect(opened == messages)
            #expect(less == 0xFF)
        }
    }

    @Test("Numbers that are not less than the modulus are no signatures", arguments: sizes)
    func tooLarge(size: Int) throws {
        let key = try fixture("\(size)")
        let engine = try Engine(key)
        let n = try #require(try key.publicKey.rsaParts()).modulus
        let modulus = try BigNumber(bigEndian: n.span)
        let arithmetic = try Arithmetic()
        let last = try Self.predecessor(modulus, arithmetic)
        let more = try Self.successor(n)
        let largest = [UInt8](repeating: 0xFF, count: size / 8)
        let zero = [UInt8](repeating: 0, count: size / 8)
        let (_, less) = engine.open([n, last, more, zero, largest, last, n, last])
        #expect(less == 0b1010_1010)
    }

    private static func predecessor(
        _ number: borrowing BigNumber, _ arithmetic: consuming Arithmetic
    ) throws -> [UInt8] {
        try arithmetic.predecessor(number).bytes(number.byteCount())
    }

    private static func successor(_ number: [UInt8]) throws -> [UInt8] {
        var number = number
        var index = number.count - 1
        while number[index] == 0xFF { (number[index], index) = (0, index - 1) }
        number[index] += 1
        return number
    }

    @Test("A fault in any part of the key is found, and no signature of it given away", arguments: sizes)
    func faults(size: Int) throws {
        let key = try fixture("\(size)")
        let engine = try Engine(key)
        let messages = try Array(Self.messages(key)[8..<16])
        let (signatures, _) = engine.sign(messages)
        let bytes = engine.privateKey.memory.base.assumingMemoryBound(to: UInt8.self)
        let count = mb_private_key_size()
        var harmless = 0
        // A bit here and there, in what is known of p and of q and in the coefficient.
        for index in stride(from: 64, to: count, by: count / 60) {
            bytes[index] ^= 1
            defer { bytes[index] ^= 1 }
            let (faulty, good) = engine.sign(messages)
            // Where the key's numbers leave memory unused, nothing changes.
            if good == 0xFF { harmless += 1 }
            for lane in 0..<8 {
                let isGood = good >> UInt8(lane) & 1 == 1
                let released = isGood ? signatures[lane] : [UInt8](repeating: 0, count: size / 8)
                #expect(faulty[lane] == released)
            }
        }
        #expect(harmless < 50)
        #expect(engine.sign(messages).good == 0xFF)
    }
}
