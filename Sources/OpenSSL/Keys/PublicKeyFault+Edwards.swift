internal import COpenSSL

extension PublicKeyFault {
    /// What is wrong with a public key of Ed25519 or Ed448 (RFC 8032 §5.1.3, §5.2.3). libcrypto does not check it before
    /// it verifies.
    ///
    /// - Parameters:
    ///   - bytes: as RFC 8032 encodes it: 32 or 57 bytes.
    ///   - type: ``ByteKeyType/ed25519`` or ``ByteKeyType/ed448``.
    static func ofPoint(_ bytes: [UInt8], _ type: ByteKeyType) throws(OpenSSLError) -> PublicKeyFault? {
        let curve = type == .ed448 ? EdwardsCurve.ed448 : EdwardsCurve.ed25519
        // y has its least significant byte first; the last bit is the sign of x.
        var y = Array(bytes.reversed())
        y[0] &= 0x7F
        let prime = try BigNumber(bigEndian: curve.prime.span)
        let number = try BigNumber(bigEndian: y.span)
        guard unsafe BN_cmp(number.pointer, prime.pointer) < 0 else { return .notCanonical }
        var arithmetic = try Arithmetic()
        // The equation for x² has a solution if numerator times denominator is zero or a square (Euler's criterion).
        let square = try arithmetic.product(number, number, modulo: prime)
        let one = try BigNumber(bigEndian: [1].span)
        let numerator = try arithmetic.difference(square, one, modulo: prime)
        let scaled = try arithmetic.product(square, BigNumber(bigEndian: curve.d.span), modulo: prime)
        let denominator =
            try curve.isTwisted
            ? arithmetic.sum(scaled, one, modulo: prime)
            : arithmetic.difference(scaled, one, modulo: prime)
        let product = try arithmetic.product(numerator, denominator, modulo: prime)
        let half = try BigNumber.zero()
        try unsafe check(BN_rshift1(half.pointer, prime.pointer), "BN_rshift1")
        let character = try arithmetic.power(product, half, modulo: prime)
        guard unsafe character.isOne() || BN_is_zero(product.pointer) == 1 else { return .notAPoint }
        return curve.smallOrder.contains(y) ? .smallOrder : nil
    }
}

/// The constants of a curve, most significant byte first.
private struct EdwardsCurve {
    let prime: [UInt8]
    /// The curve is -x² + y² = 1 + d x² y² if it is twisted, else x² + y² = 1 + d x² y².
    let d: [UInt8]
    let isTwisted: Bool
    /// The y of every point of small order; each is as long as an encoded point.
    let smallOrder: [[UInt8]]

    // RFC 8032 §5.1: p = 2^255 - 19, d = -121665/121666.
    static let ed25519 = EdwardsCurve(
        prime: [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xED],
        d: [
            0x52, 0x03, 0x6C, 0xEE, 0x2B, 0x6F, 0xFE, 0x73, 0x8C, 0xC7, 0x40, 0x79, 0x77, 0x79, 0xE8,
            0x98,
            0x00, 0x70,
            0x0A, 0x4D, 0x41, 0x41, 0xD8, 0xAB, 0x75, 0xEB, 0x4D, 0xCA, 0x13, 0x59, 0x78, 0xA3,
        ],
        isTwisted: true,
        smallOrder: [
            // Order 4: y = 0. Order 1: y = 1. Order 2: y = -1. Order 8: two more.
            [UInt8](repeating: 0, count: 32),
            [UInt8](repeating: 0, count: 31) + [1],
            [0x7F] + [UInt8](repeating: 0xFF, count: 30) + [0xEC],
            [
                0x05, 0xFC, 0x53, 0x6D, 0x88, 0x02, 0x38, 0xB1, 0x39, 0x33, 0xC6, 0xD3, 0x05, 0xAC, 0xDF,
                0xD5, 0xF0,
                0x98, 0xEF, 0xF2, 0x89, 0xF4, 0xC3, 0x45, 0xB0, 0x27, 0xB2, 0xC2, 0x8F, 0x95, 0xE8, 0x26,
            ],
            [
                0x7A, 0x03, 0xAC, 0x92, 0x77, 0xFD, 0xC7, 0x4E, 0xC6, 0xCC, 0x39, 0x2C, 0xFA, 0x53, 0x20,
                0x2A, 0x0F,
                0x67, 0x10, 0x0D, 0x76, 0x0B, 0x3C, 0xBA, 0x4F, 0xD8, 0x4D, 0x3D, 0x70, 0x6A, 0x17, 0xC7,
            ],
        ])

    // RFC 8032 §5.2: p = 2^448 - 2^224 - 1, d = -39081, which is p - 39081.
    static let ed448 = EdwardsCurve(
        prime: [0] + ed448Prime(last: [0xFF, 0xFF, 0xFF]),
        d: ed448Prime(last: [0xFF, 0x67, 0x56]),
        isTwisted: false,
        smallOrder: [
            // Order 4: y = 0. Order 1: y = 1. Order 2: y = -1.
            [UInt8](repeating: 0, count: 57),
            [UInt8](repeating: 0, count: 56) + [1],
            [0] + ed448Prime(last: [0xFF, 0xFF, 0xFE]),
        ])

    private static func ed448Prime(last: [UInt8]) -> [UInt8] {
        [UInt8](repeating: 0xFF, count: 27) + [0xFE] + [UInt8](repeating: 0xFF, count: 25) + last
    }
}
