internal import CMultiBuffer
package import OpenSSL

/// A private key prepared for the multi-buffer engine, in memory that is locked and wiped. It is created once, and
/// any number of threads may share it.
package final class MultiBufferPrivateKey: Sendable {
    let publicKey: MultiBufferPublicKey
    /// For signatures that libcrypto must make.
    let key: PrivateKey
    let memory: LockedMemory

    /// The size of the modulus and of a signature, in bytes.
    package var byteCount: Int { publicKey.byteCount }

    /// - Returns: nil if the engine cannot run or does not support the key. Unsupported are the keys that
    ///   ``MultiBufferPublicKey`` leaves to libcrypto, keys in stores, and keys with factors of different lengths.
    package static func make(_ key: PrivateKey) throws(OpenSSLError) -> MultiBufferPrivateKey? {
        guard !key.staysInStore, let publicKey = try MultiBufferPublicKey.make(key.publicKey),
            let parts = try key.rsaPrivateParts()
        else { return nil }
        let size = publicKey.byteCount / 2
        let p = try BigNumber(bigEndian: parts.p)
        let q = try BigNumber(bigEndian: parts.q)
        // The factors of every private key have been checked: they are odd, and their product is n.
        guard p.bitCount() == 8 * size, q.bitCount() == 8 * size else { return nil }
        let memory = try LockedMemory(count: mb_private_key_size())
        var arithmetic = try Arithmetic()
        let forP = try numbers(p, BigNumber(bigEndian: parts.dp), size, &arithmetic)
        let forQ = try numbers(q, BigNumber(bigEndian: parts.dq), size, &arithmetic)
        let coefficient = try arithmetic.product(
            BigNumber(bigEndian: parts.qInverse),
            arithmetic.powerOfTwo(MontgomeryNumbers.bits(ofSize: size), modulo: p), modulo: p)
        try coefficient.bigEndian(count: size).withBytes { coefficient in
            unsafe coefficient.withUnsafeBufferPointer { coefficient in
                unsafe forP.withFactor { p in
                    unsafe forQ.withFactor { q in
                        var (p, q) = unsafe (p, q)
                        unsafe mb_private_key_set(
                            memory.pointer, UInt32(16 * size), &p, &q, coefficient.baseAddress!)
                    }
                }
            }
        }
        return MultiBufferPrivateKey(key, publicKey, memory)
    }

    private static func numbers(
        _ prime: borrowing BigNumber, _ exponent: borrowing BigNumber, _ size: Int,
        _ arithmetic: inout Arithmetic
    ) throws(OpenSSLError) -> MontgomeryNumbers {
        var numbers = try MontgomeryNumbers(prime, size: size, entryPower: 3, &arithmetic)
        let one = try arithmetic.powerOfTwo(MontgomeryNumbers.bits(ofSize: size), modulo: prime)
        try numbers.append(one: one, exponent: exponent)
        return numbers
    }

    private init(_ key: PrivateKey, _ publicKey: MultiBufferPublicKey, _ memory: LockedMemory) {
        self.key = key
        self.publicKey = publicKey
        self.memory = memory
    }

    var pointer: OpaquePointer { unsafe memory.pointer }
}
