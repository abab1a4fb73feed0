internal import COpenSSL

/// A BIGNUM, wiped when it is freed. The time that operations take depends on its size, not on its value
/// (`BN_FLG_CONSTTIME`).
package struct BigNumber: ~Copyable {
    let pointer: OpaquePointer

    /// - Parameter pointer: a number made by libcrypto; it is freed with this value.
    init(takingOwnershipOf pointer: OpaquePointer) {
        unsafe self.pointer = unsafe pointer
        unsafe BN_set_flags(pointer, BN_FLG_CONSTTIME)
    }

    deinit { unsafe BN_clear_free(pointer) }

    package static func zero() throws(OpenSSLError) -> BigNumber {
        unsafe BigNumber(takingOwnershipOf: try check(BN_secure_new(), "BN_secure_new"))
    }

    /// An unsigned number, most significant byte first.
    package init(bigEndian bytes: Span<UInt8>) throws(OpenSSLError) {
        let number = try BigNumber.zero()
        let result = unsafe bytes.withUnsafeBufferPointer {
            unsafe BN_bin2bn($0.baseAddress, Int32($0.count), number.pointer)
        }
        _ = try unsafe check(result, "BN_bin2bn")
        self = number
    }

    package init(bigEndian bytes: Secret) throws(OpenSSLError) {
        self = try bytes.withBytes { (bytes) throws(OpenSSLError) in try BigNumber(bigEndian: bytes) }
    }

    package borrowing func bitCount() -> Int { unsafe Int(BN_num_bits(pointer)) }

    /// The smallest number of bytes that hold the number.
    borrowing func byteCount() -> Int { (bitCount() + 7) / 8 }

    /// Most significant byte first, with leading zeros up to `count` bytes.
    package borrowing func bigEndian(count: Int) throws(OpenSSLError) -> Secret {
        var buffer = SecretBuffer(capacity: count)
        let pointer = unsafe pointer
        try buffer.append(upTo: count) { (room) throws(OpenSSLError) in
            let written = unsafe room.withUnsafeMutableBufferPointer {
                unsafe BN_bn2binpad(pointer, $0.baseAddress, Int32(count))
            }
            guard written == count else { throw .taken("BN_bn2binpad") }
            return count
        }
        return Secret(buffer)
    }

    /// Most significant byte first, without leading zeros.
    borrowing func bigEndian() throws(OpenSSLError) -> Secret { try bigEndian(count: byteCount()) }

    borrowing func isOne() -> Bool { unsafe BN_is_one(pointer) == 1 }

    borrowing func equals(_ other: borrowing BigNumber) -> Bool {
        unsafe BN_cmp(pointer, other.pointer) == 0
    }
}
