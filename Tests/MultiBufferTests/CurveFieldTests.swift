import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite(
    "One operation in the fields of curves, beside BIGNUM", .enabled(if: MultiBuffer.isSupported, needsEngine)
)
struct CurveFieldTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let id: mb_curve_id
        let name: String
        let limbs: Int
        let inN: Bool
        var testDescription: String { "\(inN ? "order" : "prime") of \(name)" }

        func modulus() throws -> BigNumber {
            if let curve = Curve(rawValue: name) { return inN ? try curve.order() : try curve.prime() }
            let hex =
                inN
                ? "1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED"
                : "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFED"
            return try BigNumber(bigEndian: bytes(hex: hex).span)
        }
    }

    static let fields = [false, true].flatMap { inN in
        curves.map {
            Field(id: $0.multiBufferID, name: $0.rawValue, limbs: ($0.byteCount * 8 + 51) / 52, inN: inN)
        }
            + [Field(id: mb_ed25519, name: "Ed25519", limbs: 5, inN: inN)]
    }

    private static func number(_ limbs: [UInt64]) throws -> BigNumber {
        var bytes = [UInt8](repeating: 0, count: (limbs.count * 52 + 7) / 8)
        for bit in 0..<limbs.count * 52 where limbs[bit / 52] >> UInt64(bit % 52) & 1 == 1 {
            bytes[bytes.count - 1 - bit / 8] |= 1 << UInt8(bit % 8)
        }
        return try BigNumber(bigEndian: bytes.span)
    }

    private static func limbs(_ bytes: [UInt8], _ count: Int) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: count)
        for bit in 0..<8 * bytes.count where bytes[bytes.count - 1 - bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            limbs[bit / 52] |= 1 << UInt64(bit % 52)
        }
        return limbs
    }

    /// The least and the largest, both sides of the modulus and its double, limbs of all ones and zeros in turn, and
    /// whatever comes.
    private static func operands(_ m: borrowing BigNumber, _ count: Int) throws -> [[UInt64]] {
        var arithmetic = try Arithmetic()
        let size = (count * 52 + 7) / 8
        let two = try BigNumber(bigEndian: [2].span)
        let double = try arithmetic.product(m, two)
        let last = try arithmetic.predecessor(m)
        let justBelow = try arithmetic.predecessor(double)
        var operands: [[UInt64]] = []
        operands.append(limbs(try m.bytes(size), count))
        operands.append(limbs(try double.bytes(size), count))
        operands.append(limbs(try last.bytes(size), count))
        operands.append(limbs(try justBelow.bytes(size), count))
        operands.append([UInt64](repeating: 0, count: count))
        operands.append([1] + [UInt64](repeating: 0, count: count - 1))
        let top = operands[2][count - 1]
        for isOdd in [0, 1] {
            var inTurn: [UInt64] = []
            for index in 0..<count { inTurn.append(index % 2 == isOdd ? (1 << 52) - 1 : 0) }
            inTurn[count - 1] = top
            operands.append(inTurn)
        }
        for _ in 0..<24 { operands.append(limbs(try random(below: double, size), count)) }
        return operands
    }

    private static func random(below limit: borrowing BigNumber, _ size: Int) throws -> [UInt8] {
        var arithmetic = try Arithmetic()
        let bytes = try Random.bytes(size + 8)
        let number = try BigNumber(bigEndian: bytes.span)
        return try arithmetic.remainder(number, limit).bytes(size)
    }

    private func run(
        _ field: Field, _ operation: mb_operation, _ x: [[UInt64]], _ y: [[UInt64]]
    ) -> [[UInt64]] {
        let scratch = AlignedMemory(count: mb_sizes(field.id).scratch)
        let memory = AlignedMemory(count: 2 * field.limbs * 64)
        let first = UnsafeMutablePointer<UInt64>(memory.pointer)
        let second = first + field.limbs * 8
        for limb in 0..<field.limbs {
            for lane in 0..<8 {
                first[limb * 8 + lane] = x[lane][limb]
                second[limb * 8 + lane] = y[lane][limb]
            }
        }
        mb_test_field(field.id, operation, field.inN, scratch.pointer, first, second)
        return (0..<8).map { lane in (0..<field.limbs).map { first[$0 * 8 + lane] } }
    }

    @Test("Products and squares of all bounds", arguments: fields)
    func products(field: Field) throws {
        let m = try field.modulus()
        var arithmetic = try Arithmetic()
        let r = try arithmetic.powerOfTwo(52 * field.limbs, modulo: m)
        let inverse = try arithmetic.inverse(r, modulo: m)
        let operands = try Self.operands(m, field.limbs)
        for start in stride(from: 0, to: operands.count, by: 8) {
            let x = Array(operands[start..<start + 8])
            for shift in operands.indices {
                let y = (0..<8).map { operands[($0 + shift) % operands.count] }
                let products = run(field, mb_multiply, x, y)
                for lane in 0..<8 {
                    let product = try arithmetic.product(
                        Self.number(x[lane]), Self.number(y[lane]), modulo: m)
                    let expected = try arithmetic.product(product, inverse, modulo: m)
                    let found = try Self.number(products[lane])
                    #expect(products[lane].allSatisfy { $0 < 1 << 52 })
                    #expect(try arithmetic.remainder(found, m).equals(expected))
                }
            }
            #expect(run(field, mb_square, x, x) == run(field, mb_multiply, x, x))
        }
    }

    @Test("Inverses, and the least of each class", arguments: fields)
    func inverses(field: Field) throws {
        let m = try field.modulus()
        var arithmetic = try Arithmetic()
        let r = try arithmetic.powerOfTwo(52 * field.limbs, modulo: m)
        let inverse = try arithmetic.inverse(r, modulo: m)
        let operands = try Self.operands(m, field.limbs)
        for start in stride(from: 0, to: operands.count, by: 8) {
            let x = Array(operands[start..<start + 8])
            let inverses = run(field, mb_invert, x, x)
            let least = run(field, mb_least, x, x)
            let products = run(field, mb_least, run(field, mb_multiply, inverses, x), x)
            for lane in 0..<8 {
                let number = try arithmetic.remainder(Self.number(x[lane]), m)
                let expected = try arithmetic.product(number, inverse, modulo: m)
                #expect(try Self.number(least[lane]).equals(expected))
                let one = [UInt64](repeating: 0, count: field.limbs)
                let isZero = number.byteCount() == 0
                #expect(products[lane] == (isZero ? one : [1] + one.dropFirst()))
            }
        }
    }
}
