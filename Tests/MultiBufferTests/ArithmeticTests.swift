import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("One multiplication, beside BIGNUM", .enabled(if: MultiBuffer.kernel == .ifma, needsEngine))
struct ArithmeticTests {
    /// Sizes of all moduli that the engine computes with: of primes, and of keys.
    struct Modulus: Sendable, CustomTestStringConvertible {
        enum Kind: CaseIterable { case largest, smallest, limbsInTurn, withoutPattern }

        let bits: Int
        let kind: Kind
        var testDescription: String { "\(bits) bits, \(kind)" }

        var bytes: [UInt8] {
            let size = bits / 8
            return switch kind {
            case .largest: [UInt8](repeating: 0xFF, count: size)
            case .smallest: [UInt8](repeating: 0, count: size).settingEnds()
            case .limbsInTurn:
                alternating(bits / 512 * 10, startingWithOnes: true).suffix(size).settingEnds()
            case .withoutPattern:
                (0..<size).map { UInt8(truncatingIfNeeded: $0 * $0 * 167 + 13) }.settingEnds()
            }
        }
    }

    static let moduli = [1024, 1536, 2048, 3072, 4096].flatMap { bits in
        Modulus.Kind.allCases.map { Modulus(bits: bits, kind: $0) }
    }

    /// A number in limbs of 52 bits that are all ones and all zeros in turn.
    private static func alternating(_ limbs: Int, startingWithOnes ones: Bool) -> [UInt8] {
        bigEndian((0..<limbs).map { ($0 % 2 == 0) == ones ? (1 << 52) - 1 : 0 })
    }

    private static func bigEndian(_ limbs: [UInt64]) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (limbs.count * 52 + 7) / 8)
        for bit in 0..<limbs.count * 52 where limbs[bit / 52] >> UInt64(bit % 52) & 1 == 1 {
            bytes[bytes.count - 1 - bit / 8] |= 1 << UInt8(bit % 8)
        }
        return bytes
    }

    private static func number(_ limbs: [UInt64]) throws -> BigNumber {
        let bytes = bigEndian(limbs)
        return try BigNumber(bigEndian: bytes.span)
    }

    private static func limbs(_ bytes: [UInt8], _ count: Int) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: count)
        for bit in 0..<8 * bytes.count where bytes[bytes.count - 1 - bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            limbs[bit / 52] |= 1 << UInt64(bit % 52)
        }
        return limbs
    }

    /// Whatever makes limbs and columns as large, or as small, as they get.
    private static func operands(_ m: borrowing BigNumber, _ limbs: Int) throws -> [[UInt64]] {
        var arithmetic = try Arithmetic()
        func times(_ factor: UInt8) throws -> BigNumber {
            try arithmetic.product(m, BigNumber(bigEndian: [factor].span))
        }
        let ones = [UInt64](repeating: (1 << 52) - 1, count: limbs)
        let thrice = try arithmetic.predecessor(times(3))
        let numbers = [
            try arithmetic.predecessor(m).bytes(limbs * 52 / 8), try m.bytes(limbs * 52 / 8),
            try arithmetic.predecessor(times(2)).bytes(limbs * 52 / 8), try thrice.bytes(limbs * 52 / 8),
            alternating(limbs - 1, startingWithOnes: true), alternating(limbs - 1, startingWithOnes: false),
        ].map { Self.limbs($0, limbs) }
        // Not more than 3 m, and as many ones as there is room for.
        var full = Self.limbs(try m.bytes(limbs * 52 / 8), limbs)
        for index in 0..<limbs - 2 { full[index] = ones[index] }
        return numbers + [
            [UInt64](repeating: 0, count: limbs), [1] + [UInt64](repeating: 0, count: limbs - 1), full,
            ones.dropLast() + [0],
        ]
    }

    @Test("Products and squares are those of BIGNUM, and within their bound", arguments: moduli)
    func products(modulus: Modulus) throws {
        let modulus = modulus.bytes
        let size = modulus.count
        let limbs = size / 64 * 10
        let m = try BigNumber(bigEndian: modulus.span)
        let memory = try LockedMemory(count: mb_public_key_size())
        let scratch = try LockedMemory(count: mb_scratch_size())
        var arithmetic = try Arithmetic()
        let numbers = try MontgomeryNumbers(m, size: size, entryPower: 2, &arithmetic)
        numbers.withNumbers { numbers in
            var numbers = numbers
            mb_public_key_set(memory.pointer, UInt32(8 * size), &numbers)
        }
        let operands = try Self.operands(m, limbs)
        let largest = [UInt64](repeating: (1 << 52) - 1, count: limbs)
        var pairs = operands.flatMap { x in operands.map { (x, $0) } }
        // One factor may be as large as limbs are, where the other makes up for it.
        pairs += operands.dropLast().flatMap { [(largest, $0), ($0, largest)] }
        while pairs.count % 8 != 0 { pairs.append(pairs[0]) }
        for group in stride(from: 0, to: pairs.count, by: 8) {
            let x = pairs[group..<group + 8].map(\.0)
            let y = pairs[group..<group + 8].map(\.1)
            try check(x, y, m, arithmetic: &arithmetic, multiply(x, y, memory, scratch))
        }
        for group in stride(from: 0, to: operands.count, by: 8) {
            let x = (group..<group + 8).map { operands[$0 % operands.count] }
            try check(x, x, m, arithmetic: &arithmetic, multiply(x, nil, memory, scratch))
        }
    }

    /// x times y, or x squared, in eight lanes.
    private func multiply(
        _ x: [[UInt64]], _ y: [[UInt64]]?, _ key: LockedMemory, _ scratch: LockedMemory
    ) throws -> [[UInt64]] {
        let limbs = x[0].count
        func place(_ numbers: [[UInt64]]) throws -> LockedMemory {
            let memory = try LockedMemory(count: limbs * 64)
            let rows = memory.base.assumingMemoryBound(to: UInt64.self)
            for limb in 0..<limbs { for lane in 0..<8 { rows[8 * limb + lane] = numbers[lane][limb] } }
            return memory
        }
        let memory = try place(x)
        let rows = memory.base.assumingMemoryBound(to: UInt64.self)
        if let y {
            let other = try place(y)
            mb_test_multiply(
                key.pointer, scratch.pointer, rows, other.base.assumingMemoryBound(to: UInt64.self))
        } else {
            mb_test_square(key.pointer, scratch.pointer, rows)
        }
        return (0..<8).map { lane in (0..<limbs).map { rows[8 * $0 + lane] } }
    }

    private func check(
        _ x: [[UInt64]], _ y: [[UInt64]], _ m: borrowing BigNumber, arithmetic: inout Arithmetic,
        _ results: [[UInt64]]
    ) throws {
        // R, as a one behind the limbs' zeros.
        let power = [1] + [UInt8](repeating: 0, count: x[0].count * 52 / 8)
        let r = try BigNumber(bigEndian: power.span)
        for lane in 0..<8 {
            #expect(results[lane].allSatisfy { $0 >> 52 == 0 })
            let product = try arithmetic.product(Self.number(x[lane]), Self.number(y[lane]))
            let result = try arithmetic.product(Self.number(results[lane]), r)
            let difference = try arithmetic.difference(result, product, modulo: m)
            #expect(difference.byteCount() == 0, "another product")
            // result R < x y + 3 m R, or (result R - x y) / (m R) is less than 3.
            let bound = try arithmetic.product(
                arithmetic.product(m, r), BigNumber(bigEndian: [3].span))
            let beyond = try arithmetic.product(r, arithmetic.product(r, r))
            let limit = try arithmetic.sum(product, bound, modulo: beyond)
            #expect(try arithmetic.quotient(result, limit).byteCount() == 0, "beyond the bound")
        }
    }
}

extension Sequence<UInt8> {
    /// With the highest bit and the lowest set, as they are in an odd modulus of this length.
    fileprivate func settingEnds() -> [UInt8] {
        var bytes = Array(self)
        bytes[0] |= 0x80
        bytes[bytes.count - 1] |= 1
        return bytes
    }
}
