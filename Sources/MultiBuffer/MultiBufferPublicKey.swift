internal import CMultiBuffer
package import OpenSSL

/// A public key prepared for the multi-buffer engine. It is created once, and any number of threads may share it.
package final class MultiBufferPublicKey: Sendable {
    private let memory: LockedMemory
    /// The size of the modulus and of a signature, in bytes.
    package let byteCount: Int

    /// - Returns: nil if the engine cannot run or does not support the key. It supports odd moduli of 2048, 3072 and
    ///   4096 bits with the exponent 65537; libcrypto handles all other keys.
    package static func make(_ key: PublicKey) throws(OpenSSLError) -> MultiBufferPublicKey? {
        guard MultiBuffer.kernel == .ifma, let bits = key.type.rsaBits, [2048, 3072, 4096].contains(bits)
        else { return nil }
        guard let parts = try key.rsaParts(), parts.exponent == [1, 0, 1], parts.modulus.last! & 1 == 1 else {
            return nil
        }
        let memory = try LockedMemory(count: mb_public_key_size())
        var arithmetic = try Arithmetic()
        let modulus = try BigNumber(bigEndian: parts.modulus.span)
        let numbers = try MontgomeryNumbers(modulus, size: bits / 8, entryPower: 2, &arithmetic)
        unsafe numbers.withNumbers { numbers in
            var numbers = unsafe numbers
            unsafe mb_public_key_set(memory.pointer, UInt32(bits), &numbers)
        }
        return MultiBufferPublicKey(memory, byteCount: bits / 8)
    }

    private init(_ memory: LockedMemory, byteCount: Int) {
        self.memory = memory
        self.byteCount = byteCount
    }

    var pointer: OpaquePointer { unsafe memory.pointer }
}
