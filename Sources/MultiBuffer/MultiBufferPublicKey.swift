internal import CMultiBuffer
package import OpenSSL

/// A public key prepared for the multi-buffer engine. It is created once, and any number of threads may share it.
package final class MultiBufferPublicKey: Sendable {
    let memory: AlignedMemory
    /// The size of the modulus and of a signature, in bytes.
    package let byteCount: Int

    /// The size of the modulus if the engine runs and supports the key; otherwise nil. It supports odd moduli of 2048,
    /// 3072 and 4096 bits with the exponent 65537; libcrypto handles all other keys.
    static func supportedBits(_ key: PublicKey) throws(OpenSSLError) -> Int? {
        try supportedModulus(key).map { 8 * $0.count }
    }

    private static func supportedModulus(_ key: PublicKey) throws(OpenSSLError) -> [UInt8]? {
        guard MultiBuffer.kernel == .ifma, let bits = key.type.rsaBits, [2048, 3072, 4096].contains(bits),
            let parts = try key.rsaParts(), parts.exponent == [1, 0, 1], parts.modulus.last! & 1 == 1
        else { return nil }
        return parts.modulus
    }

    /// - Returns: nil for keys that are not supported.
    package static func make(_ key: PublicKey) throws(OpenSSLError) -> MultiBufferPublicKey? {
        guard let bytes = try supportedModulus(key) else { return nil }
        let memory = AlignedMemory(count: mb_public_key_size())
        var arithmetic = try Arithmetic()
        let modulus = try BigNumber(bigEndian: bytes.span)
        let numbers = try MontgomeryNumbers(modulus, size: bytes.count, entryPower: 2, &arithmetic)
        unsafe numbers.withNumbers { numbers in
            var numbers = unsafe numbers
            unsafe mb_public_key_set(memory.pointer, UInt32(8 * bytes.count), &numbers)
        }
        return MultiBufferPublicKey(memory, byteCount: bytes.count)
    }

    private init(_ memory: AlignedMemory, byteCount: Int) {
        self.memory = memory
        self.byteCount = byteCount
    }

    var pointer: OpaquePointer { unsafe memory.pointer }
}
