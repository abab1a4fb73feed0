import CMultiBuffer
import Testing

@testable import MultiBuffer
@testable import OpenSSL

@Suite("One operation in the fields of curves, beside BIGNUM")
struct CurveFieldTests {
    struct Field: Sendable, CustomTestStringConvertible {
        let curve: MultiBufferCurve
        let name: String
        let inN: Bool
        let testDescription: String
        let shape: mb_field_shape

        init(_ id: mb_curve_id, _ name: String, _ kernel: MultiBuffer.Kernel, inN: Bool) {
            curve = .of(id, kernel)
            self.name = name
            self.inN = inN
            testDescription = "\(inN ? "order" : "prime") of \(name), \(kernel)"
            shape = mb_test_shape(curve.pointer, inN)
        }

        var limbs: Int { Int(shape.limbs) }
        var lanes: Int { Int(shape.lanes) }
        var bits: Int { Int(shape.limb_bits) }

        func modulus() throws -> BigNumber {
            if let curve = Curve(rawValue: name) { return inN ? try curve.order() : try curve.prime() }
            let hex =
                inN
                ? "1000000000000000000000000000000014DEF9DEA2F79CD65812631A5CF5D3ED"
                : "7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFED"
            return try BigNumber(bigEndian: bytes(hex: hex).span)
        }
    }

    static let fields = kernels.flatMap { kernel in
        [false, true].flatMap { inN in
            curves.map { Field($0.multiBufferID!, $0.rawValue, kernel, inN: inN) }
                + [Field(mb_ed25519, "Ed25519", kernel, inN: inN)]
        }
    }

    private static func number(_ limbs: [UInt64], _ field: Field) throws -> BigNumber {
        var arithmetic = try Arithmetic()
        var number = try BigNumber.zero()
        let base = try arithmetic.powerOfTwo(field.bits, modulo: wide())
        for limb in limbs.reversed() {
            let bytes = withUnsafeBytes(of: limb.bigEndian) { Array($0) }
            number = try arithmetic.sum(
                arithmetic.product(number, base), BigNumber(bigEndian: bytes.span), modulo: wide())
        }
        return number
    }

    /// An odd number that is larger than all numbers here.
    private static func wide() throws -> BigNumber {
        try BigNumber(bigEndian: [UInt8](repeating: 0xFF, count: 160).span)
    }

    private static func limbs(_ bytes: [UInt8], _ field: Field) -> [UInt64] {
        var limbs = [UInt64](repeating: 0, count: field.limbs)
        for bit in 0..<8 * bytes.count where bytes[bytes.count - 1 - bit / 8] >> UInt8(bit % 8) & 1 == 1 {
            // The highest limb takes all that is left.
            let limb = min(bit / field.bits, field.limbs - 1)
            limbs[limb] |= 1 << UInt64(bit - limb * field.bits)
        }
        return limbs
    }

    /// The least and the largest, both sides of the modulus and its double, limbs of all ones and zeros in turn, and
    /// whatever comes.
    private static func operands(_ m: borrowing BigNumber, _ field: Field) throws -> [[UInt64]] {
        var arithmetic = try Arithmetic()
        let (count, size) = (field.limbs, 67)
        let two = try BigNumber(bigEndian: [2].span)
        let double = try arithmetic.product(m, two)
        let last = try arithmetic.predecessor(m)
        let justBelow = try arithmetic.predecessor(double)
        var operands: [[UInt64]] = []
        operands.append(limbs(try m.bytes(size), field))
        operands.append(limbs(try double.bytes(size), field))
        operands.append(limbs(try last.bytes(size), field))
        operands.append(limbs(try justBelow.bytes(size), field))
        operands.append([UInt64](repeating: 0, count: count))
        operands.append([1] + [UInt64](repeating: 0, count: count - 1))
        let top = operands[2][count - 1]
        for isOdd in [0, 1] {
            var inTurn: [UInt64] = []
            for index in 0..<count { inTurn.append(index % 2 == isOdd ? (1 << UInt64(field.bits)) - 1 : 0) }
            inTurn[count - 1] = top
            operands.append(inTurn)
        }
        for _ in 0..<24 { operands.append(limbs(try random(below: double, size), field)) }
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
        let scratch = AlignedMemory(count: field.curve.sizes.scratch)
        let memory = AlignedMemory(count: 2 * field.limbs * 64)
        let first = UnsafeMutablePointer<UInt64>(memory.pointer)
        let second = first + field.limbs * field.lanes
        for limb in 0..<field.limbs {
            for lane in 0..<field.lanes {
                first[limb * field.lanes + lane] = x[lane][limb]
                second[limb * field.lanes + lane] = y[lane][limb]
            }
        }
        mb_test_field(field.curve.pointer, operation, field.inN, scratch.pointer, first, second)
        return (0..<field.lanes).map { lane in
            (0..<field.limbs).map { first[$0 * field.lanes + lane] }
        }
    }

    /// Clean, except that the second limb of a field that wraps may be a little larger, and the highest one too.
    private func isClean(_ limbs: [UInt64], _ field: Field) -> Bool {
        limbs.dropLast().enumerated().allSatisfy { index, limb in
            limb < 1 << UInt64(field.bits) + (field.shape.radix_bits == 0 && index == 1 ? 1 << 17 : 0)
        } && limbs.last! < 1 << 62
    }

    @Test("Products and squares of all bounds", arguments: fields)
    func products(field: Field) throws {
        let m = try field.modulus()
        var arithmetic = try Arithmetic()
        let r = try arithmetic.powerOfTwo(Int(field.shape.radix_bits), modulo: m)
        let inverse = try arithmetic.inverse(r, modulo: m)
        let operands = try Self.operands(m, field)
        for start in stride(from: 0, to: operands.count, by: field.lanes) {
            let x = Array(operands[start..<start + field.lanes])
            for shift in operands.indices {
                let y = (0..<field.lanes).map { operands[($0 + shift) % operands.count] }
                let products = run(field, mb_multiply, x, y)
                for lane in 0..<field.lanes {
                    let product = try arithmetic.product(
                        Self.number(x[lane], field), Self.number(y[lane], field), modulo: m)
                    let expected = try arithmetic.product(product, inverse, modulo: m)
                    let found = try Self.number(products[lane], field)
                    #expect(isClean(products[lane], field))
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
        let r = try arithmetic.powerOfTwo(Int(field.shape.radix_bits), modulo: m)
        let inverse = try arithmetic.inverse(r, modulo: m)
        let operands = try Self.operands(m, field)
        for start in stride(from: 0, to: operands.count, by: field.lanes) {
            let x = Array(operands[start..<start + field.lanes])
            let inverses = run(field, mb_invert, x, x)
            let least = run(field, mb_least, x, x)
            let products = run(field, mb_least, run(field, mb_multiply, inverses, x), x)
            for lane in 0..<field.lanes {
                let number = try arithmetic.remainder(Self.number(x[lane], field), m)
                let expected = try arithmetic.product(number, inverse, modulo: m)
                #expect(try Self.number(least[lane], field).equals(expected))
                let one = [UInt64](repeating: 0, count: field.limbs)
                let isZero = number.byteCount() == 0
                #expect(products[lane] == (isZero ? one : [1] + one.dropFirst()))
            }
        }
    }
}
