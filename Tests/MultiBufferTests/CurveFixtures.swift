import CMultiBuffer
import COpenSSL
import Testing

@testable import MultiBuffer
@testable import OpenSSL

let curves = Curve.allCases

/// The kernels that run here.
let kernels: [MultiBuffer.Kernel] = MultiBuffer.kernel == .ifma ? [.ifma, .portable] : [.portable]

func bytes(hex: String) -> [UInt8] {
    let digits = hex.compactMap(\.hexDigitValue)
    return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
}

/// Big-endian bytes with zeros before them.
func padded(_ bytes: [UInt8], _ count: Int) -> [UInt8] {
    let digits = Array(bytes.drop { $0 == 0 })
    return [UInt8](repeating: 0, count: count - digits.count) + digits
}

extension Curve {
    func sizes(_ kernel: MultiBuffer.Kernel) -> mb_curve_sizes { mb_sizes(kernel.id, multiBufferID!) }

    var scheme: SignatureScheme { .ecdsa(digest) }

    private func withGroup<Result: ~Copyable>(_ body: (OpaquePointer) throws -> Result) throws -> Result {
        let group = try #require(EC_GROUP_new_by_curve_name(OBJ_sn2nid(groupName)))
        defer { EC_GROUP_free(group) }
        return try body(group)
    }

    func order() throws -> BigNumber {
        try withGroup { group in
            BigNumber(takingOwnershipOf: try #require(BN_dup(EC_GROUP_get0_order(group))))
        }
    }

    func prime() throws -> BigNumber {
        try withGroup { group in
            BigNumber(takingOwnershipOf: try #require(BN_dup(EC_GROUP_get0_field(group))))
        }
    }

    /// x and y of a multiple of the base point, as libcrypto finds them.
    func multiple(_ scalar: [UInt8]) throws -> (x: [UInt8], y: [UInt8]) {
        try withGroup { group in
            let point = try #require(EC_POINT_new(group))
            defer { EC_POINT_free(point) }
            let number = try BigNumber(bigEndian: scalar.span)
            try #require(EC_POINT_mul(group, point, number.pointer, nil, nil, nil) == 1)
            let x = try BigNumber.zero()
            let y = try BigNumber.zero()
            try #require(EC_POINT_get_affine_coordinates(group, point, x.pointer, y.pointer, nil) == 1)
            return (try x.bytes(byteCount), try y.bytes(byteCount))
        }
    }

    /// A point with this x; nil where there is none.
    func point(x: [UInt8]) throws -> (x: [UInt8], y: [UInt8])? {
        try withGroup { group in
            let point = try #require(EC_POINT_new(group))
            defer { EC_POINT_free(point) }
            defer { discardErrors() }
            let number = try BigNumber(bigEndian: x.span)
            guard EC_POINT_set_compressed_coordinates(group, point, number.pointer, 0, nil) == 1 else {
                return nil
            }
            let x = try BigNumber.zero()
            let y = try BigNumber.zero()
            try #require(EC_POINT_get_affine_coordinates(group, point, x.pointer, y.pointer, nil) == 1)
            return (try x.bytes(byteCount), try y.bytes(byteCount))
        }
    }

    func key(_ scalar: [UInt8]) throws -> PrivateKey {
        let point = try multiple(scalar)
        return try PrivateKey(
            curve: self, x: point.x, y: point.y, scalar: Secret(copying: padded(scalar, byteCount).span))
    }
}

/// ECDSA as the engine has it.
struct CurveEngine {
    let curve: Curve
    let engine: MultiBufferCurve
    let key: LockedMemory
    private let scratch: LockedMemory

    init(_ curve: Curve, _ kernel: MultiBuffer.Kernel, scalar: [UInt8]) throws {
        self.curve = curve
        engine = .of(curve, kernel)
        key = try LockedMemory(count: engine.sizes.key)
        scratch = try LockedMemory(count: engine.sizes.scratch)
        let point = try curve.multiple(scalar)
        try #require(isSet(scalar, point.x + point.y))
    }

    /// Whether the engine accepts the private key for the public key.
    func isSet(_ scalar: [UInt8], _ point: [UInt8]) -> Bool {
        mb_ecdsa_key_set(
            engine.pointer, key.pointer, scratch.pointer, padded(scalar, curve.byteCount), point)
    }

    /// - Parameter nonces: numbers of any size up to the one that the engine reduces.
    func sign(_ digests: [[UInt8]], _ nonces: [[UInt8]]) -> (signatures: [[UInt8]], written: UInt64) {
        let size = 2 * curve.byteCount
        var signatures = [UInt8](repeating: 0xAA, count: digests.count * size)
        let written = mb_ecdsa_sign(
            engine.pointer, key.pointer, scratch.pointer, UInt32(digests.count),
            nonces.flatMap { padded($0, engine.sizes.nonce) }, Array(digests.joined()), &signatures)
        return (digests.indices.map { Array(signatures[$0 * size..<($0 + 1) * size]) }, written)
    }
}

/// One thing to be verified, and by which key.
struct SignatureCase {
    let digest: [UInt8]
    let signature: [UInt8]
    let point: (x: [UInt8], y: [UInt8])
}

/// Verifies with the engine, in groups of 64.
func engineVerdicts(
    _ cases: [SignatureCase], _ curve: Curve, _ kernel: MultiBuffer.Kernel
) throws -> (valid: [Bool], undecided: Int) {
    let engine = MultiBufferCurve.of(curve, kernel)
    let scratch = AlignedMemory(count: engine.sizes.scratch)
    var combs: [[UInt8]: AlignedMemory] = [:]
    var valid: [Bool] = []
    var undecidedCount = 0
    for start in stride(from: 0, to: cases.count, by: 64) {
        let group = cases[start..<min(start + 64, cases.count)]
        let pointers = try group.map { one -> OpaquePointer? in
            let point = one.point.x + one.point.y
            let comb = try combs[point] ?? #require(engine.comb(of: point))
            combs[point] = comb
            return comb.pointer
        }
        var undecided: UInt64 = 0
        let answers = mb_ecdsa_verify(
            engine.pointer, scratch.pointer, UInt32(group.count), pointers,
            group.flatMap(\.digest),
            group.flatMap(\.signature), &undecided)
        for (lane, one) in group.enumerated() {
            if undecided >> UInt64(lane) & 1 == 1 {
                undecidedCount += 1
                #expect(answers >> UInt64(lane) & 1 == 0)
                valid.append(try verdict(one, curve))
            } else {
                valid.append(answers >> UInt64(lane) & 1 == 1)
            }
        }
        // Memory for many keys is not kept.
        if combs.count > 64 { combs.removeAll() }
    }
    return (valid, undecidedCount)
}

/// What libcrypto says.
func verdict(_ one: SignatureCase, _ curve: Curve) throws -> Bool {
    let key = try PublicKey(curve: curve, x: one.point.x, y: one.point.y)
    return try Verifier.make(key, curve.scheme).verify(one.signature.span, forDigest: one.digest.span)
}
